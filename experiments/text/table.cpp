#include "experiments/text/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace tavlab {
namespace {

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

}  // namespace

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, starts_character));
}

std::string padded(std::string_view text, std::size_t width, bool right) {
  const std::size_t own = display_width(text);
  const std::string spaces(width > own ? width - own : 0, ' ');
  return right ? spaces + std::string(text) : std::string(text) + spaces;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width || width == 0) return std::string(text);
  std::size_t end = 0;
  std::size_t kept = 0;
  while (end < text.size()) {
    if (starts_character(text[end]) && ++kept == width) break;
    ++end;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string in_markdown_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|' || c == '<' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string grouped(std::uint64_t number) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string TextTable::text() const {
  std::vector<std::size_t> widths;
  for (const std::string& name : head_) widths.push_back(display_width(name));
  for (const auto& row : rows_) {
    if (row.size() == 1) continue;  // the title of a section may span all columns
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += "  ";
      text += padded(row[i], widths[i], i > 0);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  };
  std::string text = line(head_);
  std::size_t total = 2 * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  for (std::size_t i = 0; i < total; ++i) text += "─";
  text += "\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

}  // namespace tavlab
