#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace tavlab {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that mixes all 64 bits.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// FNV-1a with a final mix; stable across machines and versions, so it may be stored.
constexpr std::uint64_t hash_text(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return mix64(h);
}

/// A seed derived from several numbers, in order. Every game gets its own stream this way, from
/// (experiment seed, rule set, agents, game number).
constexpr std::uint64_t derive_seed(std::initializer_list<std::uint64_t> parts) {
  std::uint64_t h = 0x7461766c6162U;  // "tavlab"
  for (const std::uint64_t part : parts) h = mix64(h ^ mix64(part));
  return h;
}

/// xoshiro256** (Blackman and Vigna 2018): small, fast, and good enough for simulation.
/// Satisfies UniformRandomBitGenerator.
class Random {
 public:
  using result_type = std::uint64_t;

  explicit constexpr Random(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15U;
      word = mix64(seed);
    }
  }

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }

  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// A number in [0, bound), bound >= 1. Multiply-shift (Lemire 2019) without the rejection step:
  /// the bias is below bound / 2^32, far below what a simulation can detect.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((operator()() >> 32) * bound) >> 32);
  }

  /// A number in [0, 1) with 53 random bits.
  constexpr double uniform() { return static_cast<double>(operator()() >> 11) * 0x1.0p-53; }

 private:
  std::uint64_t state_[4]{};
};

}  // namespace tavlab
