#include "core/tavreli/moves.h"

#include "core/bitboard.h"
#include "core/subscript.h"

namespace tavlab::tavreli {
namespace {

using Special = Move::Special;

/// The square of the side's volkhv, which exists in every position that is not over.
int volkhv_of(const Position& p, Side side) { return std::countr_zero(p.tops(side, Kind::volkhv)); }

/// Squares where no piece may move: the mover's volkhv's, the enemy's volkhv's unless that wins,
/// and without stacking those of own pieces.
Squares barred(const Rules& rules, const Position& p) {
  const Squares own = p.owned[at(p.side)];
  if (!rules.parameters.stacking) {
    return rules.checkmate() ? own | p.acting[at(Kind::volkhv)] : own;
  }
  const Squares volkhvs = p.acting[at(Kind::volkhv)];
  return rules.checkmate() ? volkhvs : volkhvs & own;
}

Squares ratnik_targets(const Rules& rules, const Position& p, int from) {
  const Parameters& parameters = rules.parameters;
  const Squares own = p.owned[at(p.side)], enemy = p.owned[at(other(p.side))];
  const Squares empty = ~(own | enemy), bit = square_bit(from);
  const bool white = p.side == Side::first;
  const Squares one = white ? bit << 8 : bit >> 8, two = white ? bit << 16 : bit >> 16;
  Squares found = kRatnikAttacks[at(p.side)][at(from)] & enemy;
  found |= one & (parameters.own_ahead && parameters.stacking ? ~enemy : empty);
  constexpr Squares second_ranks = kRank1 << 8 | kRank1 << 48;
  const bool may_double = parameters.double_right == DoubleRight::second_rank
                              ? (bit & second_ranks & (white ? kRank1 << 8 : kRank1 << 48)) != 0
                              : p.top_piece(from).fresh();
  if (!may_double) return found;
  const Squares crossable = parameters.double_cross == DoubleCross::empty ? empty : ~enemy;
  const Squares landable =
      parameters.double_target == DoubleTarget::empty || !parameters.stacking ? empty : ~enemy;
  return (one & crossable) != 0 ? found | (two & landable) : found;
}

Squares targets_of(const Rules& rules, const Position& p, int from, Kind kind, Squares barred) {
  const Squares occupied = p.occupied();
  switch (kind) {
    case Kind::volkhv:
      return kVolkhvSteps[at(from)] & ~barred;
    case Kind::knyaz:
      return (luchnik_attacks(from, occupied) | ratoborets_attacks(from, occupied)) & ~barred;
    case Kind::ratoborets:
      return ratoborets_attacks(from, occupied) & ~barred;
    case Kind::luchnik:
      return luchnik_attacks(from, occupied) & ~barred;
    case Kind::vsadnik:
      return kVsadnikSteps[at(from)] & ~barred;
    case Kind::ratnik:
      return ratnik_targets(rules, p, from) & ~barred;
    case Kind::helgi:
      break;
  }
  return (luchnik_attacks(from, occupied) | ratoborets_attacks(from, occupied) |
          kVsadnikSteps[at(from)]) &
         ~barred;
}

/// The piece below the k top ones, as it will be once they have left. There must be one.
Piece freed_by(const Rules& rules, const Position& p, int from, int k) {
  std::uint8_t number = p.top[at(from)];
  for (int i = 0; i < k; ++i) number = p.below[number];
  const Piece piece = p.piece[number];
  return turns_when_freed(rules, piece, from, p.side) ? piece.turned_over() : piece;
}

/// A single top piece other than a volkhv, as an attacker.
Attackers attacker(Kind kind, int square) {
  Attackers one{};
  const Squares bit = square_bit(square);
  const bool both = kind == Kind::knyaz || kind == Kind::helgi;
  if (kind == Kind::ratnik) one.ratniks = bit;
  if (kind == Kind::vsadnik || kind == Kind::helgi) one.vsadniks = bit;
  if (kind == Kind::luchnik || both) one.luchniks = bit;
  if (kind == Kind::ratoborets || both) one.ratoboretses = bit;
  return one;
}

bool is_slider(Kind kind) {
  return kind == Kind::knyaz || kind == Kind::ratoborets || kind == Kind::luchnik ||
         kind == Kind::helgi;
}

/// The target squares of a move that keep a freed enemy of this kind from attacking the volkhv:
/// all, those in between, or none.
Squares shields(Kind kind, int from, int volkhv, Squares occupied, Side enemy) {
  if (!is_attacked(volkhv, occupied, attacker(kind, from), enemy)) return ~Squares{0};
  return is_slider(kind) ? kBetween[at(from)][at(volkhv)] : 0;
}

/// Whether the volkhv on `volkhv` is not attacked after k pieces have moved from `from` to `to`,
/// including by a piece that this frees.
bool is_safe_after(const Rules& rules, const Position& p, int from, int to, int k, int volkhv) {
  const Side enemy = other(p.side);
  const Squares left = square_bit(from), reached = square_bit(to);
  Squares occupied = (p.occupied() & ~left) | reached;
  Attackers attackers = attackers_of(p, enemy);
  const auto without_covered = [&](Squares& squares) { squares &= ~reached; };
  without_covered(attackers.ratniks);
  without_covered(attackers.volkhvs);
  without_covered(attackers.vsadniks);
  without_covered(attackers.luchniks);
  without_covered(attackers.ratoboretses);
  if (k < p.height[at(from)]) {
    occupied |= left;
    const Piece freed = freed_by(rules, p, from, k);
    if (freed.side() == enemy &&
        (shields(freed.acts_as(), from, volkhv, occupied, enemy) != ~Squares{0})) {
      return false;
    }
  }
  return !is_attacked(volkhv, occupied, attackers, enemy);
}

/// Pins and checks: what determines which moves keep the mover's volkhv safe if checkmate wins.
struct Guard {
  int volkhv;
  Squares snipers = 0;  ///< enemy sliders blocked from the volkhv by a single own tower ...
  Squares pinned = 0;   ///< ... and those towers
  Squares answers = ~Squares{0};  ///< in check: targets that answer it, except by the volkhv
};

/// Enemy top pieces that attack the square.
Squares checkers_of(const Position& p, int square) {
  const Attackers enemies = attackers_of(p, other(p.side));
  const Squares occupied = p.occupied();
  return (kRatnikAttacks[at(p.side)][at(square)] & enemies.ratniks) |
         (kVsadnikSteps[at(square)] & enemies.vsadniks) |
         (luchnik_attacks(square, occupied) & enemies.luchniks) |
         (ratoborets_attacks(square, occupied) & enemies.ratoboretses);
}

Guard guard_of(const Position& p) {
  Guard guard{.volkhv = volkhv_of(p, p.side)};
  const Squares occupied = p.occupied(), own = p.owned[at(p.side)];
  const Attackers enemies = attackers_of(p, other(p.side));
  const Squares nearest =
      own & (luchnik_attacks(guard.volkhv, occupied) | ratoborets_attacks(guard.volkhv, occupied));
  const Squares through = occupied ^ nearest;
  guard.snipers = (luchnik_attacks(guard.volkhv, through) & enemies.luchniks) |
                  (ratoborets_attacks(guard.volkhv, through) & enemies.ratoboretses);
  for (Squares s = guard.snipers; s != 0; s &= s - 1) {
    guard.pinned |= kBetween[at(guard.volkhv)][at(std::countr_zero(s))] & nearest;
  }
  if (!p.in_check) return guard;
  // One move cannot block two lines, nor capture one attacker and block another.
  const Squares checkers = checkers_of(p, guard.volkhv);
  const int checker = std::countr_zero(checkers);
  const bool single = (checkers & (checkers - 1)) == 0;
  const bool jumps = (kVsadnikSteps[at(guard.volkhv)] & checkers) != 0;
  guard.answers = !single ? 0
                  : jumps ? checkers
                          : checkers | kBetween[at(guard.volkhv)][at(checker)];
  return guard;
}

/// Those targets of the k top pieces on `from` that leave the mover's volkhv safe. The top piece is
/// not a volkhv, and `all` answers any check.
Squares safe_targets(const Rules& rules, const Position& p, const Guard& guard, int from, int k,
                     Squares all) {
  Squares safe = all;
  if (k < p.height[at(from)]) {
    const Piece freed = freed_by(rules, p, from, k);
    if (freed.side() == p.side) return safe;
    return safe & shields(freed.acts_as(), from, guard.volkhv, p.occupied(), freed.side());
  }
  if ((guard.pinned & square_bit(from)) == 0) return safe;
  for (Squares s = guard.snipers; s != 0; s &= s - 1) {
    const int sniper = std::countr_zero(s);
    const Squares between = kBetween[at(guard.volkhv)][at(sniper)];
    if ((between & square_bit(from)) != 0) safe &= between | square_bit(sniper);
  }
  return safe;
}

/// Those targets of the volkhv on `from` with k pieces where it is not attacked.
Squares safe_steps(const Rules& rules, const Position& p, int from, int k, Squares all) {
  Squares safe = 0;
  for (; all != 0; all &= all - 1) {
    const int to = std::countr_zero(all);
    if (is_safe_after(rules, p, from, to, k, to)) safe |= square_bit(to);
  }
  return safe;
}

/// Calls f(from, k, targets) for the legal moves of the k top pieces of each own tower, without en
/// passant and castling, until f returns true; returns whether it did. Considers only targets in
/// wanted(from, kind).
template <typename Wanted, typename F>
bool any_wanted(const Rules& rules, const Position& p, Wanted&& wanted, F&& f) {
  const Squares bars = barred(rules, p), own = p.owned[at(p.side)];
  const bool guarded = rules.checkmate();
  const Guard guard = guarded ? guard_of(p) : Guard{};
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const auto acts = static_cast<Kind>(kind);
    for (Squares towers = own & p.acting[kind]; towers != 0; towers &= towers - 1) {
      const int from = std::countr_zero(towers);
      Squares all = targets_of(rules, p, from, acts, bars) & wanted(from, acts);
      if (acts != Kind::volkhv) all &= guard.answers;
      if (all == 0) continue;
      for (int k = p.height[at(from)]; k > 0; --k) {
        Squares legal = all;
        if (acts == Kind::volkhv) {
          if (guarded || !rules.parameters.volkhv_into_attack) {
            legal = safe_steps(rules, p, from, k, all);
          }
        } else if (guarded) {
          legal = safe_targets(rules, p, guard, from, k, all);
        }
        if (legal != 0 && f(from, k, legal)) return true;
      }
    }
  }
  return false;
}

/// The same for all targets.
template <typename F>
bool any_group(const Rules& rules, const Position& p, F&& f) {
  return any_wanted(
      rules, p, [](int, Kind) { return ~Squares{0}; }, f);
}

/// Calls f(from, k) for the legal en passant captures until f returns true; returns whether it did.
template <typename F>
bool any_en_passant(const Rules& rules, const Position& p, F&& f) {
  if (p.en_passant == kNowhere) return false;
  Squares from = kRatnikAttacks[at(other(p.side))][p.en_passant] & p.tops(p.side, Kind::ratnik);
  for (; from != 0; from &= from - 1) {
    const int square = std::countr_zero(from);
    for (int k = 1; k <= p.height[at(square)]; ++k) {
      if (is_safe(rules, p, Move(square, p.en_passant, k, Special::en_passant)) && f(square, k)) {
        return true;
      }
    }
  }
  return false;
}

bool chooses(const Rules& rules, const Position& p, int from, int to) {
  return rules.parameters.promotion == Promotion::choice &&
         (last_rank(p.side) & square_bit(to)) != 0 &&
         (p.acting[at(Kind::ratnik)] & square_bit(from)) != 0;
}

/// The move to a target; the choice of a promotion is added by the caller.
Move simple_move(const Position& p, int from, int to, int k) {
  const bool doubles =
      (p.acting[at(Kind::ratnik)] & square_bit(from)) != 0 && (to - from == 16 || from - to == 16);
  return Move(from, to, k, doubles ? Special::double_step : Special::none);
}

Move castling_move(const Position& p, unsigned which) {
  const Castling& castling = kCastling[(p.side == Side::first ? 0U : 2U) + which];
  return Move(castling.volkhv_from, castling.volkhv_to, 1, Special::castling);
}

/// For a move by a piece other than the volkhv, when not in check: whether it neither opens a line
/// to the mover's volkhv nor frees an attacker.
bool keeps_volkhv_safe(const Rules& rules, const Position& p, int from, int to, int k, int volkhv) {
  const Side enemy = other(p.side);
  if (k < p.height[at(from)]) {
    const Piece freed = freed_by(rules, p, from, k);
    return freed.side() == p.side ||
           (shields(freed.acts_as(), from, volkhv, p.occupied(), enemy) & square_bit(to)) != 0;
  }
  if ((lines_through(volkhv) & square_bit(from)) == 0) return true;
  const Squares reached = square_bit(to), occupied = (p.occupied() & ~square_bit(from)) | reached;
  const Attackers enemies = attackers_of(p, enemy);
  return ((luchnik_attacks(volkhv, occupied) & enemies.luchniks & ~reached) |
          (ratoborets_attacks(volkhv, occupied) & enemies.ratoboretses & ~reached)) == 0;
}

/// Adds the moves of k top pieces to targets.
void push_moves(const Rules& rules, const Position& p, int from, int k, Squares targets,
                FixedList<Move, kMaxMoves>& moves) {
  for (; targets != 0; targets &= targets - 1) {
    const int to = std::countr_zero(targets);
    if (!chooses(rules, p, from, to)) {
      moves.push(simple_move(p, from, to, k));
      continue;
    }
    for (const Special special : {Special::become_knyaz, Special::become_ratoborets,
                                  Special::become_luchnik, Special::become_vsadnik}) {
      moves.push(Move(from, to, k, special));
    }
  }
}

/// The squares from which a piece of this kind that has left `from` attacks `hunted`, the enemy's
/// volkhv.
Squares checking_squares(const Position& p, int from, Kind kind, int hunted) {
  const Squares occupied = p.occupied() & ~square_bit(from);
  Squares squares = 0;
  switch (kind) {
    case Kind::volkhv:
      return 0;
    case Kind::ratnik:
      return kRatnikAttacks[at(other(p.side))][at(hunted)];
    case Kind::vsadnik:
      return kVsadnikSteps[at(hunted)];
    case Kind::luchnik:
      return luchnik_attacks(hunted, occupied);
    case Kind::ratoborets:
      return ratoborets_attacks(hunted, occupied);
    case Kind::helgi:
      squares = kVsadnikSteps[at(hunted)];
      break;
    case Kind::knyaz:
      break;
  }
  return squares | luchnik_attacks(hunted, occupied) | ratoborets_attacks(hunted, occupied);
}

/// A random move from the list of all legal moves.
Move listed_move(const Rules& rules, const Position& p, Random& random) {
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
}

}  // namespace

