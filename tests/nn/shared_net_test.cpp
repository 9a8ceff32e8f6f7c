// Nets that are in memory once, however many threads run them.
#include "nn/shared_net.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/error.h"
#include "nn/net.h"
#include "tests/support/small_nets.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

TEST(SharedNet, OfAFileIsReadOnceWhileSomebodyKeepsIt) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "net.safetensors";
  write_net(path, random_net("ur", small_spec("ur"), 1));
  const auto one = read_shared_net(path, {});
  EXPECT_EQ(read_shared_net(path, {}), one);
  EXPECT_EQ(read_shared_net(folder.path() / "." / "net.safetensors", {}), one) << "another name";
  EXPECT_NE(read_shared_net(path, {"eigen", "cpu"}), one) << "run by something else";
  EXPECT_TRUE(one->net().tensors.empty()) << "the backend has the numbers";
  EXPECT_EQ(one->net().family, "ur");
  EXPECT_THROW(read_shared_net(path, {"abacus", "cpu"}), UserError);
  EXPECT_THROW(read_shared_net(folder.path() / "missing", {}), UserError);
}

/// A backend still in use keeps the net, so that the next reader shares it.
TEST(SharedNet, IsKeptByItsBackEnds) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "net.safetensors";
  write_net(path, random_net("ur", small_spec("ur"), 1));
  const SharedNet* address = nullptr;
  std::unique_ptr<NetBackend> backend;
  {
    auto net = read_shared_net(path, {});
    address = net.get();
    backend = owning_backend(net)->share();
  }
  EXPECT_EQ(read_shared_net(path, {}).get(), address);
}

TEST(SharedNet, IsReadAnewWhereItsFileWasReplaced) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "net.safetensors";
  Net net = random_net("ur", small_spec("ur"), 1);
  net.history = {{"rounds", "1"}};
  write_net(path, net);
  const auto first = read_shared_net(path, {});
  net.history = {{"rounds", "2"}};
  write_net(path, net);
  const auto second = read_shared_net(path, {});
  EXPECT_NE(first, second);
  EXPECT_EQ(first->net().history.at("rounds"), "1");
  EXPECT_EQ(second->net().history.at("rounds"), "2");
}

/// Backends that share weights give the same results, concurrently and to the last bit.
TEST(SharedNet, RunsInManyThreadsAtOnce) {
  for (const std::string family : {"ur", "tafl"}) {
    for (const std::string backend : {"cpu", "eigen"}) {
      const NetSpec spec = small_spec(family);
      const SharedNet net(random_net(family, spec, 3), {backend, "cpu"});
      const int side = family == "ur" ? 1 : 7;
      const MadeUpInputs made(net.net().shape, 3, side, side, 5);
      const NetInputs inputs = made.all();
      NetOutputs expected;
      net.backend()->run(inputs, expected, true);
      constexpr std::size_t kThreads = 4;
      std::vector<NetOutputs> found(kThreads);
      {
        std::vector<std::jthread> threads;
        for (NetOutputs& outputs : found) {
          threads.emplace_back([&net, &inputs, &outputs, mine = net.backend()] {
            for (int i = 0; i < 20; ++i) mine->run(inputs, outputs, true);
          });
        }
      }
      for (const NetOutputs& outputs : found) {
        EXPECT_EQ(outputs.policy, expected.policy) << family << backend;
        EXPECT_EQ(outputs.value, expected.value) << family << backend;
        EXPECT_EQ(outputs.ownership, expected.ownership) << family << backend;
      }
    }
  }
}

}  // namespace
}  // namespace tavlab
