// Trainings that start from a net.
#include "nn/warm_start.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
  other.encoding.max_size = 9;
  EXPECT_THAT(refused(random_net("tafl", other, 1)),
              HasSubstr("it has max_size = 9, the config max_size = 11"));
}

}  // namespace
}  // namespace tavlab
