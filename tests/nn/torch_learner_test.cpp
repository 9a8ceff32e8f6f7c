// Learning by LibTorch: losses of known cases, and that they fall.
#include "nn/torch_library.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "nn/eigen/eigen_backend.h"
#include "tests/support/cuda.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

/// Wide enough to memorize a batch.
Net learning_net(std::string_view family) {
  NetSpec spec = small_spec(family);
  spec.channels = 16;
  spec.value_hidden = 17;
  spec.encoding.max_size = 7;
  return random_net(family, spec, 6);
}

/// Made-up positions with four moves each; the last move has two places.
TrainingBatch made_up(const Net& net, std::size_t count, int rows, int columns) {
  constexpr std::uint32_t kMoves = 4;
  const ObservationShape shape = net.shape;
  const std::size_t cells = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  Random random(5);
  TrainingBatch batch;
  batch.count = count;
  batch.rows = rows;
  batch.columns = columns;
  batch.planes.resize(count * cells * static_cast<std::size_t>(shape.planes));
  batch.globals.resize(count * static_cast<std::size_t>(shape.globals));
  for (auto* numbers : {&batch.planes, &batch.globals}) {
    for (float& number : *numbers) number = random.below(4) == 0 ? 1.0F : 0.0F;
  }
  const auto places =
      static_cast<std::uint32_t>(cells) * static_cast<std::uint32_t>(shape.policy_planes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t best = random.below(kMoves);
    const std::uint32_t first = random.below(places / 8);
    for (std::uint32_t m = 0; m < kMoves; ++m) {
      const auto move = static_cast<std::uint32_t>(batch.move_position.size());
      batch.move_position.push_back(static_cast<std::uint32_t>(i));
      batch.move_share.push_back(m == best ? 0.7F : 0.1F);
      for (std::uint32_t k = 0; k < (m == kMoves - 1 ? 2U : 1U); ++k) {
        batch.place_move.push_back(move);
        batch.place.push_back(first + 3 * m + k);
      }
    }
    const std::uint32_t result = random.below(3);
    for (std::uint32_t r = 0; r < 3; ++r) batch.value.push_back(r == result ? 1.0F : 0.0F);
    batch.moves_left.push_back(static_cast<float>(random.below(80)));
    for (int side = 0; side < 2; ++side) {
      batch.captured.push_back(static_cast<float>(random.below(12)));
    }
    for (std::size_t c = 0; c < cells; ++c) {
      batch.ownership.push_back(static_cast<std::uint8_t>(random.below(3)));
    }
  }
  return batch;
}

struct Family {
  const char* name;
  int rows, columns;
};

class TorchLearner : public testing::TestWithParam<Family> {
 protected:
  TorchLearner()
      : net_(learning_net(GetParam().name)),
        batch_(made_up(net_, 16, GetParam().rows, GetParam().columns)) {}

  Net net_;
  TrainingBatch batch_;
};

TEST_P(TorchLearner, LossesOfANetThatSaysNothing) {
  for (auto& [name, tensor] : net_.tensors) {
    if (name.find(".out.") != std::string::npos) std::ranges::fill(tensor.values, 0.0F);
  }
  const auto learner = torch_library().make_learner(net_, {}, "cpu");
  const Losses losses = learner->measure(batch_);
  EXPECT_NEAR(losses.value, std::log(3.0), 1e-5);
  EXPECT_NEAR(losses.policy, std::log(4.0), 1e-5) << "four moves, the last one's places add up";
  EXPECT_NEAR(losses.ownership, net_.shape.square_classes > 0 ? std::log(3.0) : 0.0, 1e-5);
  // Huber's loss with a bound of 1, of 0 against the targets in their scales.
  const auto huber = [](double x) { return x <= 1.0 ? x * x / 2 : x - 0.5; };
  double plies = 0, captured = 0;
  for (const float p : batch_.moves_left) plies += huber(double{p} / 50.0) / 16.0;
  for (const float c : batch_.captured) captured += huber(double{c} / 10.0) / 32.0;
  EXPECT_NEAR(losses.moves_left, plies, 1e-5);
  EXPECT_NEAR(losses.captured, captured, 1e-5);
}

TEST_P(TorchLearner, HandsOutTheNetItWasGiven) {
  const auto learner = torch_library().make_learner(net_, {}, "cpu");
  EXPECT_EQ(learner->net().tensors, net_.tensors);
  EXPECT_EQ(learner->averaged().tensors, net_.tensors);
  EXPECT_EQ(learner->net().spec, net_.spec);
}

