#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/game_state.h"
#include "core/observation.h"
#include "core/random.h"
#include "nn/evaluation/evaluation_learner.h"
#include "nn/evaluation/evaluation_scale.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/evaluation/calibration.h"

namespace tavlab {

/// Positions of games as a learned evaluation sees them, with their targets.
///
/// Positions that a search would not evaluate are left out: those in which a side could win at once
/// and those whose move captures.
class EvaluationSamples {
 public:
  /// `with_base`: positions come with the handcrafted evaluation.
  EvaluationSamples(int views, std::size_t rule_inputs, bool with_base)
      : views_(views), rule_inputs_(rule_inputs), with_base_(with_base) {}

  /// Adds the positions of a game, each under a random symmetry of the rules. `inputs` are the
  /// values of the rule inputs.
  template <FamilyGame G>
  void add(const typename G::Rules& rules, const typename G::Features& features,
           const StoredGame& game, std::span<const float> inputs, Random& random);
  /// Sets the targets of all positions added since the last call, the games of one round: the
  /// game's result (a draw if it is unfinished) with the weight `result_share`, and for the rest
  /// the search's value, calibrated by these games.
  void set_targets(double result_share, int buckets);

  /// The factor in each bucket by which the handcrafted evaluation alone should be multiplied to
  /// fit the targets.
  [[nodiscard]] std::vector<double> base_scale(int buckets) const;

  /// The loss of the handcrafted evaluation alone, multiplied by the scale of each bucket, on the
  /// samples with these numbers: mean cross-entropy in nats, like a learner's.
  [[nodiscard]] double base_loss(std::span<const std::uint32_t> numbers,
                                 std::span<const double> scale) const;

  [[nodiscard]] std::size_t size() const { return bucket_.size(); }
  /// The samples with these numbers, which must have targets.
  [[nodiscard]] EvaluationBatch batch(std::span<const std::uint32_t> numbers) const;

