#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "core/tavreli/rules.h"

namespace tavlab::tavreli {

enum class Ending : std::uint8_t {
  none,
  checkmate,
  stalemate,
  volkhv_taken,
  quiet_plies,
  total_plies,
  insufficient_material
};

/// Their names, by number.
inline constexpr std::array<std::string_view, 7> kEndingTexts = {"",
                                                                 "checkmate",
                                                                 "stalemate",
                                                                 "volkhv taken",
                                                                 "quiet plies",
                                                                 "total plies",
                                                                 "insufficient material"};
static_assert(kEndingTexts.size() == static_cast<std::size_t>(Ending::insufficient_material) + 1);

constexpr std::string_view ending_text(Ending ending) {
  return kEndingTexts[static_cast<std::size_t>(ending)];
}

/// From, to, how many of the tower's top pieces move, and the kind of special move. One word; 0
/// means no move, as at least one piece moves.
class Move {
 public:
  enum class Special : std::uint8_t {
    none,
    en_passant,
    castling,  ///< from and to are the volkhv's
    double_step,
    become_knyaz,
    become_ratoborets,
    become_luchnik,
    become_vsadnik
  };

  constexpr Move() = default;
  constexpr Move(int from, int to, int pieces, Special special = Special::none)
      : word_(static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 6 |
              static_cast<std::uint32_t>(pieces) << 12 |
              static_cast<std::uint32_t>(special) << 17) {}
  static constexpr Move from_word(std::uint64_t word) {
    Move move;
    move.word_ = static_cast<std::uint32_t>(word);
    return move;
  }
  [[nodiscard]] constexpr std::uint32_t word() const { return word_; }
  [[nodiscard]] constexpr int from() const { return word_ & 63; }
  [[nodiscard]] constexpr int to() const { return (word_ >> 6) & 63; }
  [[nodiscard]] constexpr int pieces() const { return (word_ >> 12) & 31; }
  [[nodiscard]] constexpr Special special() const { return static_cast<Special>(word_ >> 17); }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint32_t word_ = 0;
};

inline constexpr int kPieces = 32;
inline constexpr std::uint8_t kNobody = 0xff;  ///< no piece
inline constexpr std::uint8_t kNowhere = 64;   ///< no square

/// Everything that determines the future; trivially copyable. Towers are linked lists of numbered
/// pieces; the numbers have no other meaning.
struct Position {
  // Derived from the top pieces; all that moves depend on.
  std::array<Squares, 2> owned;        ///< squares of a side's towers
  std::array<Squares, kKinds> acting;  ///< squares whose top piece moves as this kind
  /// Heights of a side's towers, summed by the kind of the top piece: ways to lift pieces.
  std::array<std::array<std::uint8_t, kKinds>, 2> slots;

  std::array<std::uint8_t, 64> top;         ///< the piece, or kNobody
  std::array<std::uint8_t, 64> height;      ///< pieces on a square
  std::array<std::uint8_t, kPieces> below;  ///< the piece under each, or kNobody
  std::array<Piece, kPieces> piece;

  std::uint64_t hash;       ///< of everything except the counters
  std::uint16_t quiet;      ///< plies since the last reset of the limit, if there is one
  std::uint16_t plies;      ///< plies of the game, if there is a limit
  std::uint8_t rights;      ///< castling rights: bits as in kCastling
  std::uint8_t en_passant;  ///< the crossed square, where a capture is legal; or kNowhere
  Side side;
  bool in_check;  ///< whether the side to move is; false unless checkmate wins
  NodeKind node;
  Result result;
  Ending ending;