TEST_P(TorchLearner, LearnsWhatItIsShown) {
  for (const auto precision :
       {LearnerOptions::Precision::single, LearnerOptions::Precision::mixed}) {
    LearnerOptions options;
    options.precision = precision;
    options.average_decay = 0.9;
    const auto learner = torch_library().make_learner(net_, options, "cpu");
    const Losses before = learner->step(batch_, 3e-3);
    Losses after;
    for (int step = 0; step < 300; ++step) after = learner->step(batch_, 3e-3);
    EXPECT_LT(after.value, 0.05);
    // The targets' own entropy is the least that can be reached.
    const double entropy = -(0.7 * std::log(0.7) + 0.3 * std::log(0.1));
    EXPECT_LT(after.policy, entropy + 0.05);
    EXPECT_GT(after.policy, entropy - 1e-3);
    EXPECT_LT(after.moves_left, 0.5 * before.moves_left);
    const Losses averaged = learner->measure(batch_);
    EXPECT_LT(averaged.value, 0.3);
    EXPECT_LT(averaged.policy, entropy + 0.2);
  }
}

/// A step straight along the gradient, so that what changed in a net is the gradient times the
/// rate.
LearnerOptions plain_descent() {
  LearnerOptions options;
  options.optimizer = LearnerOptions::Optimizer::sgd;
  options.weight_decay = 0.0;
  options.max_grad_norm = 1e9;
  return options;
}

/// The gradient that a step of this learner followed.
std::map<std::string, std::vector<double>> gradient_of(const Net& net, const TrainingBatch& batch,
                                                       const LearnerOptions& options,
                                                       const char* device = "cpu") {
  constexpr double kRate = 1.0;
  const auto learner = torch_library().make_learner(net, options, device);
  learner->step(batch, kRate);
  const Net after = learner->net();
  std::map<std::string, std::vector<double>> gradient;
  for (const auto& [name, tensor] : net.tensors) {
    if (name.ends_with(".mean") || name.ends_with(".variance")) continue;
    std::vector<double>& row = gradient[name];
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      row.push_back((double{tensor.values[i]} - double{after.tensors.at(name).values[i]}) / kRate);
    }
  }
  return gradient;
}

/// By hand: the gradient of softmax cross entropy by a logit is the prediction (here a third, or a
/// quarter) minus the target, and every place of a move has its move's gradient.
TEST_P(TorchLearner, GradientsOfANetThatSaysNothing) {
  for (auto& [name, tensor] : net_.tensors) {
    if (name.find(".out.") != std::string::npos) std::ranges::fill(tensor.values, 0.0F);
  }
  const auto gradient = gradient_of(net_, batch_, plain_descent());
  const auto count = static_cast<double>(batch_.count);
  for (std::size_t r = 0; r < 3; ++r) {
    double expected = 0;
    for (std::size_t i = 0; i < batch_.count; ++i) {
      expected += (1.0 / 3.0 - double{batch_.value[3 * i + r]}) / count;
    }
    EXPECT_NEAR(gradient.at("value.out.bias")[r], expected, 1e-6);
  }
  const std::vector<double>& policy = gradient.at("policy.out.bias");
  std::vector<double> expected(policy.size());
  for (std::size_t p = 0; p < batch_.place.size(); ++p) {
    const double share = double{batch_.move_share[batch_.place_move[p]]};
    expected[batch_.place[p] % policy.size()] += (0.25 - share) / count;
  }
  for (std::size_t i = 0; i < policy.size(); ++i) EXPECT_NEAR(policy[i], expected[i], 1e-6);
}

/// The loss rises along the gradient at the rate of the gradient's norm.
TEST_P(TorchLearner, GradientsAreThoseOfTheLoss) {
  const LearnerOptions options = plain_descent();
  const auto gradient = gradient_of(net_, batch_, options);
  double squares = 0;
  for (const auto& [name, row] : gradient) {
    for (const double g : row) squares += g * g;
  }
  const double length = std::sqrt(squares);
  const auto loss_at = [&](double way) {
    Net net = net_;
    for (const auto& [name, row] : gradient) {
      for (std::size_t i = 0; i < row.size(); ++i) {
        net.tensors.at(name).values[i] += static_cast<float>(way * row[i] / length);
      }
    }
    const Losses losses = torch_library().make_learner(net, options, "cpu")->step(batch_, 0.0);
    return losses.policy + options.weights.value * losses.value +
           options.weights.moves_left * losses.moves_left +
           options.weights.captured * losses.captured +
           options.weights.ownership * losses.ownership;
  };
  constexpr double kWay = 1e-2;
  EXPECT_NEAR((loss_at(kWay) - loss_at(-kWay)) / (2 * kWay), length, 0.02 * length);
}

