#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "nn/evaluation/evaluation_net.h"
#include "nn/learner.h"

namespace tavlab {

/// Positions and their training targets. With two views the targets are for the side to move,
/// whose features come first; with one view they are for the first player.
struct EvaluationBatch {
  std::size_t count = 0;
  /// The features of each position, by view, one after another; `first[view][i]` is where those of
  /// position i begin.
  std::vector<std::int32_t> features[2];
  std::vector<std::int32_t> first[2];
  std::vector<std::int32_t> bucket;
  std::vector<float> base;         ///< logit of the handcrafted evaluation; empty without a base
  std::vector<float> target;       ///< expected score, from 0 to 1
  std::vector<float> rule_inputs;  ///< [count][inputs]; empty if the net has none
};

/// Options of training a learned evaluation.
struct EvaluationLearnerOptions {
  std::uint64_t seed = 1;  ///< of the initial weights
  double weight_decay = 0.0;
  int threads = 1;
};

/// Trains a learned evaluation step by step, in floats, with weights clipped to the range of their
/// integer types. It belongs to one thread.
class EvaluationLearner {
 public:
  EvaluationLearner() = default;
  EvaluationLearner(const EvaluationLearner&) = delete;
  EvaluationLearner& operator=(const EvaluationLearner&) = delete;
  virtual ~EvaluationLearner() = default;

  /// One step of Adam (Kingma and Ba 2015) on the mean cross entropy of expected scores; returns
  /// the loss before it, in nats.
  virtual double step(const EvaluationBatch& batch, double learning_rate) = 0;
  /// Only the loss.
  virtual double measure(const EvaluationBatch& batch) = 0;

  /// Sets the weight of the base in each bucket, initially 1. Steps do not train it: a net that has
  /// memorized its training positions could do without the base, and would fail on others.
  virtual void set_base_scale(std::span<const double> scale) = 0;

  /// Starts from the tensors of an EvaluationNet of the same shape and rule inputs, as if no step
  /// had been made. Without `rules.weight` those of the rule inputs are zero.
  virtual void start_from(const std::map<std::string, Tensor>& rounded) = 0;

  /// The tensors of an EvaluationNet, rounded.
  [[nodiscard]] virtual std::map<std::string, Tensor> rounded() const = 0;

  /// The complete state, by name. A learner restored from it continues exactly as the one that
  /// saved it. `restore` throws UserError if the state is of another shape.
  [[nodiscard]] virtual LearnerState state() const = 0;
  virtual void restore(const LearnerState& state) = 0;
};

}  // namespace tavlab
