// What a session shows: the board with the players beside it, whose turn it is, how a game ended.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/text.h"
#include "tools/play/session.h"

namespace tavlab::play {
namespace {

/// The squares of the last move and of its captures.
BoardMarks marks_of(const serve::PositionView& view) {
  BoardMarks marks;
  const auto last = std::find_if(view.played.rbegin(), view.played.rend(),
                                 [](const serve::PlayedView& played) { return !played.thrown; });
  if (last == view.played.rend()) return marks;
  const auto add = [&](std::vector<std::size_t>& squares, const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      const std::size_t square = view.picture.find(name);
      if (square < view.picture.squares.size()) squares.push_back(square);
    }
  };
  add(marks.moved, last->move.squares);
  add(marks.captured, last->move.captured);
  return marks;
}

/// The pieces that a side has captured in the game.
std::size_t captured_by(const serve::PositionView& view, Side side) {
  std::size_t count = 0;
  for (const serve::PlayedView& played : view.played) {
    if (played.side == side) count += played.move.captured.size();
  }
  return count;
}

/// The stacks of which the board shows only the top, each from the bottom up, several in a line.
std::vector<std::string> stack_lines(const Picture& picture) {
  constexpr std::size_t kWidth = 36;  // beside the widest of these boards on 80 columns
  std::vector<std::string> lines;
  if (picture.stacks != Picture::Stacks::high) return lines;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    const std::vector<std::uint8_t>& pieces = picture.squares[i].pieces;
    if (pieces.size() < 2) continue;
    std::string stack = picture.name(i);
    for (const std::uint8_t piece : pieces) stack += ' ' + picture.looks[piece].text;
    if (!lines.empty() && lines.back().size() + 3 + stack.size() <= kWidth) {
      lines.back() += " | " + stack;
    } else {
      lines.push_back(std::move(stack));
    }
  }
  return lines;
}

/// The board with other lines beside it, or below it where they would not fit; `tight`: in one
/// line.
std::vector<std::string> side_by_side(std::vector<std::string> board,
                                      const std::vector<std::string>& beside, int width,
                                      bool tight) {
  const int board_width = cli::columns_of_text(board.front());
  int needed = 0;
  for (const std::string& line : beside) needed = std::max(needed, cli::columns_of_text(line));
  if (board_width + 3 + needed > width) {
    std::vector<std::string> below;
    std::ranges::copy_if(beside, std::back_inserter(below),
                         [](const std::string& line) { return !line.empty(); });
    if (tight) below = {fmt::format("{}", fmt::join(below, "; "))};
    std::ranges::move(below, std::back_inserter(board));
    return board;
  }
  for (std::size_t i = 0; i < beside.size(); ++i) {
    if (i == board.size()) board.emplace_back(static_cast<std::size_t>(board_width), ' ');
    if (beside[i].empty()) continue;
    const int missing = board_width - cli::columns_of_text(board[i]);
    board[i].append(static_cast<std::size_t>(std::max(missing, 0)) + 3, ' ');
    board[i] += beside[i];
  }
  return board;
}

}  // namespace

const std::string& Session::player(Side side) const {
  return view_.players[static_cast<std::size_t>(side)];
}

int Session::text_width() const {
  constexpr int kWidest = 96;
  return screen_.in_place() ? std::min(Screen::size().columns, kWidest) : kWidest;
}

std::string Session::time_left(Side side) const {
  if (!setup_.clock || !is_person(side)) return {};
  const Seconds left = times_left()[static_cast<std::size_t>(side)];
  const auto seconds = static_cast<int>(std::ceil(left.count()));
  return fmt::format("{}:{:02}", seconds / 60, seconds % 60);
}

std::vector<std::string> Session::panel(bool brief) const {
  std::vector<std::string> lines;
  for (const Side side : {Side::first, Side::second}) {
    const std::string sign = side_sign(view_.picture, side, style_);
    std::string line =
        fmt::format("{}{}{}: {}{}", sign, sign.empty() ? "" : " ", player(side),
                    view_.pieces[static_cast<std::size_t>(side)], brief ? "" : " on the board");
    if (const std::size_t count = captured_by(view_, side); count > 0) {
      line += fmt::format(", captured {}", count);
    }
    if (const std::string left = time_left(side); !left.empty()) line += ", time " + left;
    lines.push_back(std::move(line));
  }
  lines.emplace_back();
  std::ranges::copy(view_.picture.beside, std::back_inserter(lines));
  std::ranges::move(stack_lines(view_.picture), std::back_inserter(lines));
  return lines;
}

/// "d7-c7 captures e5, e6".
std::string Session::last_line() const {
  const serve::MoveView& move = view_.played.back().move;
  std::string line = move.text;
  for (std::size_t i = 0; i < move.captured.size(); ++i) {
    line += (i == 0 ? " captures " : ", ") + move.captured[i];
  }
  return line;
}

std::string Session::turn_line() const {
  const bool rolls = view_.node == NodeKind::chance;
  return fmt::format("{} to {}{}{}", player(view_.to_move), rolls ? "roll" : "move",
                     view_.check.empty() ? "" : ", ", view_.check);
}

void Session::show() {
  constexpr int kOtherRows = 6;  // title, frame, whose turn it is, a note and the prompt
  const cli::TerminalSize size = Screen::size();
  const int width = screen_.in_place() ? size.columns : 1000;
  // A board that is higher than the terminal cannot be redrawn in place.
  const bool tight =
      screen_.in_place() && static_cast<int>(view_.picture.rows) + 1 + kOtherRows > size.rows;
  BoardStyle style = style_;
  style.frame = !tight;
  std::vector<std::string> lines =
      side_by_side(board_lines(view_.picture, marks_of(view_), style), panel(tight), width, tight);
  if (screen_.in_place() && !tight) {
    lines.insert(lines.begin(), fmt::format("{}: {}", setup_.rules.id, setup_.rules.title));
  }
  std::string status;
  if (!view_.played.empty()) {
    const serve::PlayedView& last = view_.played.back();
    status = last.thrown
                 ? "roll: " + last.move.text
                 : fmt::format("last: {}", screen_.in_place() ? last_line() : last.move.text);
  }
  if (!screen_.in_place() && !status.empty()) lines.push_back(status);
  if (!over()) {
    if (screen_.in_place() && !status.empty()) {
      lines.push_back(turn_line() + "   (" + status + ")");
    } else {
      lines.push_back(turn_line());
    }
  } else if (screen_.in_place() && !status.empty()) {
    lines.push_back(status);
  }
  screen_.show(lines);
}

void Session::show_result() {
  // "Game over after 12 plies: attackers won, king captured.": who won, and why.
  const bool drawn = !lost_ && result() == Result::draw;
  const std::string winner = lost_ ? player(other(lost_->side)) : std::string(view_.result_text);
  const std::string reason =
      lost_ ? fmt::format("{} {}", player(lost_->side), lost_->reason) : std::string(view_.reason);
  screen_.say(fmt::format("Game over after {} {}: {}{}, {}.\n", view_.plies,
                          view_.plies == 1 ? "ply" : "plies", winner, drawn ? "" : " won", reason));
}

}  // namespace tavlab::play
