#include "tools/fitted_text.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/text.h"
#include "experiments/text/table.h"
#include "tools/terminal.h"

namespace tavlab::cli {
namespace {

/// Where a line is continued: its second column, if that leaves half of the width.
std::size_t indent_of(std::string_view line, std::size_t width) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", first);
  if (gap == std::string_view::npos) return first;
  const std::size_t second = line.find_first_not_of(' ', gap);
  return second == std::string_view::npos || second > width / 2 ? first : second;
}

std::string fitted_line(std::string_view line, std::size_t width) {
  if (display_width(line) <= width) return std::string(line);
  const std::size_t indent = indent_of(line, width);
  std::string text(line.substr(0, indent)), row = text;
  bool begins = true;
  for (const std::string_view word : split(line.substr(indent), ' ')) {
    if (!begins && display_width(row) + 1 + display_width(word) > width) {
      text.append("\n").append(indent, ' ');
      row.assign(indent, ' ');
      begins = true;
    }
    const std::string part = begins ? std::string(word) : ' ' + std::string(word);
    text += part;
    row += part;
    begins = false;
  }
  return text;
}

}  // namespace

std::string fitted(std::string_view text, std::size_t width) {
  std::string all;
  for (const std::string_view line : split(text, '\n')) {
    if (!all.empty() || line.data() != text.data()) all += '\n';
    all += fitted_line(line, width);
  }
  return all;
}

std::string fitted_to_stdout(std::string text) {
  if (isatty(STDOUT_FILENO) == 0) return text;
  const int columns = terminal_size(STDOUT_FILENO).columns;
  return fitted(text, static_cast<std::size_t>(std::max(columns, 40)));
}

}  // namespace tavlab::cli
