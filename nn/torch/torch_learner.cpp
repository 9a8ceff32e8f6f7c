#include "nn/torch/torch_learner.h"

#include <fmt/format.h>
#include <torch/torch.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"
#include "nn/torch/device.h"
#include "nn/torch/errors.h"

namespace tavlab {
namespace {

using Tensors = std::map<std::string, torch::Tensor>;

constexpr double kNormMomentum = 0.1;  ///< of the running means and variances
constexpr double kNoMove = -1e9;       ///< a logit with probability 0

bool is_statistic(const std::string& name) {
  return name.ends_with(".norm.mean") || name.ends_with(".norm.variance");
}

/// Consecutive positions of a batch, with their moves and the moves' places.
struct Slice {
  std::int64_t first = 0, count = 0;
  std::int64_t first_move = 0, moves = 0;
  std::int64_t first_place = 0, places = 0;
};

Slice slice_of(const TrainingBatch& batch, std::size_t first, std::size_t count) {
  const auto at = [](const std::vector<std::uint32_t>& rising, std::int64_t number) {
    return std::ranges::lower_bound(rising, static_cast<std::uint32_t>(number)) - rising.begin();
  };
  Slice slice{static_cast<std::int64_t>(first), static_cast<std::int64_t>(count), 0, 0, 0, 0};
  slice.first_move = at(batch.move_position, slice.first);
  slice.moves = at(batch.move_position, slice.first + slice.count) - slice.first_move;
  slice.first_place = at(batch.place_move, slice.first_move);
  slice.places = at(batch.place_move, slice.first_move + slice.moves) - slice.first_place;
  return slice;
}

/// The number of positions of a batch with a policy.
std::int64_t positions_with_policy(const TrainingBatch& batch) {
  std::int64_t positions = 0;
  for (std::size_t m = 0; m < batch.move_position.size(); ++m) {
    positions += m == 0 || batch.move_position[m] != batch.move_position[m - 1] ? 1 : 0;
  }
  return positions;
}

/// A net's outputs with the graph for the gradient.
struct Said {
  torch::Tensor policy;      ///< [count, places]
  torch::Tensor value;       ///< [count, 3]
  torch::Tensor moves_left;  ///< [count]
  torch::Tensor captured;    ///< [count, 2]
  torch::Tensor ownership;   ///< [count, cells, classes]; undefined if there is none
};

/// The type that convolutions multiply. bfloat16 has the range of single precision, so gradients
/// need no loss scaling, unlike half precision (Micikevicius et al. 2018; Kalamkar et al. 2019).
torch::ScalarType products_of(LearnerOptions::Precision precision, const torch::Device& device) {
  using enum LearnerOptions::Precision;
  const bool rounded = precision == mixed || (precision == automatic && device.is_cuda());
  return rounded ? torch::kBFloat16 : torch::kFloat;
}

/// The layers of nn/FORMATS.md, on tensors by name.
class Forward {
 public:
  Forward(const NetSpec& spec, const ObservationShape& shape, const Tensors& tensors,
          torch::ScalarType products, bool training)
      : spec_(spec), shape_(shape), tensors_(tensors), products_(products), training_(training) {}

  Said run(const torch::Tensor& planes, const torch::Tensor& globals) const {
    const std::int64_t count = planes.size(0);
    Said said;
    torch::Tensor features;
    if (spec_.trunk == NetSpec::Trunk::dense) {
      features = torch::cat({planes.reshape({count, -1}), globals}, 1);
      for (int i = 0; i < spec_.blocks; ++i) {
        features = linear(fmt::format("layer{}", i), features).relu();
      }
      said.policy = linear("policy.out", features);
    } else {
      const torch::Tensor x = trunk(planes.permute({0, 3, 1, 2}), globals);
      said.policy =
          linear("policy.out", rectified("policy", x).permute({0, 2, 3, 1})).reshape({count, -1});
      const torch::Tensor value = rectified("value", x);
      if (shape_.square_classes > 0) {
        said.ownership = linear("ownership.out", value.permute({0, 2, 3, 1}))
                             .reshape({count, -1, shape_.square_classes});
      }
      features = pooled(value);
    }
    const torch::Tensor hidden = linear("value.hidden", features).relu();
    said.value = linear("value.out", hidden);
    said.moves_left = linear("moves_left.out", hidden).squeeze(1);
    said.captured = linear("captured.out", hidden);
    return said;
  }

