// LibTorch says what the reference says.
#include "nn/torch_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"
#include "core/random.h"
#include "nn/eigen/eigen_backend.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

void expect_near(const std::vector<float>& expected, const std::vector<float>& found,
                 const char* what) {
  ASSERT_EQ(expected.size(), found.size()) << what;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_NEAR(expected[i], found[i], 1e-4F) << what << " " << i;
  }
}

void compare(const std::string& family, int rows, int columns, int blocks = 4, int channels = 24) {
  NetSpec spec = small_spec(family);
  spec.blocks = blocks;
  spec.channels = channels;
  Net net = random_net(family, spec, 21);
  Random random(22);
  for (auto& [name, tensor] : net.tensors) {  // normalizations that do something
    if (name.find(".norm.") == std::string::npos) continue;
    for (float& value : tensor.values) {
      value = static_cast<float>(name.ends_with(".variance") ? 0.3 + random.uniform()
                                                             : random.uniform() - 0.3);
    }
  }
  const EncodingShape shape = net.shape;
  const std::size_t count = 5, cells = static_cast<std::size_t>(rows * columns);
  std::vector<float> planes(count * cells * static_cast<std::size_t>(shape.planes));
  std::vector<float> globals(count * static_cast<std::size_t>(shape.globals));
  for (auto* numbers : {&planes, &globals}) {
    for (float& value : *numbers) value = random.below(3) == 0 ? 1.0F : 0.0F;
  }
  const NetInputs inputs{count, rows, columns, planes, globals};
  NetOutputs expected, found;
  make_eigen_backend(net)->run(inputs, expected, true);
  torch_library().make_backend(net, "cpu")->run(inputs, found, true);
  expect_near(expected.policy, found.policy, "policy");
  expect_near(expected.value, found.value, "value");
  expect_near(expected.plies, found.plies, "plies");
  expect_near(expected.captured, found.captured, "captured");
  expect_near(expected.squares, found.squares, "squares");
}

TEST(TorchBackend, AgreesWithTheReference) {
  compare("tafl", 7, 7);
  compare("tafl", 11, 11);
  compare("tavreli", 8, 8);
  compare("ur", 1, 1);
}

/// As large as the nets of experiments/configs.
TEST(TorchBackend, AgreesWithTheReferenceAtTheSizesOfTrainings) {
  compare("tafl", 7, 7, 4, 32);
  compare("tafl", 9, 9, 5, 64);
  compare("tafl", 11, 11, 8, 96);
  compare("tavreli", 8, 8, 8, 96);
  compare("ur", 1, 1, 3, 256);
}

TEST(TorchBackend, RefusesDevicesThatAreNotThere) {
  const Net net = random_net("ur", small_spec("ur"), 1);
  for (const char* device : {"gpu", "cuda:99", "xla:0", ""}) {
    EXPECT_THROW(torch_library().make_backend(net, device), UserError) << device;
  }
}

}  // namespace
}  // namespace tavlab