Squares targets(const Rules& rules, const Position& p, int from) {
  return targets_of(rules, p, from, rules.acts_as[p.top_piece(from).code()], barred(rules, p));
}

bool can_castle(const Rules& rules, const Position& p, unsigned which) {
  const unsigned right = (p.side == Side::first ? 0U : 2U) + which;
  if ((p.rights >> right & 1) == 0) return false;
  const Castling& castling = kCastling[right];
  if (p.height[castling.ratoborets_from] != 1) return false;
  const Squares occupied = p.occupied();
  if ((kBetween[castling.volkhv_from][castling.ratoborets_from] & occupied) != 0) return false;
  const Attackers attackers = attackers_of(p, other(p.side));
  for (const std::uint8_t square :
       {castling.volkhv_from, castling.ratoborets_to, castling.volkhv_to}) {
    if (is_attacked(square, occupied, attackers, other(p.side))) return false;
  }
  // The ratoborets may have blocked a line.
  return is_safe(rules, p, castling_move(p, which));
}

bool is_safe(const Rules& rules, const Position& p, Move move) {
  const bool volkhv_moves = (p.acting[at(Kind::volkhv)] & square_bit(move.from())) != 0;
  if (!rules.checkmate() && (rules.parameters.volkhv_into_attack || !volkhv_moves)) return true;
  if (move.special() != Special::en_passant && move.special() != Special::castling) {
    return is_safe_after(rules, p, move.from(), move.to(), move.pieces(),
                         volkhv_moves ? move.to() : volkhv_of(p, p.side));
  }
  Position next = p;
  make(rules, next, move);
  return !is_attacked(next, volkhv_of(next, p.side), next.side);
}

