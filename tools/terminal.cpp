#include "tools/terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <clocale>
#include <cwchar>
#include <string_view>

#include "tools/color.h"

namespace tavlab::cli {
namespace {

/// Whether the locale writes UTF-8, in which the symbols are one column wide: some count those of
/// ambiguous width as two.
bool locale_has_symbols() {
  const locale_t ours = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (ours == nullptr) return false;
  const locale_t before = uselocale(ours);
  const bool utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  const bool narrow = wcwidth(L'\u25cf') == 1 && wcwidth(L'\u2502') == 1;
  uselocale(before);
  freelocale(ours);
  return utf8 && narrow;
}

}  // namespace

Terminal terminal_of(std::FILE* stream) {
  const bool terminal = isatty(fileno(stream)) != 0;
  Terminal found;
  found.interactive = has_cursor(stream);
  found.color = shows_color(stream);
  // The fonts of the Linux console have no chess pieces.
  found.unicode = terminal && environment_variable("TERM") != "linux" && locale_has_symbols();
  return found;
}

TerminalSize terminal_size(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return {};
  return {size.ws_row, size.ws_col};
}

int columns_of_text(std::string_view text) {
  int columns = 0;
  bool escape = false;
  for (const char c : text) {
    if (escape) {
      escape = c != 'm';
    } else if (c == '\x1b') {
      escape = true;
    } else if ((static_cast<unsigned char>(c) & 0xc0U) != 0x80U && c != '\n') {
      ++columns;
    }
  }
  return columns;
}

}  // namespace tavlab::cli
