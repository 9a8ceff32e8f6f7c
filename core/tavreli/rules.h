#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/game.h"
#include "core/tavreli/attacks.h"
#include "core/tavreli/parameters.h"

namespace tavlab::tavreli {

/// Ways to move, in the order of the letters of position text: K Q R B N P H.
enum class Kind : std::uint8_t { volkhv, knyaz, ratoborets, luchnik, vsadnik, ratnik, helgi };
inline constexpr int kKinds = 7;

/// What a figure is, which is all that tells it from others: a byte with the owner in bit 7. Below
/// it 0 to 4 for volkhv to vsadnik, from 8 on a ratnik: its destiny (bits 0 to 2), whether it has
/// turned over (bit 4) and whether it has the right to a double step that goes with the figure.
class Figure {
 public:
  constexpr Figure() = default;
  static constexpr Figure piece(Side side, Kind kind) {
    return Figure(side, static_cast<unsigned>(kind));
  }
  /// A ratnik; without destiny (Kind::ratnik) where its player will choose.
  static constexpr Figure ratnik(Side side, Kind destiny, bool fresh) {
    return Figure(side, 8U | destiny_code(destiny) | (fresh ? kFresh : 0U));
  }
  static constexpr Figure from_code(unsigned code) {
    Figure figure;
    figure.code_ = static_cast<std::uint8_t>(code);
    return figure;
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
  /// How it moves as a top figure.
  [[nodiscard]] constexpr Kind acts_as() const {
    if (!is_ratnik()) return static_cast<Kind>(code_ & 7U);
    return turned() ? destiny() : Kind::ratnik;
  }
  [[nodiscard]] constexpr Figure turned_over() const { return from_code(code_ | kTurned); }
  [[nodiscard]] constexpr Figure turned_back() const { return from_code(code_ & ~kTurned); }
  [[nodiscard]] constexpr Figure not_fresh() const { return from_code(code_ & ~kFresh); }
  constexpr bool operator==(const Figure&) const = default;

 private:
  static constexpr unsigned kTurned = 16, kFresh = 32;
  constexpr Figure(Side side, unsigned code)
      : code_(static_cast<std::uint8_t>(code | static_cast<unsigned>(side) << 7)) {}
  static constexpr unsigned destiny_code(Kind destiny) {
    constexpr unsigned codes[kKinds] = {0, 4, 1, 3, 2, 0, 5};
    return codes[static_cast<std::size_t>(destiny)];
  }

  std::uint8_t code_ = 0;
};

inline constexpr std::size_t kFigureCodes = 256;

/// The rights to castle, as bits: K Q k q.
inline constexpr unsigned kCastlings = 4;

struct Castling {
  std::uint8_t volkhv_from, volkhv_to, ratoborets_from, ratoborets_to;
};
inline constexpr std::array<Castling, kCastlings> kCastling = {
    {{4, 6, 7, 5}, {4, 2, 0, 3}, {60, 62, 63, 61}, {60, 58, 56, 59}}};

/// A rule set compiled into look-up tables. Built once by `compile_rules`, then immutable.
struct Rules {
  Parameters parameters;

  /// Targets that a top figure of each kind can have at most, for drawing one at random.
  std::array<std::uint8_t, kKinds> most_targets{};
  /// The way of moving of each figure, by its code.
  std::array<Kind, kFigureCodes> acts_as{};
  /// The rights that stay when something leaves a square for good, or is put on it.
  std::array<std::uint8_t, 64> rights_kept{};

  /// Keys by figure and square; a figure's level in its tower rotates its key, so that the same
  /// figures in another order have another one.
  std::array<std::array<std::uint64_t, 64>, kFigureCodes> figure_key{};
  std::array<std::uint64_t, 16> rights_key{};
  std::array<std::uint64_t, 64> en_passant_key{};
  std::uint64_t side_key = 0;

  [[nodiscard]] bool checkmate() const { return parameters.win == Win::checkmate; }
  [[nodiscard]] std::uint64_t key(Figure figure, int square, int level) const {
    return std::rotl(figure_key[figure.code()][static_cast<std::size_t>(square)], 2 * level);
  }
};

/// Compiles checked parameters.
std::shared_ptr<const Rules> compile_rules(Parameters parameters);

}  // namespace tavlab::tavreli
