#include "experiments/measure/coverage.h"

#include <algorithm>
#include <string>

namespace tavlab {
namespace {

/// The name of a square at the beginning of a text: a letter and digits.
std::string_view leading_square(std::string_view text) {
  if (text.empty() || text.front() < 'a' || text.front() > 'z') return {};
  std::size_t end = 1;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return text.substr(0, end);
}

}  // namespace

Coverage::Coverage(std::string_view position) : board_(read_board(position)) {
  if (!board_) return;
  for (const std::string& square : board_->squares) {
    start_.push_back(!square.empty() && square != "_");
    if (square != "_") ++squares_;
  }
}

std::optional<double> Coverage::of(const GameRecord& game) const {
  if (!board_ || game.result == Result::unfinished) return std::nullopt;
  std::vector<bool> covered = start_;
  const auto cover = [&](std::string_view name) {
    if (const auto index = board_->index(name)) covered[*index] = true;
  };
  bool first_to_move = true;  // for castling, in games without dice
  std::string_view words = game.moves;
  while (!words.empty()) {
    const std::string_view word = words.substr(0, words.find(' '));
    words.remove_prefix(std::min(words.size(), word.size() + 1));
    if (word.starts_with("0-0")) {
      const std::string rank = first_to_move ? "1" : "8";
      const bool long_way = word.starts_with("0-0-0");
      for (const char file : {long_way ? 'c' : 'g', long_way ? 'd' : 'f'}) cover(file + rank);
    } else if (const std::size_t dash = word.find('-'); dash != std::string_view::npos) {
      cover(leading_square(word.substr(dash + 1)));
    }
    first_to_move = !first_to_move;
  }
  return static_cast<double>(std::ranges::count(covered, true)) / static_cast<double>(squares_);
}

}  // namespace tavlab
