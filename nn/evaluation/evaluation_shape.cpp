#include "nn/evaluation/evaluation_shape.h"

#include "nn/evaluation/kernels.h"

namespace tavlab {

std::vector<EvaluationParameter> evaluation_parameters(const EvaluationShape& shape,
                                                       std::size_t rule_inputs) {
  const std::int64_t width = shape.width, inputs = static_cast<std::int64_t>(shape.inputs());
  const std::int64_t buckets = shape.features.buckets;
  constexpr auto kFirst = static_cast<std::int64_t>(kEvaluationHidden1);
  constexpr auto kSecond = static_cast<std::int64_t>(kEvaluationHidden2);
  using enum Tensor::Type;
  std::vector<EvaluationParameter> all = {
      {"features.weight", {shape.features.features, width}, int16},
      {"features.bias", {width}, int16},
      {"hidden1.weight", {buckets, kFirst, inputs}, int8},
      {"hidden1.bias", {buckets, kFirst}, float32},
      {"hidden2.weight", {buckets, kSecond, kFirst}, int8},
      {"hidden2.bias", {buckets, kSecond}, float32},
      {"out.weight", {buckets, kSecond}, int8},
      {"out.bias", {buckets}, float32}};
  if (rule_inputs > 0) {
    all.push_back({"rules.weight", {static_cast<std::int64_t>(rule_inputs), width}, float32});
  }
  if (!shape.base.empty()) all.push_back({"base.weight", {buckets}, int16});
  return all;
}

}  // namespace tavlab
