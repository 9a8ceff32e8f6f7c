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
  const MadeUpInputs inputs(net.shape, 5, rows, columns, 22);
  NetOutputs expected, found;
  make_eigen_backend(net)->run(inputs.all(), expected, true);
  torch_library().make_backend(net, "cpu")->run(inputs.all(), found, true);
  expect_near(expected.policy, found.policy, "policy");
  expect_near(expected.value, found.value, "value");
  expect_near(expected.plies, found.plies, "plies");
  expect_near(expected.captured, found.captured, "captured");
  expect_near(expected.squares, found.squares, "squares");
}

Net wide_net(const std::string& family, int blocks, int channels) {
  NetSpec spec = small_spec(family);
  spec.blocks = blocks;
  spec.channels = channels;
  return unsettled_net(family, spec, 21);
}

TEST(TorchBackend, AgreesWithTheReference) {
  compare(wide_net("tafl", 4, 24), 7, 7);
  compare(wide_net("tafl", 4, 24), 11, 11);
  compare(wide_net("tavreli", 4, 24), 8, 8);
  compare(wide_net("ur", 4, 24), 1, 1);
}

/// As large as the nets of experiments/configs.
TEST(TorchBackend, AgreesWithTheReferenceAtTheSizesOfTrainings) {
  compare(wide_net("tafl", 4, 32), 7, 7);
  compare(wide_net("tafl", 5, 64), 9, 9);
  compare(wide_net("tafl", 8, 96), 11, 11);
  compare(wide_net("tavreli", 8, 96), 8, 8);
  compare(wide_net("ur", 3, 256), 1, 1);
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
