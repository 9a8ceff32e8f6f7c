#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/game.h"
#include "core/tavreli/attacks.h"
#include "core/tavreli/parameters.h"

namespace tavlab::tavreli {

/// Kinds of movement, in the order of the letters of position text: K Q R B N P H.
enum class Kind : std::uint8_t { volkhv, knyaz, ratoborets, luchnik, vsadnik, ratnik, helgi };
inline constexpr int kKinds = 7;

/// A piece as one byte; equal pieces are interchangeable. Bit 7 is the owner; below it 0 to 4 mean
/// volkhv to vsadnik, and from 8 on a ratnik: its destiny (bits 0 to 2), whether it has turned over
/// (bit 4) and whether it carries the right to a double step (bit 5).
class Piece {
 public:
  constexpr Piece() = default;
  static constexpr Piece of(Side side, Kind kind) {
    return Piece(side, static_cast<unsigned>(kind));
  }
  /// A ratnik; without a destiny (Kind::ratnik) if its player will choose.
  static constexpr Piece ratnik(Side side, Kind destiny, bool fresh) {
    return Piece(side, 8U | destiny_code(destiny) | (fresh ? kFresh : 0U));
  }
  static constexpr Piece from_code(unsigned code) {
    Piece piece;
    piece.code_ = static_cast<std::uint8_t>(code);
    return piece;
  }

  [[nodiscard]] constexpr std::uint8_t code() const { return code_; }
  [[nodiscard]] constexpr Side side() const { return static_cast<Side>(code_ >> 7); }
  [[nodiscard]] constexpr bool is_ratnik() const { return (code_ & 8U) != 0; }
  /// A ratnik that has turned over.
  [[nodiscard]] constexpr bool turned() const { return (code_ & kTurned) != 0; }
  /// A ratnik that has not turned over, or has turned back.
  [[nodiscard]] constexpr bool plain_ratnik() const { return (code_ & (8U | kTurned)) == 8U; }
  [[nodiscard]] constexpr bool fresh() const { return (code_ & kFresh) != 0; }
  [[nodiscard]] constexpr Kind destiny() const {
    constexpr Kind kinds[8] = {Kind::ratnik, Kind::ratoborets, Kind::vsadnik, Kind::luchnik,
                               Kind::knyaz,  Kind::helgi,      Kind::ratnik,  Kind::ratnik};
    return kinds[code_ & 7U];
  }
  /// How it moves on top of a tower.
  [[nodiscard]] constexpr Kind acts_as() const {
    if (!is_ratnik()) return static_cast<Kind>(code_ & 7U);
    return turned() ? destiny() : Kind::ratnik;
  }
  [[nodiscard]] constexpr Piece turned_over() const { return from_code(code_ | kTurned); }
  [[nodiscard]] constexpr Piece turned_back() const { return from_code(code_ & ~kTurned); }
  [[nodiscard]] constexpr Piece not_fresh() const { return from_code(code_ & ~kFresh); }
  constexpr bool operator==(const Piece&) const = default;

 private:
  static constexpr unsigned kTurned = 16, kFresh = 32;
  constexpr Piece(Side side, unsigned code)
      : code_(static_cast<std::uint8_t>(code | static_cast<unsigned>(side) << 7)) {}
  static constexpr unsigned destiny_code(Kind destiny) {
    constexpr unsigned codes[kKinds] = {0, 4, 1, 3, 2, 0, 5};
    return codes[static_cast<std::size_t>(destiny)];
  }

  std::uint8_t code_ = 0;
};

inline constexpr std::size_t kPieceCodes = 256;

/// The castling rights, as bits: K Q k q.
inline constexpr unsigned kCastlings = 4;

struct Castling {
  std::uint8_t volkhv_from, volkhv_to, ratoborets_from, ratoborets_to;
};
inline constexpr std::array<Castling, kCastlings> kCastling = {
    {{4, 6, 7, 5}, {4, 2, 0, 3}, {60, 62, 63, 61}, {60, 58, 56, 59}}};

/// A rule set compiled into lookup tables. Built once by `compile_rules`, then immutable.
struct Rules {
  Parameters parameters;

  /// The maximum number of targets of a top piece of each kind, for random moves.
  std::array<std::uint8_t, kKinds> most_targets{};
  /// How each piece moves, by its code.
  std::array<Kind, kPieceCodes> acts_as{};
  /// The castling rights that there are at all.
  std::uint8_t rights = 0;
  /// The castling rights that remain when a piece leaves a square or is placed on it.
  std::array<std::uint8_t, 64> rights_kept{};

  /// Keys by piece and square; a piece's level in its tower rotates its key, so that the order of
  /// the pieces matters.
  std::array<std::array<std::uint64_t, 64>, kPieceCodes> piece_key{};
  std::array<std::uint64_t, 16> rights_key{};
  std::array<std::uint64_t, 64> en_passant_key{};
  std::uint64_t side_key = 0;

  [[nodiscard]] bool checkmate() const { return parameters.win == Win::checkmate; }
  [[nodiscard]] std::uint64_t key(Piece piece, int square, int level) const {
    return std::rotl(piece_key[piece.code()][static_cast<std::size_t>(square)], 2 * level);
  }
};

/// Compiles checked parameters.
std::shared_ptr<const Rules> compile_rules(Parameters parameters);

}  // namespace tavlab::tavreli
