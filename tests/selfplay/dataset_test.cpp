// Shards of self-play: what is written is read, and damage is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/dataset/moves_text.h"
#include "selfplay/dataset/play_events.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"
#include "selfplay/record/replay.h"
#include "tests/support/small_shard.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

class Dataset : public testing::TestWithParam<const char*> {
 protected:
  Dataset() : shard_(small_shard(GetParam(), 6)) { path_ = folder_.path() / "games.h5"; }

  std::string refusal() const {
    try {
      verify_games(read_shard(path_), "it");
    } catch (const UserError& error) {
      return error.what();
    }
    return "read";
  }

  TemporaryFolder folder_;
  std::filesystem::path path_;
  DatasetShard shard_;
};

TEST_P(Dataset, IsReadAsItWasWritten) {
  ASSERT_EQ(shard_.games.size(), 6U);
  write_shard(path_, shard_.info, shard_.games);
  const DatasetShard read = read_shard(path_);
  EXPECT_TRUE(read.games == shard_.games);
  EXPECT_EQ(read.info.family, shard_.info.family);
  EXPECT_EQ(read.info.seed, 7U);
  EXPECT_EQ(read.info.agent, "gumbel=4,simulations=8");
  EXPECT_EQ(read.info.net, "round 3");
  ASSERT_EQ(read.info.rules.size(), 1U);
  EXPECT_EQ(read.info.rules[0].content_hash(), shard_.info.rules[0].content_hash());
  EXPECT_EQ(refusal(), "read");
  EXPECT_FALSE(std::filesystem::exists(path_.string() + ".tmp"));
}

/// The moves as text are those of the game, by the rules' own notation.
TEST_P(Dataset, MovesReadBackFromTheirText) {
  const std::vector<std::string> texts = moves_texts(shard_.info.rules, shard_.games);
  visit_game(shard_.info.rules[0], [&](auto game, const auto& rules) {
    using G = decltype(game);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const GameState<G> replayed = replay<G>(*rules, texts[i], [](const auto&, auto) {});
      GameState<G> state(*rules);
      play_events(state, std::span<const GameEvent>(shard_.games[i].events));
      EXPECT_EQ(replayed.key(), state.key());
    }
  });
}

TEST_P(Dataset, GamesThatCannotBeAreNamed) {
  const auto spoilt = [&](auto&& spoil, const char* message) {
    std::vector<StoredGame> games = shard_.games;
    spoil(games[2]);
    DatasetShard shard{shard_.info, games};
    try {
      verify_games(shard, "it");
      ADD_FAILURE() << message;
    } catch (const UserError& error) {
      EXPECT_THAT(error.what(), HasSubstr(message));
      EXPECT_THAT(error.what(), HasSubstr("game " + std::to_string(games[2].number)));
    }
  };
  const auto searched = [](StoredGame& game) -> SearchedDecision& {
    for (SearchedDecision& each : game.decisions) {
      if (each.policy_count > 1) return each;
    }
    throw std::logic_error("no policy");
  };
  spoilt([](StoredGame& game) { game.events[1].word ^= 0x5a5a; }, "is impossible");
  spoilt([&](StoredGame& game) { game.policy[searched(game).first_policy].move ^= 0x5a5a; },
         "not legal");
  spoilt([&](StoredGame& game) { game.policy[searched(game).first_policy].target += 0.5F; },
         "sums to");
  spoilt([](StoredGame& game) { game.decisions[0].win = 1.5F; }, "value");
  spoilt([](StoredGame& game) { game.decisions[0].draw = std::nanf(""); }, "value");
  spoilt(
      [&](StoredGame& game) {
        const std::uint32_t at = searched(game).first_policy;
        game.policy[at].target -= 5.0F;
        game.policy[at + 1].target += 5.0F;
      },
      "has a share of");
  spoilt(
      [](StoredGame& game) {
        game.events.resize(game.events.size() / 2);
        while (game.decisions.back().event > game.events.size()) game.decisions.pop_back();
        game.result = Result::first_wins;
        game.reason = "king captured";
      },
      "result");
}

INSTANTIATE_TEST_SUITE_P(Families, Dataset, testing::Values("brandubh-7", "ur-finkel", "tavreli"));

TEST(DatasetFile, RulesKeepTheNameOfTheirVariant) {
  const TemporaryFolder folder;
  const RuleSet rules =
      load_rule_set("brandubh-7", std::vector<std::string>{"limits.king_side_moves=20"});
  ASSERT_EQ(rules.id, "brandubh-7{limits.king_side_moves=20}");
  write_shard(folder.path() / "games.h5", {"tafl", 7, "", "", {rules}}, {});
  EXPECT_EQ(read_shard(folder.path() / "games.h5").info.rules.at(0).id, rules.id);
}

/// A file cut off anywhere, or with a flipped bit, is refused: HDF5 would crash on some.
TEST(DatasetFile, DamageIsNoticed) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "games.h5";
  DatasetShard shard;
  shard.info = {"tafl", 7, "agent", "net", {load_rule_set("brandubh-7")}};
  write_shard(path, shard.info, {});
  EXPECT_TRUE(read_shard(path).games.empty());
  std::ifstream file(path, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  for (std::size_t size = 0; size < whole.size(); size += whole.size() / 50) {
    folder.write("cut.h5", whole.substr(0, size));
    EXPECT_THROW(read_shard(folder.path() / "cut.h5"), UserError) << size;
  }
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 300 + 1) {
    std::string turned = whole;
    turned[at] ^= 4;
    folder.write("turned.h5", turned);
    EXPECT_THROW(read_shard(folder.path() / "turned.h5"), UserError) << at;
  }
  EXPECT_THROW(read_shard(folder.path() / "none.h5"), UserError);
  EXPECT_THROW(read_shard(folder.path()), UserError);
  EXPECT_THROW(write_shard(folder.path() / "none" / "games.h5", shard.info, {}), UserError);
}

}  // namespace
}  // namespace tavlab
