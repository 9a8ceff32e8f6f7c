#include "nn/torch/torch_evaluation_learner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "nn/evaluation/evaluation_scale.h"
#include "nn/evaluation/kernels.h"
#include "nn/torch/errors.h"
#include "nn/torch/first_layer.h"

namespace tavlab {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

// The ranges of integer weights: those after the first layer are n / 64 with n from -127 to 127,
// those of the first layer n / 127 with n from -255 to 255.
constexpr double kWeightScale = 1 << kEvaluationWeightShift;
constexpr double kMaxWeight = 127 / kWeightScale;
constexpr double kMaxFirst = 255.0 / kEvaluationOne;
// A step of Adam changes each weight by about the learning rate; the output bias, which represents
// the odds between equals, has far to go, so its rate is a multiple.
constexpr double kOutputBiasRate = 16;

/// A step of Adam (Kingma and Ba 2015) with decoupled weight decay (Loshchilov and Hutter 2019).
struct AdamStep {
  static constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;

  AdamStep(double learning_rate, double weight_decay, std::uint64_t step)
      : rate(static_cast<float>(learning_rate / (1 - std::pow(kBeta1, static_cast<double>(step))))),
        correction(static_cast<float>(1 / (1 - std::pow(kBeta2, static_cast<double>(step))))),
        keep(static_cast<float>(1 - learning_rate * weight_decay)) {}

  float rate;        ///< the learning rate with the first moment's correction
  float correction;  ///< of the second moment
  float keep;        ///< of a weight, by its decay
};

/// Updates a tensor and its moments in one pass: the first layer is large, and separate tensor
/// operations took half the time of a training step.
void update(torch::Tensor& weight, const torch::Tensor& gradient, torch::Tensor& first,
            torch::Tensor& second, const AdamStep& adam, double most) {
  float* const weights = weight.data_ptr<float>();
  const float* const gradients = gradient.data_ptr<float>();
  float* const firsts = first.data_ptr<float>();
  float* const seconds = second.data_ptr<float>();
  constexpr auto kBeta1 = static_cast<float>(AdamStep::kBeta1);
  constexpr auto kBeta2 = static_cast<float>(AdamStep::kBeta2);
  constexpr auto kEpsilon = static_cast<float>(AdamStep::kEpsilon);
  constexpr std::int64_t kLeast = 1 << 15;  // per thread
  const float bound = most > 0 ? static_cast<float>(most) : std::numeric_limits<float>::max();
  at::parallel_for(0, weight.numel(), kLeast, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const float g = gradients[i];
      const float m = kBeta1 * firsts[i] + (1 - kBeta1) * g;
      const float v = kBeta2 * seconds[i] + (1 - kBeta2) * g * g;
      const float change = adam.rate * m / (std::sqrt(v * adam.correction) + kEpsilon);
      firsts[i] = m;
      seconds[i] = v;
      weights[i] = std::clamp(adam.keep * weights[i] - change, -bound, bound);
    }
  });
}

class TorchEvaluationLearner final : public EvaluationLearner {
 public:
  TorchEvaluationLearner(const EvaluationShape& shape, std::size_t rule_inputs,
                         const EvaluationLearnerOptions& options)
      : shape_(shape), rule_inputs_(static_cast<std::int64_t>(rule_inputs)), options_(options) {
    at::set_num_threads(options.threads);
    at::Generator generator = at::detail::createCPUGenerator(options.seed);
    const auto uniform = [&](const std::vector<std::int64_t>& size, double most) {
      return torch::empty(size).uniform_(-most, most, generator);
    };
    const std::int64_t width = shape.width, buckets = shape.features.buckets;
    const auto inputs = static_cast<std::int64_t>(shape.inputs());
    constexpr auto kFirst = static_cast<std::int64_t>(kEvaluationHidden1);
    constexpr auto kSecond = static_cast<std::int64_t>(kEvaluationHidden2);
    const double scale1 = 1 / std::sqrt(static_cast<double>(inputs));
    const double scale2 = 1 / std::sqrt(static_cast<double>(kFirst));
    const double scale3 = 1 / std::sqrt(static_cast<double>(kSecond));
    // Some 30 features are active, and their sums should lie around 1/2.
    weights_["features.weight"] = torch::zeros({shape.features.features, width});
    weights_["features.common"] = uniform({std::max(1, shape.features.block), width}, 0.1);
    weights_["features.bias"] = uniform({width}, 0.5) + 0.25;
    if (rule_inputs_ > 0) weights_["rules.weight"] = torch::zeros({rule_inputs_, width});
    weights_["hidden1.weight"] = uniform({1, kFirst, inputs}, scale1).repeat({buckets, 1, 1});
    weights_["hidden1.bias"] = uniform({1, kFirst}, scale1).repeat({buckets, 1});
    weights_["hidden2.weight"] = uniform({1, kSecond, kFirst}, scale2).repeat({buckets, 1, 1});
    weights_["hidden2.bias"] = uniform({1, kSecond}, scale2).repeat({buckets, 1});
    weights_["out.weight"] = uniform({1, kSecond}, scale3).repeat({buckets, 1});
    weights_["out.bias"] = torch::zeros({buckets});
    if (!shape.base.empty()) weights_["base.weight"] = torch::ones({buckets});
    for (auto& [name, weight] : weights_) {
      weight = weight.contiguous();
      weight.requires_grad_(name != "base.weight");
      first_[name] = torch::zeros_like(weight);
      second_[name] = torch::zeros_like(weight);
    }
  }

