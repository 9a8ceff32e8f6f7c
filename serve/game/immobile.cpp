#include "serve/game/immobile.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

namespace tavlab::serve {
namespace {

constexpr std::size_t kMostReasons = 4;
constexpr std::size_t kSquaresAround =
    24;  ///< two steps in each direction; what is in the way is near

/// The last clause of "move 'a1-a3' is illegal: the way of the rook is blocked on a2".
std::string last_clause(const std::string& why) {
  const std::size_t colon = why.rfind(": ");
  return colon == std::string::npos ? why : why.substr(colon + 2);
}

/// The squares of the board that a text names.
std::set<std::string> squares_in(std::string_view text, const Picture& picture) {
  std::set<std::string> found;
  const auto letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && letter(text[end])) ++end;
    const std::string word(text.substr(begin, end - begin));
    if (picture.find(word) < picture.squares.size()) found.insert(word);
    begin = std::max(end, begin + 1);
  }
  return found;
}

/// The squares around one, the nearest first.
std::vector<std::string> squares_around(const Picture& picture, std::size_t center) {
  const auto row = [&](std::size_t i) { return static_cast<int>(i / picture.columns); };
  const auto column = [&](std::size_t i) { return static_cast<int>(i % picture.columns); };
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    if (i == center || !picture.squares[i].exists || !picture.squares[i].used) continue;
    const int rows = row(i) - row(center), columns = column(i) - column(center);
    order.emplace_back(rows * rows + columns * columns, i);
  }
  std::ranges::sort(order);
  if (order.size() > kSquaresAround) order.resize(kSquaresAround);
  std::vector<std::string> names;
  names.reserve(order.size());
  for (const auto& [distance, i] : order) names.push_back(picture.name(i));
  return names;
}

}  // namespace

std::string why_immobile(const ServedGame& game, std::string_view square) {
  struct Reason {
    std::string why;
    std::vector<std::string> squares;
    bool names_squares;
  };
  const Picture picture = game.view().picture;
  const std::size_t center = picture.find(square);
  if (center == picture.squares.size()) return {};
  const auto why_not = [&](std::string_view to) {
    const MoveCheck check = game.check(fmt::format("{}-{}", square, to));
    return check.legal ? std::string() : last_clause(check.why);
  };
  // What holds for a square that no move ends on says how the piece moves, not what stops it.
  const std::string way_of_moving = why_not(square);
  std::vector<Reason> reasons;
  std::set<std::string> named;
  for (const std::string& to : squares_around(picture, center)) {
    const std::string why = why_not(to);
    if (why.empty() || why == way_of_moving) continue;
    const auto same = std::ranges::find(reasons, why, &Reason::why);
    const std::set<std::string> squares = squares_in(why, picture);
    // "Blocked on a2" is said once, not for each square behind it.
    const bool is_new = squares.empty() || !std::ranges::includes(named, squares);
    if (same != reasons.end()) {
      if (!same->names_squares && same->squares.size() < kMostReasons) same->squares.push_back(to);
    } else if (is_new && reasons.size() < kMostReasons) {
      reasons.push_back({why, {to}, !squares.empty()});
      named.insert(squares.begin(), squares.end());
    }
    if (squares.empty()) named.insert(to);
  }
  std::vector<std::string> lines;
  lines.reserve(reasons.size());
  for (const Reason& reason : reasons) {
    lines.push_back(reason.names_squares
                        ? reason.why
                        : fmt::format("{}: {}", fmt::join(reason.squares, ", "), reason.why));
  }
  return fmt::format("{}", fmt::join(lines, "; "));
}

}  // namespace tavlab::serve
