#include "core/tafl/ends.h"

#include <cstddef>
#include <cstdint>

#include "core/subscript.h"
#include "core/tafl/moves.h"
#include "core/tafl/views.h"

namespace tavlab::tafl {
namespace {

/// Whether some defender sees the edge: no attacker stands between. In each view a carry runs from
/// the defenders to the end of the line, unless an attacker stops it (see slide_by_carry).
template <int Words>
bool sees_edge(const Rules<Words>& rules, const Position<Words>& p) {
  using Lanes = typename Views<Words>::Lanes;
  Lanes carry{}, seen{};
  for (std::size_t i = 0; i < Words; ++i) {
    const Lanes attackers = p.views[0].word[i], defenders = p.views[1].word[i];
    const std::uint64_t last = rules.last_in_line.word[i];
    const Lanes runs = ~(attackers | last);
    const Lanes low = runs + carry;
    const Lanes sum = low + (defenders & ~last);
    carry = (Lanes)((low < runs) | (sum < low)) & 1U;
    seen |= ((sum & ~attackers) | defenders) & last;
  }
  return (seen[0] | seen[1] | seen[2] | seen[3]) != 0;
}

/// Whether no defender can be reached from `from` over cells without attackers.
template <int Words>
bool cut_off_from(const Rules<Words>& rules, const Position<Words>& p,
                  const Bitboard<Words>& from) {
  const Bitboard<Words> open = rules.all & ~p.pieces[0];
  Bitboard<Words> reached = from & open;
  for (;;) {
    if ((reached & p.pieces[1]).any()) return false;
    const Bitboard<Words> wider = reached | (spread(rules, reached) & open);
    if (wider == reached) return true;
    reached = wider;
  }
}

/// Whether the king, on the edge, stands in a fort that the attackers can never break.
template <int Words>
bool in_exit_fort(const Rules<Words>& rules, const Position<Words>& p) {
  if (!rules.edge.test(p.king)) return false;
  const Bitboard<Words> occupied = p.occupied();
  for (int d = 0; d < kDirections; ++d) {  // usually he sees an attacker
    const std::uint16_t cell = nearest(rules, occupied, p.king, d);
    if (cell != kNoCell && p.pieces[0].test(cell)) return false;
  }
  const Bitboard<Words> king = rules.single[p.king];
  const Bitboard<Words> defenders = p.pieces[1] & ~king;
  Bitboard<Words> inside = king;
  for (;;) {
    const Bitboard<Words> wider = inside | (spread(rules, inside) & ~defenders);
    if ((wider & p.pieces[0]).any()) return false;
    if (wider == inside) break;
    inside = wider;
  }
  const std::uint8_t zone = rules.zone[p.king];
  const Bitboard<Words> room =
      rules.neighbours[p.king] & ~p.occupied() & ~rules.no_stop[at(Kind::king)][zone];
  if (room.none()) return false;

  const Bitboard<Words> wall = defenders & spread(rules, inside);
  Bitboard<Words> safe = defenders;
  if (rules.parameters.shieldwall != Shieldwall::none) safe &= wall | ~rules.edge;
  const Bitboard<Words> hostile = (rules.hostile_always[at(Victim::defenders)] |
                                   rules.hostile_when_empty[at(Victim::defenders)]) &
                                  ~inside;
  for (;;) {
    // Cells that an attacker might occupy, or that are hostile to defenders.
    const Bitboard<Words> open = (rules.all & ~inside & ~safe & ~king) | hostile;
    const Bitboard<Words> weak = (step(rules, open, kEast) & step(rules, open, kWest)) |
                                 (step(rules, open, kNorth) & step(rules, open, kSouth));
    const Bitboard<Words> left = safe & ~weak;
    if (left == safe) break;
    safe = left;
  }
  return (wall & ~safe).none();
}

}  // namespace

template <int Words>
std::pair<Ending, Result> stuck_end(const Rules<Words>& rules, const Position<Words>& p) {
  if (p.pending) return {Ending::king_captured, Result::first_wins};
  if (p.side == Side::second && rules.parameters.encirclement == Encirclement::immobile &&
      !sees_edge(rules, p) && cut_off_from(rules, p, rules.edge)) {
    return {Ending::encirclement, Result::first_wins};
  }
  const NoMove rule = p.side == Side::first ? rules.parameters.no_move_attackers
                                            : rules.parameters.no_move_defenders;
  if (rule == NoMove::loses) return {Ending::no_legal_move, win_for(other(p.side))};
  return {rule == NoMove::draws ? Ending::no_legal_move : Ending::none, Result::draw};
}

template <int Words>
void start_turn(const Rules<Words>& rules, Position<Words>& p) {
  p.node = rules.has_dice() ? NodeKind::chance : NodeKind::decision;
  if (has_move(rules, p)) return;
  const auto [ending, result] = stuck_end(rules, p);
  if (ending != Ending::none) return end_game(p, ending, result);
  pass_turn(rules, p);
  if (!has_move(rules, p)) end_game(p, Ending::no_legal_move, Result::draw);
}

template <int Words>
void end_by_special_rules(const Rules<Words>& rules, Position<Words>& p, Side mover) {
  const Parameters& parameters = rules.parameters;
  if (mover == Side::first) {
    const bool escape_only = parameters.encirclement == Encirclement::cut_off_from_escape;
    // The quicker test nearly always suffices. (Filling took an eighth of a search.)
    if (!escape_only && sees_edge(rules, p)) return;
    if (cut_off_from(rules, p, escape_only ? rules.escape : rules.edge)) {
      end_game(p, Ending::encirclement, Result::first_wins);
    }
    return;
  }
  if (parameters.exit_fort && in_exit_fort(rules, p)) {
    return end_game(p, Ending::exit_fort, Result::second_wins);
  }
  if (parameters.king_side_moves > 0 && p.king_moves >= parameters.king_side_moves) {
    end_game(p, Ending::move_limit, Result::first_wins);
  }
}

#define TAVLAB_INSTANTIATE(W)                                                           \
  template std::pair<Ending, Result> stuck_end<W>(const Rules<W>&, const Position<W>&); \
  template void start_turn<W>(const Rules<W>&, Position<W>&);                           \
  template void end_by_special_rules<W>(const Rules<W>&, Position<W>&, Side)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
