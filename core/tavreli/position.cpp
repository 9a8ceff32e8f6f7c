#include "core/tavreli/position.h"

#include "core/subscript.h"
#include "core/tavreli/moves.h"

namespace tavlab::tavreli {
namespace {

// Remove a tower from, or add it to, the data derived from top pieces.
void uncount(const Rules& rules, Position& p, int square) {
  const Piece top = p.top_piece(square);
  const auto side = at(top.side()), kind = at(rules.acts_as[top.code()]);
  p.owned[side] ^= square_bit(square);
  p.acting[kind] ^= square_bit(square);
  p.slots[side][kind] = static_cast<std::uint8_t>(p.slots[side][kind] - p.height[at(square)]);
}
void count(const Rules& rules, Position& p, int square) {
  const Piece top = p.top_piece(square);
  const auto side = at(top.side()), kind = at(rules.acts_as[top.code()]);
  p.owned[side] |= square_bit(square);
  p.acting[kind] |= square_bit(square);
  p.slots[side][kind] = static_cast<std::uint8_t>(p.slots[side][kind] + p.height[at(square)]);
}

/// Replaces a piece at a level of a square's tower.
void change(const Rules& rules, Position& p, std::uint8_t number, int square, int level,
            Piece into) {
  Piece& piece = p.piece[number];
  p.hash ^= rules.key(piece, square, level) ^ rules.key(into, square, level);
  piece = into;
}

/// The pieces lifted by a move, still linked.
struct Lifted {
  std::uint8_t top;
  std::uint8_t bottom;
  int pieces;
};

/// Takes the top pieces off a tower and their keys out of the hash; the freed piece may turn over.
Lifted lift(const Rules& rules, Position& p, int square, int pieces, Transition& transition) {
  uncount(rules, p, square);
  int level = p.height[at(square)] - 1;
  Lifted lifted{p.top[at(square)], p.top[at(square)], pieces};
  p.hash ^= rules.key(p.piece[lifted.top], square, level--);
  for (int i = 1; i < pieces; ++i) {
    lifted.bottom = p.below[lifted.bottom];
    p.hash ^= rules.key(p.piece[lifted.bottom], square, level--);
  }
  p.height[at(square)] = static_cast<std::uint8_t>(level + 1);
  p.top[at(square)] = p.below[lifted.bottom];
  if (level < 0) return lifted;
  const std::uint8_t freed = p.top[at(square)];
  if (turns_when_freed(rules, p.piece[freed], square, p.side)) {
    change(rules, p, freed, square, level, p.piece[freed].turned_over());
    transition.loud = true;
  }
  count(rules, p, square);
  return lifted;
}

/// Places pieces on top of a square.
void put(const Rules& rules, Position& p, int square, const Lifted& lifted) {
  p.below[lifted.bottom] = p.top[at(square)];
  p.top[at(square)] = lifted.top;
  p.height[at(square)] = static_cast<std::uint8_t>(p.height[at(square)] + lifted.pieces);
  int level = p.height[at(square)] - 1;
  std::uint8_t number = lifted.top;
  for (int i = 0; i < lifted.pieces; ++i, number = p.below[number]) {
    p.hash ^= rules.key(p.piece[number], square, level--);
  }
  count(rules, p, square);
}

void set_rights(const Rules& rules, Position& p, std::uint8_t rights) {
  p.hash ^= rules.rights_key[p.rights] ^ rules.rights_key[rights];
  p.rights = rights;
}

void lose_rights(const Rules& rules, Position& p, int square, Transition& transition) {
  const auto rights = static_cast<std::uint8_t>(p.rights & rules.rights_kept[at(square)]);
  if (rights == p.rights) return;
  set_rights(rules, p, rights);
  transition.irreversible = true;
}

/// Handles the piece that others are placed on: it is captured, or it turns back.
void cover(const Rules& rules, Position& p, int square, Transition& transition) {
  uncount(rules, p, square);
  const std::uint8_t number = p.top[at(square)];
  const int level = p.height[at(square)] - 1;
  Piece piece = p.piece[number];
  const bool enemy = piece.side() != p.side;
  transition.loud |= enemy;
  if (!rules.parameters.stacking) {
    p.hash ^= rules.key(piece, square, level);
    p.top[at(square)] = kNobody;
    p.height[at(square)] = 0;
    lose_rights(rules, p, square, transition);
    transition.irreversible = true;
    return;
  }
  if (enemy || rules.parameters.reverts_under == RevertsUnder::any) piece = piece.turned_back();
  if (rules.parameters.cover_kills_rights) {
    transition.irreversible |= piece.fresh();
    piece = piece.not_fresh();
    const bool volkhv = piece == Piece::of(piece.side(), Kind::volkhv);
    if (level == 0 && !volkhv) lose_rights(rules, p, square, transition);
  }
  if (piece != p.piece[number]) change(rules, p, number, square, level, piece);
}

/// Moves the piece that made the double step back to the square that it crossed.
void lay_en_passant(const Rules& rules, Position& p, int crossed, Transition& transition) {
  const int square = crossed + (p.side == Side::first ? -8 : 8);
  const Lifted victim = lift(rules, p, square, 1, transition);
  transition.loud = true;
  if (!rules.parameters.stacking) {
    transition.irreversible = true;
    return;
  }
  Piece& piece = p.piece[victim.top];
  piece = piece.turned_back();
  p.top[at(crossed)] = victim.top;
  p.below[victim.top] = kNobody;
  p.height[at(crossed)] = 1;
  p.hash ^= rules.key(piece, crossed, 0);
}

Piece chosen(Side side, Move::Special special) {
  constexpr Kind kinds[] = {Kind::knyaz, Kind::ratoborets, Kind::luchnik, Kind::vsadnik};
  return Piece::of(side, kinds[at(special) - at(Move::Special::become_knyaz)]);
}

/// Whether a legal en passant capture exists after a double step.
bool en_passant_is_legal(const Rules& rules, const Position& p, int crossed) {
  if (!rules.parameters.en_passant || (p.occupied() & square_bit(crossed)) != 0) return false;
  // The side to move attacks the crossed square from the squares that an enemy ratnik on it would
  // attack.
  Squares from = kRatnikAttacks[at(other(p.side))][at(crossed)] & p.tops(p.side, Kind::ratnik);
  for (; from != 0; from &= from - 1) {
    const int square = std::countr_zero(from);
    for (int k = 1; k <= p.height[at(square)]; ++k) {
      if (is_safe(rules, p, Move(square, crossed, k, Move::Special::en_passant))) return true;
    }
  }
  return false;
}

void set_en_passant(const Rules& rules, Position& p, std::uint8_t square) {
  if (p.en_passant != kNowhere) p.hash ^= rules.en_passant_key[p.en_passant];
  p.en_passant = square;
  if (square != kNowhere) p.hash ^= rules.en_passant_key[square];
}

void end_game(Position& p, Ending ending, Result result) {
  p.node = NodeKind::terminal;
  p.ending = ending;
  p.result = result;
}

/// Only the two volkhvs, and at most one luchnik or vsadnik, or luchniks on squares of one colour.
bool is_insufficient(const Position& p) {
  const Squares luchniks = p.acting[at(Kind::luchnik)], vsadniks = p.acting[at(Kind::vsadnik)];
  if ((p.occupied() & ~(p.acting[at(Kind::volkhv)] | luchniks | vsadniks)) != 0) return false;
  if (vsadniks != 0) return luchniks == 0 && std::popcount(vsadniks) == 1;
  constexpr Squares dark = 0xaa55aa55aa55aa55U;
  return (luchniks & dark) == 0 || (luchniks & ~dark) == 0;
}

/// Sets check and whether the game is over for the current side to move.
void update_result(const Rules& rules, Position& p) {
  const Parameters& parameters = rules.parameters;
  p.node = NodeKind::decision;
  p.result = Result::unfinished;
  p.ending = Ending::none;
  const Squares volkhv = p.tops(p.side, Kind::volkhv);
  p.in_check = rules.checkmate() && is_attacked(p, std::countr_zero(volkhv), other(p.side));
  if (volkhv == 0) return end_game(p, Ending::volkhv_taken, win_for(other(p.side)));
  if (!has_move(rules, p)) {
    if (p.in_check) return end_game(p, Ending::checkmate, win_for(other(p.side)));
    return end_game(p, Ending::stalemate,
                    parameters.stalemate_loses ? win_for(other(p.side)) : Result::draw);
  }
  if (parameters.quiet_plies > 0 && p.quiet >= parameters.quiet_plies) {
    return end_game(p, Ending::quiet_plies, Result::draw);
  }
  if (parameters.total_plies > 0 && p.plies >= parameters.total_plies) {
    return end_game(p, Ending::total_plies, Result::draw);
  }
  if (parameters.insufficient_material && is_insufficient(p)) {
    end_game(p, Ending::insufficient_material, Result::draw);
  }
}

}  // namespace

Position empty_position() {
  Position p{};
  p.top.fill(kNobody);
  p.below.fill(kNobody);
  p.en_passant = kNowhere;
  return p;
}

void place(const Rules& rules, Position& p, int square, Piece piece) {
  // Only the first numbers are in use.
  std::uint8_t number = 0;
  for (const std::uint8_t height : p.height) number = static_cast<std::uint8_t>(number + height);
  p.piece[number] = piece;
  if (p.height[at(square)] > 0) uncount(rules, p, square);
  put(rules, p, square, {number, number, 1});
}

Position start_position(const Rules& rules) {
  constexpr std::array<Kind, 8> behind = {Kind::ratoborets, Kind::vsadnik,   Kind::luchnik,
                                          Kind::knyaz,      Kind::volkhv,    Kind::luchnik,
                                          Kind::vsadnik,    Kind::ratoborets};
  const bool destined = rules.parameters.promotion == Promotion::destiny;
  const bool fresh = rules.parameters.double_right != DoubleRight::second_rank;
  Position p = empty_position();
  for (const Side side : {Side::first, Side::second}) {
    const int rank = side == Side::first ? 0 : 7, second = side == Side::first ? 1 : 6;
    for (int file = 0; file < 8; ++file) {
      const Kind kind = behind[at(file)];
      place(rules, p, 8 * rank + file, Piece::of(side, kind));
      const Kind destiny = !destined ? Kind::ratnik : kind == Kind::volkhv ? Kind::helgi : kind;
      place(rules, p, 8 * second + file, Piece::ratnik(side, destiny, fresh));
    }
  }
  p.rights = rules.rights;
  p.side = Side::first;
  complete_position(rules, p);
  return p;
}

void complete_position(const Rules& rules, Position& p) {
  p.hash = p.side == Side::second ? rules.side_key : 0;
  p.hash ^= rules.rights_key[p.rights];
  for (int square = 0; square < 64; ++square) {
    std::uint8_t number = p.top[at(square)];
    for (int level = p.height[at(square)]; level-- > 0; number = p.below[number]) {
      p.hash ^= rules.key(p.piece[number], square, level);
    }
  }
  if (p.en_passant != kNowhere) {
    if (en_passant_is_legal(rules, p, p.en_passant)) {
      p.hash ^= rules.en_passant_key[p.en_passant];
    } else {
      p.en_passant = kNowhere;
    }
  }
  update_result(rules, p);
}

Transition make(const Rules& rules, Position& p, Move move) {
  Transition transition;
  const Parameters& parameters = rules.parameters;
  const int from = move.from(), to = move.to();
  set_en_passant(rules, p, kNowhere);
  if (move.special() == Move::Special::castling) {
    const Castling& castling = kCastling[(p.side == Side::first ? 0U : 2U) + (to < from ? 1U : 0U)];
    put(rules, p, to, lift(rules, p, from, 1, transition));
    put(rules, p, castling.ratoborets_to, lift(rules, p, castling.ratoborets_from, 1, transition));
    lose_rights(rules, p, from, transition);
    p.side = other(p.side);
    p.hash ^= rules.side_key;
    return transition;
  }

  const bool whole = move.pieces() == p.height[at(from)];
  const Lifted lifted = lift(rules, p, from, move.pieces(), transition);
  if (whole) lose_rights(rules, p, from, transition);
  // The piece that loses the right to a double step: the bottom one, which leaves its start square,
  // or the one that leads the move.
  Piece& mover = p.piece[lifted.top];
  Piece& walker =
      parameters.double_right == DoubleRight::home_unmoved ? p.piece[lifted.bottom] : mover;
  transition.irreversible |= walker.fresh();
  walker = walker.not_fresh();
  if (mover.plain_ratnik()) {
    transition.loud = true;
    transition.irreversible |= !parameters.stacking;
    if ((last_rank(p.side) & square_bit(to)) != 0) {
      mover = parameters.promotion == Promotion::choice ? chosen(p.side, move.special())
                                                        : mover.turned_over();
    }
  }

  if (move.special() == Move::Special::en_passant) {
    lay_en_passant(rules, p, to, transition);
  } else if (p.height[at(to)] > 0) {
    cover(rules, p, to, transition);
  }
  put(rules, p, to, lifted);
  p.side = other(p.side);
  p.hash ^= rules.side_key;
  return transition;
}

bool play(const Rules& rules, Position& p, Move move) {
  const Transition transition = make(rules, p, move);
  if (move.special() == Move::Special::double_step) {
    const int crossed = (move.from() + move.to()) / 2;
    if (en_passant_is_legal(rules, p, crossed)) {
      set_en_passant(rules, p, static_cast<std::uint8_t>(crossed));
    }
  }
  if (rules.parameters.quiet_plies > 0) {
    p.quiet = transition.loud ? std::uint16_t{0} : static_cast<std::uint16_t>(p.quiet + 1);
  }
  if (rules.parameters.total_plies > 0) ++p.plies;
  update_result(rules, p);
  return transition.irreversible;
}

bool pass(const Rules& rules, Position& p) {
  const Squares slow = p.acting[at(Kind::ratnik)] | p.acting[at(Kind::volkhv)];
  if (p.in_check || (p.owned[at(p.side)] & ~slow) == 0) return false;
  Position next = p;
  set_en_passant(rules, next, kNowhere);
  next.side = other(p.side);
  next.hash ^= rules.side_key;
  update_result(rules, next);
  if (next.node == NodeKind::terminal) return false;
  p = next;
  return true;
}

}  // namespace tavlab::tavreli
