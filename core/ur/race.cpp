#include "core/ur/race.h"

#include <algorithm>

#include "core/subscript.h"

namespace tavlab {
namespace {

/// Calls f(path index) for each man of a side on the board.
template <typename F>
void for_each_man(const ur::Rules& rules, const ur::Position& position, Side side, const F& f) {
  for (std::size_t square = 0; square < ur::Rules::kPlaces; ++square) {
    for (ur::Stack rest = position.stacks[square]; rest != ur::kEmptyStack; rest = ur::pop(rest)) {
      const ur::Piece piece = ur::top(rest);
      if (ur::owner(piece) != side) continue;
      f(static_cast<int>(rules.index[square][at(side)][at(ur::visit_of(piece))]));
    }
  }
}

/// Whether the opponent's path visits the square of this index.
bool is_shared(const ur::Rules& rules, int index) {
  const auto square = at(rules.square_of(Side::first, index));
  return rules.index[square][at(Side::second)][0] != 0;
}

bool captures_any_face(const ur::Rules& rules) {
  return rules.parameters.cross_kind == ur::CrossKind::capture;
}

/// Whether a man of a side may ever be captured at this index.
bool is_contested(const ur::Rules& rules, Side side, int index) {
  const int square = rules.square_of(side, index);
  const auto& visits = rules.index[at(square)][at(other(side))];
  switch (rules.square_class(square)) {
    case ur::SquareClass::depot:
    case ur::SquareClass::shared_depot:
    case ur::SquareClass::island:
      return false;
    case ur::SquareClass::rosette:
      if (rules.parameters.rosette_safe) return false;
      break;
    case ur::SquareClass::finish:
      if (rules.turned(index) && rules.parameters.finish != ur::Finish::normal) return false;
      break;
    case ur::SquareClass::plain:
      break;
  }
  return std::ranges::any_of(visits, [&](int enemy) {
    return enemy != 0 && (captures_any_face(rules) || rules.turned(enemy) == rules.turned(index));
  });
}

/// The squares on which men of a side who now cannot be captured could be after one roll: a bit for
/// each square, and each face unless men of different faces can capture each other.
std::uint64_t squares_ahead(const ur::Rules& rules, const ur::Position& position, Side side) {
  std::uint64_t squares = 0;
  for_each_man(rules, position, side, [&](int index) {
    if (is_contested(rules, side, index)) return;
    for (int roll = 1; roll <= rules.highest_roll && index + roll < rules.exit; ++roll) {
      if (rules.probability[at(roll)] == 0 || !is_contested(rules, side, index + roll)) continue;
      const bool turned = rules.turned(index + roll) && !captures_any_face(rules);
      squares |= std::uint64_t{1} << (2 * rules.square_of(side, index + roll) + (turned ? 1 : 0));
    }
  });
  return squares;
}

}  // namespace

RaceZone Race<Ur>::zone(const ur::Rules& rules, int index) {
  if (index == 0) return RaceZone::hand;
  int first = 1, last = rules.length;
  while (first <= rules.length && !is_shared(rules, first)) ++first;
  while (last >= 1 && !is_shared(rules, last)) --last;
  if (index < first) return RaceZone::start;
  if (index > last) return RaceZone::end;
  const ur::Board board = rules.parameters.board;
  const int file = ur::squares(board)[at(rules.square_of(Side::first, index))].file;
  if (file < 4) return RaceZone::block;
  return board == ur::Board::standard && file > 5 ? RaceZone::turn : RaceZone::bridge;
}

std::uint32_t Race<Ur>::occupied_zones(const ur::Rules& rules, const ur::Position& position,
                                       Side side) {
  std::uint32_t zones = men_waiting(position, side) > 0 ? 1U << at(RaceZone::hand) : 0U;
  for_each_man(rules, position, side, [&](int index) { zones |= 1U << at(zone(rules, index)); });
  return zones;
}

std::vector<std::string> Race<Ur>::path(const ur::Rules& rules, Side side) {
  std::vector<std::string> names;
  for (int index = 1; index <= rules.length; ++index) {
    names.push_back(ur::square_name(rules.parameters.board, rules.square_of(side, index)));
  }
  return names;
}

bool Race<Ur>::is_duel(const ur::Rules& rules, const ur::Position& position) {
  return (squares_ahead(rules, position, Side::first) &
          squares_ahead(rules, position, Side::second)) != 0;
}

}  // namespace tavlab
