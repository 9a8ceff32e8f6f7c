// The Eigen backend against a plain computation of the same layers.
#include <gtest/gtest.h>

#include <string>

#include "nn/eigen/eigen_backend.h"
#include "tests/support/plain_net.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

void compare(const std::string& family, const NetSpec& spec, int rows, int columns) {
  const Net net = net_with_random_norms(family, spec, 11);
  const MadeUpInputs inputs(net.shape, 3, rows, columns, 12);
  NetOutputs outputs;
  const auto backend = make_eigen_backend(net);
  backend->run(inputs.all(), outputs, true);
  const PlainNet plain(net);
  for (std::size_t i = 0; i < 3; ++i) {
    expect_as_plain(plain.run(inputs.all(), i), outputs, i, 1e-4);
  }
  // The order in a batch, and what else is in it, change nothing but the rounding.
  NetOutputs alone;
  backend->run(inputs.one(2), alone, false);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(alone.value[i], outputs.value[6 + i], 1e-5F);
}

TEST(EigenBackend, ComputesResidualNetsOfTafl) {
  NetSpec spec = small_spec("tafl");
  spec.blocks = 3;
  compare("tafl", spec, 7, 7);
  spec.encoding.side_heads = true;
  compare("tafl", spec, 11, 11);
  spec.pooling_every = 0;
  compare("tafl", spec, 9, 9);
}

TEST(EigenBackend, ComputesResidualNetsOfTavreli) {
  compare("tavreli", small_spec("tavreli"), 8, 8);
}

TEST(EigenBackend, ComputesDenseNets) { compare("ur", small_spec("ur"), 1, 1); }

}  // namespace
}  // namespace tavlab
