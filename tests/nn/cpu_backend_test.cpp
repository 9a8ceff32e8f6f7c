// tavlab's own kernels against a plain computation in double precision: for every instruction set
// of the machine, and, for the others, the same source with scalar vectors and tiles. AMX
// instructions are emulated on machines that have AVX-512's bfloat16 but not AMX.
#include "nn/cpu/cpu_backend.h"
#include "core/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "nn/cpu/isa.h"
#include "nn/cpu/isa_kernels.h"
#include "nn/cpu/winograd.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/net_evaluator.h"
#include "tests/support/amx_emulator.h"
#include "tests/support/plain_kernels.h"
#include "tests/support/plain_net.h"
#include "tests/support/positions.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

/// Kernels to test: of an instruction set, or those that need none.
struct Kernels {
  std::string name;
  CpuKernels table;
  bool emulate_amx = false;

  friend void PrintTo(const Kernels& kernels, std::ostream* out) { *out << kernels.name; }
};

/// Whether AMX's kernels can run with emulated tiles: their vectors need AVX-512's bfloat16.
bool can_emulate_amx() {
  const std::vector<CpuIsa> isas = available_isas();
  return !isas.empty() && isas.back() == CpuIsa::avx512 &&
         __builtin_cpu_supports("avx512bf16") != 0 && AmxEmulator::wanted();
}

/// All that can run here; the plain ones are the same source.
std::vector<Kernels> all_kernels() {
  std::vector<Kernels> all = {{"plain_vector", plain_vector_kernels()},
                              {"plain_tiles", plain_tile_kernels()}};
  for (const CpuIsa isa : available_isas()) {
    all.push_back({std::string(name_of(isa)), kernels_of(isa)});
  }
  if (can_emulate_amx()) all.push_back({"amx_emulated", kernels_of(CpuIsa::amx), true});
  return all;
}

class CpuBackendTest : public testing::TestWithParam<Kernels> {
 protected:
  CpuBackendTest() {
    if (GetParam().emulate_amx) emulator_.emplace();
  }
  /// Kernels of bfloat16 are compared with a computation that rounds where they do. Sums in another
  /// order can be rounded to the neighbour, by one part in 256, so that the bound is wider.
  void compare(const Net& net, int rows, int columns) {
    SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(columns));
    const bool bfloat = GetParam().table.convolve_bfloat16 != nullptr;
    const MadeUpInputs inputs(net.shape, 2, rows, columns, 32);
    NetOutputs outputs;
    make(net)->run(inputs.all(), outputs, true);
    const PlainNet plain(net, bfloat);
    for (std::size_t i = 0; i < 2; ++i) {
      expect_as_plain(plain.run(inputs.all(), i), outputs, i, bfloat ? 4e-3 : 1e-4);
    }
  }
  std::unique_ptr<NetBackend> make(const Net& net) {
    return make_cpu_backend(net, GetParam().table, "test");
  }

 private:
  std::optional<AmxEmulator> emulator_;
};

NetSpec spec_of(const std::string& family, int blocks, int channels) {
  NetSpec spec = small_spec(family);
  spec.blocks = blocks;
  spec.channels = channels;
  spec.encoding.max_size = 19;
  return spec;
}

TEST_P(CpuBackendTest, ComputesBoardsOfEverySize) {
  const Net net = net_with_random_norms("tafl", spec_of("tafl", 2, 16), 31);
  for (int size = 3; size <= 19; ++size) compare(net, size, size);
  for (const auto& [rows, columns] : {std::pair{7, 9}, {8, 3}, {13, 6}, {4, 11}}) {
    compare(net, rows, columns);
  }
  if (GetParam().emulate_amx) {
    EXPECT_GT(AmxEmulator::instructions(), 0U);
  }
}

TEST_P(CpuBackendTest, ComputesNetsOfEveryWidth) {
  for (const int channels : {1, 8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 160}) {
    SCOPED_TRACE(channels);
    compare(net_with_random_norms("tafl", spec_of("tafl", 2, channels), 31), 7, 7);
  }
  for (const int channels : {1, 24, 100, 256}) {
    SCOPED_TRACE(channels);
    compare(net_with_random_norms("ur", spec_of("ur", 3, channels), 31), 1, 1);
  }
}

