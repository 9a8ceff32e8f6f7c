// Learned evaluations: their inputs, their arithmetic, their files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"
#include "core/io/files.h"
#include "nn/cpu/isa.h"
#include "nn/evaluation/net_evaluation.h"
#include "nn/evaluation/shared_evaluation.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

/// A learned evaluation with random weights.
EvaluationNet random_evaluation(const RuleSet& rule_set, const FeatureShape& features, int views,
                                int width, std::uint64_t seed, std::string base = "") {
  EvaluationNet net;
  net.shape = {features, views, width, std::move(base)};
  net.trained.family = rule_set.family;
  net.trained.rules = {{rule_set.id, rule_set.content_hash(), identity_of(rule_set).parameters}};
  Random random(seed);
  for (const EvaluationParameter& parameter : evaluation_parameters(net.shape, 0)) {
    Tensor tensor{parameter.shape, {}, parameter.type};
    std::size_t count = 1;
    for (const std::int64_t n : parameter.shape) count *= static_cast<std::size_t>(n);
    const bool first = parameter.name.starts_with("features.");
    const std::uint32_t range = first ? 41 : parameter.name.ends_with(".weight") ? 255 : 8001;
    for (std::size_t i = 0; i < count; ++i) {
      tensor.values.push_back(static_cast<float>(random.below(range)) -
                              static_cast<float>(range / 2));
    }
    net.tensors[parameter.name] = tensor;
  }
  return net;
}

/// The output computed plainly, as nn/FORMATS.md says.
std::int64_t plain_output(const EvaluationNet& net, const std::vector<FeatureList>& views,
                          int bucket) {
  const auto value = [&](const char* name, std::size_t i) {
    return static_cast<std::int64_t>(net.tensors.at(name).values[i]);
  };
  const auto width = static_cast<std::size_t>(net.shape.width);
  const auto b = static_cast<std::size_t>(bucket);
  std::vector<std::int64_t> x;
  for (const FeatureList& list : views) {
    for (std::size_t o = 0; o < width; ++o) {
      std::int64_t sum = value("features.bias", o);
      for (const std::uint32_t row : list) sum += value("features.weight", row * width + o);
      x.push_back(std::clamp<std::int64_t>(sum, 0, 127));
    }
  }
  const auto layer = [&](const char* weight, const char* bias, std::size_t outputs) {
    std::vector<std::int64_t> out;
    for (std::size_t o = 0; o < outputs; ++o) {
      std::int64_t sum = value(bias, b * outputs + o);
      for (std::size_t i = 0; i < x.size(); ++i) {
        sum += x[i] * value(weight, (b * outputs + o) * x.size() + i);
      }
      out.push_back(sum);
    }
    return out;
  };
  const auto rectify = [](std::vector<std::int64_t> sums) {
    for (std::int64_t& sum : sums) sum = std::clamp<std::int64_t>(sum >> 6, 0, 127);
    return sums;
  };
  x = rectify(layer("hidden1.weight", "hidden1.bias", kEvaluationHidden1));
  x = rectify(layer("hidden2.weight", "hidden2.bias", kEvaluationHidden2));
  return layer("out.weight", "out.bias", 1).front();
}

std::vector<std::uint32_t> sorted(const FeatureList& list) {
  std::vector<std::uint32_t> rows(list.begin(), list.end());
  std::ranges::sort(rows);
  return rows;
}

class LearnedEvaluation : public testing::TestWithParam<const char*> {};

