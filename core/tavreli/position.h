#pragma once

#include <array>
#include <cstdint>
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

/// What each is called, by its number.
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

/// How many of a tower's top figures go from where to where, and what is special about it. One
/// word; 0 is no move, as at least one figure moves.
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
  constexpr Move(int from, int to, int figures, Special special = Special::none)
      : word_(static_cast<std::uint32_t>(from) | static_cast<std::uint32_t>(to) << 6 |
              static_cast<std::uint32_t>(figures) << 12 |
              static_cast<std::uint32_t>(special) << 17) {}
  static constexpr Move from_word(std::uint64_t word) {
    Move move;
    move.word_ = static_cast<std::uint32_t>(word);
    return move;
  }
  [[nodiscard]] constexpr std::uint32_t word() const { return word_; }
  [[nodiscard]] constexpr int from() const { return word_ & 63; }
  [[nodiscard]] constexpr int to() const { return (word_ >> 6) & 63; }
  [[nodiscard]] constexpr int figures() const { return (word_ >> 12) & 31; }
  [[nodiscard]] constexpr Special special() const { return static_cast<Special>(word_ >> 17); }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint32_t word_ = 0;
};

inline constexpr int kFigures = 32;
inline constexpr std::uint8_t kNobody = 0xff;  ///< no figure
inline constexpr std::uint8_t kNowhere = 64;   ///< no square

/// Everything that decides the future; trivially copyable. Towers are linked lists of figures,
/// which are numbered; the numbers mean nothing beyond that.
struct Position {
  // What the top figures say, which is all that moves depend on.
  std::array<Squares, 2> owned;        ///< squares of a side's towers
  std::array<Squares, kKinds> acting;  ///< squares whose top figure moves in this way
  /// Heights of a side's towers, summed by the kind of the top figure: ways to take figures up.
  std::array<std::array<std::uint8_t, kKinds>, 2> slots;

  std::array<std::uint8_t, 64> top;          ///< the figure, or kNobody
  std::array<std::uint8_t, 64> height;       ///< figures on a square
  std::array<std::uint8_t, kFigures> below;  ///< the figure under each, or kNobody
  std::array<Figure, kFigures> figure;

  std::uint64_t hash;       ///< of all but the counters
  std::uint16_t quiet;      ///< plies since anything that the limit looks at, if there is one
  std::uint16_t plies;      ///< plies of the game, if there is a limit
  std::uint8_t rights;      ///< to castle: bits as in kCastling
  std::uint8_t en_passant;  ///< the crossed square, where a capture is legal; or kNowhere
  Side side;
  bool in_check;  ///< the side to move, where mate wins
  NodeKind node;
  Result result;
  Ending ending;

  [[nodiscard]] Squares occupied() const { return owned[0] | owned[1]; }
  [[nodiscard]] Squares tops(Side of, Kind kind) const {
    return owned[static_cast<std::size_t>(of)] & acting[static_cast<std::size_t>(kind)];
  }
  [[nodiscard]] Figure top_figure(int square) const {
    return figure[top[static_cast<std::size_t>(square)]];
  }
};
static_assert(sizeof(Position) <= 384);

/// Tops of a player by which a square can be attacked.
struct Attackers {
  Squares ratniks, volkhvs, vsadniks, luchniks, ratoboretses;  ///< the last three with others that
                                                               ///< move like them
};
inline Attackers attackers_of(const Position& p, Side side) {
  const auto acting = [&](Kind kind) { return p.acting[static_cast<std::size_t>(kind)]; };
  const Squares own = p.owned[static_cast<std::size_t>(side)];
  const Squares helgis = acting(Kind::helgi), both = acting(Kind::knyaz) | helgis;
  return {own & acting(Kind::ratnik), own & acting(Kind::volkhv),
          own & (acting(Kind::vsadnik) | helgis), own & (acting(Kind::luchnik) | both),
          own & (acting(Kind::ratoborets) | both)};
}

/// Whether any of them, who belong to `by`, attacks the square.
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

/// Whether a ratnik that comes free on its last rank turns over, when `mover` has moved.
inline bool turns_when_freed(const Rules& rules, Figure figure, int square, Side mover) {
  if (!figure.plain_ratnik() || (last_rank(figure.side()) & square_bit(square)) == 0) return false;
  return rules.parameters.when_freed == WhenFreed::any_move ||
         (rules.parameters.when_freed == WhenFreed::own_move && figure.side() == mover);
}

/// The start position.
Position start_position(const Rules& rules);

/// Towers alone: an empty board to which `place` adds figures from the bottom up.
Position empty_position();
void place(const Rules& rules, Position& p, int square, Figure figure);

/// Sets what follows from towers, side, rights, en passant and counters: hash, check, node, result.
void complete_position(const Rules& rules, Position& p);

/// The towers, rights and side after a legal move, without what follows from them (check, the end,
/// en passant): what legality is judged by.
struct Transition {
  bool irreversible =
      false;          ///< a right is lost, or (without stacking) a figure, or a ratnik moved
  bool loud = false;  ///< what the limit of quiet plies looks at
};
Transition make(const Rules& rules, Position& p, Move move);

/// Plays a legal move. Returns whether no earlier position can recur.
bool play(const Rules& rules, Position& p, Move move);

}  // namespace tavlab::tavreli