 private:
  int views_;
  std::size_t rule_inputs_;
  bool with_base_;
  std::vector<std::uint32_t> features_[2];  ///< of all samples, by view
  std::vector<std::uint64_t> first_[2];     ///< start of each sample in features_
  std::vector<std::uint8_t> bucket_;
  std::vector<float> target_;                    ///< for the first view
  std::vector<Calibration::Observation> round_;  ///< of the samples without a target
  std::vector<bool> turned_;                ///< whether their first view is the second player's
  std::vector<float> base_;                 ///< logits; empty without a base
  std::vector<std::uint32_t> rules_of_;     ///< of each sample: index of its rule inputs
  std::vector<std::vector<float>> inputs_;  ///< the values of each set of rules
};

template <FamilyGame G>
void EvaluationSamples::add(const typename G::Rules& rules, const typename G::Features& features,
                            const StoredGame& game, std::span<const float> inputs, Random& random) {
  const std::vector<float> values(inputs.begin(), inputs.end());
  if (inputs_.empty() || inputs_.back() != values) inputs_.push_back(values);
  const auto symmetries = features.symmetries();
  const double result = game.result == Result::unfinished ? 0.5 : score(game.result);
  GameState<G> state(rules);
  std::size_t next = 0;
  for (std::uint32_t e = 0; e < game.events.size(); ++e) {
    const GameEvent& event = game.events[e];
    if (event.chance) {
      state.play_chance(static_cast<std::uint8_t>(event.word));
      continue;
    }
    const auto move = G::Move::from_word(event.word);
    const auto& position = state.position();
    const bool searched = next < game.decisions.size() && game.decisions[next].event == e;
    if (searched) {
      const SearchedDecision& decision = game.decisions[next++];
      bool quiet = decision.full && !G::is_capture(rules, position, move);
      if constexpr (G::capabilities.threats) {
        quiet = quiet && !G::threatens(rules, position, Side::first) &&
                !G::threatens(rules, position, Side::second);
      }
      if (quiet) {
        const double value = decision.win + 0.5 * decision.draw;
        const bool turned = views_ == 2 && G::to_move(position) == Side::second;
        const int symmetry =
            symmetries[random.below(static_cast<std::uint32_t>(symmetries.size()))];
        for (int view = 0; view < views_; ++view) {
          // With two views, the mover's comes first.
          const auto seen = static_cast<Side>(turned ? 1 - view : view);
          FeatureList list;
          features.list(position, seen, symmetry, list);
          first_[view].push_back(features_[view].size());
          features_[view].insert(features_[view].end(), list.begin(), list.end());
        }
        bucket_.push_back(static_cast<std::uint8_t>(features.bucket(position)));
        round_.push_back({bucket_.back(), static_cast<float>(value), static_cast<float>(result)});
        turned_.push_back(turned);
        if (with_base_) {
          const auto logit = static_cast<float>(
              logit_of_output(output_of_logit(evaluation_logit<G>(rules, position))));
          base_.push_back(turned ? -logit : logit);
        }
        rules_of_.push_back(static_cast<std::uint32_t>(inputs_.size() - 1));
      }
    }
    state.play(move);
  }
}

inline void EvaluationSamples::set_targets(double result_share, int buckets) {
  const Calibration calibration(round_, buckets);
  for (std::size_t i = 0; i < round_.size(); ++i) {
    const auto& [bucket, value, result] = round_[i];
    const double target =
        result_share * result + (1 - result_share) * calibration.of(bucket, value);
    target_.push_back(static_cast<float>(turned_[i] ? 1 - target : target));
  }
  round_.clear();
  turned_.clear();
}

inline std::vector<double> EvaluationSamples::base_scale(int buckets) const {
  std::vector<Calibration::Observation> observations;
  observations.reserve(size());
  for (std::size_t i = 0; i < size(); ++i) {
    observations.push_back({bucket_[i], static_cast<float>(logistic(base_[i])), target_[i]});
  }
  const Calibration calibration(observations, buckets);
  std::vector<double> scale;
  scale.reserve(static_cast<std::size_t>(buckets));
  for (int bucket = 0; bucket < buckets; ++bucket) scale.push_back(calibration.slope(bucket));
  return scale;
}

inline double EvaluationSamples::base_loss(std::span<const std::uint32_t> numbers,
                                           std::span<const double> scale) const {
  double sum = 0.0;
  for (const std::uint32_t n : numbers) {
    const double x = scale[bucket_[n]] * base_[n];
    // -t log(sigma(x)) - (1 - t) log(1 - sigma(x)), without overflow.
    sum += std::max(x, 0.0) - x * target_[n] + std::log1p(std::exp(-std::abs(x)));
  }
  return sum / static_cast<double>(numbers.size());
}

inline EvaluationBatch EvaluationSamples::batch(std::span<const std::uint32_t> numbers) const {
  EvaluationBatch batch;
  batch.count = numbers.size();
  for (const std::uint32_t n : numbers) {
    for (int view = 0; view < views_; ++view) {
      const auto begin = first_[view][n];
      const auto end = n + 1 < first_[view].size() ? first_[view][n + 1] : features_[view].size();
      batch.first[view].push_back(static_cast<std::int32_t>(batch.features[view].size()));
      for (auto i = begin; i < end; ++i) {
        batch.features[view].push_back(static_cast<std::int32_t>(features_[view][i]));
      }
    }
    batch.bucket.push_back(bucket_[n]);
    batch.target.push_back(target_[n]);
    if (with_base_) batch.base.push_back(base_[n]);
    if (rule_inputs_ > 0) {
      const std::vector<float>& inputs = inputs_[rules_of_[n]];
      batch.rule_inputs.insert(batch.rule_inputs.end(), inputs.begin(), inputs.end());
    }
  }
  return batch;
}

}  // namespace tavlab
