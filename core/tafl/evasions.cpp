#include "core/tafl/evasions.h"

#include <cstddef>

#include "core/subscript.h"
#include "core/tafl/king.h"
#include "core/tafl/slides.h"

namespace tavlab::tafl {
namespace {

/// Whether any move may be an evasion: the next move may end the game whatever the threat, for
/// example by a shieldwall with the king or an encirclement that leaves him an escape cell off the
/// edge, or the threat may be such a shieldwall.
template <int Words>
bool any_may_help(const Rules<Words>& rules, const Position<Words>& p) {
  const Parameters& parameters = rules.parameters;
  const bool on_edge = rules.edge.test(p.king);
  return (rules.count_quiet && p.quiet + 1 >= parameters.quiet_plies) ||
         (rules.count_plies && p.plies + 1 >= parameters.total_plies) ||
         (on_edge && !parameters.shieldwall_king_immune) ||
         (p.side == Side::second && on_edge && parameters.exit_fort) ||
         (p.side == Side::first && parameters.encirclement == Encirclement::cut_off_from_edge &&
          (rules.escape & ~rules.edge).any());
}

/// The cells that the king passes to the nearest escape cell in a direction, with that cell; none
/// if none is open.
template <int Words>
Bitboard<Words> way_out(const Rules<Words>& rules, const Position<Words>& p, int direction) {
  const std::uint8_t zone = rules.zone[p.king];
  const Bitboard<Words> occupied = p.occupied();
  const Bitboard<Words> exits = rules.escape & ~(occupied | rules.no_stop[at(Kind::king)][zone]);
  const Bitboard<Words> blocked = occupied | rules.no_pass[at(Kind::king)][zone];
  int steps_left = rules.parameters.range[at(Kind::king)];  // 0: any number
  Bitboard<Words> way{};
  if ((exits & rules.ray[p.king][at(direction)]).none()) return way;
  std::uint16_t cell = p.king;
  do {
    cell = rules.next[cell][at(direction)];
    if (cell == kNoCell) break;
    way.set(cell);
    if (exits.test(cell)) return way;
  } while (!blocked.test(cell) && --steps_left != 0);
  return {};
}

/// The cells from which attackers could capture the king, and those on their ways there.
template <int Words>
Bitboard<Words> ways_to_king(const Rules<Words>& rules, const Position<Words>& p) {
  const Bitboard<Words> targets = king_capture_cells(rules, p), occupied = p.occupied();
  Bitboard<Words> ways = targets;
  targets.for_each([&](int to) {
    for (int d = 0; d < kDirections; ++d) {
      const std::uint16_t from = nearest(rules, occupied, to, d);
      if (from == kNoCell || !p.pieces[0].test(from)) continue;
      ways |= rules.ray[at(to)][at(d)] & rules.ray[from][at(d ^ 1)];
    }
  });
  return ways;
}

/// Keeps only moves for which keep(move) holds.
template <int Words, typename Keep>
void filter(FixedList<Move, kMaxMoves<Words>>& moves, Keep&& keep) {
  std::size_t kept = 0;
  for (const Move move : moves) {
    if (keep(move)) moves[kept++] = move;
  }
  moves.resize(kept);
}

}  // namespace

template <int Words>
void generate_evasions(const Rules<Words>& rules, const Position<Words>& p,
                       FixedList<Move, kMaxMoves<Words>>& moves) {
  if (any_may_help(rules, p)) return generate(rules, p, moves);
  if (p.side == Side::first) {
    Bitboard<Words> ways = rules.all;
    for (int d = 0; d < kDirections; ++d) {
      const Bitboard<Words> way = way_out(rules, p, d);
      if (way.any()) ways &= way;
    }
    return generate_moves_to(rules, p, ways, moves);
  }
  // A defender blocks the way or occupies a hostile cell next to the king; otherwise the king
  // moves, or an attacker is captured.
  const Bitboard<Words> blocks = ways_to_king(rules, p) | rules.neighbours[p.king];
  FixedList<Move, kMaxMoves<Words>> captures;
  generate_captures(rules, p, captures);
  std::size_t passed = 0;
  generate(rules, p, moves);
  filter<Words>(moves, [&](Move move) {
    if (passed < captures.size() && move == captures[passed]) {
      ++passed;
      return true;
    }
    return move.from() == p.king || blocks.test(move.to());
  });
}

#define TAVLAB_INSTANTIATE(W)                                             \
  template void generate_evasions<W>(const Rules<W>&, const Position<W>&, \
                                     FixedList<Move, kMaxMoves<(W)>>&)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
