#include "core/tafl/position.h"

#include <array>
#include <cstddef>
#include <utility>

#include "core/subscript.h"
#include "core/tafl/moves.h"

namespace tavlab::tafl {
namespace {

constexpr Direction opposite(int d) { return static_cast<Direction>(d ^ 1); }

/// The cells next to any cell of a set.
template <int Words>
Bitboard<Words> spread(const Rules<Words>& rules, const Bitboard<Words>& set) {
  return step(rules, set, kEast) | step(rules, set, kWest) | step(rules, set, kNorth) |
         step(rules, set, kSouth);
}

template <int Words>
struct Captures {
  Bitboard<Words> soldiers{};
  unsigned directions = 0;  ///< from which `soldiers` were found, by Direction
  bool king = false;
};

/// Cells against which the king can be captured, on the position after the attackers' move.
template <int Words>
Bitboard<Words> hostile_to_king(const Rules<Words>& rules, const Position<Words>& p) {
  Bitboard<Words> cells = rules.hostile_always[at(Victim::king)] |
                          (rules.hostile_when_empty[at(Victim::king)] & ~p.occupied());
  if (const std::uint8_t zone = rules.zone[p.king]; zone != 0) cells &= ~rules.zone_cells[zone];
  return cells | p.pieces[0];
}

/// Whether a leader and what stands opposite (cell o, hostile to the king) hold him.
template <int Words>
bool leaders_hold(const Rules<Words>& rules, const Position<Words>& p,
                  const Bitboard<Words>& hostile, int m, int o) {
  const LeaderCapture mode = rules.parameters.leaders;
  if (mode == LeaderCapture::off || !hostile.test(o)) return false;
  const bool leader_m = p.leaders.test(m) && p.pieces[0].test(m);
  const bool leader_o = p.leaders.test(o) && p.pieces[0].test(o);
  if (leader_m && leader_o) return true;
  switch (mode) {
    case LeaderCapture::leader_and_corner:
      return leader_m && rules.cell_class[at(o)] == CellClass::corner;
    case LeaderCapture::leader_and_any:
      return leader_m || leader_o;
    default:
      return false;
  }
}

/// Whether the attackers' piece that has just moved to `to` captures the king beside it.
template <int Words>
bool captures_king(const Rules<Words>& rules, const Position<Words>& p, int to, int direction) {
  if (rules.shelter[at(Victim::king)].test(p.king)) return false;
  const Bitboard<Words> hostile = hostile_to_king(rules, p);
  const std::uint16_t across = rules.beyond[at(to)][at(direction)];
  if (across != kNoCell && leaders_hold(rules, p, hostile, to, across)) return true;
  switch (rules.king_capture[p.king]) {
    case KingCapture::surround:
      return (rules.neighbours[p.king] & ~hostile).none();
    case KingCapture::custodial:
      return across != kNoCell && hostile.test(across);
    default:
      return false;
  }
}

/// Whether the king, who has not moved, is still held after the defenders' reply.
template <int Words>
bool king_still_held(const Rules<Words>& rules, const Position<Words>& p) {
  if (rules.shelter[at(Victim::king)].test(p.king)) return false;
  const Bitboard<Words> hostile = hostile_to_king(rules, p);
  const KingCapture mode = rules.king_capture[p.king];
  if (mode == KingCapture::surround && (rules.neighbours[p.king] & ~hostile).none()) return true;
  for (const int d : {kEast, kNorth}) {
    const std::uint16_t a = rules.next[p.king][at(d)];
    const std::uint16_t b = rules.next[p.king][at(opposite(d))];
    if (a == kNoCell || b == kNoCell) continue;
    if (mode == KingCapture::custodial && hostile.test(a) && hostile.test(b)) return true;
    if (leaders_hold(rules, p, hostile, a, b) || leaders_hold(rules, p, hostile, b, a)) {
      // Both must be hostile: leaders_hold asks it of the second cell only.
      if (hostile.test(a) && hostile.test(b)) return true;
    }
  }
  return false;
}

/// The Linnaean capture: a defender between the moving attacker and the king's throne.
template <int Words>
bool linnaean(const Rules<Words>& rules, const Position<Words>& p, int victim, int throne) {
  if (p.side != Side::first || throne != p.king ||
      rules.cell_class[at(throne)] != CellClass::throne) {
    return false;
  }
  const Bitboard<Words> others = rules.neighbours[at(throne)] & ~rules.single[at(victim)];
  return others.count() == 3 && (others & ~p.pieces[0]).none();
}

/// Adds the row through `v` on the edge that runs along `along`, if it is walled in.
template <int Words>
void add_shieldwall(const Rules<Words>& rules, const Position<Words>& p, int to, int v,
                    Direction along, Direction inward, const Bitboard<Words>& anvils,
                    unsigned declined, Captures<Words>& captures, int direction) {
  const auto& enemies = p.pieces[at(other(p.side))];
  const Victim group = p.side == Side::first ? Victim::defenders : Victim::attackers;
  const bool corner_closes = rules.parameters.shieldwall == Shieldwall::corner_closes;
  const auto closes = [&](std::uint16_t cell, std::uint16_t last) {
    if (cell == kNoCell) return false;
    if (anvils.test(cell)) return true;
    return corner_closes && rules.cell_class[cell] == CellClass::corner &&
           rules.region[cell] != rules.region[last] &&
           (rules.hostile_always[at(group)].test(cell) ||
            (rules.hostile_when_empty[at(group)].test(cell) && !p.occupied().test(cell)));
  };

  Bitboard<Words> row{};
  int length = 0;
  bool mover_at_end = false;
  const auto take = [&](int cell) {
    const std::uint16_t front = rules.next[at(cell)][at(inward)];
    row.set(cell);
    ++length;
    return front != kNoCell && anvils.test(front);
  };
  if (!take(v)) return;
  for (const Direction d : {along, opposite(along)}) {
    auto last = static_cast<std::uint16_t>(v);
    std::uint16_t cell = rules.next[last][at(d)];
    for (; cell != kNoCell && enemies.test(cell); cell = rules.next[cell][at(d)]) {
      if (!take(cell)) return;
      last = cell;
    }
    if (!closes(cell, last)) return;
    mover_at_end |= cell == to;
  }
  if (length < 2 || (rules.parameters.shieldwall_flank_move && !mover_at_end)) return;

  if (p.side == Side::first && row.test(p.king)) {
    captures.king |=
        !rules.parameters.shieldwall_king_immune && !rules.shelter[at(Victim::king)].test(p.king);
    row.reset(p.king);
  }
  row &= ~rules.shelter[at(group)];
  if (row.none() || ((declined >> direction) & 1)) return;  // the king cannot be declined
  captures.soldiers |= row;
  captures.directions |= 1U << direction;
}

template <int Words>
void find_shieldwalls(const Rules<Words>& rules, const Position<Words>& p, int to,
                      Bitboard<Words> anvils, unsigned declined, Captures<Words>& captures) {
  anvils.set(to);
  const auto& enemies = p.pieces[at(other(p.side))];
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t v = rules.next[at(to)][at(d)];
    if (v == kNoCell || !enemies.test(v) || !rules.edge.test(v)) continue;
    // A flank move: mover and row on one edge, to which the two directions across `d` lead.
    const auto along = static_cast<Direction>(d);
    for (const Direction out : {d < 2 ? kNorth : kEast, d < 2 ? kSouth : kWest}) {
      if (rules.next[v][at(out)] != kNoCell || rules.next[at(to)][at(out)] != kNoCell) {
        continue;
      }
      add_shieldwall(rules, p, to, v, along, opposite(out), anvils, declined, captures, d);
    }
    // A move in front: the edge lies beyond v.
    if (rules.next[v][at(d)] == kNoCell && !rules.parameters.shieldwall_flank_move) {
      add_shieldwall(rules, p, to, v, d < 2 ? kNorth : kEast, opposite(d), anvils, declined,
                     captures, d);
    }
  }
}

/// Whether a piece that has just moved to `to` may capture something: nothing that it captures is
/// missed. It is asked in all four directions at once, since where enemies stand around a piece
/// cannot be predicted: asking them in turn cost a ninth of a random ply in branches.
template <int Words>
inline bool may_capture(const Rules<Words>& rules, const Position<Words>& p, int to) {
  using Lanes = typename Views<Words>::Lanes;
  const auto me = at(p.side);
  const auto group = at(me == 0 ? Victim::defenders : Victim::attackers);
  Lanes step_in{}, hold_in{}, found{};  // what the step before shifts into this word
  for (std::size_t i = 0; i < Words; ++i) {
    const Lanes own = p.views[me].word[i], enemies = p.views[me ^ 1].word[i];
    const Lanes origin = rules.seen[at(to)].word[i];
    const Lanes next = ((origin << 1) | step_in) & ~rules.first_in_line.word[i] & enemies;
    step_in = origin >> 63;
    const Lanes beyond = ((next << 1) | hold_in) & ~rules.first_in_line.word[i];
    hold_in = next >> 63;
    const Lanes hostile = own | rules.hostile_always_seen[group].word[i] |
                          (rules.hostile_when_empty_seen[group].word[i] & ~(own | enemies));
    found |= beyond & hostile;
    if (me == 0) found |= next & rules.seen[p.king].word[i];
  }
  return (found[0] | found[1] | found[2] | found[3]) != 0;
}

/// What the piece of p.side that has just moved to `to` captures; p still has side as the mover and
/// nothing removed. Declined directions are left out.
template <int Words>
inline Captures<Words> find_captures(const Rules<Words>& rules, const Position<Words>& p, int to,
                                     unsigned declined) {
  Captures<Words> captures;
  const auto me = at(p.side);
  const Bitboard<Words>& enemies = p.pieces[me ^ 1];
  if (!rules.parameters.linnaean && !rules.shieldwall_reach.test(to) && !may_capture(rules, p, to))
    return captures;
  const Bitboard<Words> near = rules.neighbours[at(to)] & enemies;
  if (near.none()) return captures;
  if (me == 1 && to == p.king && !rules.king_hammer) return captures;

  const Victim group = me == 0 ? Victim::defenders : Victim::attackers;
  Bitboard<Words> anvils = p.pieces[me];
  if (me == 1 && !rules.king_anvil) anvils &= ~rules.single[p.king];
  const Bitboard<Words> cells =
      rules.hostile_always[at(group)] | (rules.hostile_when_empty[at(group)] & ~p.occupied());
  const Bitboard<Words> hostile = anvils | cells;
  for (int d = 0; d < kDirections; ++d) {
    const std::uint16_t v = rules.next[at(to)][at(d)];
    if (v == kNoCell || !near.test(v)) continue;
    if (me == 0 && v == p.king) {
      captures.king |= captures_king(rules, p, to, d);
      continue;
    }
    const std::uint16_t w = rules.beyond[at(to)][at(d)];
    if (w == kNoCell || ((declined >> d) & 1)) continue;
    const bool held = hostile.test(w) && (anvils.test(w) || rules.region[w] != rules.region[v]);
    if (!held && (!rules.parameters.linnaean || !linnaean(rules, p, v, w))) continue;
    if (rules.shelter[at(group)].test(v)) continue;
    captures.soldiers.set(v);
    captures.directions |= 1U << d;
  }
  if (rules.shieldwall_reach.test(to)) {
    find_shieldwalls(rules, p, to, anvils, declined, captures);
  }
  return captures;
}

/// Whether no defender can be reached from the cells of `from` over cells without attackers.
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
  const Bitboard<Words> king = rules.single[p.king];
  const Bitboard<Words> soldiers = p.pieces[1] & ~king;
  Bitboard<Words> inside = king;
  for (;;) {
    const Bitboard<Words> wider = inside | (spread(rules, inside) & ~soldiers);
    if ((wider & p.pieces[0]).any()) return false;
    if (wider == inside) break;
    inside = wider;
  }
  const std::uint8_t zone = rules.zone[p.king];
  const Bitboard<Words> room =
      rules.neighbours[p.king] & ~p.occupied() & ~rules.no_stop[at(Kind::king)][zone];
  if (room.none()) return false;

