#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "experiments/stats/interval.h"

namespace tavlab {

/// A legal move as an agent's search values it.
struct ValuedMove {
  double value = 0.0;       ///< the mover's expected score
  std::uint32_t kinds = 0;  ///< a bit for each kind's number (core/move_kinds.h)
};

/// What a kind of moves is worth in one position: only where some legal moves are of the kind and
/// others are not.
struct KindWorth {
  double gain = 0.0;     ///< value of the best move of the kind, minus that of the best other
  bool is_best = false;  ///< the best move is of the kind
};

/// One decision.
struct JudgedDecision {
  int legal_moves = 0;
  int width = 0;  ///< moves whose value is at most `within` below the best
  std::vector<std::optional<KindWorth>> kinds;  ///< by number
};

/// The moves of a decision, the agent's choice first: of equal values, that is the best.
JudgedDecision judge_decision(std::span<const ValuedMove> moves, std::size_t kinds, double within);

/// A mean over positions with its interval: 95 %, normal, for at least two positions.
struct MeanOfPositions {
  double mean = 0.0;
  std::optional<Interval> interval;
};

struct KindSummary {
  std::uint64_t positions = 0;  ///< with moves of the kind and others
  double best_share = 0.0;      ///< of these: the best move is of the kind
  Interval best_interval;       ///< 95 %, Wilson
  MeanOfPositions gain;
};

struct DecisionSummary {
  std::uint64_t positions = 0;
  MeanOfPositions legal_moves;
  /// The effective width of decisions: how many moves are about as good as the best.
  MeanOfPositions width;
  double single_share = 0.0;  ///< only one such move
  Interval single_interval;   ///< 95 %, Wilson
  std::vector<KindSummary> kinds;
};

/// Of decisions under the same rules; at least one.
DecisionSummary summarize_decisions(std::span<const JudgedDecision> decisions);

}  // namespace tavlab
