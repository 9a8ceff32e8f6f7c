#include "selfplay/record/escapes.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

namespace tavlab {
namespace {

constexpr std::string_view kAmpersand = "&amp;";

/// Whether what follows an ampersand would make it an escape.
bool reads_as_escape(std::string_view after) {
  return after.starts_with('#') || after.starts_with(kAmpersand.substr(1));
}

bool is_control(unsigned char c) { return c < ' ' || c == 0x7f; }

/// The character of "&#125;" at the start of a text, if it is one that escaped_comment writes.
std::optional<char> numbered(std::string_view text, std::size_t& length) {
  constexpr std::size_t kDigits = 3;
  if (!text.starts_with("&#")) return std::nullopt;
  unsigned number = 0;
  const std::string_view digits = text.substr(2, kDigits);
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  const std::size_t used = 2 + static_cast<std::size_t>(end - digits.data());
  if (error != std::errc{} || used >= text.size() || text[used] != ';') return std::nullopt;
  if (number > 0x7f) return std::nullopt;
  const char c = static_cast<char>(number);
  if (c != '}' && c != ' ' && !is_control(static_cast<unsigned char>(c))) return std::nullopt;
  length = used + 1;
  return c;
}

}  // namespace

std::string escaped_comment(std::string_view comment) {
  std::string text;
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const char c = comment[i];
    const bool lost = c == ' ' && (i == 0 || i + 1 == comment.size() || comment[i - 1] == ' ');
    if (c == '}' || lost || is_control(static_cast<unsigned char>(c))) {
      text += fmt::format("&#{};", static_cast<int>(c));
    } else if (c == '&' && reads_as_escape(comment.substr(i + 1))) {
      text += kAmpersand;
    } else {
      text += c;
    }
  }
  return text;
}

std::string comment_of(std::string_view escaped) {
  std::string text;
  while (!escaped.empty()) {
    std::size_t length = 1;
    if (const auto c = numbered(escaped, length)) {
      text += *c;
    } else {
      text += escaped.front();
      if (escaped.starts_with(kAmpersand) && reads_as_escape(escaped.substr(kAmpersand.size()))) {
        length = kAmpersand.size();
      }
    }
    escaped.remove_prefix(length);
  }
  return text;
}

std::string escaped_header(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' || c == '\r' ? ' ' : c;
  }
  return text;
}

std::string header_value_of(std::string_view escaped) {
  std::string text;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    const bool escapes = escaped[i] == '\\' && i + 1 < escaped.size() &&
                         (escaped[i + 1] == '"' || escaped[i + 1] == '\\');
    text += escaped[escapes ? ++i : i];
  }
  return text;
}

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\\') {
      line += "\\\\";
    } else if (c == '\n') {
      line += "\\n";
    } else {
      line += c;
    }
  }
  return line;
}

std::string lines_of(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\\' || i + 1 == line.size()) {
      text += line[i];
    } else {
      ++i;
      text += line[i] == 'n' ? '\n' : line[i];
    }
  }
  return text;
}

}  // namespace tavlab