  const Bitboard<Words> wall = soldiers & spread(rules, inside);
  Bitboard<Words> safe = soldiers;
  if (rules.parameters.shieldwall != Shieldwall::none) safe &= wall | ~rules.edge;
  const Bitboard<Words> hostile = (rules.hostile_always[at(Victim::defenders)] |
                                   rules.hostile_when_empty[at(Victim::defenders)]) &
                                  ~inside;
  for (;;) {
    // Cells that an attacker may come to hold, or that serve him as one.
    const Bitboard<Words> open = (rules.all & ~inside & ~safe & ~king) | hostile;
    const Bitboard<Words> weak = (step(rules, open, kEast) & step(rules, open, kWest)) |
                                 (step(rules, open, kNorth) & step(rules, open, kSouth));
    const Bitboard<Words> left = safe & ~weak;
    if (left == safe) break;
    safe = left;
  }
  return (wall & ~safe).none();
}

template <int Words>
void end(Position<Words>& p, Ending ending, Result result) {
  p.ending = ending;
  p.result = result;
  p.node = NodeKind::terminal;
}

template <int Words>
void pass_turn(const Rules<Words>& rules, Position<Words>& p) {
  p.side = other(p.side);
  p.hash ^= rules.side_key;
}

/// How the game ends for a side to move that has no legal move, unless its turn passes.
template <int Words>
std::pair<Ending, Result> stuck_end(const Rules<Words>& rules, const Position<Words>& p) {
  if (p.pending) return {Ending::king_captured, Result::first_wins};
  if (p.side == Side::second && rules.parameters.encirclement == Encirclement::immobile &&
      cut_off_from(rules, p, rules.edge)) {
    return {Ending::encirclement, Result::first_wins};
  }
  const NoMove rule = p.side == Side::first ? rules.parameters.no_move_attackers
                                            : rules.parameters.no_move_defenders;
  if (rule == NoMove::loses) return {Ending::no_legal_move, win_for(other(p.side))};
  return {rule == NoMove::draws ? Ending::no_legal_move : Ending::none, Result::draw};
}