 private:
  [[nodiscard]] const torch::Tensor& at(const std::string& name) const { return tensors_.at(name); }

  [[nodiscard]] torch::Tensor linear(const std::string& name, const torch::Tensor& in) const {
    return torch::linear(in, at(name + ".weight"), at(name + ".bias"));
  }
  [[nodiscard]] torch::Tensor convolution(const std::string& name, const torch::Tensor& in) const {
    const torch::Tensor weight = at(name + ".weight").to(products_);
    return torch::conv2d(in.to(products_), weight, {}, 1, weight.size(2) / 2).to(torch::kFloat);
  }
  [[nodiscard]] torch::Tensor normalized(const std::string& name, const torch::Tensor& in) const {
    return torch::batch_norm(in, at(name + ".norm.weight"), at(name + ".norm.bias"),
                             at(name + ".norm.mean"), at(name + ".norm.variance"), training_,
                             kNormMomentum, double{kNormEpsilon}, true);
  }
  [[nodiscard]] torch::Tensor rectified(const std::string& name, const torch::Tensor& in) const {
    return normalized(name, convolution(name, in)).relu();
  }
  /// A layer without bias on values per board, broadcast to all cells.
  [[nodiscard]] torch::Tensor broadcast_to_cells(const std::string& name,
                                                 const torch::Tensor& in) const {
    return torch::linear(in, at(name + ".weight")).unsqueeze(2).unsqueeze(3);
  }
  static torch::Tensor pooled(const torch::Tensor& in) {
    const torch::Tensor mean = in.mean({2, 3});
    const double scale = board_scale(static_cast<int>(in.size(2)), static_cast<int>(in.size(3)));
    return torch::cat({mean, mean * scale, in.amax({2, 3})}, 1);
  }
  [[nodiscard]] torch::Tensor trunk(const torch::Tensor& planes,
                                    const torch::Tensor& globals) const {
    torch::Tensor x = normalized("stem", convolution("stem", planes) +
                                             broadcast_to_cells("stem.globals", globals))
                          .relu();
    for (int i = 0; i < spec_.blocks; ++i) {
      const std::string block = fmt::format("block{}", i);
      torch::Tensor inner = convolution(block + ".first", x);
      if (spec_.pools(i)) {
        inner =
            inner + broadcast_to_cells(block + ".pooled", pooled(rectified(block + ".pool", x)));
      }
      inner = normalized(block + ".first", inner).relu();
      x = (x + normalized(block + ".second", convolution(block + ".second", inner))).relu();
    }
    return x;
  }