TEST_P(CpuBackendTest, ComputesNetsOfEveryKind) {
  NetSpec spec = spec_of("tafl", 6, 64);
  compare(net_with_random_norms("tafl", spec, 31), 11, 11);
  spec.encoding.side_heads = true;
  compare(net_with_random_norms("tafl", spec, 31), 9, 9);
  spec.pooling_every = 0;
  compare(net_with_random_norms("tafl", spec, 31), 9, 9);
  spec.pooling_every = 1;
  spec.pooling_channels = 33;
  spec.policy_channels = 65;
  spec.value_channels = 17;
  spec.value_hidden = 70;
  compare(net_with_random_norms("tafl", spec, 31), 7, 7);
  compare(net_with_random_norms("tavreli", spec_of("tavreli", 4, 40), 31), 8, 8);
}

TEST_P(CpuBackendTest, ComputesTrainedNets) {
  for (const auto& entry : std::filesystem::directory_iterator(TAVLAB_MODELS)) {
    if (!entry.is_directory()) continue;
    SCOPED_TRACE(entry.path().filename().string());
    const Net net = read_net(entry.path() / "net.safetensors");
    const int size = net.spec.trunk == NetSpec::Trunk::dense ? 1 : net.spec.encoding.max_size;
    compare(net, size, size);
  }
}

/// In games of their own rules trained nets prefer the same moves as with the reference, or moves
/// that are as good to them.
TEST_P(CpuBackendTest, PrefersTheMovesOfTheReference) {
  const bool bfloat = GetParam().table.convolve_bfloat16 != nullptr;
  const float as_good = bfloat ? 0.05F : 1e-4F;
  const int wanted = GetParam().emulate_amx ? 30 : 200;  // each emulated instruction is a trap
  for (const auto& entry : std::filesystem::directory_iterator(TAVLAB_MODELS)) {
    if (!entry.is_directory()) continue;
    SCOPED_TRACE(entry.path().filename().string());
    const Net net = read_net(entry.path() / "net.safetensors");
    const RuleSet rule_set = load_rule_set(net.rules.at(0).id);
    visit_game(rule_set, [&](auto game, const auto& rules) {
      using G = decltype(game);
      NetEvaluator<G> reference(net, make_eigen_backend(net), false);
      NetEvaluator<G> tested(net, make(net), false);
      Random random(35);
      int positions = 0, same = 0;
      while (positions < wanted) {
        GameState<G> state(*rules);
        while (!state.over() && state.plies() < 100) {
          play_to_a_choice(state, random);
          EvaluationRequest<G> expected(state), found(state);
          const auto ask = [&](NetEvaluator<G>& evaluator, EvaluationRequest<G>& request) {
            request.renew(1);
            EvaluationRequest<G>* batch[] = {&request};
            evaluator.evaluate(batch);
            return std::ranges::max_element(request.logits()) - request.logits().begin();
          };
          const auto best = ask(reference, expected), chosen = ask(tested, found);
          ++positions;
          same += best == chosen ? 1 : 0;
          EXPECT_NEAR(expected.logits()[chosen], expected.logits()[best], as_good);
          EXPECT_NEAR(found.value.score(), expected.value.score(), bfloat ? 0.02 : 1e-4);
          state.play(state.random_move(random));
        }
      }
      EXPECT_GE(same, positions * 97 / 100);
    });
  }
}

/// The same numbers to the last bit, whatever is in the batch and whatever was run before.
TEST_P(CpuBackendTest, AnswersDependOnTheirPositionAlone) {
  for (const auto& [family, size] :
       {std::pair<std::string, int>{"tafl", 7}, {"tafl", 11}, {"ur", 1}}) {
    SCOPED_TRACE(family + std::to_string(size));
    const Net net = net_with_random_norms(family, spec_of(family, 2, 48), 31);
    const std::size_t count = 67;
    const MadeUpInputs inputs(net.shape, count, size, size, 33);
    const auto backend = make(net);
    NetOutputs all, alone;
    backend->run(inputs.all(), all, true);
    for (const std::size_t i : {0UL, 1UL, 30UL, 66UL}) {
      if (family != "ur") {
        backend->run(MadeUpInputs(net.shape, 3, 9, 9, 34).all(), alone, true);
      }
      backend->run(inputs.one(i), alone, true);
      const auto same = [&](const std::vector<float>& one, const std::vector<float>& every) {
        const std::size_t each = every.size() / count;
        ASSERT_EQ(one.size(), each);
        for (std::size_t k = 0; k < each; ++k) ASSERT_EQ(one[k], every[i * each + k]) << i;
      };
      same(alone.policy, all.policy);
      same(alone.value, all.value);
      same(alone.moves_left, all.moves_left);
      same(alone.captured, all.captured);
      same(alone.ownership, all.ownership);
    }
  }
}