/// The cosine of two gradients, and the second's norm relative to the first's.
struct Likeness {
  double cosine, length;
};
Likeness likeness(const std::map<std::string, std::vector<double>>& one,
                  const std::map<std::string, std::vector<double>>& other) {
  double product = 0, of_one = 0, of_other = 0;
  for (const auto& [name, row] : one) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      product += row[i] * other.at(name)[i];
      of_one += row[i] * row[i];
      of_other += other.at(name)[i] * other.at(name)[i];
    }
  }
  return {product / std::sqrt(of_one * of_other), std::sqrt(of_other / of_one)};
}

/// Rounding the factors of convolutions nearly keeps the gradient's direction (one rectifier in
/// some hundred flips), and changes nothing where there are none.
TEST_P(TorchLearner, MixedPrecisionFollowsTheSameGradient) {
  LearnerOptions options = plain_descent();
  options.precision = LearnerOptions::Precision::single;
  const auto single = gradient_of(net_, batch_, options);
  options.precision = LearnerOptions::Precision::mixed;
  const auto mixed = gradient_of(net_, batch_, options);
  EXPECT_GT(likeness(single, mixed).cosine, 0.95);
  EXPECT_NEAR(std::pow(likeness(single, mixed).length, 2), 1.0, 0.1);
  EXPECT_EQ(single == mixed, net_.spec.trunk == NetSpec::Trunk::dense);
}

TEST_P(TorchLearner, CudaFollowsTheSameGradient) {
  if (!has_cuda()) GTEST_SKIP() << "no CUDA device";
  LearnerOptions options = plain_descent();
  options.precision = LearnerOptions::Precision::single;
  const auto single = gradient_of(net_, batch_, options);
  options.precision = LearnerOptions::Precision::automatic;  // there mixed
  const auto on_cuda = gradient_of(net_, batch_, options, "cuda:0");
  EXPECT_GT(likeness(single, on_cuda).cosine, 0.95);
  EXPECT_NEAR(std::pow(likeness(single, on_cuda).length, 2), 1.0, 0.1);
}

/// Version 0.1 kept the steps as one float, which holds no odd number beyond 2^24.
TEST_P(TorchLearner, CountsStepsBeyondWhatAFloatHolds) {
  const auto learner = torch_library().make_learner(net_, {}, "cpu");
  LearnerState state = learner->state();
  state.at("steps") = Tensor{{1}, {16'777'216.0F}};
  learner->restore(state);
  EXPECT_EQ(learner->steps(), 16'777'216U);
  learner->step(batch_, 1e-3);
  const auto other = torch_library().make_learner(net_, {}, "cpu");
  other->restore(learner->state());
  EXPECT_EQ(other->steps(), 16'777'217U);
  for (const Tensor& forged : {Tensor{{1}, {-1.0F}}, Tensor{{2}, {1.0F, 16'777'216.0F}},
                               Tensor{{3}, {0.0F, 0.0F, 1.0F}}, Tensor{{0}, {}}}) {
    state.at("steps") = forged;
    EXPECT_THROW(other->restore(state), UserError);
  }
}

/// The net that it returns gives the same outputs by the reference as by the learner.
TEST_P(TorchLearner, TheReferenceSaysTheSameOfWhatItLearned) {
  const auto learner = torch_library().make_learner(net_, {}, "cpu");
  for (int step = 0; step < 20; ++step) learner->step(batch_, 1e-3);
  NetOutputs outputs;
  make_eigen_backend(learner->averaged())
      ->run({batch_.count, batch_.rows, batch_.columns, batch_.planes, batch_.globals}, outputs,
            true);
  double value = 0;
  for (std::size_t i = 0; i < batch_.count; ++i) {
    double sum = 0, said = 0;
    for (std::size_t r = 0; r < 3; ++r) {
      sum += std::exp(double{outputs.value[3 * i + r]});
      said += double{batch_.value[3 * i + r]} * double{outputs.value[3 * i + r]};
    }
    value += (std::log(sum) - said) / static_cast<double>(batch_.count);
  }
  EXPECT_NEAR(learner->measure(batch_).value, value, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Families, TorchLearner,
                         testing::Values(Family{"tafl", 7, 7}, Family{"ur", 1, 1}),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace tavlab