/// Ends the game, or passes the turn, when the side to move has no legal move; else sets the node.
template <int Words>
void judge_mobility(const Rules<Words>& rules, Position<Words>& p) {
  p.node = rules.has_dice() ? NodeKind::chance : NodeKind::decision;
  if (has_move(rules, p)) return;
  const auto [ending, result] = stuck_end(rules, p);
  if (ending != Ending::none) return end(p, ending, result);
  pass_turn(rules, p);
  if (!has_move(rules, p)) end(p, Ending::no_legal_move, Result::draw);
}

/// Judges what only some rule sets have, after the move and its captures.
template <int Words>
void judge_extras(const Rules<Words>& rules, Position<Words>& p, Side mover) {
  const Parameters& parameters = rules.parameters;
  if (mover == Side::first) {
    const bool escape_only = parameters.encirclement == Encirclement::cut_off_from_escape;
    if (cut_off_from(rules, p, escape_only ? rules.escape : rules.edge)) {
      end(p, Ending::encirclement, Result::first_wins);
    }
    return;
  }
  if (parameters.exit_fort && in_exit_fort(rules, p)) {
    return end(p, Ending::exit_fort, Result::second_wins);
  }
  if (parameters.king_side_moves > 0 && p.king_moves >= parameters.king_side_moves) {
    end(p, Ending::move_limit, Result::first_wins);
  }
}

