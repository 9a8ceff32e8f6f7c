#pragma once

#include <cstdio>
#include <string_view>

// What the terminal at the other end can show.
namespace tavlab::cli {

/// How to write to a stream.
struct Terminal {
  bool interactive = false;  ///< a terminal that moves its cursor
  bool color = false;        ///< shows colours
  bool unicode = false;      ///< symbols and box drawing, one column each
};

/// What a stream is. Colours follow `shows_color` (tools/color.h), symbols the locale. Files and
/// pipes get no symbols.
Terminal terminal_of(std::FILE* stream);

struct TerminalSize {
  int rows = 24;
  int columns = 80;

  bool operator==(const TerminalSize&) const = default;
};

/// The size of a terminal now; 80x24 if it does not tell.
TerminalSize terminal_size(int descriptor);

/// The columns that a text takes on a terminal: a column for each letter in UTF-8, none for the
/// escape sequences that set colours.
int columns_of_text(std::string_view text);

}  // namespace tavlab::cli
