#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/draughts/board.h"
#include "core/draughts/column.h"
#include "core/draughts/parameters.h"

namespace tavlab::draughts {

/// A rule set compiled into lookup tables. Built once by `compile_rules`, then immutable.
struct Rules {
  Parameters parameters;

  bool wide = false;          ///< the board needs sets of more than 64 squares
  bool counts_quiet = false;  ///< a limit counts plies without a capture or promotion

  Geometry<Narrow> narrow_geometry;
  Geometry<Wide> wide_geometry;

  /// Keys by owner, rank and square.
  std::array<std::array<std::array<std::uint64_t, kSquares>, 2>, 2> piece_key{};
  std::array<std::uint64_t, kSquares> square_key{};  ///< for columns
  std::uint64_t side_key = 0;

  template <typename Bits>
  [[nodiscard]] const Geometry<Bits>& geometry() const {
    if constexpr (sizeof(Bits) == sizeof(Narrow)) {
      return narrow_geometry;
    } else {
      return wide_geometry;
    }
  }
  [[nodiscard]] bool flying() const { return parameters.king_move == KingMove::flying; }
};

/// Compiles checked parameters.
std::shared_ptr<const Rules> compile_rules(Parameters parameters);

/// Calls f.template operator()<Bits, Columns>() with the types that the rules need.
template <typename F>
decltype(auto) with_bits(const Rules& rules, F&& f) {
  if (rules.wide) return f.template operator()<Wide, false>();
  if (rules.parameters.columns) return f.template operator()<Narrow, true>();
  return f.template operator()<Narrow, false>();
}

}  // namespace tavlab::draughts
