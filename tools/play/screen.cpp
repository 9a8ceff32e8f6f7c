#include "tools/play/screen.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <span>

#include "core/text.h"

namespace tavlab::play {
namespace {

/// Rows that a line takes on a terminal that wraps it.
int rows_of(std::string_view line, int columns) {
  return 1 + (std::max(cli::columns_of_text(line), 1) - 1) / columns;
}

/// Lines of a text of which each ends with a newline.
std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (const std::string_view line : split(text, '\n')) lines.emplace_back(line);
  if (lines.back().empty()) lines.pop_back();
  return lines;
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

void Screen::clear_notes() {
  notes_.clear();
  page_begin_ = 0;
  fresh_ = false;
}

bool Screen::turn_page() {
  if (page_end_ == 0) return false;
  page_begin_ = page_end_;
  if (page_begin_ >= lines_of(notes_).size()) clear_notes();
  fresh_ = false;
  return true;
}

std::vector<std::string> Screen::lines_for(Fit fit, const cli::TerminalSize& size) {
  std::vector<std::string> lines = board_;
  const std::vector<std::string> notes = lines_of(notes_);
  const auto rows = [&](std::span<const std::string> text) {
    int sum = 0;
    for (const std::string& line : text) sum += rows_of(line, size.columns);
    return sum;
  };
  page_end_ = 0;
  const int prompt = 1;
  if (notes.empty() || fit == Fit::whole || rows(lines) + rows(notes) + prompt <= size.rows) {
    lines.insert(lines.end(), notes.begin(), notes.end());
    return lines;
  }
  // One row says that there is more, and one stays free below the prompt: see `refresh`.
  int left = size.rows - prompt - 2;
  if (fit == Fit::cut) {
    left -= rows(lines);
  } else {
    lines.clear();
  }
  std::size_t end = std::min(page_begin_, notes.size());
  for (; end < notes.size(); ++end) {
    left -= rows_of(notes[end], size.columns);
    if (left < 0 && !lines.empty()) break;
    lines.push_back(notes[end]);
  }
  if (fit == Fit::cut) {
    lines.emplace_back("...");
  } else {
    page_end_ = end;
    lines.push_back(end < notes.size()
                        ? fmt::format("(Enter: more; lines left: {})", notes.size() - end)
                        : "(Enter: the board)");
  }
  return lines;
}

void Screen::refresh(Fit fit) {
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
  for (const std::string& line : lines_for(fit, now)) {
    text += line + '\n';
    rows_ += rows_of(line, now.columns);
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