/// Moves the piece and nothing else; returns its kind.
template <int Words>
inline Kind shift_piece(const Rules<Words>& rules, Position<Words>& p, int from, int to) {
  const Kind kind = kind_at(rules, p, from, p.side);
  const Bitboard<Words> both = rules.single[at(from)] ^ rules.single[at(to)];
  p.pieces[at(p.side)] ^= both;
  p.views[at(p.side)] ^= rules.seen[at(from)];
  p.views[at(p.side)] ^= rules.seen[at(to)];
  if (rules.leaders && (kind == Kind::commander || kind == Kind::knight)) p.leaders ^= both;
  if (kind == Kind::king) p.king = static_cast<std::uint16_t>(to);
  const auto& keys = rules.piece_key[at(kind)];
  p.hash ^= keys[at(from)] ^ keys[at(to)];
  return kind;
}

template <int Words>
void remove_pieces(const Rules<Words>& rules, Position<Words>& p, const Bitboard<Words>& gone,
                   Side owner) {
  gone.for_each([&](int cell) {
    p.hash ^= rules.piece_key[at(kind_at(rules, p, cell, owner))][at(cell)];
    p.views[at(owner)] ^= rules.seen[at(cell)];
  });
  p.pieces[at(owner)] &= ~gone;
  if (rules.leaders) p.leaders &= ~gone;
}

/// Marks or wins by a capture of the king.
template <int Words>
void take_king(const Rules<Words>& rules, Position<Words>& p) {
  if (rules.parameters.king_capture_delayed) {
    p.pending = true;
    p.hash ^= rules.pending_key;
    return;
  }
  remove_pieces(rules, p, rules.single[p.king], Side::second);
  p.king = kNoCell;
  end(p, Ending::king_captured, Result::first_wins);
}

}  // namespace

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
  judge_mobility(rules, p);  // as before the throw: whether any would let the side move
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

