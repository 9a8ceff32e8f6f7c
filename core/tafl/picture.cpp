#include "core/tafl/picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/subscript.h"
#include "core/tafl/moves.h"
#include "core/tafl/notation.h"

namespace tavlab::tafl {
namespace {

using Emblem = PieceLook::Emblem;
using Shape = SquareMark::Shape;

/// By Kind; leaders are the last two.
const std::array<PieceLook, kKinds>& looks() {
  static const std::array<PieceLook, kKinds> all = {
      {{Side::first, "attacker", "a", 'a', "", Emblem::none},
       {Side::second, "defender", "d", 'd', "", Emblem::none},
       {Side::second, "king", "k", 'K', "", Emblem::cross},
       {Side::first, "commander", "c", 'c', "", Emblem::diamond},
       {Side::second, "knight", "n", 'n', "", Emblem::diamond}}};
  return all;
}

/// Cells are numbered from the lower left, squares of a picture from the upper left.
template <int Words>
std::size_t square_of(const Rules<Words>& rules, int cell) {
  return at((rules.size - 1 - cell / rules.size) * rules.size + cell % rules.size);
}

template <int Words>
bool at_board_corner(const Rules<Words>& rules, int cell) {
  const int column = cell % rules.size, row = cell / rules.size, last = rules.size - 1;
  return (column == 0 || column == last) && (row == 0 || row == last);
}

template <int Words>
void mark_cells(const Rules<Words>& rules, Picture& picture) {
  bool forts = false;
  rules.class_cells[at(CellClass::corner)].for_each(
      [&](int cell) { forts |= !at_board_corner(rules, cell); });
  const std::pair<CellClass, SquareMark> all[] = {
      {CellClass::throne, {"throne", '+', Shape::diamond}},
      {CellClass::corner, {forts ? "fort" : "corner", 'x', Shape::cross}},
      {CellClass::attacker_camp, {"attackers' camp", ':', Shape::shade}},
      {CellClass::defender_camp, {"defenders' camp", ';', Shape::hatch}}};
  for (const auto& [cell_class, mark] : all) {
    rules.class_cells[at(cell_class)].for_each(
        [&, &its = mark](int cell) { picture.mark(square_of(rules, cell), its); });
  }
}

/// The roll, a king about to be captured, and the counters of limits.
template <int Words>
std::vector<std::string> lines_beside(const Rules<Words>& rules, const Position<Words>& p) {
  const Parameters& parameters = rules.parameters;
  std::vector<std::string> lines;
  if (p.roll != 0) lines.push_back("roll: " + roll_text(rules, p.roll));
  if (p.pending) lines.emplace_back("the king is held: captured unless this move frees him");
  const auto count = [&](const char* what, int used, int limit) {
    if (used > 0) lines.push_back(fmt::format("{}: {} of {}", what, used, limit));
  };
  count("moves of the defenders", p.king_moves, parameters.king_side_moves);
  count("plies without a capture", p.quiet, parameters.quiet_plies);
  count("plies", p.plies, parameters.total_plies);
  return lines;
}

}  // namespace

template <int Words>
Picture picture(const Rules<Words>& rules, const Position<Words>& p) {
  Picture picture = empty_board(at(rules.size), at(rules.size));
  picture.players = {"attackers", "defenders"};
  picture.light = Side::second;
  // Leaders only if there are any, at the start or now.
  std::array<std::uint8_t, kKinds> look_of{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const PieceLook& look = looks()[kind];
    const auto side = at(look.owner);
    const bool leader = kind == at(Kind::commander) || kind == at(Kind::knight);
    if (leader && (rules.start_leaders & rules.start_pieces[side]).none() &&
        (p.leaders & p.pieces[side]).none()) {
      continue;
    }
    look_of[kind] = static_cast<std::uint8_t>(picture.looks.size());
    picture.looks.push_back(look);
  }
  mark_cells(rules, picture);
  for (const Side side : {Side::first, Side::second}) {
    p.pieces[at(side)].for_each([&](int cell) {
      picture.squares[square_of(rules, cell)].pieces = {look_of[at(kind_at(rules, p, cell, side))]};
    });
  }
  picture.beside = lines_beside(rules, p);
  return picture;
}

template <int Words>
std::vector<std::string> move_squares(const Rules<Words>& rules, Move move) {
  return {cell_name(move.from(), rules.size), cell_name(move.to(), rules.size)};
}

#define TAVLAB_INSTANTIATE(W)                                       \
  template Picture picture<W>(const Rules<W>&, const Position<W>&); \
  template std::vector<std::string> move_squares<W>(const Rules<W>&, Move)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