void generate(const Rules& rules, const Position& p, FixedList<Move, kMaxMoves>& moves) {
  moves.clear();
  any_group(rules, p, [&](int from, int k, Squares legal) {
    push_moves(rules, p, from, k, legal, moves);
    return false;
  });
  any_en_passant(rules, p, [&](int from, int k) {
    moves.push(Move(from, p.en_passant, k, Special::en_passant));
    return false;
  });
  for (const unsigned which : {0U, 1U}) {
    if (can_castle(rules, p, which)) moves.push(castling_move(p, which));
  }
}

bool is_legal(const Rules& rules, const Position& p, Move move) {
  const int from = move.from(), to = move.to();
  if ((p.owned[at(p.side)] & square_bit(from)) == 0 || move.pieces() > p.height[at(from)]) {
    return false;
  }
  if (move.special() == Special::castling) {
    return (can_castle(rules, p, 0) && castling_move(p, 0) == move) ||
           (can_castle(rules, p, 1) && castling_move(p, 1) == move);
  }
  if (move.special() == Special::en_passant) {
    return to == p.en_passant && (kRatnikAttacks[at(p.side)][at(from)] & square_bit(to)) != 0 &&
           (p.acting[at(Kind::ratnik)] & square_bit(from)) != 0 && is_safe(rules, p, move);
  }
  if ((targets(rules, p, from) & square_bit(to)) == 0) return false;
  const bool fits = chooses(rules, p, from, to) ? move.special() >= Special::become_knyaz
                                                : simple_move(p, from, to, move.pieces()) == move;
  return fits && is_safe(rules, p, move);
}