  const NetSpec& spec_;
  const ObservationShape& shape_;
  const Tensors& tensors_;
  torch::ScalarType products_;
  bool training_;
};

/// A step splits its batch into parts; a thread computes the gradient of each, with its own batch
/// normalization (the "ghost batches" of Hoffer et al. 2017), and the gradients are added. Threads
/// thus synchronize once per step instead of at every operation: with OpenMP inside operations, two
/// threads took 1.7 times as long, and ten times if another program used a core. The number of
/// parts depends only on the batch, so the number of threads does not affect the results.
class TorchLearner final : public Learner {
 public:
  TorchLearner(const Net& net, const LearnerOptions& options, const torch::Device& device)
      : empty_(net), shape_(net.shape), options_(options), device_(device) {
    empty_.tensors.clear();
    // TensorFloat-32 if available: products of 10 bits, sums in single precision.
    at::globalContext().setAllowTF32CuBLAS(true);
    at::globalContext().setAllowTF32CuDNN(true);
    std::int64_t size = 0;
    for (const auto& [name, tensor] : net.tensors) {
      if (!is_statistic(name)) size += aligned(static_cast<std::int64_t>(tensor.values.size()));
    }
    const auto zeros = torch::TensorOptions().dtype(torch::kFloat).device(device_);
    for (torch::Tensor* const row : {&weights_, &average_, &first_, &second_, &decay_}) {
      *row = torch::zeros({size}, zeros);
    }
    parts_.resize(device.is_cuda() ? 1 : kMaxParts);
    for (Part& part : parts_) part.gradient = torch::zeros({size}, zeros);
    std::int64_t at = 0;
    for (const auto& [name, tensor] : net.tensors) {
      const torch::Tensor numbers = torch::tensor(tensor.values).reshape(tensor.shape);
      if (is_statistic(name)) {
        tensors_.emplace(name, numbers.to(device_).clone());
        averaged_.emplace(name, numbers.to(device_).clone());
        for (Part& part : parts_) part.tensors.emplace(name, numbers.to(device_).clone());
        continue;
      }
      const auto piece = [&](const torch::Tensor& row) {
        return row.narrow(0, at, numbers.numel()).view(numbers.sizes());
      };
      piece(weights_).copy_(numbers);
      piece(average_).copy_(numbers);
      if (tensor.shape.size() > 1) piece(decay_).fill_(1.0);
      for (Part& part : parts_) {
        torch::Tensor leaf = piece(weights_).detach().requires_grad_(true);
        leaf.mutable_grad() = piece(part.gradient);
        part.tensors.emplace(name, leaf);
      }
      tensors_.emplace(name, piece(weights_));
      averaged_.emplace(name, piece(average_));
      moments_.emplace("first." + name, piece(first_));
      moments_.emplace("second." + name, piece(second_));
      at += aligned(numbers.numel());
    }
  }

  Losses step(const TrainingBatch& batch, double learning_rate) override {
    return with_one_line([&] { return descend_once(batch, learning_rate); });
  }

  Losses measure(const TrainingBatch& batch) override {
    at::set_num_threads(1);
    const torch::NoGradGuard guard;
    return losses_of(batch, slice_of(batch, 0, batch.count), positions_with_policy(batch),
                     averaged_, false)
        .second;
  }

  [[nodiscard]] Net net() const override { return with(tensors_); }
  [[nodiscard]] Net averaged() const override { return with(averaged_); }

  [[nodiscard]] std::uint64_t steps() const override { return steps_; }

  [[nodiscard]] LearnerState state() const override {
    LearnerState state;
    for (const auto& [name, tensor] : tensors_) state.emplace("net." + name, numbers_of(tensor));
    for (const auto& [name, tensor] : averaged_) {
      state.emplace("averaged." + name, numbers_of(tensor));
    }
    for (const auto& [name, tensor] : moments_) state.emplace(name, numbers_of(tensor));
    // In two parts, each of which a float holds exactly.
    state.emplace("steps", Tensor{{2},
                                  {static_cast<float>(steps_ / kStepsOfPart),
                                   static_cast<float>(steps_ % kStepsOfPart)}});
    return state;
  }

  void restore(const LearnerState& state) override {
    const torch::NoGradGuard guard;
    const auto take = [&](const std::string& name, const torch::Tensor& into) {
      const auto found = state.find(name);
      if (found == state.end() || found->second.shape != into.sizes().vec()) {
        throw UserError(fmt::format("the learner's state has no '{}' of the net's shape", name));
      }
      into.detach().copy_(torch::tensor(found->second.values).reshape(found->second.shape));
    };
    for (const auto& [name, tensor] : tensors_) take("net." + name, tensor);
    hand_out_statistics();
    for (const auto& [name, tensor] : averaged_) take("averaged." + name, tensor);
    for (const auto& [name, tensor] : moments_) take(name, tensor);
    steps_ = steps_of(state);
  }