template <int Words>
Result stuck_result(const Rules<Words>& rules, const Position<Words>& p) {
  return stuck_end(rules, p).second;
}

template <int Words>
bool play(const Rules<Words>& rules, Position<Words>& p, Move move) {
  const int to = move.to();
  const Side mover = p.side;
  const Kind kind = shift_piece(rules, p, move.from(), to);
  const Captures<Words> captures = find_captures(rules, p, to, move.declined());
  const bool captured =
      captures.soldiers.any() || (captures.king && !rules.parameters.king_capture_delayed);
  if (captured) remove_pieces(rules, p, captures.soldiers, other(mover));
  p.hash ^= rules.side_key;
  p.side = other(mover);
  if (p.thrown != 0) {
    p.hash ^= rules.throw_key[p.thrown];
    p.thrown = 0;
  }
  p.quiet = captured ? 0 : static_cast<std::uint16_t>(p.quiet + rules.count_quiet);
  p.plies = static_cast<std::uint16_t>(p.plies + rules.count_plies);

  if (mover == Side::first) {
    if (captures.king) take_king(rules, p);
    if (p.ending == Ending::none && rules.attackers_extra) judge_extras(rules, p, mover);
  } else {
    p.king_moves = static_cast<std::uint16_t>(p.king_moves + rules.count_king_moves);
    if (p.pending) {
      p.pending = false;
      p.hash ^= rules.pending_key;
      if (kind != Kind::king && king_still_held(rules, p)) {
        end(p, Ending::king_captured, Result::first_wins);
      }
    }
    if (kind == Kind::king && rules.escape.test(to)) {
      end(p, Ending::king_escaped, Result::second_wins);
    }
    if (p.ending == Ending::none && rules.defenders_extra) judge_extras(rules, p, mover);
  }
  if (p.ending != Ending::none) return captured;
  if (rules.count_quiet && p.quiet >= rules.parameters.quiet_plies) {
    end(p, Ending::quiet_plies, Result::draw);
  } else if (rules.count_plies && p.plies >= rules.parameters.total_plies) {
    end(p, Ending::total_plies, Result::draw);
  } else {
    judge_mobility(rules, p);
  }
  return captured;
}

template <int Words>
void play_throw(const Rules<Words>& rules, Position<Words>& p, std::uint8_t thrown) {
  p.thrown = thrown;
  const bool moves = rules.parameters.dice == Dice::parity ? thrown == 1 : has_move(rules, p);
  if (moves) {
    p.hash ^= rules.throw_key[thrown];
    p.node = NodeKind::decision;
    return;
  }
  p.thrown = 0;
  pass_turn(rules, p);
  if (p.pending) {  // the reply is lost
    p.pending = false;
    p.hash ^= rules.pending_key;
    if (king_still_held(rules, p)) return end(p, Ending::king_captured, Result::first_wins);
  }
  judge_mobility(rules, p);
}

template <int Words>
Bitboard<Words> captures_of(const Rules<Words>& rules, const Position<Words>& position, Move move) {
  Position<Words> p = position;
  shift_piece(rules, p, move.from(), move.to());
  const Captures<Words> captures = find_captures(rules, p, move.to(), move.declined());
  Bitboard<Words> all = captures.soldiers;
  if (captures.king && !rules.parameters.king_capture_delayed) all.set(p.king);
  return all;
}

template <int Words>
unsigned capture_directions(const Rules<Words>& rules, const Position<Words>& position, int from,
                            int to) {
  Position<Words> p = position;
  shift_piece(rules, p, from, to);
  return find_captures(rules, p, to, 0).directions;
}

#define TAVLAB_INSTANTIATE(W)                                                     \
  template void complete_position<W>(const Rules<W>&, Position<W>&);              \
  template Position<W> start_position<W>(const Rules<W>&);                        \
  template Result stuck_result<W>(const Rules<W>&, const Position<W>&);           \
  template bool play<W>(const Rules<W>&, Position<W>&, Move);                     \
  template void play_throw<W>(const Rules<W>&, Position<W>&, std::uint8_t);       \
  template Bitboard<W> captures_of<W>(const Rules<W>&, const Position<W>&, Move); \
  template unsigned capture_directions<W>(const Rules<W>&, const Position<W>&, int, int)
TAVLAB_INSTANTIATE(2);
TAVLAB_INSTANTIATE(6);
#undef TAVLAB_INSTANTIATE

}  // namespace tavlab::tafl