  [[nodiscard]] Squares occupied() const { return owned[0] | owned[1]; }
  /// The squares with several pieces.
  [[nodiscard]] Squares stacked() const {
    // Eight heights at a time: at most 32 each, so adding 126 sets the high bit of those above 1;
    // the product gathers the high bits.
    Squares found = 0;
    for (std::size_t rank = 0; rank < 8; ++rank) {
      std::uint64_t heights = 0;
      std::memcpy(&heights, height.data() + 8 * rank, 8);
      const std::uint64_t high = (heights + 0x7e7e7e7e7e7e7e7eU) & 0x8080808080808080U;
      found |= (high * 0x0002040810204081U >> 56) << (8 * rank);
    }
    return found;
  }
  [[nodiscard]] Squares tops(Side of, Kind kind) const {
    return owned[static_cast<std::size_t>(of)] & acting[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] Piece top_piece(int square) const {
    return piece[top[static_cast<std::size_t>(square)]];
  }
};
static_assert(sizeof(Position) <= 384);

/// A player's top pieces by how they attack; a knyaz or helgi is in all sets that fit its moves.
struct Attackers {
  Squares ratniks, volkhvs, vsadniks, luchniks, ratoboretses;
};
inline Attackers attackers_of(const Position& p, Side side) {
  const auto acting = [&](Kind kind) { return p.acting[static_cast<std::size_t>(kind)]; };
  const Squares own = p.owned[static_cast<std::size_t>(side)];
  const Squares helgis = acting(Kind::helgi), both = acting(Kind::knyaz) | helgis;
  return {own & acting(Kind::ratnik), own & acting(Kind::volkhv),
          own & (acting(Kind::vsadnik) | helgis), own & (acting(Kind::luchnik) | both),
          own & (acting(Kind::ratoborets) | both)};
}

/// Whether any of `attackers`, which belong to `by`, attacks the square.
inline bool is_attacked(int square, Squares occupied, const Attackers& attackers, Side by) {
  const auto s = static_cast<std::size_t>(square);
  const auto defender = static_cast<std::size_t>(other(by));
  return ((kRatnikAttacks[defender][s] & attackers.ratniks) |
          (kVolkhvSteps[s] & attackers.volkhvs) | (kVsadnikSteps[s] & attackers.vsadniks) |
          (luchnik_attacks(square, occupied) & attackers.luchniks) |
          (ratoborets_attacks(square, occupied) & attackers.ratoboretses)) != 0;
}
inline bool is_attacked(const Position& p, int square, Side by) {
  return is_attacked(square, p.occupied(), attackers_of(p, by), by);
}

/// The rank on which a side's ratniks turn over.
constexpr Squares last_rank(Side side) { return side == Side::first ? kRank1 << 56 : kRank1; }

/// Whether a ratnik uncovered on its last rank turns over after a move by `mover`.
inline bool turns_when_freed(const Rules& rules, Piece piece, int square, Side mover) {
  if (!piece.plain_ratnik() || (last_rank(piece.side()) & square_bit(square)) == 0) return false;
  return rules.parameters.when_freed == WhenFreed::any_move ||
         (rules.parameters.when_freed == WhenFreed::own_move && piece.side() == mover);
}

/// The start position.
Position start_position(const Rules& rules);

/// An empty board, to which `place` adds pieces from the bottom up.
Position empty_position();
void place(const Rules& rules, Position& p, int square, Piece piece);

/// Sets everything derived from towers, side, rights, en passant and counters: hash, check, node,
/// result.
void complete_position(const Rules& rules, Position& p);

struct Transition {
  /// A right is lost or, without stacking, a piece is captured or a ratnik moved.
  bool irreversible = false;
  bool loud = false;  ///< resets the limit of quiet plies
};
/// Updates only towers, rights and side, which is enough to check legality; check, the end of the
/// game and en passant are left to `play`.
Transition make(const Rules& rules, Position& p, Move move);

/// Plays a legal move. Returns whether no earlier position can recur.
bool play(const Rules& rules, Position& p, Move move);

/// Passes the turn, for null-move pruning. Returns false and changes nothing in check, if the side
/// to move has ratniks and a volkhv only (zugzwang is common then), or if passing would end the
/// game.
bool pass(const Rules& rules, Position& p);

}  // namespace tavlab::tavreli
