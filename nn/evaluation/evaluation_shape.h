#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/features.h"
#include "nn/tensor_file.h"

namespace tavlab {

/// The shape of a learned evaluation: the family's features, the number of views, the width of the
/// first layer, and the evaluation that it corrects. The next layers have kEvaluationHidden1 and
/// kEvaluationHidden2 outputs.
struct EvaluationShape {
  FeatureShape features;
  int views = 1;
  int width = 64;
  /// The name of the handcrafted evaluation that it corrects (`FeaturesOf::kHandcrafted`): the
  /// net's output is added to that evaluation's logit, scaled. Empty: none.
  std::string base = {};

  [[nodiscard]] std::size_t inputs() const {
    return static_cast<std::size_t>(views) * static_cast<std::size_t>(width);
  }
  bool operator==(const EvaluationShape&) const = default;
};

/// The tensors of a learned evaluation.
struct EvaluationParameter {
  std::string name;
  std::vector<std::int64_t> shape;
  Tensor::Type type;
};
std::vector<EvaluationParameter> evaluation_parameters(const EvaluationShape& shape,
                                                       std::size_t rule_inputs);

}  // namespace tavlab