TEST_P(CpuBackendTest, SaysNothingOfAnEmptyBatch) {
  for (const auto& [family, size] : {std::pair<std::string, int>{"tafl", 7}, {"ur", 1}}) {
    const Net net = net_with_random_norms(family, spec_of(family, 1, 16), 31);
    NetOutputs outputs;
    make(net)->run({0, size, size, {}, {}}, outputs, true);
    EXPECT_TRUE(outputs.policy.empty());
    EXPECT_TRUE(outputs.value.empty());
  }
}

/// Non-finite numbers must come out as such: whoever plays with the net then refuses it.
TEST_P(CpuBackendTest, DoesNotRectifyAwayWhatIsNoNumber) {
  Net net = net_with_random_norms("tafl", spec_of("tafl", 2, 16), 31);
  for (const char* name : {"block0.first.norm.weight", "block0.second.norm.weight"}) {
    for (float& value : net.tensors.at(name).values) value *= 1e25F;
  }
  const MadeUpInputs inputs(net.shape, 2, 9, 9, 32);
  NetOutputs outputs;
  make(net)->run(inputs.all(), outputs, false);
  for (const float value : outputs.value) EXPECT_FALSE(std::isfinite(value)) << value;
}

TEST_P(CpuBackendTest, CountsTheProductsOfAPeak) {
  float sink = 1.0F;
  const std::size_t once = GetParam().table.multiply_adds(1, &sink);
  EXPECT_GT(once, 0U);
  EXPECT_EQ(GetParam().table.multiply_adds(3, &sink), 3 * once);
  EXPECT_TRUE(std::isfinite(sink));
}

INSTANTIATE_TEST_SUITE_P(Kernels, CpuBackendTest, testing::ValuesIn(all_kernels()),
                         [](const auto& each) { return each.param.name; });

TEST(Amx, PassesItsTrialWhereItIsEmulated) {
  if (!can_emulate_amx()) GTEST_SKIP() << "needs AVX-512 with bfloat16, and no AMX";
  const AmxEmulator emulator;
  EXPECT_TRUE(amx_works());
}

TEST(TileSizes, CoverASideWithoutARest) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(tile_sizes(7), (Sizes{4, 3}));
  EXPECT_EQ(tile_sizes(9), (Sizes{3, 3, 3}));
  EXPECT_EQ(tile_sizes(11), (Sizes{4, 4, 3}));
  EXPECT_EQ(tile_sizes(19), (Sizes{4, 4, 4, 4, 3}));
  for (const std::size_t none : {0U, 1U, 2U, 5U}) EXPECT_TRUE(tile_sizes(none).empty()) << none;
}

const std::vector<CpuIsa> kBoth = {CpuIsa::avx2, CpuIsa::avx512};

TEST(ChooseIsa, TakesTheFastest) {
  const IsaChoice both = choose_isa("", kBoth);
  EXPECT_EQ(both.isa, CpuIsa::avx512);
  EXPECT_EQ(both.notice, "");
  EXPECT_EQ(choose_isa("", {}).isa, std::nullopt);
  EXPECT_EQ(choose_isa("", {}).notice,
            "this machine has none of avx2, avx512, amx: nets run on the slow backend eigen");
}

TEST(ChooseIsa, TakesTheOneAskedFor) {
  EXPECT_EQ(choose_isa("avx2", kBoth).isa, CpuIsa::avx2);
  EXPECT_EQ(choose_isa("avx2", kBoth).notice, "");
  EXPECT_EQ(choose_isa("eigen", kBoth).isa, std::nullopt);
  EXPECT_EQ(choose_isa("eigen", kBoth).notice, "");
}

TEST(ChooseIsa, SaysWhyItTakesAnother) {
  const IsaChoice slower = choose_isa("avx512", {CpuIsa::avx2});
  EXPECT_EQ(slower.isa, CpuIsa::avx2);
  EXPECT_EQ(slower.notice,
            "this machine has no avx512, which TAVLAB_CPU_ISA asks for: nets run on avx2");
  const IsaChoice none = choose_isa("avx2", {});
  EXPECT_EQ(none.isa, std::nullopt);
  EXPECT_EQ(none.notice,
            "this machine has no avx2, which TAVLAB_CPU_ISA asks for: nets run on eigen");
}

TEST(ChooseIsa, RefusesWhatItDoesNotKnow) {
  try {
    choose_isa("sse9", kBoth);
    FAIL() << "taken";
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(),
                 "TAVLAB_CPU_ISA is 'sse9'; expected one of eigen, avx2, avx512, amx");
  }
}

}  // namespace
}  // namespace tavlab
