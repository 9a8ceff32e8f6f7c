#include "tools/play/screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "core/text.h"

namespace tavlab::play {
namespace {

/// Rows that a line takes on a terminal that wraps it.
int rows_of(std::string_view line, int columns) {
  return 1 + (std::max(cli::columns_of_text(line), 1) - 1) / columns;
}

}  // namespace

cli::TerminalSize Screen::size() { return cli::terminal_size(STDOUT_FILENO); }

void Screen::show(const std::vector<std::string>& board) {
  if (!in_place_) {
    std::string text = "\n";
    for (std::string line : board) {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    fmt::print("{}", text);
    return;
  }
  board_ = board;
  fresh_ = false;
}

void Screen::say(std::string_view text) {
  if (!in_place_) {
    fmt::print("{}", text);
    return;
  }
  notes_ += text;
  fresh_ = false;
}

void Screen::refresh() {
  if (!in_place_ || fresh_) {
    std::fflush(stdout);
    return;
  }
  const cli::TerminalSize now = size();
  std::string text;
  // If its top has left the screen, or a new width has wrapped it anew, the old drawing stays.
  if (rows_ > 0 && rows_ < now.rows && now == drawn_on_) text = fmt::format("\x1b[{}F", rows_);
  text += "\r\x1b[J";
  rows_ = 0;
  const auto add = [&](std::string_view line) {
    text += line;
    text += '\n';
    rows_ += rows_of(line, now.columns);
  };
  for (const std::string& line : board_) add(line);
  for (const std::string_view line : split(notes_, '\n')) add(line);
  if (notes_.empty() || notes_.ends_with('\n')) {  // nothing follows the last newline
    text.pop_back();
    --rows_;
  }
  fmt::print("{}", text);
  std::fflush(stdout);
  drawn_on_ = now;
  fresh_ = true;
}

void Screen::typed(std::string_view prompt_and_line, int extra_rows) {
  if (!in_place_) return;
  rows_ += rows_of(prompt_and_line, size().columns) + extra_rows;
  fresh_ = false;
}

}  // namespace tavlab::play