 private:
  /// Where the next tensor of a row starts after one of this size: cuDNN reads weights 16 bytes at
  /// a time, and only from aligned addresses.
  static std::int64_t aligned(std::int64_t size) {
    constexpr std::int64_t kFloats = 64;
    return (size + kFloats - 1) / kFloats * kFloats;
  }

  /// Floats hold all whole numbers up to this.
  static constexpr std::uint64_t kStepsOfPart = std::uint64_t{1} << 24;

  /// Version 0.1 wrote the steps as one float.
  static std::uint64_t steps_of(const LearnerState& state) {
    constexpr float kMost = 1e15F;
    const auto steps = state.find("steps");
    const std::size_t parts = steps == state.end() ? 0 : steps->second.values.size();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < parts; ++i) {
      const float part = steps->second.values[i];
      const float most = parts == 1 ? kMost : static_cast<float>(kStepsOfPart);
      if (!(part >= 0 && part < most)) throw UserError("the learner's state has no valid 'steps'");
      sum = sum * kStepsOfPart + static_cast<std::uint64_t>(part);
    }
    if (parts != 1 && parts != 2) throw UserError("the learner's state has no valid 'steps'");
    return sum;
  }

  /// The data of a thread for its part of a batch: the weights as leaves whose gradients are views
  /// of its own row, and its own running statistics.
  struct Part {
    Tensors tensors;
    torch::Tensor gradient;
  };

  // Minimum positions per part; more for dense nets, where each call of LibTorch costs as much as
  // the arithmetic of many positions.
  static constexpr std::size_t kMinOfBoards = 64;
  static constexpr std::size_t kMinOfDense = 256;
  static constexpr std::size_t kMaxParts = 16;

  Losses descend_once(const TrainingBatch& batch, double learning_rate) {
    const bool dense = empty_.spec.trunk == NetSpec::Trunk::dense;
    const std::size_t parts = std::clamp(batch.count / (dense ? kMinOfDense : kMinOfBoards),
                                         std::size_t{1}, parts_.size());
    const std::int64_t with_policy = positions_with_policy(batch);
    std::vector<Losses> of_parts(parts);
    const auto learn = [&](std::size_t i) {
      at::set_num_threads(1);
      const std::size_t first = batch.count * i / parts, last = batch.count * (i + 1) / parts;
      Part& part = parts_[i];
      part.gradient.zero_();
      const auto [total, losses] =
          losses_of(batch, slice_of(batch, first, last - first), with_policy, part.tensors, true);
      total.backward();
      of_parts[i] = losses;
    };
    run_jobs(parts, options_.threads,
             [&](std::size_t part, std::size_t, const std::stop_token&) { learn(part); });
    const torch::NoGradGuard guard;
    Losses losses = of_parts[0];
    torch::Tensor& gradient = parts_[0].gradient;
    for (std::size_t i = 1; i < parts; ++i) {
      gradient.add_(parts_[i].gradient);
      losses.add(of_parts[i]);
    }
    gradient.mul_((options_.max_grad_norm / (gradient.norm() + 1e-6)).clamp_max(1.0));
    ++steps_;
    descend(gradient, learning_rate);
    gather_statistics(parts);
    average();
    return losses;
  }

  /// Averages the normalizations' statistics over the parts, which continue with the means.
  void gather_statistics(std::size_t parts) {
    for (const auto& [name, tensor] : tensors_) {
      if (!is_statistic(name)) continue;
      tensor.copy_(parts_[0].tensors.at(name));
      for (std::size_t i = 1; i < parts; ++i) tensor.add_(parts_[i].tensors.at(name));
      tensor.div_(static_cast<double>(parts));
    }
    hand_out_statistics();
  }
  void hand_out_statistics() {
    for (const auto& [name, tensor] : tensors_) {
      if (!is_statistic(name)) continue;
      for (Part& part : parts_) part.tensors.at(name).copy_(tensor);
    }
  }

