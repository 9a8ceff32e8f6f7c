#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace tavlab {

/// The largest limit of moves: it bounds the depth of searches, and so the stacks of threads.
inline constexpr int kMostLimit = 40;

/// How a proof is searched, or a strategy walked.
struct ProofOptions {
  int threads = 1;
  /// Bytes of the search's table, of which the largest power of two is used.
  std::size_t memory = std::size_t{1} << 28;
  /// Called a few times a second, by one thread, with the moves played by all so far.
  std::function<void(std::uint64_t nodes)> progress;
  std::function<bool()> stop;  ///< asked as often
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

/// What was proved of a position and a limit of moves.
struct LimitProof {
  enum class Verdict : std::uint8_t {
    forced,  ///< the second player forces a win within so many moves of its own
    held,    ///< it does not
    stopped  ///< the search was stopped before it knew
  };
  Verdict verdict = Verdict::stopped;
  std::uint64_t nodes = 0;  ///< moves played
  double seconds = 0.0;
  /// Whether the rules on repetition could change the verdict: the search leaves them aside.
  bool leaves_repetition_aside = false;
};

}  // namespace tavlab
