#include "experiments/text/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace tavlab {
namespace {

/// The narrowest that breaking its texts makes a first column.
constexpr std::size_t kNarrowestFirst = 28;

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }

/// The text in lines of at most a width, each after the first indented like it and two spaces more.
std::vector<std::string> broken(std::string_view text, std::size_t width) {
  const std::size_t indent = std::min(text.find_first_not_of(' '), text.size());
  std::vector<std::string> lines;
  std::string begin;
  while (display_width(begin) + display_width(text) > width) {
    std::size_t end = 0, good = 0, taken = display_width(begin);
    for (; end < text.size() && taken <= width; ++end) {
      const bool breaks = end > indent && (text[end - 1] == ',' || text[end] == ' ');
      if (breaks) good = end;
      if (starts_character(text[end])) ++taken;
    }
    if (good == 0) {  // one long word, which stays whole
      end = std::max<std::size_t>(end, 1);
      while (end < text.size() && text[end] != ' ' && text[end - 1] != ',') ++end;
      if (end == text.size()) break;
      good = end;
    }
    lines.push_back(begin + std::string(text.substr(0, good)));
    text.remove_prefix(std::min(text.find_first_not_of(' ', good), text.size()));
    begin = std::string(indent + 2, ' ');
  }
  lines.push_back(begin + std::string(text));
  return lines;
}

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
  std::size_t total = 2 * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  if (total > kTableWidth && widths[0] > kNarrowestFirst) {
    const std::size_t others = total - widths[0];
    const std::size_t most =
        others + kNarrowestFirst > kTableWidth ? kNarrowestFirst : kTableWidth - others;
    widths[0] = 0;
    const auto widen = [&](std::string_view text) {
      for (const std::string& each : broken(text, most)) {
        widths[0] = std::max(widths[0], display_width(each));
      }
    };
    widen(head_[0]);
    for (const auto& row : rows_) {
      if (row.size() > 1) widen(row[0]);
    }
    total = others + widths[0];
  }
  const auto line = [&](const std::vector<std::string>& row) {
    std::string text;
    const std::vector<std::string> first =
        broken(row[0], row.size() == 1 ? kTableWidth : widths[0]);
    text += padded(first.front(), widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) text += "  " + padded(row[i], widths[i], true);
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
    for (std::size_t i = 1; i < first.size(); ++i) text += first[i] + '\n';
    return text;
  };
  std::string text = line(head_);
  for (std::size_t i = 0; i < total; ++i) text += "─";
  text += "\n";
  for (const auto& row : rows_) text += line(row);
  return text;
}

}  // namespace tavlab
