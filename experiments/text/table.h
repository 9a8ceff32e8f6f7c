#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// The width of prose on a terminal, and that to which tables keep as far as they can.
inline constexpr std::size_t kTextWidth = 92, kTableWidth = 110;

/// The width of a UTF-8 text on a terminal, at one column per character.
std::size_t display_width(std::string_view text);

/// The text padded with spaces to a width; `right` puts them in front.
std::string padded(std::string_view text, std::size_t width, bool right = false);

/// The text truncated to a width, marked by '…'.
std::string shortened(std::string_view text, std::size_t width);

/// A text escaped for a cell of a Markdown table.
std::string in_markdown_cell(std::string_view text);

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number);

/// A table of texts for a terminal: the first column left-aligned, the others right-aligned, a line
/// under the head. Every row has a text for each column. In a table wider than kTableWidth, long
/// texts of the first column are broken at spaces and commas.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head) : head_(std::move(head)) {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  /// A section title above the rows that follow.
  void add_section(std::string title) { rows_.push_back({std::move(title)}); }
  [[nodiscard]] std::string text() const;

 private:
  std::vector<std::string> head_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace tavlab