  double step(const EvaluationBatch& batch, double learning_rate) override {
    return with_one_line([&] {
      const torch::Tensor loss = loss_of(batch);
      loss.backward();
      torch::NoGradGuard guard;
      ++steps_;
      const AdamStep usual(learning_rate, options_.weight_decay, steps_);
      const AdamStep faster(kOutputBiasRate * learning_rate, options_.weight_decay, steps_);
      for (auto& [name, weight] : weights_) {
        if (!weight.grad().defined()) continue;
        const torch::Tensor gradient = weight.grad().contiguous();
        const AdamStep& adam = name == "out.bias" ? faster : usual;
        update(weight, gradient, first_[name], second_[name], adam, bound_of(name));
        weight.mutable_grad().reset();
      }
      return loss.item<double>();
    });
  }

  double measure(const EvaluationBatch& batch) override {
    return with_one_line([&] {
      torch::NoGradGuard guard;
      return loss_of(batch).item<double>();
    });
  }

  [[nodiscard]] std::map<std::string, Tensor> rounded() const override {
    return with_one_line([&] {
      torch::NoGradGuard guard;
      std::map<std::string, Tensor> tensors;
      for (const EvaluationParameter& parameter :
           evaluation_parameters(shape_, static_cast<std::size_t>(rule_inputs_))) {
        const std::string& name = parameter.name;
        torch::Tensor weight = name == "features.weight" ? table() : weights_.at(name);
        weight = weight * scale_of(name) + half_of(name);
        if (!name.starts_with("rules.")) weight = weight.round();
        if (name.starts_with("features.")) weight = weight.clamp(-255, 255);
        if (parameter.type == Tensor::Type::int8) weight = weight.clamp(-127, 127);
        tensors[name] = copied(weight, parameter);
      }
      return tensors;
    });
  }

  void start_from(const std::map<std::string, Tensor>& rounded) override {
    with_one_line([&] {
      torch::NoGradGuard guard;
      for (auto& [name, weight] : weights_) {
        first_[name].zero_();
        second_[name].zero_();
        if (name == "features.common") continue;
        if (name == "rules.weight" && !rounded.contains(name)) {
          weight.zero_();
          continue;
        }
        const Tensor& from = rounded.at(name);
        const torch::Tensor numbers = torch::tensor(from.values).reshape(from.shape);
        weight.copy_((numbers - half_of(name)) / scale_of(name));
      }
      steps_ = 0;
      torch::Tensor& common = weights_.at("features.common");
      common.zero_();
      const FeatureShape& features = shape_.features;
      if (features.blocks == 0) return;
      const std::int64_t covered = std::int64_t{features.block} * features.blocks;
      torch::Tensor own = weights_.at("features.weight").slice(0, 0, covered);
      common.copy_(own.reshape({features.blocks, features.block, own.size(1)}).mean(0));
      own.sub_(common.repeat({features.blocks, 1}));
    });
  }

  void set_base_scale(std::span<const double> scale) override {
    torch::NoGradGuard guard;
    torch::Tensor& weight = weights_.at("base.weight");
    std::ranges::transform(scale, weight.data_ptr<float>(),
                           [](double each) { return static_cast<float>(each); });
  }

  [[nodiscard]] LearnerState state() const override {
    LearnerState state;
    for (const auto& [prefix, tensors] :
         {std::pair{"net.", &weights_}, std::pair{"first.", &first_},
          std::pair{"second.", &second_}}) {
      for (const auto& [name, tensor] : *tensors) {
        const torch::Tensor flat = tensor.detach().contiguous();
        state[prefix + name] = {flat.sizes().vec(),
                                {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()}};
      }
    }
    // Two floats, since one has only 24 bits.
    state["steps"] = {{2},
                      {static_cast<float>(steps_ >> 24U),
                       static_cast<float>(steps_ & ((std::uint64_t{1} << 24U) - 1))}};
    return state;
  }

  void restore(const LearnerState& state) override {
    torch::NoGradGuard guard;
    for (const auto& [prefix, tensors] :
         {std::pair{"net.", &weights_}, std::pair{"first.", &first_},
          std::pair{"second.", &second_}}) {
      for (auto& [name, tensor] : *tensors) {
        const auto found = state.find(prefix + name);
        if (found == state.end() || found->second.shape != tensor.sizes().vec()) {
          throw UserError(fmt::format("the training state has no tensor '{}{}' of the shape {}",
                                      prefix, name, fmt::join(tensor.sizes().vec(), "x")));
        }
        std::copy(found->second.values.begin(), found->second.values.end(),
                  tensor.data_ptr<float>());
      }
    }
    const auto steps = state.find("steps");
    if (steps == state.end() || steps->second.values.size() != 2) {
      throw UserError("the training state has no tensor 'steps'");
    }
    steps_ = (static_cast<std::uint64_t>(steps->second.values[0]) << 24U) +
             static_cast<std::uint64_t>(steps->second.values[1]);
  }

