#include "core/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <system_error>

namespace tavlab {
namespace {

/// The code point of a valid UTF-8 character.
char32_t code_point(std::string_view letter) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(letter[i]); };
  if (letter.size() == 1) return byte(0);
  char32_t code = byte(0) & (0x7fU >> letter.size());
  for (std::size_t i = 1; i < letter.size(); ++i) code = code << 6 | (byte(i) & 0x3fU);
  return code;
}

/// Characters that control a terminal or disguise text, and that no name needs.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) ||       // C0, delete, C1
         code == 0x2028 || code == 0x2029 ||                    // line and paragraph separators
         code == 0x061c || code == 0x200e || code == 0x200f ||  // directional marks
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
         code == 0x200b || code == 0xfeff;  // zero-width spaces
}

/// Letters of a text in UTF-8, a column each.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

std::vector<std::string_view> words_in(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  std::vector<std::string_view> words;
  for (;;) {
    const std::size_t start = text.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) return words;
    text.remove_prefix(start);
    words.push_back(text.substr(0, text.find_first_of(kBlanks)));
    text.remove_prefix(words.back().size());
  }
}

std::map<std::string_view, std::string_view> key_values(
    std::string_view text, const std::function<void(const std::string&)>& refuse) {
  std::map<std::string_view, std::string_view> found;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    if (equals == std::string_view::npos) refuse("'" + std::string(key) + "' has no value");
    if (!found.emplace(key, part.substr(equals + 1)).second) {
      refuse("'" + std::string(key) + "' is given twice");
    }
  }
  return found;
}

std::optional<double> finite_number(std::string_view text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0U) != 0x80) return 0;
  }
  const char32_t code = code_point(text.substr(0, length));
  const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  return overlong || surrogate || code > 0x10ffff ? 0 : length;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view letter = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || is_control(code_point(letter))) {
      line += '?';
    } else {
      line += letter;
    }
    text.remove_prefix(letter.size());
  }
  return line;
}

bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    const char32_t code = code_point(text.substr(0, length));
    if (is_control(code) && code != '\n' && code != '\t') return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string_view whole_letters(std::string_view text, std::size_t size) {
  if (text.size() <= size) return text;
  while (size > 0 && (static_cast<unsigned char>(text[size]) & 0xc0U) == 0x80) --size;
  return text.substr(0, size);
}

std::string quotable(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return printable(text);
  return printable(whole_letters(text, kLongest)) + "...";
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string line = printable(text);
  if (line.size() > kLongest) {
    const std::string head(whole_letters(line, kLongest / 2));
    std::size_t tail = line.size() - kLongest / 2;
    while (tail < line.size() && utf8_length(std::string_view(line).substr(tail)) == 0) ++tail;
    line = head + "..." + line.substr(tail);
  }
  return '\'' + line + '\'';
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = row[j] + (a[i] == b[j] ? 0 : 1);
      next[j + 1] = std::min({changed, next[j] + 1, row[j + 1] + 1});
      const bool exchanged = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (exchanged) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row.back();
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out, line(indent, ' ');
  std::size_t columns = indent;
  const auto flush = [&] {
    out += line + '\n';
    line.assign(indent, ' ');
    columns = indent;
  };
  while (!text.empty()) {
    const std::size_t start = text.find_first_not_of(" \n");
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    const std::size_t needed = columns_of(word);
    if (columns > indent && columns + 1 + needed > width) flush();
    if (columns > indent) {
      line += ' ';
      ++columns;
    }
    line += word;
    columns += needed;
  }
  if (columns > indent) flush();
  return out;
}

}  // namespace tavlab