TEST_P(LearnedEvaluation, IsThatOfItsFeaturesAllThroughGames) {
  const RuleSet rule_set = load_rule_set(GetParam());
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) {
      const typename G::Features features(*rules);
      const EvaluationNet net =
          random_evaluation(rule_set, features.shape(), G::Features::kViews, 32, 7);
      const auto weights = std::make_shared<const EvaluationWeights>(net, std::vector<float>());
      NetEvaluation<G> evaluation(weights, *rules);
      EvaluationNet correction = net;
      correction.shape.base = G::Features::kHandcrafted;
      const auto buckets = static_cast<std::size_t>(net.shape.features.buckets);
      Tensor& scales = correction.tensors["base.weight"];
      scales = {{net.shape.features.buckets}, {}, Tensor::Type::int16};
      for (std::size_t b = 0; b < buckets; ++b)
        scales.values.push_back(100.0F + 50.0F * static_cast<float>(b));
      NetEvaluation<G> corrected(
          std::make_shared<const EvaluationWeights>(correction, std::vector<float>()), *rules);
      Random random(1);
      GameState<G> state(*rules);
      int evaluated = 0;
      std::set<std::int32_t> outputs;
      for (int ply = 0; evaluated < 300; ++ply) {
        if (state.over() || ply > 400) {
          state.reset(G::start(*rules));
          ply = 0;
        }
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
          continue;
        }
        // Searches evaluate positions off the line of the game, too.
        const auto mark = state.mark();
        for (int side_step = 0; side_step < 2 && !state.over(); ++side_step) {
          if (state.node_kind() != NodeKind::decision) break;
          std::vector<FeatureList> views;
          const auto mover = G::to_move(state.position());
          for (int view = 0; view < G::Features::kViews; ++view) {
            FeatureList list;
            const Side seen = view == 0 && G::Features::kViews == 1 ? Side::first
                              : view == 0                           ? mover
                                                                    : other(mover);
            features.list(state.position(), seen, 0, list);
            views.push_back(list);
          }
          std::int64_t expected = plain_output(net, views, features.bucket(state.position()));
          if (G::Features::kViews == 2 && mover == Side::second) expected = -expected;
          const std::int32_t output = evaluation.output(state.position());
          ASSERT_EQ(output, expected) << G::position_text(*rules, state.position());
          outputs.insert(output);
          // A correction adds to the handcrafted evaluation.
          const double score = G::evaluate(*rules, state.position());
          const double logit = std::clamp(std::log(score / (1 - score)), -12.0, 12.0);
          const double scale = (100 + 50 * features.bucket(state.position())) / 256.0;
          ASSERT_NEAR(corrected.output(state.position()) - output, 8128 * scale * logit,
                      1.1 + scale);
          ++evaluated;
          state.play(state.random_move(random));
        }
        state.rewind(mark);
        state.play(state.random_move(random));
      }
      EXPECT_GT(outputs.size(), 50U);
    }
  });
}

