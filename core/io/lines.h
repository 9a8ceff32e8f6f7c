#pragma once

#include <cstddef>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace tavlab {

/// The maximum length of an input line: a game, a command.
inline constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

/// Reads the lines of an untrusted, possibly endless stream.
class LineReader {
 public:
  /// `name` is used in error messages.
  LineReader(std::istream& stream, std::string_view name) : stream_(stream), name_(name) {}

  /// The next line without its end (LF or CR LF); nullopt after the last one. Throws UserError for
  /// a line of more than kMaxLineBytes.
  std::optional<std::string> next();
  /// Skips what is left of a line that was too long.
  void skip_line();

 private:
  std::istream& stream_;
  std::string name_;
  std::size_t number_ = 0;
};

/// The whole content of a stream. Throws UserError for more than `most` bytes.
std::string read_stream(std::istream& stream, std::string_view name, std::size_t most);

}  // namespace tavlab