 private:
  /// The first layer: what blocks of features have in common, plus each feature's own weights.
  [[nodiscard]] torch::Tensor table() const {
    const torch::Tensor& own = weights_.at("features.weight");
    const FeatureShape& features = shape_.features;
    if (features.block == 0 || features.blocks == 0) return own;
    return BlockSums::apply(own, weights_.at("features.common"), std::int64_t{features.blocks});
  }

  [[nodiscard]] torch::Tensor loss_of(const EvaluationBatch& batch) const {
    const auto count = static_cast<std::int64_t>(batch.count);
    const auto wrap = [](const auto& numbers, auto type) {
      // The batch outlives the graph, and nothing writes to it.
      return torch::from_blob(const_cast<void*>(static_cast<const void*>(numbers.data())),
                              {static_cast<std::int64_t>(numbers.size())}, type);
    };
    const torch::Tensor weight = table();
    torch::Tensor bias = weights_.at("features.bias");
    if (rule_inputs_ > 0) {
      bias = bias + wrap(batch.rule_inputs, torch::kFloat)
                        .reshape({count, rule_inputs_})
                        .matmul(weights_.at("rules.weight"));
    }
    std::vector<torch::Tensor> sums;
    for (int view = 0; view < shape_.views; ++view) {
      sums.push_back(FeatureSums::apply(weight, wrap(batch.features[view], torch::kInt),
                                        wrap(batch.first[view], torch::kInt)) +
                     bias);
    }
    torch::Tensor x = torch::cat(sums, 1).clamp(0, 1);
    const torch::Tensor bucket = wrap(batch.bucket, torch::kInt).to(torch::kLong);
    x = chosen("hidden1", x, bucket).clamp(0, 1);
    x = chosen("hidden2", x, bucket).clamp(0, 1);
    torch::Tensor logit = (x * weights_.at("out.weight").index_select(0, bucket)).sum(1) +
                          weights_.at("out.bias").index_select(0, bucket);
    if (!shape_.base.empty()) {
      logit = logit +
              wrap(batch.base, torch::kFloat) * weights_.at("base.weight").index_select(0, bucket);
    }
    return torch::binary_cross_entropy_with_logits(logit, wrap(batch.target, torch::kFloat));
  }

  /// A layer for each position's bucket. All buckets are computed, since the layers are small.
  [[nodiscard]] torch::Tensor chosen(const std::string& name, const torch::Tensor& in,
                                     const torch::Tensor& bucket) const {
    const torch::Tensor& weight = weights_.at(name + ".weight");
    const std::int64_t buckets = weight.size(0), outputs = weight.size(1);
    const torch::Tensor all =
        torch::linear(in, weight.reshape({buckets * outputs, weight.size(2)}),
                      weights_.at(name + ".bias").reshape({buckets * outputs}))
            .reshape({-1, buckets, outputs});
    return all.gather(1, bucket.reshape({-1, 1, 1}).expand({-1, 1, outputs})).squeeze(1);
  }

  /// The integer that stands for 1.
  static double scale_of(const std::string& name) {
    constexpr double kOne = kEvaluationOne;
    if (name == "base.weight") return kEvaluationBaseOne;
    if (name.starts_with("features.") || name.starts_with("rules.")) return kOne;
    return name.ends_with(".weight") ? kWeightScale : kOne * kWeightScale;
  }

  /// Added to hidden biases so that sums are rounded when their last bits are dropped.
  static double half_of(const std::string& name) {
    return name == "hidden1.bias" || name == "hidden2.bias" ? kWeightScale / 2 : 0;
  }

  static double bound_of(const std::string& name) {
    if (name.starts_with("features.") && name != "features.bias") return kMaxFirst / 2;
    if (name == "features.bias") return kMaxFirst;
    if (name.starts_with("rules.") || name.ends_with(".bias")) return 0;
    return kMaxWeight;
  }

  static Tensor copied(const torch::Tensor& tensor, const EvaluationParameter& parameter) {
    const torch::Tensor flat = tensor.contiguous();
    return {parameter.shape,
            {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()},
            parameter.type};
  }

  EvaluationShape shape_;
  std::int64_t rule_inputs_;
  EvaluationLearnerOptions options_;
  Tensors weights_, first_, second_;  ///< with Adam's moments
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<EvaluationLearner> make_torch_evaluation_learner(
    const EvaluationShape& shape, std::size_t rule_inputs,
    const EvaluationLearnerOptions& options) {
  return with_one_line([&]() -> std::unique_ptr<EvaluationLearner> {
    return std::make_unique<TorchEvaluationLearner>(shape, rule_inputs, options);
  });
}

}  // namespace tavlab
