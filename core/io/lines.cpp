#include "core/io/lines.h"

#include <fmt/format.h>

#include <istream>
#include <streambuf>

#include "core/error.h"

namespace tavlab {

std::optional<std::string> LineReader::next() {
  using Traits = std::istream::traits_type;
  std::streambuf& buffer = *stream_.rdbuf();
  std::string line;
  ++number_;
  for (;;) {
    const Traits::int_type c = buffer.sbumpc();
    if (Traits::eq_int_type(c, Traits::eof())) {
      if (line.empty()) return std::nullopt;
      break;
    }
    if (Traits::to_char_type(c) == '\n') break;
    if (line.size() == kMaxLineBytes) {
      throw UserError(fmt::format("{}: line {} is longer than {} bytes, the maximum for a line",
                                  name_, number_, kMaxLineBytes));
    }
    line += Traits::to_char_type(c);
  }
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

void LineReader::skip_line() {
  using Traits = std::istream::traits_type;
  std::streambuf& buffer = *stream_.rdbuf();
  for (;;) {
    const Traits::int_type c = buffer.sbumpc();
    if (Traits::eq_int_type(c, Traits::eof()) || Traits::to_char_type(c) == '\n') return;
  }
}

std::string read_stream(std::istream& stream, std::string_view name, std::size_t most) {
  constexpr std::size_t kStep = std::size_t{1} << 16;
  std::string text;
  for (std::size_t used = 0;;) {
    text.resize(used + kStep);
    const std::streamsize got =
        stream.rdbuf()->sgetn(text.data() + used, static_cast<std::streamsize>(kStep));
    used += static_cast<std::size_t>(got);
    if (used > most) {
      throw UserError(
          fmt::format("{}: is longer than {} bytes, the maximum for such an input", name, most));
    }
    if (got < static_cast<std::streamsize>(kStep)) {
      text.resize(used);
      return text;
    }
  }
}

}  // namespace tavlab