TEST_P(LearnedEvaluation, ListsTheFeaturesOfTheBitsThatAreSet) {
  visit_game(load_rule_set(GetParam()), [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) {
      using Features = typename G::Features;
      const Features features(*rules);
      const FeatureShape shape = features.shape();
      GameState<G> state(*rules);
      Random random(3);
      for (int n = 0; n < 200; ++n) {
        if (state.over()) state.reset(G::start(*rules));
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
          continue;
        }
        std::array<std::uint64_t, Features::kWords> words{};
        features.fill(state.position(), words);
        for (int view = 0; view < Features::kViews; ++view) {
          const auto side = static_cast<Side>(view);
          const int frame = features.frame(state.position(), side);
          std::vector<std::uint32_t> expected;
          for (std::size_t i = 0; i < 64 * words.size(); ++i) {
            if ((words[i / 64] >> (i % 64) & 1U) == 0) continue;
            const int feature = features.feature(side, frame, static_cast<int>(i));
            ASSERT_GE(feature, 0);
            ASSERT_LT(feature, shape.features);
            expected.push_back(static_cast<std::uint32_t>(feature));
          }
          std::ranges::sort(expected);
          ASSERT_EQ(std::ranges::adjacent_find(expected), expected.end());
          FeatureList list;
          features.list(state.position(), side, 0, list);
          ASSERT_EQ(sorted(list), expected) << G::position_text(*rules, state.position());
        }
        ASSERT_GE(features.bucket(state.position()), 0);
        ASSERT_LT(features.bucket(state.position()), shape.buckets);
        state.play(state.random_move(random));
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(RuleSets, LearnedEvaluation,
                         testing::Values("helmfrid-9", "brandubh-7", "viavuca-11", "copenhagen-11",
                                         "alea-evangelii-19", "tavreli", "chess",
                                         "russian-draughts", "bashni", "lasca", "thai-draughts"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

// A king off the axes has one image in the part of the board that features distinguish, so that
// symmetric positions have the same features.
TEST(TaflFeatures, AreTheSameForSymmetricPositions) {
  const RuleSet rule_set = load_rule_set("helmfrid-9");
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (G::capabilities.features) {
      const typename G::Features features(*rules);
      EXPECT_EQ(features.symmetries().size(), 8U);
      GameState<G> state(*rules);
      Random random(5);
      int compared = 0;
      for (int n = 0; n < 4000 && compared < 20; ++n) {
        if (state.over()) state.reset(G::start(*rules));
        FeatureList plain;
        features.list(state.position(), Side::first, 0, plain);
        const int king = features.frame(state.position(), Side::first);
        const int file = king % 9, rank = king / 9;
        if (file != 4 && rank != 4 && file != rank && file + rank != 8) {
          for (const int symmetry : features.symmetries()) {
            FeatureList image;
            features.list(state.position(), Side::first, symmetry, image);
            ASSERT_EQ(sorted(image), sorted(plain));
          }
          ++compared;
        }
        state.play(state.random_move(random));
      }
      EXPECT_EQ(compared, 20);
    }
  });
}

TEST(EvaluationKernels, AgreeToTheBit) {
  const RuleSet rule_set = load_rule_set("copenhagen-11");
  FeatureShape features;
  features.features = 300;
  features.buckets = 2;
  for (const int width : {32, 96, 128}) {
    for (const int views : {1, 2}) {
      const EvaluationNet net = random_evaluation(rule_set, features, views, width, 11);
      const EvaluationWeights weights(net, {});
      Random random(17);
      for (int n = 0; n < 50; ++n) {
        std::vector<std::uint32_t> added, removed;
        for (std::uint32_t i = random.below(40); i > 0; --i) added.push_back(random.below(300));
        for (std::uint32_t i = random.below(20); i > 0; --i) removed.push_back(random.below(300));
        const auto run = [&](const EvaluationKernels& kernels) {
          AlignedArray<std::int16_t> first(weights.width()), second(weights.width());
          std::copy_n(weights.bias(), weights.width(), first.data());
          std::copy_n(weights.bias(), weights.width(), second.data());
          kernels.update(first.data(), weights.width(), weights.features(), added.data(),
                         added.size(), removed.data(), removed.size());
          kernels.update(second.data(), weights.width(), weights.features(), removed.data(),
                         removed.size(), added.data(), added.size());
          std::vector<std::int32_t> numbers(first.data(), first.data() + weights.width());
          numbers.push_back(kernels.forward(first.data(), views == 2 ? second.data() : nullptr,
                                            weights.width(), weights.layers(n % 2)));
          return numbers;
        };
        const std::vector<std::int32_t> expected = run(plain_evaluation_kernels());
        for (const CpuIsa isa : available_isas(CpuIsa::avx512)) {
          ASSERT_EQ(
              run(isa == CpuIsa::avx2 ? avx2_evaluation_kernels() : avx512_evaluation_kernels()),
              expected)
              << name_of(isa);
        }
      }
    }
  }
}

TEST(EvaluationScale, RisesFromLossToWin) {
  EXPECT_EQ(advantage_of_logit(0), 0);
  // One logit is an expected score of 0.731, an advantage of 0.462.
  EXPECT_NEAR(advantage_of_logit(127 * 64), 462'117, 30);
  std::int32_t last = -kMaxAdvantage - 1;
  for (std::int32_t x = -200'000; x <= 200'000; x += 37) {
    const std::int32_t advantage = advantage_of_logit(x);
    ASSERT_GE(advantage, last);
    ASSERT_LE(std::abs(advantage), kMaxAdvantage);
    ASSERT_NEAR(advantage, -advantage_of_logit(-x), 2);
    last = advantage;
  }
}

/// Evaluations that correct a handcrafted one name it. If this fails, `G::evaluate` has changed:
/// raise the number in `kHandcrafted` of core/<family>/features.h and put the found values here.
TEST(HandcraftedEvaluation, HasAnotherNameWheneverItChanges) {
  const auto mean_of = [](const char* id) {
    double sum = 0;
    visit_game(load_rule_set(id), [&](auto game, const auto& rules) {
      using G = decltype(game);
      Random random(3);
      GameState<G> state(*rules);
      for (int i = 0; i < 500;) {
        if (state.over() || state.plies() > 300) {
          state.reset(G::start(*rules));
        } else if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
          ++i;
          if (!state.over()) sum += G::evaluate(*rules, state.position());
        }
      }
    });
    return sum / 500;
  };
  for (const auto& [id, mean] : {std::pair<const char*, double>{"brandubh-7", 0.49383700404926545},
                                 {"helmfrid-9", 0.57934891343410611},
                                 {"copenhagen-11", 0.68241431773371253},
                                 {"tavreli", 0.53019645552227634},
                                 {"chess", 0.41779152373584916},
                                 {"russian-draughts", 0.53986088406126054},
                                 {"bashni", 0.46258422482642098}}) {
    EXPECT_NEAR(mean_of(id), mean, 1e-9) << id;
  }
}

class EvaluationFile : public testing::Test {
 protected:
  EvaluationFile() {
    rule_set_ = load_rule_set("helmfrid-9");
    visit_game(rule_set_, [&](auto game, const auto& rules) {
      using G = decltype(game);
      if constexpr (G::capabilities.features) {
        shape_ = typename G::Features(*rules).shape();
        inputs_ = typename G::Features(*rules).rule_inputs();
      }
    });
    net_ = random_evaluation(rule_set_, shape_, 1, 32, 3);
    net_.history = {{"seed", "3"}};
    path_ = folder_.path() / "evaluation.safetensors";
    write_evaluation_net(path_, net_);
  }

  std::string refusal_for(const char* rules) const {
    return refusal([&] {
      read_shared_evaluation(path_.string(), identity_of(load_rule_set(rules)), shape_, 1, "tafl-1",
                             inputs_);
    });
  }

  TemporaryFolder folder_;
  RuleSet rule_set_;
  FeatureShape shape_;
  std::vector<NamedInput> inputs_;
  EvaluationNet net_;
  std::filesystem::path path_;
};

TEST_F(EvaluationFile, IsReadAsWritten) {
  const EvaluationNet read = read_evaluation_net(path_);
  EXPECT_EQ(read.shape, net_.shape);
  EXPECT_EQ(read.tensors, net_.tensors);
  EXPECT_EQ(read.history, net_.history);
  EXPECT_EQ(read.trained.rules.front().hash, rule_set_.content_hash());
  EXPECT_EQ(refusal_for("helmfrid-9"), "none");
  // Whole numbers take two bytes or one.
  EXPECT_LT(std::filesystem::file_size(path_),
            2 * net_.tensors.at("features.weight").values.size() + 60'000);
}

TEST_F(EvaluationFile, OfTheFirstVersionIsRead) {
  TensorFile file = read_tensor_file(path_);
  ASSERT_EQ(file.metadata.at("format_version"), "2");
  file.metadata["format_version"] = "1";
  file.metadata.erase("base");
  write_tensor_file(path_, file);
  EXPECT_EQ(read_evaluation_net(path_).shape, net_.shape);
  EXPECT_EQ(refusal_for("helmfrid-9"), "none");
}

TEST_F(EvaluationFile, IsRefusedWhenWhatItCorrectsHasChanged) {
  write_evaluation_net(path_, random_evaluation(rule_set_, shape_, 1, 32, 3, "tafl-0"));
  EXPECT_THAT(refusal_for("helmfrid-9"), HasSubstr("it corrects the handcrafted evaluation tafl-0; "
                                                   "that of helmfrid-9 is tafl-1"));
  write_evaluation_net(path_, random_evaluation(rule_set_, shape_, 1, 32, 3, "tafl-1"));
  EXPECT_EQ(refusal_for("helmfrid-9"), "none");
}

TEST_F(EvaluationFile, IsSharedWhileItIsUsed) {
  const RulesIdentity rules = identity_of(rule_set_);
  const auto read = [&] {
    return read_shared_evaluation(path_.string(), rules, shape_, 1, "tafl-1", inputs_);
  };
  const auto first = read();
  EXPECT_EQ(read(), first);
}

TEST_F(EvaluationFile, IsRefusedForOtherRulesByNamingThem) {
  EXPECT_THAT(refusal_for("tavlei-9"),
              HasSubstr("it was trained for helmfrid-9, not for tavlei-9"));
  EXPECT_THAT(refusal_for("chess"), HasSubstr("it is a net of the family tafl"));
}

TEST_F(EvaluationFile, IsRefusedWhenItIsDamagedOrOfAnotherKind) {
  const std::string content = read_file(path_, 1 << 24);
  const auto refusal_of = [&](const std::string& bytes) {
    return refusal([&] { evaluation_net_of(parse_tensor_file(bytes, "x"), "x"); });
  };
  EXPECT_NE(refusal_of(content.substr(0, content.size() - 1)), "none");
  EXPECT_NE(refusal_of(content.substr(0, 40)), "none");
  std::string flipped = content;
  flipped[flipped.size() - 9] = static_cast<char>(flipped[flipped.size() - 9] ^ 4);
  EXPECT_THAT(refusal_of(flipped), HasSubstr("damaged"));
  EvaluationNet missing = net_;
  missing.tensors.erase("hidden2.bias");
  write_evaluation_net(path_, missing);
  EXPECT_THAT(refusal([&] { read_evaluation_net(path_); }), HasSubstr("hidden2.bias' is missing"));
  EvaluationNet large = net_;
  large.tensors["features.weight"].values[5] = 256;
  write_evaluation_net(path_, large);
  EXPECT_THAT(refusal([&] { read_evaluation_net(path_); }), HasSubstr("above 255"));
  write_tensor_file(path_, {{{"format", "tavlab net"}}, {}});
  EXPECT_THAT(refusal([&] { read_evaluation_net(path_); }),
              HasSubstr("is not a learned evaluation of tavlab"));
}

}  // namespace
}  // namespace tavlab