void generate_forcing(const Rules& rules, const Position& p, int least,
                      FixedList<Move, kMaxMoves>& moves) {
  // Must agree with move_order_score.
  moves.clear();
  const Squares enemy = p.owned[at(other(p.side))], last = last_rank(p.side);
  const int hunted = volkhv_of(p, other(p.side));
  const auto forcing = [&](int from, Kind kind) {
    Squares squares = kind == Kind::ratnik ? enemy | last : enemy;
    if (least < 2) squares |= checking_squares(p, from, kind, hunted);
    return squares;
  };
  const auto frees = [&](int from) {
    return p.height[at(from)] > 1 && freed_by(rules, p, from, 1).side() == p.side;
  };
  any_wanted(
      rules, p,
      [&](int from, Kind kind) {
        return least < 2 && frees(from) ? ~Squares{0} : forcing(from, kind);
      },
      [&](int from, int k, Squares legal) {
        if (k != 1 && k != p.height[at(from)]) return false;
        if (k > 1 && least < 2) {
          legal &= forcing(from, rules.acts_as[p.top_piece(from).code()]);
        }
        push_moves(rules, p, from, k, legal, moves);
        return false;
      });
  any_en_passant(rules, p, [&](int from, int k) {
    if (k == 1 || k == p.height[at(from)]) {
      moves.push(Move(from, p.en_passant, k, Special::en_passant));
    }
    return false;
  });
}

