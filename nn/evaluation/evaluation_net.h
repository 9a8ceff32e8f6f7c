#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nn/cpu/aligned.h"
#include "nn/evaluation/evaluation_shape.h"
#include "nn/evaluation/kernels.h"
#include "nn/evaluation/value_line.h"
#include "nn/tensor_file.h"
#include "nn/trained_rules.h"

namespace tavlab {

/// A learned evaluation in integers (NNUE: Nasu 2018), as stored in a file. nn/FORMATS.md describes
/// its tensors and what they compute.
struct EvaluationNet {
  EvaluationShape shape;
  TrainedRules trained;
  std::map<std::string, std::string> history;  ///< of its training, for information
  std::map<std::string, Tensor> tensors;       ///< as listed by evaluation_parameters()
};

/// Writes it atomically. Throws UserError if it cannot be written.
void write_evaluation_net(const std::filesystem::path& path, const EvaluationNet& net);
/// Reads one; files are untrusted. Throws UserError, naming the file, if it is not a learned
/// evaluation, is truncated or damaged, or lacks a tensor.
EvaluationNet read_evaluation_net(const std::filesystem::path& path);
EvaluationNet evaluation_net_of(TensorFile file, const std::string& name);
/// Whether a file's metadata identify it as a learned evaluation.
bool is_evaluation_net(const TensorFile& file);

/// A learned evaluation ready to run, for one set of rules: immutable, shared by threads.
class EvaluationWeights {
 public:
  /// `rule_inputs` are the values of the rule inputs named by the net.
  EvaluationWeights(const EvaluationNet& net, const std::vector<float>& rule_inputs,
                    const ValueLine& value_line = {});

  [[nodiscard]] const EvaluationShape& shape() const { return shape_; }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(shape_.width); }
  [[nodiscard]] const std::int16_t* features() const { return features_.data(); }
  [[nodiscard]] const std::int16_t* bias() const { return bias_.data(); }
  [[nodiscard]] const EvaluationLayers& layers(int bucket) const {
    return layers_[static_cast<std::size_t>(bucket)];
  }
  /// What the value of a search with this evaluation says about results.
  [[nodiscard]] const ValueLine& value_line() const { return value_line_; }
  [[nodiscard]] bool has_base() const { return !base_scales_.empty(); }
  /// The weight of the handcrafted evaluation's logit, in units of 1 / kEvaluationBaseOne.
  [[nodiscard]] std::int32_t base_scale(int bucket) const {
    return base_scales_[static_cast<std::size_t>(bucket)];
  }

 private:
  EvaluationShape shape_;
  ValueLine value_line_;
  AlignedArray<std::int16_t> features_;  ///< [features][width]
  AlignedArray<std::int16_t> bias_;      ///< [width]
  AlignedArray<std::int16_t> weights_;   ///< of the other layers, packed
  AlignedArray<std::int32_t> biases_;
  std::vector<EvaluationLayers> layers_;   ///< of each bucket
  std::vector<std::int32_t> base_scales_;  ///< of each bucket; empty without a base
};

}  // namespace tavlab
