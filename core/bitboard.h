#pragma once

#include <array>
#include <bit>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace tavlab {

/// The index of the k-th lowest set bit (k from 0) of a word with more than k bits set.
inline int select_bit(std::uint64_t word, int k) {
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << k, word));
#else
  // Bytes whose running population count is at most k lie below the wanted one (Vigna 2008).
  std::uint64_t s = word - ((word >> 1) & 0x5555555555555555U);
  s = (s & 0x3333333333333333U) + ((s >> 2) & 0x3333333333333333U);
  s = ((s + (s >> 4)) & 0x0f0f0f0f0f0f0f0fU) * 0x0101010101010101U;  // running counts
  const std::uint64_t limit = static_cast<std::uint64_t>(k) * 0x0101010101010101U;
  const std::uint64_t at_most = (((limit | 0x8080808080808080U) - s) & 0x8080808080808080U) >> 7;
  const int shift = std::popcount(at_most) * 8;
  int left = k - static_cast<int>(shift == 0 ? 0 : (s >> (shift - 8)) & 0xff);
  std::uint64_t byte = (word >> shift) & 0xff;
  for (; left > 0; --left) byte &= byte - 1;
  return shift + std::countr_zero(byte);
#endif
}

/// A set of cells as `Words` 64-bit words; cell i is bit i % 64 of word i / 64.
template <int Words>
struct Bitboard {
  static constexpr int kWords = Words;
  static constexpr int kBits = 64 * Words;

  std::array<std::uint64_t, Words> word{};

  static constexpr Bitboard single(int cell) {
    Bitboard b;
    b.word[static_cast<std::size_t>(cell >> 6)] = std::uint64_t{1} << (cell & 63);
    return b;
  }

  [[nodiscard]] constexpr bool test(int cell) const {
    return (word[static_cast<std::size_t>(cell >> 6)] >> (cell & 63)) & 1;
  }
  constexpr void set(int cell) {
    word[static_cast<std::size_t>(cell >> 6)] |= std::uint64_t{1} << (cell & 63);
  }
  constexpr void reset(int cell) {
    word[static_cast<std::size_t>(cell >> 6)] &= ~(std::uint64_t{1} << (cell & 63));
  }
  [[nodiscard]] constexpr bool any() const {
    std::uint64_t all = 0;
    for (int i = 0; i < Words; ++i) all |= word[static_cast<std::size_t>(i)];
    return all != 0;
  }
  [[nodiscard]] constexpr bool none() const { return !any(); }
  [[nodiscard]] constexpr int count() const {
    int n = 0;
    for (int i = 0; i < Words; ++i) n += std::popcount(word[static_cast<std::size_t>(i)]);
    return n;
  }

  /// The lowest and highest cell of a non-empty set.
  [[nodiscard]] constexpr int lowest() const {
    std::size_t i = 0;
    while (i + 1 < Words && word[i] == 0) ++i;
    return static_cast<int>(64 * i) + std::countr_zero(word[i]);
  }
  [[nodiscard]] constexpr int highest() const {
    if constexpr (Words == 2) {  // branchless
      const bool high = word[1] != 0;
      return (high ? 127 : 63) - std::countl_zero(high ? word[1] : word[0]);
    }
    std::size_t i = Words - 1;
    while (i > 0 && word[i] == 0) --i;
    return static_cast<int>(64 * i) + 63 - std::countl_zero(word[i]);
  }

  /// The k-th cell of the set in ascending order, k from 0, less than count().
  [[nodiscard]] int select(int k) const {
    if constexpr (Words == 2) {  // no branch on k
      const int low = std::popcount(word[0]);
      const bool high = k >= low;
      return select_bit(word[high], high ? k - low : k) + (high ? 64 : 0);
    }
    int i = 0;
    for (; i < Words - 1; ++i) {
      const int n = std::popcount(word[static_cast<std::size_t>(i)]);
      if (k < n) break;
      k -= n;
    }
    return 64 * i + select_bit(word[static_cast<std::size_t>(i)], k);
  }

  /// Calls f(cell) for each cell in ascending order.
  template <typename F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < Words; ++i) {
      for (std::uint64_t w = word[static_cast<std::size_t>(i)]; w != 0; w &= w - 1) {
        f(64 * i + std::countr_zero(w));
      }
    }
  }

  constexpr bool operator==(const Bitboard&) const = default;

  constexpr Bitboard& operator|=(const Bitboard& b) {
    for (std::size_t i = 0; i < Words; ++i) word[i] |= b.word[i];
    return *this;
  }
  constexpr Bitboard& operator&=(const Bitboard& b) {
    for (std::size_t i = 0; i < Words; ++i) word[i] &= b.word[i];
    return *this;
  }
  constexpr Bitboard& operator^=(const Bitboard& b) {
    for (std::size_t i = 0; i < Words; ++i) word[i] ^= b.word[i];
    return *this;
  }
  friend constexpr Bitboard operator|(Bitboard a, const Bitboard& b) { return a |= b; }
  friend constexpr Bitboard operator&(Bitboard a, const Bitboard& b) { return a &= b; }
  friend constexpr Bitboard operator^(Bitboard a, const Bitboard& b) { return a ^= b; }
  constexpr Bitboard operator~() const {
    Bitboard b;
    for (std::size_t i = 0; i < Words; ++i) b.word[i] = ~word[i];
    return b;
  }

  /// Shifts towards higher cells by 1 to 63.
  friend constexpr Bitboard operator<<(const Bitboard& a, int n) {
    Bitboard b;
    for (std::size_t i = Words; i-- > 0;) {
      b.word[i] = a.word[i] << n | (i > 0 ? a.word[i - 1] >> (64 - n) : 0);
    }
    return b;
  }
  /// Shifts towards lower cells by 1 to 63.
  friend constexpr Bitboard operator>>(const Bitboard& a, int n) {
    Bitboard b;
    for (std::size_t i = 0; i < Words; ++i) {
      b.word[i] = a.word[i] >> n | (i + 1 < Words ? a.word[i + 1] << (64 - n) : 0);
    }
    return b;
  }
};

}  // namespace tavlab