  /// An optimizer step on all weights at once, since the number of calls matters for small nets.
  void descend(const torch::Tensor& gradient, double rate) {
    weights_.addcmul_(weights_, decay_, -rate * options_.weight_decay);
    if (options_.optimizer == LearnerOptions::Optimizer::sgd) {
      first_.mul_(0.9).add_(gradient);
      weights_.add_(first_, -rate);
      return;
    }
    const auto steps = static_cast<double>(steps_);
    first_.mul_(0.9).add_(gradient, 0.1);
    second_.mul_(0.999).addcmul_(gradient, gradient, 0.001);
    const torch::Tensor spread = (second_ / (1.0 - std::pow(0.999, steps))).sqrt_().add_(1e-8);
    weights_.addcdiv_(first_, spread, -rate / (1.0 - std::pow(0.9, steps)));
  }

  /// Updates the averaged weights: recent steps count most, but in the beginning all steps equally.
  /// The same for the normalizations' statistics, which must match the weights.
  void average() {
    const double keep = std::min(options_.average_decay, 1.0 - 1.0 / static_cast<double>(steps_));
    average_.mul_(keep).add_(weights_, 1.0 - keep);
    for (const auto& [name, tensor] : averaged_) {
      if (is_statistic(name)) tensor.mul_(keep).add_(tensors_.at(name), 1.0 - keep);
    }
  }

  /// Rows of a batch's values, of the given width, as a tensor of this shape.
  template <typename Number>
  [[nodiscard]] torch::Tensor lent(const std::vector<Number>& numbers, std::int64_t first,
                                   at::IntArrayRef shape, torch::ScalarType type) const {
    std::int64_t width = 1;
    for (std::size_t i = 1; i < shape.size(); ++i) width *= shape[i];
    return torch::from_blob(const_cast<Number*>(numbers.data()) + first * width, shape, type)
        .to(device_);
  }
  [[nodiscard]] torch::Tensor indices(const std::vector<std::uint32_t>& numbers, std::int64_t first,
                                      std::int64_t count) const {
    return lent(numbers, first, {count}, torch::kInt).to(torch::kLong);
  }

  /// The cross entropy of the policies, summed and divided by `positions`, from a matrix of the
  /// moves' logits with a row per position.
  [[nodiscard]] torch::Tensor policy_loss(const TrainingBatch& batch, const Slice& slice,
                                          std::int64_t positions,
                                          const torch::Tensor& policy) const {
    if (slice.moves == 0) return torch::zeros({}, policy.options());
    std::vector<std::int64_t> slot(static_cast<std::size_t>(slice.moves));
    std::int64_t widest = 0;
    for (std::size_t m = 0; m < slot.size(); ++m) {
      const std::size_t move = static_cast<std::size_t>(slice.first_move) + m;
      const bool first = m == 0 || batch.move_position[move] != batch.move_position[move - 1];
      slot[m] = first ? 0 : slot[m - 1] + 1;
      widest = std::max(widest, slot[m] + 1);
    }
    const torch::Tensor place_move =
        indices(batch.place_move, slice.first_place, slice.places) - slice.first_move;
    const torch::Tensor position =
        indices(batch.move_position, slice.first_move, slice.moves) - slice.first;
    const torch::Tensor at = position.index_select(0, place_move) * policy.size(1) +
                             indices(batch.place, slice.first_place, slice.places);
    const torch::Tensor logits =
        torch::zeros({slice.moves}, policy.options())
            .index_add(0, place_move, policy.reshape(-1).index_select(0, at));
    const torch::Tensor cell = position * widest + lent(slot, 0, {slice.moves}, torch::kLong);
    const torch::Tensor rows = torch::full({slice.count * widest}, kNoMove, policy.options())
                                   .index_put({cell}, logits)
                                   .reshape({slice.count, widest});
    const torch::Tensor shares = torch::zeros({slice.count * widest}, policy.options())
                                     .index_put({cell}, lent(batch.move_share, slice.first_move,
                                                             {slice.moves}, torch::kFloat))
                                     .reshape({slice.count, widest});
    return -(shares * rows.log_softmax(1)).sum() / static_cast<double>(positions);
  }

