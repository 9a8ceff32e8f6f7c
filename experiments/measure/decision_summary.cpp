#include "experiments/measure/decision_summary.h"

#include <algorithm>

#include "experiments/stats/describe.h"

namespace tavlab {
namespace {

/// Values that differ by less are equal: rounding.
constexpr double kEqualValues = 1e-9;

/// Of values that are at least `least`.
MeanOfPositions mean_of(const RunningMean& values, double least) {
  MeanOfPositions mean{values.mean(), {}};
  if (values.count() > 1) {
    const double half = kNormal95 * values.standard_error();
    mean.interval = {std::max(least, values.mean() - half), values.mean() + half};
  }
  return mean;
}

std::optional<KindWorth> worth_of(std::span<const ValuedMove> moves, std::size_t kind) {
  std::optional<double> best_of_kind, best_other;
  for (const ValuedMove& move : moves) {
    std::optional<double>& best = (move.kinds >> kind & 1) != 0 ? best_of_kind : best_other;
    best = std::max(best.value_or(move.value), move.value);
  }
  if (!best_of_kind || !best_other) return std::nullopt;
  KindWorth worth{*best_of_kind - *best_other, false};
  worth.is_best = worth.gain > kEqualValues ||
                  (worth.gain >= -kEqualValues && (moves.front().kinds >> kind & 1) != 0);
  return worth;
}

}  // namespace

JudgedDecision judge_decision(std::span<const ValuedMove> moves, std::size_t kinds, double within) {
  JudgedDecision decision;
  decision.legal_moves = static_cast<int>(moves.size());
  const double best = std::ranges::max(moves, {}, &ValuedMove::value).value;
  decision.width = static_cast<int>(std::ranges::count_if(
      moves, [&](const ValuedMove& move) { return move.value >= best - within - kEqualValues; }));
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    decision.kinds.push_back(worth_of(moves, kind));
  }
  return decision;
}

DecisionSummary summarize_decisions(std::span<const JudgedDecision> decisions) {
  DecisionSummary summary;
  summary.positions = decisions.size();
  RunningMean legal, width;
  std::uint64_t single = 0;
  for (const JudgedDecision& decision : decisions) {
    legal.add(decision.legal_moves);
    width.add(decision.width);
    single += decision.width == 1 ? 1 : 0;
  }
  const auto n = static_cast<double>(decisions.size());
  summary.legal_moves = mean_of(legal, 1.0);
  summary.width = mean_of(width, 1.0);
  summary.single_share = static_cast<double>(single) / n;
  summary.single_interval = wilson_interval(static_cast<double>(single), n);
  for (std::size_t kind = 0; kind < decisions.front().kinds.size(); ++kind) {
    RunningMean gain;
    std::uint64_t best = 0;
    for (const JudgedDecision& decision : decisions) {
      if (!decision.kinds[kind]) continue;
      gain.add(decision.kinds[kind]->gain);
      best += decision.kinds[kind]->is_best ? 1 : 0;
    }
    KindSummary each;
    each.positions = gain.count();
    if (each.positions > 0) {
      const auto with = static_cast<double>(each.positions);
      each.best_share = static_cast<double>(best) / with;
      each.best_interval = wilson_interval(static_cast<double>(best), with);
      each.gain = mean_of(gain, -1.0);
    }
    summary.kinds.push_back(each);
  }
  return summary;
}

}  // namespace tavlab