std::uint64_t count_moves(const Rules& rules, const Position& p) {
  int count = 0;
  const bool choice = rules.parameters.promotion == Promotion::choice;
  const Squares choosing = choice ? last_rank(p.side) : 0;
  any_group(rules, p, [&](int from, int /*k*/, Squares legal) {
    count += std::popcount(legal);
    if (choice && (p.acting[at(Kind::ratnik)] & square_bit(from)) != 0) {
      count += 3 * std::popcount(legal & choosing);
    }
    return false;
  });
  any_en_passant(rules, p, [&](int, int) {
    ++count;
    return false;
  });
  if (p.rights != 0) {
    for (const unsigned which : {0U, 1U}) count += can_castle(rules, p, which) ? 1 : 0;
  }
  return static_cast<std::uint64_t>(count);
}

bool has_move(const Rules& rules, const Position& p) {
  // Nearly always some tower that shares no line with the volkhv can move.
  if (!p.in_check) {
    const Squares own = p.owned[at(p.side)], bars = barred(rules, p);
    const Squares lines = rules.checkmate() ? lines_through(volkhv_of(p, p.side)) : 0;
    const Squares ratniks = own & p.acting[at(Kind::ratnik)] & ~lines;
    const Squares ahead = p.side == Side::first ? ratniks << 8 : ratniks >> 8;
    if ((ahead & ~p.occupied()) != 0) return true;
    for (Squares towers = own & ~p.acting[at(Kind::volkhv)] & ~lines; towers != 0;
         towers &= towers - 1) {
      const int from = std::countr_zero(towers);
      if (targets_of(rules, p, from, rules.acts_as[p.top_piece(from).code()], bars) != 0) {
        return true;
      }
    }
  }
  // No need to check castling: if it is legal, so is the volkhv's single step.
  return any_group(rules, p, [](int, int, Squares) { return true; }) ||
         any_en_passant(rules, p, [](int, int) { return true; });
}