  /// The loss of a slice of a batch and its components, normalised by the whole batch (which has
  /// `with_policy` positions with a policy), so that slices add up.
  std::pair<torch::Tensor, Losses> losses_of(const TrainingBatch& batch, const Slice& slice,
                                             std::int64_t with_policy, const Tensors& tensors,
                                             bool training) const {
    const std::int64_t count = slice.count, first = slice.first;
    const std::int64_t cells = std::int64_t{batch.rows} * batch.columns;
    const double share = static_cast<double>(count) / static_cast<double>(batch.count);
    const Said said =
        Forward(empty_.spec, shape_, tensors, products_of(options_.precision, device_), training)
            .run(lent(batch.planes, first, {count, batch.rows, batch.columns, shape_.planes},
                      torch::kFloat),
                 lent(batch.globals, first, {count, shape_.globals}, torch::kFloat));
    const torch::Tensor policy = policy_loss(batch, slice, with_policy, said.policy);
    const torch::Tensor value =
        -share * (lent(batch.value, first, {count, 3}, torch::kFloat) * said.value.log_softmax(1))
                     .sum(1)
                     .mean();
    const torch::Tensor moves_left =
        share *
        torch::huber_loss(said.moves_left, lent(batch.moves_left, first, {count}, torch::kFloat) /
                                               double{kMovesLeftScale});
    const torch::Tensor captured =
        share *
        torch::huber_loss(said.captured, lent(batch.captured, first, {count, 2}, torch::kFloat) /
                                             double{kCapturedScale});
    const LossWeights& weights = options_.weights;
    torch::Tensor total = policy + weights.value * value + weights.moves_left * moves_left +
                          weights.captured * captured;
    Losses losses{policy.item<double>(), value.item<double>(), moves_left.item<double>(),
                  captured.item<double>(), 0.0};
    if (said.ownership.defined()) {
      const torch::Tensor held = lent(batch.ownership, first, {count, cells}, torch::kByte)
                                     .reshape({count * cells})
                                     .to(torch::kLong);
      const torch::Tensor ownership =
          share * torch::nll_loss(said.ownership.reshape({count * cells, -1}).log_softmax(1), held);
      losses.ownership = ownership.item<double>();
      total = total + weights.ownership * ownership;
    }
    return {total, losses};
  }

  static Tensor numbers_of(const torch::Tensor& tensor) {
    const torch::Tensor numbers = tensor.detach().to(torch::kCPU).contiguous();
    const float* const data = numbers.data_ptr<float>();
    return {numbers.sizes().vec(), {data, data + numbers.numel()}};
  }

  [[nodiscard]] Net with(const Tensors& tensors) const {
    Net net = empty_;
    for (const auto& [name, tensor] : tensors) net.tensors.emplace(name, numbers_of(tensor));
    return net;
  }

  Net empty_;  ///< everything but the tensors
  ObservationShape shape_;
  LearnerOptions options_;
  torch::Device device_;
  // All trained weights, flattened; the tensors are views of parts of it.
  torch::Tensor weights_, average_, first_, second_;
  torch::Tensor decay_;  ///< 1 for weights that decay applies to
  Tensors tensors_, averaged_, moments_;
  std::vector<Part> parts_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::unique_ptr<Learner> make_torch_learner(const Net& net, const LearnerOptions& options,
                                            std::string_view device) {
  return with_one_line(
      [&] { return std::make_unique<TorchLearner>(net, options, parse_device(device)); });
}

}  // namespace tavlab
