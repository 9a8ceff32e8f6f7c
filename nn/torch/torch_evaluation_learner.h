#pragma once

#include <memory>

#include "nn/evaluation/evaluation_learner.h"

namespace tavlab {

/// A learner of learned evaluations with LibTorch, on the CPU, with random initial weights.
std::unique_ptr<EvaluationLearner> make_torch_evaluation_learner(
    const EvaluationShape& shape, std::size_t rule_inputs, const EvaluationLearnerOptions& options);

}  // namespace tavlab
