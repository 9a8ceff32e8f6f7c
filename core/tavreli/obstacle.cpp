#include "core/tavreli/obstacle.h"

#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <optional>

#include "core/subscript.h"
#include "core/tavreli/moves.h"
#include "core/tavreli/position_text.h"
#include "core/tavreli/words.h"

namespace tavlab::tavreli {
namespace {

std::string king_of(const Rules& rules) { return kind_name(rules, Kind::volkhv); }

/// The first of these squares on the way from `from`; there must be one.
int nearest(int from, Squares squares) {
  int found = std::countr_zero(squares);
  for (; squares != 0; squares &= squares - 1) {
    const int square = std::countr_zero(squares);
    if (std::abs(square - from) < std::abs(found - from)) found = square;
  }
  return found;
}

std::string does_not_move_so(const std::string& piece) {
  return fmt::format("the {} does not move so", piece);
}

std::string blocked(const std::string& piece, int square) {
  return fmt::format("the way of the {} is blocked on {}", piece, square_name(square));
}

std::string ratnik_obstacle(const Rules& rules, const Position& p, int from, int to) {
  const std::string piece = kind_name(rules, Kind::ratnik);
  const int forward = p.side == Side::first ? 1 : -1;
  const int files = std::abs(file_of(to) - file_of(from));
  const int ranks = forward * (rank_of(to) - rank_of(from));
  if (files == 1 && ranks == 1) return fmt::format("the {} goes slantwise only to capture", piece);
  if (files != 0 || ranks < 1 || ranks > 2) return does_not_move_so(piece);
  const Squares own = p.owned[at(p.side)];
  const int crossed = from + 8 * forward;
  if (ranks == 2) {
    const Squares second_rank = kRank1 << (p.side == Side::first ? 8 : 48);
    const bool may_double = rules.parameters.double_right == DoubleRight::second_rank
                                ? (second_rank & square_bit(from)) != 0
                                : p.top_piece(from).fresh();
    if (!may_double) return fmt::format("the {} may not move two squares from there", piece);
    const Squares crossable =
        rules.parameters.double_cross == DoubleCross::empty ? ~p.occupied() : own | ~p.occupied();
    if ((crossable & square_bit(crossed)) == 0) return blocked(piece, crossed);
  }
  return blocked(piece, to);
}

/// The squares to which a piece of this kind could move on an empty board.
Squares reach(Kind kind, int from) {
  const Squares straight = ratoborets_attacks(from, 0), slanting = luchnik_attacks(from, 0);
  switch (kind) {
    case Kind::volkhv:
      return kVolkhvSteps[at(from)];
    case Kind::knyaz:
      return straight | slanting;
    case Kind::ratoborets:
      return straight;
    case Kind::luchnik:
      return slanting;
    case Kind::vsadnik:
      return kVsadnikSteps[at(from)];
    case Kind::ratnik:
    case Kind::helgi:
      break;
  }
  return straight | slanting | kVsadnikSteps[at(from)];
}

/// Which castling has the volkhv move so.
std::optional<unsigned> castling_of(const Rules& rules, const Position& p, int from, int to) {
  if ((p.tops(p.side, Kind::volkhv) & square_bit(from)) == 0) return std::nullopt;
  for (const unsigned which : {0U, 1U}) {
    const unsigned right = (p.side == Side::first ? 0U : 2U) + which;
    if ((rules.rights >> right & 1) == 0) continue;
    const Castling& castling = kCastling[right];
    if (castling.volkhv_from == from && castling.volkhv_to == to) return which;
  }
  return std::nullopt;
}

}  // namespace

std::string castling_obstacle(const Rules& rules, const Position& p, unsigned which) {
  const unsigned right = (p.side == Side::first ? 0U : 2U) + which;
  if ((rules.rights >> right & 1) == 0) return "the rules do not let this side castle there";
  const Castling& castling = kCastling[right];
  const std::string king = king_of(rules), rook = kind_name(rules, Kind::ratoborets);
  if ((p.rights >> right & 1) == 0) {
    return fmt::format("the {} or the {} has moved, or is gone", king, rook);
  }
  const Squares between = kBetween[castling.volkhv_from][castling.ratoborets_from] & p.occupied();
  if (between != 0) {
    return fmt::format("a piece stands between the {} and the {} on {}", king, rook,
                       square_name(nearest(castling.volkhv_from, between)));
  }
  const Side enemy = other(p.side);
  if (is_attacked(p, castling.volkhv_from, enemy)) {
    return fmt::format("the {} may not castle out of check", king);
  }
  for (const std::uint8_t square : {castling.ratoborets_to, castling.volkhv_to}) {
    if (is_attacked(p, square, enemy)) return fmt::format("{} is attacked", square_name(square));
  }
  if (p.height[castling.ratoborets_from] != 1) {
    return fmt::format("the {} does not stand alone on its square", rook);
  }
  return fmt::format("the {} would be in check", king);
}

std::string obstacle(const Rules& rules, const Position& p, int from, int to) {
  const Squares own = p.owned[at(p.side)], target = square_bit(to);
  const std::string there = square_name(to);
  if ((own & square_bit(from)) == 0) {
    const std::string here = square_name(from);
    return (p.occupied() & square_bit(from)) == 0
               ? fmt::format("there is no piece on {}", here)
               : fmt::format("the piece on {} belongs to the other side", here);
  }
  const Kind kind = rules.acts_as[p.top_piece(from).code()];
  const std::string piece = kind_name(rules, kind), king = king_of(rules);
  if (from == to) return does_not_move_so(piece);
  if (const std::optional<unsigned> which = castling_of(rules, p, from, to)) {
    return can_castle(rules, p, *which) ? "" : castling_obstacle(rules, p, *which);
  }
  FixedList<Move, kMaxMoves> moves;
  generate(rules, p, moves);
  for (const Move move : moves) {
    if (move.from() == from && move.to() == to) return {};
  }
  const bool in_passing = kind == Kind::ratnik && to == p.en_passant &&
                          (kRatnikAttacks[at(p.side)][at(from)] & target) != 0;
  if (in_passing || (targets(rules, p, from) & target) != 0) {
    if (kind == Kind::volkhv) return fmt::format("the {} would be in check on {}", king, there);
    return p.in_check ? fmt::format("the {} would still be in check", king)
                      : fmt::format("the {} would be in check", king);
  }
  if (kind != Kind::ratnik) {
    if ((reach(kind, from) & target) == 0) return does_not_move_so(piece);
    const Squares between = kBetween[at(from)][at(to)] & p.occupied();
    if (between != 0) return blocked(piece, nearest(from, between));
  }
  if ((own & target) != 0 && !rules.parameters.stacking) {
    return fmt::format("a piece of the same side stands on {}", there);
  }
  if ((p.acting[at(Kind::volkhv)] & target) != 0 &&
      (kind != Kind::ratnik || (kRatnikAttacks[at(p.side)][at(from)] & target) != 0)) {
    return fmt::format("no piece may be put on the {}", king);
  }
  return kind == Kind::ratnik ? ratnik_obstacle(rules, p, from, to) : does_not_move_so(piece);
}

}  // namespace tavlab::tavreli
