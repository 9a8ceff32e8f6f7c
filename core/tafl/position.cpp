#include "core/tafl/position.h"

#include <utility>

#include "core/subscript.h"
#include "core/tafl/ends.h"

namespace tavlab::tafl {

template <int Words>
void complete_position(const Rules<Words>& rules, Position<Words>& p) {
  p.hash = p.side == Side::second ? rules.side_key : 0;
  p.views = {};
  for (const Side side : {Side::first, Side::second}) {
    p.pieces[at(side)].for_each([&](int cell) {
      p.hash ^= rules.piece_key[at(kind_at(rules, p, cell, side))][at(cell)];
      p.views[at(side)] ^= rules.seen[at(cell)];
    });
  }
  if (p.pending) p.hash ^= rules.pending_key;
  p.ending = Ending::none;
  p.result = Result::unfinished;
  const Side side = p.side;
  const std::uint8_t thrown = std::exchange(p.thrown, std::uint8_t{0});
  start_turn(rules, p);  // as before the throw: whether any would let the side move
  if (thrown != 0 && p.node == NodeKind::chance && p.side == side) {
    p.thrown = thrown;
    p.hash ^= rules.throw_key[thrown];
    p.node = NodeKind::decision;
  }
}

template <int Words>
Position<Words> start_position(const Rules<Words>& rules) {
  Position<Words> p{};
  p.pieces = rules.start_pieces;
  p.leaders = rules.start_leaders;
  p.king = rules.start_king;
  p.side = rules.parameters.first;
  complete_position(rules, p);
  return p;
}

#define TAVLAB_INSTANTIATE(W)                                        \
  template void complete_position<W>(const Rules<W>&, Position<W>&); \
  template Position<W> start_position<W>(const Rules<W>&)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
