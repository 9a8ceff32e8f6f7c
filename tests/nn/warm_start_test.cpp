// Trainings that start from a net.
#include "nn/warm_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "nn/eigen/eigen_backend.h"
#include "tests/support/refusal.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

NetOutputs outputs_of(const Net& net, const NetInputs& inputs) {
  NetOutputs outputs;
  make_eigen_backend(net)->run(inputs, outputs, true);
  return outputs;
}

void expect_near(const std::vector<float>& a, const std::vector<float>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_NEAR(a[i], b[i], 1e-5F) << i;
}
void expect_same_outputs(const Net& net, const NetInputs& inputs, const Net& other,
                         const NetInputs& other_inputs) {
  const NetOutputs one = outputs_of(net, inputs), two = outputs_of(other, other_inputs);
  expect_near(one.policy, two.policy);
  expect_near(one.value, two.value);
  expect_near(one.moves_left, two.moves_left);
  expect_near(one.captured, two.captured);
  expect_near(one.ownership, two.ownership);
}

TEST(WarmStart, MoreBlocksChangeNothingAtFirst) {
  NetSpec spec = small_spec("tafl");
  const Net from = net_with_random_norms("tafl", spec, 1);
  spec.blocks = 5;  // the fourth pools
  Net net = random_net("tafl", spec, 2);
  start_from(net, from, "from");
  const MadeUpInputs inputs(net.shape, 3, 9, 9, 3);
  expect_same_outputs(net, inputs.all(), from, inputs.all());
}

/// A net that does not see some parameters, and sees the others in another order, is the same net
/// where the parameters that it does not see have no effect.
TEST(WarmStart, RuleInputsAreTakenByName) {
  for (const char* family : {"tafl", "ur"}) {
    NetSpec spec = small_spec(family);
    Net net = random_net(family, spec, 2);
    std::vector<std::string> names = net.spec.encoding.rule_inputs.value();
    ASSERT_GT(names.size(), 12U);
    names.erase(names.begin() + 3, names.begin() + 7);
    std::ranges::reverse(names);
    spec.encoding.rule_inputs = names;
    const Net from = net_with_random_norms(family, spec, 1);
    start_from(net, from, "from");

    // The same positions, as each of them sees the rules.
    const std::size_t rules = net.spec.encoding.rule_inputs->size();
    const auto all = static_cast<std::size_t>(net.shape.globals);
    const int side = net.shape.board ? 7 : 1;
    const MadeUpInputs inputs(net.shape, 1, side, side, 3);
    const NetInputs seen = inputs.all();
    std::vector<float> fewer(seen.globals.begin(), seen.globals.end() - static_cast<long>(rules));
    for (const std::string& name : names) {
      const auto found = std::ranges::find(*net.spec.encoding.rule_inputs, name);
      const auto place = static_cast<std::size_t>(found - net.spec.encoding.rule_inputs->begin());
      fewer.push_back(seen.globals[all - rules + place]);
    }
    NetInputs less = seen;
    less.globals = fewer;
    expect_same_outputs(net, seen, from, less);
  }
}

/// On the boards of both, a net gives all moves the same logits after it was made fit for larger
/// ones; there, the moves that are farther than any it knew get those of the farthest.
TEST(WarmStart, ALargerBoardKeepsTheLogitsOfMoves) {
  constexpr std::size_t kFrom = 9, kTo = 11, kDirections = 4;
  NetSpec spec = small_spec("tafl");
  spec.encoding.max_size = kFrom;
  const Net from = net_with_random_norms("tafl", spec, 1);
  spec.encoding.max_size = kTo;
  spec.encoding.side_heads = true;
  Net net = random_net("tafl", spec, 2);
  start_from(net, from, "from");

  const MadeUpInputs inputs(net.shape, 1, 9, 9, 3);
  const std::vector<float> then = outputs_of(from, inputs.all()).policy;
  const std::vector<float> now = outputs_of(net, inputs.all()).policy;
  const std::size_t planes_then = kDirections * (kFrom - 1) + kDirections;
  const std::size_t planes_now = kDirections * (kTo - 1) + kDirections;
  ASSERT_EQ(then.size(), 81 * planes_then);
  ASSERT_EQ(now.size(), 81 * 2 * planes_now);
  for (std::size_t cell = 0; cell < 81; ++cell) {
    const auto old_logit = [&](std::size_t plane) { return then[cell * planes_then + plane]; };
    for (const std::size_t side : {0U, 1U}) {
      const auto logit = [&](std::size_t plane) {
        return now[(cell * 2 + side) * planes_now + plane];
      };
      for (std::size_t direction = 0; direction < kDirections; ++direction) {
        for (std::size_t distance = 1; distance < kTo; ++distance) {
          const std::size_t known = std::min(distance, kFrom - 1);
          EXPECT_NEAR(logit(direction * (kTo - 1) + distance - 1),
                      old_logit(direction * (kFrom - 1) + known - 1), 1e-5F);
        }
        EXPECT_NEAR(logit(kDirections * (kTo - 1) + direction),
                    old_logit(kDirections * (kFrom - 1) + direction), 1e-5F);
      }
    }
  }
}

/// Made fit for larger boards and then for its own again, a net is the same.
TEST(WarmStart, ASmallerBoardKeepsTheLogitsOfItsMoves) {
  NetSpec spec = small_spec("tafl");
  spec.encoding.max_size = 9;
  const Net from = net_with_random_norms("tafl", spec, 1);
  Net again = random_net("tafl", spec, 2);
  spec.encoding.max_size = 11;
  Net larger = random_net("tafl", spec, 3);
  start_from(larger, from, "from");
  start_from(again, larger, "larger");
  const MadeUpInputs inputs(from.shape, 1, 9, 9, 3);
  expect_same_outputs(again, inputs.all(), from, inputs.all());
}

TEST(WarmStart, RefusesOtherNetsByNamingTheDifference) {
  const NetSpec spec = small_spec("tafl");
  Net net = random_net("tafl", spec, 1);
  const auto refused = [&](const Net& from) {
    return refusal([&] { start_from(net, from, "other.safetensors"); });
  };
  EXPECT_EQ(refused(net), "none");
  EXPECT_EQ(refused(random_net("tavreli", small_spec("tavreli"), 1)),
            "other.safetensors: training cannot start from this net: its family is tavreli");
  NetSpec other = spec;
  other.channels = 16;
  EXPECT_THAT(refused(random_net("tafl", other, 1)),
              HasSubstr("it has channels = 16, the config channels = 8"));
  other = spec;
  other.blocks = 3;
  EXPECT_THAT(refused(random_net("tafl", other, 1)),
              HasSubstr("it has blocks = 3, the config blocks = 2"));
  other = spec;
  other.encoding.side_heads = true;
  EXPECT_THAT(refused(random_net("tafl", other, 1)),
              HasSubstr("it has side_heads = true, the config side_heads = false"));
}

}  // namespace
}  // namespace tavlab
