// LibTorch says what the reference says.
#include "nn/torch_library.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
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
    ASSERT_NEAR(expected[i], found[i], 1e-4F * std::max(1.0F, std::abs(expected[i])))
        << what << " " << i;
  }
}

/// Answers to a few made-up positions of this size.
void compare(const Net& net, int rows, int columns) {
  const EncodingShape shape = net.shape;
  const std::size_t count = 5, cells = static_cast<std::size_t>(rows * columns);
  std::vector<float> planes(count * cells * static_cast<std::size_t>(shape.planes));
  std::vector<float> globals(count * static_cast<std::size_t>(shape.globals));
  Random random(22);
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

/// A net with normalizations that do something.
Net unsettled_net(const std::string& family, int blocks, int channels) {
  NetSpec spec = small_spec(family);
  spec.blocks = blocks;
  spec.channels = channels;
  Net net = random_net(family, spec, 21);
  Random random(23);
  for (auto& [name, tensor] : net.tensors) {
    if (name.find(".norm.") == std::string::npos) continue;
    for (float& value : tensor.values) {
      value = static_cast<float>(name.ends_with(".variance") ? 0.3 + random.uniform()
                                                             : random.uniform() - 0.3);
    }
  }
  return net;
}

TEST(TorchBackend, AgreesWithTheReference) {
  compare(unsettled_net("tafl", 4, 24), 7, 7);
  compare(unsettled_net("tafl", 4, 24), 11, 11);
  compare(unsettled_net("tavreli", 4, 24), 8, 8);
  compare(unsettled_net("ur", 4, 24), 1, 1);
}

/// As large as the nets of experiments/configs.
TEST(TorchBackend, AgreesWithTheReferenceAtTheSizesOfTrainings) {
  compare(unsettled_net("tafl", 4, 32), 7, 7);
  compare(unsettled_net("tafl", 5, 64), 9, 9);
  compare(unsettled_net("tafl", 8, 96), 11, 11);
  compare(unsettled_net("tavreli", 8, 96), 8, 8);
  compare(unsettled_net("ur", 3, 256), 1, 1);
}

TEST(TorchBackend, AgreesWithTheReferenceOnTrainedNets) {
  for (const auto& entry : std::filesystem::directory_iterator(TAVLAB_MODELS)) {
    if (!entry.is_directory()) continue;
    const Net net = read_net(entry.path() / "net.safetensors");
    const int size = net.spec.trunk == NetSpec::Trunk::dense ? 1 : net.spec.encoding.max_size;
    compare(net, size, size);
  }
}

TEST(TorchBackend, RefusesDevicesThatAreNotThere) {
  const Net net = random_net("ur", small_spec("ur"), 1);
  for (const char* device : {"gpu", "cuda:99", "xla:0", ""}) {
    EXPECT_THROW(torch_library().make_backend(net, device), UserError) << device;
  }
}

}  // namespace
}  // namespace tavlab
