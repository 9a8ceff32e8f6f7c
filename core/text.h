#pragma once

#include <charconv>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Text as every part of tavlab reads and quotes it.
namespace tavlab {

/// The parts of a text between separators, including empty ones.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

/// The keys and values of a text of the form `key=value,key=value...`. `refuse`, which must throw,
/// is called for a part without a value and for a key given twice.
std::map<std::string_view, std::string_view> key_values(
    std::string_view text, const std::function<void(const std::string&)>& refuse);

/// The words of a text, separated by spaces, tabs and line breaks.
std::vector<std::string_view> words_in(std::string_view text);

/// The value of a text that is exactly a non-negative decimal int.
inline std::optional<int> parse_number(std::string_view text) {
  int value = 0;
  if (text.starts_with('-')) return std::nullopt;  // "-0"
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

/// The value of a text that is exactly one finite number.
std::optional<double> finite_number(std::string_view text);

/// The length in bytes of the UTF-8 character at the start of a text, 1 to 4; 0 if the text is
/// empty or does not start with valid UTF-8 (RFC 3629: no overlong forms, no surrogates).
std::size_t utf8_length(std::string_view text);

/// Whether a text is valid UTF-8.
bool is_utf8(std::string_view text);

/// Untrusted text as one line that is safe to print on a terminal: control characters (one-byte
/// ones and U+0080 to U+009F), line separators, directional marks, zero-width spaces and bytes that
/// are not UTF-8 become '?'.
std::string printable(std::string_view text);

/// Whether `printable` would leave the text unchanged, except for newlines and tabs.
bool is_plain(std::string_view text);

/// The longest prefix of at most `size` bytes that does not split a UTF-8 character.
std::string_view whole_letters(std::string_view text, std::size_t size);

/// Untrusted text for a message: printable, and cut off with "..." after 40 bytes.
std::string quotable(std::string_view text);

/// Untrusted text in single quotes for a message: printable, the middle of a long text left out.
std::string in_quotes(std::string_view text);

/// How many bytes must be added, removed or changed to turn one text into the other (Levenshtein
/// 1966).
std::size_t edit_distance(std::string_view a, std::string_view b);

/// Wraps text at `width` columns, each line indented by `indent` spaces.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

}  // namespace tavlab
