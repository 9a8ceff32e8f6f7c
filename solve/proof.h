#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tavlab {

/// The largest limit of moves: it bounds the depth of searches, and so the stacks of threads.
inline constexpr int kMostLimit = 40;

/// Proof and disproof numbers: how many leaves must at least be proved, or disproved. Proved is
/// {0, kInfinite}, disproved {kInfinite, 0}.
struct ProofNumbers {
  static constexpr std::uint32_t kInfinite = 1'000'000'000;
  std::uint32_t proof = 1, disproof = 1;

  [[nodiscard]] static ProofNumbers proved() { return {0, kInfinite}; }
  [[nodiscard]] static ProofNumbers disproved() { return {kInfinite, 0}; }
  bool operator==(const ProofNumbers&) const = default;
};

/// How far a proof has come.
struct ProofProgress {
  std::uint64_t nodes = 0;  ///< moves played by all threads so far
  /// Of the position; {1, 1} where a search has none.
  ProofNumbers numbers;
};

/// How a proof is searched, or a strategy walked.
struct ProofOptions {
  int threads = 1;
  /// Bytes of the search's table, of which the largest power of two is used.
  std::size_t memory = std::size_t{1} << 28;
  /// Called a few times a second, by one thread.
  std::function<void(const ProofProgress&)> progress;
  std::function<bool()> stop;  ///< asked as often
};

/// Which games by a strategy are walked: all, or those that begin with random moves of the other
/// side, so many lines of so many moves each, and go on with all of its moves. If none of 300 such
/// lines of a strategy that was made without looking at them has a fault, then with 95 % confidence
/// fewer than 1 of 100 have one (3 / lines).
struct StrategySample {
  std::uint64_t lines = 0;  ///< 0: all games
  int moves = 0;
  std::uint64_t seed = 0;
  bool operator==(const StrategySample&) const = default;
};

/// What a walk through a strategy found (see Certificate).
struct StrategyReport {
  std::string fault;            ///< why the strategy does not hold; empty if it does
  bool stopped = false;         ///< before it knew
  std::uint64_t positions = 0;  ///< with a move of the strategy, symmetric ones once
  std::uint64_t nodes = 0;      ///< moves played
  /// It holds whatever the rules on repetition are.
  bool without_repetition = false;
};

/// In place of a limit: any number of moves.
inline constexpr int kAnyNumber = 255;

/// What was proved of a position, a side (the second player, where there is no choice) and a limit
/// of moves.
struct LimitProof {
  enum class Verdict : std::uint8_t {
    forced,  ///< the side forces a win within so many moves of its own
    held,    ///< it does not
    stopped  ///< the search was stopped before it knew, or gave up
  };
  Verdict verdict = Verdict::stopped;
  int within = -1;          ///< if it is forced: moves that are enough; -1: unknown
  std::uint64_t nodes = 0;  ///< moves played
  double seconds = 0.0;
  /// Whether the rules on repetition could change the verdict: the search leaves them aside.
  bool leaves_repetition_aside = false;
};

}  // namespace tavlab