Move random_move(const Rules& rules, const Position& p, Random& random) {
  // In check few moves are legal, and listing them is cheap.
  if (p.in_check) return listed_move(rules, p, random);
  // Rejection sampling: draw the pieces to lift and the index of a target from more than exist
  // until both exist and the move is legal. Every legal move is equally likely.
  const auto& slots = p.slots[at(p.side)];
  std::array<std::uint32_t, kKinds> weight{};
  std::uint32_t total = 0;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    weight[kind] = std::uint32_t{slots[kind]} * rules.most_targets[kind];
    total += weight[kind];
  }
  const Squares bars = barred(rules, p), own = p.owned[at(p.side)];
  const int volkhv = volkhv_of(p, p.side);
  constexpr int kAttempts = 200;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::uint32_t drawn = random.below(total);
    std::size_t kind = 0;
    while (drawn >= weight[kind]) drawn -= weight[kind++];
    const auto acts = static_cast<Kind>(kind);
    int slot = static_cast<int>(drawn / rules.most_targets[kind]);
    int number = static_cast<int>(drawn % rules.most_targets[kind]);

    Squares towers = own & p.acting[kind];
    int from = std::countr_zero(towers);
    while (slot >= p.height[at(from)]) {
      slot -= p.height[at(from)];
      towers &= towers - 1;
      from = std::countr_zero(towers);
    }
    const int k = slot + 1;

    Squares all = targets_of(rules, p, from, acts, bars);
    Special special = Special::none;
    if (acts == Kind::volkhv && number >= 8) {
      const auto which = static_cast<unsigned>(number - 8);
      if (k == 1 && can_castle(rules, p, which)) return castling_move(p, which);
      continue;
    }
    if (acts == Kind::ratnik) {
      const bool takes_en_passant =
          p.en_passant != kNowhere &&
          (kRatnikAttacks[at(p.side)][at(from)] & square_bit(p.en_passant)) != 0;
      if (takes_en_passant) all |= square_bit(p.en_passant);
      const int choice = number >> 2;  // 0 unless ratniks choose
      number &= 3;
      if (number >= std::popcount(all)) continue;
      const int to = select_bit(all, number);
      if (chooses(rules, p, from, to)) {
        special = static_cast<Special>(static_cast<int>(Special::become_knyaz) + choice);
      } else if (choice != 0) {
        continue;
      } else if (takes_en_passant && to == p.en_passant) {
        special = Special::en_passant;
      }
    }
    if (number >= std::popcount(all)) continue;
    const int to = select_bit(all, number);
    const Move move =
        special == Special::none ? simple_move(p, from, to, k) : Move(from, to, k, special);
    if (!rules.checkmate() && rules.parameters.volkhv_into_attack) return move;
    const bool simple = acts != Kind::volkhv && special != Special::en_passant;
    if (simple && rules.checkmate() ? keeps_volkhv_safe(rules, p, from, to, k, volkhv)
                                    : is_safe(rules, p, move)) {
      return move;
    }
  }
  return listed_move(rules, p, random);
}

bool threatens(const Rules& rules, const Position& p, Side side) {
  if (rules.checkmate()) return side != p.side && p.in_check;
  const Squares hunted = p.tops(other(side), Kind::volkhv);
  Attackers attackers = attackers_of(p, side);
  if (!rules.parameters.volkhv_into_attack) attackers.volkhvs = 0;
  return is_attacked(std::countr_zero(hunted), p.occupied(), attackers, side);
}

int move_order_score(const Rules& rules, const Position& p, Move move) {
  // Rough values by Kind.
  constexpr std::array<int, kKinds> rough = {0, 9, 5, 3, 3, 1, 12};
  const int from = move.from(), to = move.to(), height = p.height[at(from)];
  if (move.special() == Special::castling) return 0;
  const Piece top = p.top_piece(from);
  const Kind kind = rules.acts_as[top.code()];
  const bool end_part = move.pieces() == 1 || move.pieces() == height;
  if (move.special() == Special::en_passant) return end_part ? 2 + 16 * rough[5] : 0;
  const bool turns = kind == Kind::ratnik && (last_rank(p.side) & square_bit(to)) != 0;
  const bool captures = (p.owned[at(other(p.side))] & square_bit(to)) != 0;
  if (captures || turns) {
    if (!end_part) return 0;
    const Kind victim = captures ? rules.acts_as[p.top_piece(to).code()] : Kind::ratnik;
    return 2 + 16 * (rough[at(victim)] + (turns ? 9 : 0)) + 12 - rough[at(kind)];
  }
  if (move.pieces() < height) {
    if (freed_by(rules, p, from, move.pieces()).side() == p.side && move.pieces() == 1) return 1;
  }
  const int hunted = volkhv_of(p, other(p.side));
  const Squares occupied = p.occupied() & ~square_bit(from);
  return end_part && is_attacked(hunted, occupied, attacker(kind, to), p.side) ? 1 : 0;
}

bool is_capture(const Position& p, Move move) {
  return move.special() == Special::en_passant ||
         (p.owned[at(other(p.side))] & square_bit(move.to())) != 0;
}

}  // namespace tavlab::tavreli
