#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tavlab {

/// The largest limit of moves; it bounds the depth of searches and thus the stacks of threads.
inline constexpr int kMaxLimit = 40;

/// Proof and disproof numbers: the minimum number of leaves to prove, or to disprove. Proved is
/// {0, kInfinite}, disproved {kInfinite, 0}.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  std::uint32_t proof = 1, disproof = 1;

  [[nodiscard]] static ProofNumbers proved() { return {0, kInfinite}; }
  [[nodiscard]] static ProofNumbers disproved() { return {kInfinite, 0}; }
  bool operator==(const ProofNumbers&) const = default;
};

/// The progress of a proof.
struct ProofProgress {
  std::uint64_t nodes = 0;  ///< moves played by all threads so far
  /// Of the position; {1, 1} if the search has none.
  ProofNumbers numbers;
};

/// Options for proof searches and walks through strategies.
struct ProofOptions {
  int threads = 1;
  /// Bytes for the search's table, rounded down to a power of two.
  std::size_t memory = std::size_t{1} << 28;
  /// Called a few times a second, by one thread.
  std::function<void(const ProofProgress&)> progress;
  std::function<bool()> stop;  ///< polled as often
};

/// Which games of a strategy are walked: all, or `lines` random samples, each of which begins with
/// `moves` random moves of the other side and continues with all of its moves. If none of 300 lines
/// has a fault, and the strategy was made without knowing the lines, then with 95 % confidence
/// fewer than 1 in 100 lines have one (3 / lines).
struct StrategySample {
  std::uint64_t lines = 0;  ///< 0: all games
  int moves = 0;
  std::uint64_t seed = 0;
  bool operator==(const StrategySample&) const = default;
};

/// What a walk through a strategy found (see Certificate).
struct StrategyReport {
  std::string fault;            ///< why the strategy does not hold; empty if it does
  bool stopped = false;         ///< before the walk was complete
  std::uint64_t positions = 0;  ///< with a move of the strategy; symmetric ones count once
  std::uint64_t nodes = 0;      ///< moves played
  /// The verdict holds under any rules on repetition.
  bool without_repetition = false;
};

/// Instead of a limit: any number of moves.
inline constexpr int kUnlimitedMoves = 255;

/// The result of a proof for a position, a side (the second player if the search takes none) and a
/// limit of moves.
struct LimitProof {
  enum class Verdict : std::uint8_t {
    forced,  ///< the side forces a win within this many moves of its own
    held,    ///< it does not
    stopped  ///< the search was stopped before a verdict, or gave up
  };
  Verdict verdict = Verdict::stopped;
  int within = -1;          ///< if forced: a sufficient number of moves; -1: unknown
  std::uint64_t nodes = 0;  ///< moves played
  double seconds = 0.0;
  /// Whether the rules on repetition, which the search ignores, could change the verdict.
  bool ignores_repetition = false;
};

}  // namespace tavlab
