#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tavlab::tavreli {

/// A set of squares: bit 8 * rank + file, a1 first.
using Squares = std::uint64_t;

constexpr Squares square_bit(int square) { return Squares{1} << square; }
constexpr int file_of(int square) { return square & 7; }
constexpr int rank_of(int square) { return square >> 3; }

inline constexpr Squares kRank1 = 0xffU;

namespace attacks_detail {

/// The squares that lie by (files, ranks) from each square.
template <std::size_t N>
constexpr std::array<Squares, 64> steps(const std::array<std::array<int, 2>, N>& offsets) {
  std::array<Squares, 64> all{};
  for (int square = 0; square < 64; ++square) {
    for (const auto& offset : offsets) {
      const int file = file_of(square) + offset[0], rank = rank_of(square) + offset[1];
      if (file < 0 || file > 7 || rank < 0 || rank > 7) continue;
      all[static_cast<std::size_t>(square)] |= square_bit(8 * rank + file);
    }
  }
  return all;
}

/// The line through each square in a direction and its opposite, without the square.
constexpr std::array<Squares, 64> lines(int file_step, int rank_step) {
  std::array<Squares, 64> all{};
  for (int square = 0; square < 64; ++square) {
    for (const int sign : {1, -1}) {
      int file = file_of(square), rank = rank_of(square);
      for (;;) {
        file += sign * file_step;
        rank += sign * rank_step;
        if (file < 0 || file > 7 || rank < 0 || rank > 7) break;
        all[static_cast<std::size_t>(square)] |= square_bit(8 * rank + file);
      }
    }
  }
  return all;
}

/// Attacks along a rank, by the occupancy of its inner six squares and the slider's file.
constexpr std::array<std::array<std::uint8_t, 8>, 64> rank_attacks() {
  std::array<std::array<std::uint8_t, 8>, 64> all{};
  for (unsigned inner = 0; inner < 64; ++inner) {
    const unsigned occupied = inner << 1;
    for (int file = 0; file < 8; ++file) {
      unsigned attacks = 0;
      for (const int step : {1, -1}) {
        for (int to = file + step; to >= 0 && to < 8; to += step) {
          attacks |= 1U << to;
          if ((occupied >> to & 1) != 0) break;
        }
      }
      all[inner][static_cast<std::size_t>(file)] = static_cast<std::uint8_t>(attacks);
    }
  }
  return all;
}

}  // namespace attacks_detail

inline constexpr auto kVolkhvSteps = attacks_detail::steps<8>(
    {{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}});
inline constexpr auto kVsadnikSteps = attacks_detail::steps<8>(
    {{{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}});
/// The squares that a ratnik attacks, by its side.
inline constexpr std::array<std::array<Squares, 64>, 2> kRatnikAttacks = {
    attacks_detail::steps<2>({{{-1, 1}, {1, 1}}}), attacks_detail::steps<2>({{{-1, -1}, {1, -1}}})};

inline constexpr auto kFiles = attacks_detail::lines(0, 1);
inline constexpr auto kRanks = attacks_detail::lines(1, 0);
inline constexpr auto kDiagonals = attacks_detail::lines(1, 1);
inline constexpr auto kAntidiagonals = attacks_detail::lines(1, -1);
inline constexpr auto kRankAttacks = attacks_detail::rank_attacks();

/// Attacks along a line other than a rank: o ^ (o - 2r) upwards, and the same on the flipped board
/// ("hyperbola quintessence", Leiserson and Warnock, Isenberg; chessprogramming.org).
inline Squares line_attacks(Squares occupied, Squares line, int square) {
  const Squares blockers = occupied & line;
  const Squares bit = square_bit(square);
  const Squares up = blockers - bit;
  const Squares down = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(bit));
  return (up ^ down) & line;
}

inline Squares luchnik_attacks(int square, Squares occupied) {
  const auto s = static_cast<std::size_t>(square);
  return line_attacks(occupied, kDiagonals[s], square) |
         line_attacks(occupied, kAntidiagonals[s], square);
}

inline Squares ratoborets_attacks(int square, Squares occupied) {
  const auto s = static_cast<std::size_t>(square);
  const int rank = square & 56;
  const auto inner = static_cast<std::size_t>(occupied >> (rank + 1) & 63);
  const Squares along = Squares{kRankAttacks[inner][static_cast<std::size_t>(file_of(square))]}
                        << rank;
  return line_attacks(occupied, kFiles[s], square) | along;
}

/// The squares from which a slider could reach `square` on an empty board.
constexpr Squares lines_through(int square) {
  const auto s = static_cast<std::size_t>(square);
  return kFiles[s] | kRanks[s] | kDiagonals[s] | kAntidiagonals[s];
}

namespace attacks_detail {

/// The squares strictly between two squares on a line; none otherwise.
constexpr std::array<std::array<Squares, 64>, 64> between() {
  std::array<std::array<Squares, 64>, 64> all{};
  constexpr int steps[8][2] = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1},
                               {0, 1},   {1, -1}, {1, 0},  {1, 1}};
  for (int from = 0; from < 64; ++from) {
    for (const auto& step : steps) {
      Squares passed = 0;
      int file = file_of(from) + step[0], rank = rank_of(from) + step[1];
      for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += step[0], rank += step[1]) {
        const int to = 8 * rank + file;
        all[static_cast<std::size_t>(from)][static_cast<std::size_t>(to)] = passed;
        passed |= square_bit(to);
      }
    }
  }
  return all;
}

}  // namespace attacks_detail

inline constexpr auto kBetween = attacks_detail::between();

}  // namespace tavlab::tavreli
