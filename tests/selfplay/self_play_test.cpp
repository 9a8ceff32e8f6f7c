// Self-play: what it plays depends on the seed and the nets alone.
#include "selfplay/generate/self_play.h"
#include "core/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "core/solving/exact.h"
#include "selfplay/dataset/batch_maker.h"
#include "selfplay/dataset/game_totals.h"
#include "selfplay/dataset/play_events.h"
#include "selfplay/dataset/verify.h"
#include "tests/solve/solved.h"
#include "tests/support/small_nets.h"

namespace tavlab {
namespace {

SelfPlayOptions small_options() {
  SelfPlayOptions options;
  options.simulations = 8;
  options.gumbel_moves = 4;
  options.games_in_flight = 3;
  options.max_plies = 40;
  options.opening_plies = 4;
  options.branch_share = 0.3;
  options.past_share = 0.3;
  options.opponents = {"alphabeta:nodes=20,table=1", "random"};
  options.opponent_share = 0.3;
  options.full_share = 0.6;
  options.fast_simulations = 3;
  options.cache_positions = 256;
  return options;
}

/// Plays `rounds` rounds. If asked for, it is stopped whenever a game ends, with the others in the
/// midst of their searches, and a copy of its state goes on.
template <FamilyGame G>
std::vector<StoredGame> games(const SelfPlayOptions& options, const RuleVariants& variants,
                              int threads, int rounds, bool interrupted) {
  const Net net = untrained_net(variants.at(0), 3), past = untrained_net(variants.at(0), 4);
  auto play = std::make_unique<SelfPlay<G>>(options, variants, 11);
  std::vector<StoredGame> all, last;
  for (int round = 0; round < rounds; ++round) {
    std::vector<StoredGame> played;
    for (bool stopped = true; stopped;) {
      stopped = false;
      std::stop_source stop;
      const auto progress = [&](const SelfPlayProgress&) {
        stopped = interrupted;
        if (interrupted) stop.request_stop();
      };
      play->take_nets(net, past, {"cpu", "cpu"});
      played = play->round(5, ~std::uint64_t{0}, last, std::move(played), threads, progress,
                           stop.get_token());
      if (!interrupted) continue;
      auto again = std::make_unique<SelfPlay<G>>(options, variants, 11);
      again->restore(play->state());
      play = std::move(again);
    }
    last = std::move(played);
    all.insert(all.end(), last.begin(), last.end());
  }
  return all;
}

class SelfPlayTest : public testing::TestWithParam<const char*> {};

TEST_P(SelfPlayTest, IsTheSameOnAnyThreadsAndAfterEveryInterruption) {
  const RuleSet rules = load_rule_set(GetParam());
  const RuleVariants variants(std::vector<RuleSet>{rules});
  visit_game(rules, [&](auto game, const auto&) {
    using G = decltype(game);
    for (const int gumbel : {0, 4}) {
      SelfPlayOptions options = small_options();
      options.gumbel_moves = gumbel;
      const auto alone = games<G>(options, variants, 1, 3, false);
      EXPECT_GE(alone.size(), 15U);
      EXPECT_TRUE((games<G>(options, variants, 2, 3, false)) == alone) << gumbel;
      EXPECT_TRUE((games<G>(options, variants, 2, 3, true)) == alone) << gumbel;
      std::set<std::uint64_t> numbers;
      for (const StoredGame& each : alone) EXPECT_TRUE(numbers.insert(each.number).second);
      verify_games({{rules.family, 11, "", "", {rules}}, alone}, "self-play");
    }
  });
}

/// Every option that varies games has an effect.
TEST_P(SelfPlayTest, GamesVaryAsTheOptionsSay) {
  const RuleSet rules = load_rule_set(GetParam());
  const RuleVariants variants(std::vector<RuleSet>{rules});
  visit_game(rules, [&](auto game, const auto&) {
    const auto all = games<decltype(game)>(small_options(), variants, 2, 6, false);
    std::map<StoredGame::Guest, int> guests;
    std::set<std::uint32_t> openings;
    int full = 0, fast = 0;
    for (const StoredGame& each : all) {
      ++guests[each.guest];
      openings.insert(each.opening_events);
      for (const SearchedDecision& decision : each.decisions) {
        ++(decision.full ? full : fast);
        EXPECT_EQ(decision.policy_count > 0 && !decision.full, false);
      }
    }
    EXPECT_EQ(guests.size(), 5U);
    EXPECT_GT(openings.size(), 3U);
    EXPECT_GT(full, 0);
    EXPECT_GT(fast, 0);
  });
}

/// Of several candidates games begin from the one that the search judged worst.
TEST(SelfPlayBranches, PreferPositionsWithRegret) {
  const RuleSet rules = load_rule_set("brandubh-7");
  const RuleVariants variants(std::vector<RuleSet>{rules});
  SelfPlayOptions options = small_options();
  options.branch_share = 1.0;
  options.opening_plies = 0;
  options.past_share = 0.0;
  options.opponent_share = 0.0;
  const auto mean_regret = [&](int candidates) {
    options.branch_candidates = candidates;
    double sum = 0;
    int branches = 0;
    const auto all = visit_game(rules, [&](auto game, const auto&) {
      return games<decltype(game)>(options, variants, 2, 8, false);
    });
    for (const StoredGame& each : all) {
      const auto opening = std::span(each.events).first(each.opening_events);
      const auto source = std::ranges::find_if(all, [&](const StoredGame& other) {
        return &other != &each && other.events.size() > opening.size() &&
               std::ranges::equal(std::span(other.events).first(opening.size()), opening);
      });
      if (opening.empty() || source == all.end()) continue;
      sum += regret_after(*source, each.opening_events);
      ++branches;
    }
    EXPECT_GT(branches, 10);
    return sum / branches;
  };
  EXPECT_GT(mean_regret(30), 1.5 * mean_regret(1));
}

TEST(SelfPlayBranches, RegretIsBetweenASearchAndTheResult) {
  StoredGame game;
  game.result = Result::second_wins;
  game.events.resize(6);
  game.decisions = {{.event = 1, .win = 0.5F, .draw = 0.5F}, {.event = 4, .win = 0.125F}};
  EXPECT_DOUBLE_EQ(regret_after(game, 1), 0.75);
  EXPECT_DOUBLE_EQ(regret_after(game, 2), 0.125);
  EXPECT_DOUBLE_EQ(regret_after(game, 5), 0.0);
  game.result = Result::unfinished;
  EXPECT_DOUBLE_EQ(regret_after(game, 1), 0.0);
}

/// The opponent's decisions are training data only if it teaches; its move is then the policy.
TEST(SelfPlayOpponent, TeachesIfItIsToldTo) {
  const RuleSet rules = load_rule_set("brandubh-7");
  const RuleVariants variants(std::vector<RuleSet>{rules});
  SelfPlayOptions options = small_options();
  options.past_share = 0.0;
  options.opponents = {"alphabeta:nodes=20,table=1"};
  options.opponent_share = 1.0;
  visit_game(rules, [&](auto game, const auto&) {
    for (const bool teaches : {false, true}) {
      options.opponent_teaches = teaches;
      int decisions = 0;
      for (const StoredGame& each : games<decltype(game)>(options, variants, 2, 2, false)) {
        const bool first = each.guest == StoredGame::Guest::agent_first;
        EXPECT_TRUE(first || each.guest == StoredGame::Guest::agent_second);
        for (const SearchedDecision& decision : each.decisions) {
          const bool attackers = decision.event % 2 == 0;  // the sides alternate, without dice
          if (attackers != first) continue;
          ++decisions;
          EXPECT_EQ(decision.full, teaches);
          EXPECT_EQ(decision.policy_count, teaches ? 1U : 0U);
        }
      }
      EXPECT_GT(decisions, 20);
    }
  });
}

/// Each game has one of the opponents, on the side that is theirs. (Alpha-beta knows a value for
/// its decisions, the random agent does not.)
TEST(SelfPlayOpponent, IsDrawnFromSeveralAndPlaysItsSide) {
  const RuleSet rules = load_rule_set("brandubh-7");
  const RuleVariants variants(std::vector<RuleSet>{rules});
  SelfPlayOptions options = small_options();
  options.past_share = 0.0;
  options.opponent_share = 1.0;
  options.opponent_side = Side::second;
  visit_game(rules, [&](auto game, const auto&) {
    int searched = 0, random = 0;
    for (const StoredGame& each : games<decltype(game)>(options, variants, 2, 4, false)) {
      EXPECT_EQ(each.guest, StoredGame::Guest::agent_second);
      const auto second = std::ranges::count_if(
          each.decisions, [](const SearchedDecision& of) { return of.event % 2 == 1; });
      const auto events = each.events.size() - each.opening_events;
      if (events < 4) continue;
      ++(second > 0 ? searched : random);
    }
    EXPECT_GT(searched, 3);
    EXPECT_GT(random, 3);
  });
}

/// Nets are slow on batches of one: the leaves of all games of a group are evaluated together.
TEST_P(SelfPlayTest, EvaluatesTheLeavesOfItsGamesTogether) {
  const RuleSet rules = load_rule_set(GetParam());
  const RuleVariants variants(std::vector<RuleSet>{rules});
  visit_game(rules, [&](auto game, const auto&) {
    SelfPlayOptions options = small_options();
    options.groups = 1;
    options.games_in_flight = 24;
    options.past_share = 0.0;
    options.cache_positions = 0;
    SelfPlay<decltype(game)> play(options, variants, 5);
    play.take_nets(untrained_net(rules, 3), std::nullopt, {"eigen", "cpu"});
    play.round(24, ~std::uint64_t{0}, {}, {}, 1, {});
    const SelfPlayCounts& counts = play.counts();
    ASSERT_GT(counts.batches, 0U);
    // Games whose search ends on a proven value sometimes request nothing.
    EXPECT_GT(static_cast<double>(counts.evaluations) / static_cast<double>(counts.batches), 18.0);
  });
}

INSTANTIATE_TEST_SUITE_P(Families, SelfPlayTest,
                         testing::Values("brandubh-7", "ur-finkel", "tavreli"));

/// A side without hope resigns; in games that are played on, this is only recorded.
TEST(SelfPlayResignation, EndsGamesButThoseThatArePlayedOn) {
  const RuleSet rules = load_rule_set("ur-finkel");
  const RuleVariants variants(std::vector<RuleSet>{rules});
  SelfPlayOptions options = small_options();
  options.past_share = 0.0;
  options.max_plies = 400;
  options.resign_below = 0.6;
  options.resign_after = 2;
  options.play_on_share = 0.5;
  const auto all = games<Ur>(options, variants, 2, 6, false);
  int resigned = 0, played_on = 0;
  for (const StoredGame& each : all) {
    const bool first = each.resigns == StoredGame::Resigns::first;
    if (each.reason == "resigned") {
      ++resigned;
      EXPECT_FALSE(each.plays_on);
      EXPECT_EQ(each.result, first ? Result::second_wins : Result::first_wins);
    } else if (each.resigns != StoredGame::Resigns::nobody) {
      EXPECT_TRUE(each.plays_on);
      ++played_on;
    }
  }
  EXPECT_GT(resigned, 0);
  EXPECT_GT(played_on, 0);
}

/// A game ends at the first decision whose position the table knows, with the table's value as its
/// value target.
TEST(SelfPlayTable, EndsGamesWithTheirExactValue) {
  const ur::Folder folder;
  const RuleSet rules = load_rule_set("ur-finkel{pieces=3}");
  const std::string file = folder.file("two.table");
  (void)ur::solve(load_rule_set("ur-finkel{pieces=2}"), {}, file);
  const auto compiled = Ur::compile(rules);
  const auto table = open_table<Ur>(file, *compiled);

  const RuleVariants variants(std::vector<RuleSet>{rules});
  SelfPlayOptions options = small_options();
  options.past_share = 0.0;
  options.opponent_share = 0.0;
  options.max_plies = 1000;
  options.endgame = file;
  const auto all = games<Ur>(options, variants, 2, 3, true);
  EXPECT_TRUE((games<Ur>(options, variants, 1, 3, false)) == all);
  verify_games({{rules.family, 11, "", "", {rules}}, all}, "self-play");

  BatchMaker<Ur> maker({}, variants);
  int ended = 0;
  double results = 0.0, values = 0.0;
  for (const StoredGame& game : all) {
    if (game.reason != kEndedByTable) continue;
    ++ended;
    GameState<Ur> state(*compiled);
    for (std::size_t e = 0; e < game.events.size(); ++e) {
      if (state.node_kind() == NodeKind::decision) {
        EXPECT_FALSE(table->knows(*compiled, state.position()));
      }
      play_events(state, std::span(game.events).subspan(e, 1));
    }
    ASSERT_TRUE(table->knows(*compiled, state.position()));
    const SearchedDecision& last = game.decisions.back();
    EXPECT_EQ(last.event, game.events.size());
    EXPECT_FALSE(last.full);
    EXPECT_FLOAT_EQ(last.win, static_cast<float>(table->value(*compiled, state.position())));
    results += score(game.result);
    values += last.value().score();
    TrainingBatch batch;
    maker.clear(batch, 0);
    maker.add({&game, 0}, {}, batch);
    EXPECT_NEAR(std::abs(batch.value[0] - 0.5F), std::abs(last.win - 0.5F), 1e-6F);
  }
  EXPECT_GT(ended, 10);
  // The results are drawn with these probabilities.
  EXPECT_NEAR(results, values, 3.0 * std::sqrt(ended) / 2.0);
}

TEST(RuleVariants, AreAllCombinationsThatDoNotContradictThemselves) {
  const RuleVariants variants(std::vector<VariedRules>{
      {"helmfrid-9",
       {},
       {{"king.armed", {"true", "false"}}, {"limits.king_side_moves", {"none", "20", "40"}}}},
      {"ard-ri-7", {}, {}}});
  EXPECT_EQ(variants.size(), 7U);
  std::set<std::uint64_t> hashes;
  for (std::uint32_t i = 0; i < variants.size(); ++i) hashes.insert(variants.at(i).content_hash());
  EXPECT_EQ(hashes.size(), 7U);
  Random random(1);
  std::map<std::uint32_t, int> drawn;
  for (int i = 0; i < 4000; ++i) ++drawn[variants.draw(random)];
  EXPECT_NEAR(drawn[6], 2000, 200) << "each entry is equally likely";
  for (std::uint32_t i = 0; i < 6; ++i) EXPECT_NEAR(drawn[i], 333, 90) << i;
  EXPECT_EQ(variants.entries(), 2U);
  for (std::uint32_t i = 0; i < 7; ++i) EXPECT_EQ(variants.entry_of(i), i < 6 ? 0U : 1U);
  std::vector<StoredGame> games(3);
  games[0].rules = 5;
  games[0].result = Result::first_wins;
  games[1].rules = games[2].rules = 6;
  games[1].result = Result::draw;
  const std::vector<ResultCounts> by_entry = results_by_entry(games, variants);
  ASSERT_EQ(by_entry.size(), 2U);
  EXPECT_EQ(by_entry[0].wins, 1U);
  EXPECT_EQ(by_entry[0].games(), 1U);
  EXPECT_EQ(by_entry[1].draws, 1U);
  EXPECT_EQ(by_entry[1].unfinished, 1U);
  const auto refused = [](const std::vector<VariedRules>& entries) {
    EXPECT_THROW(RuleVariants{entries}, UserError);
  };
  refused({{"helmfrid-9", {}, {{"king.armed", {"perhaps"}}}}});
  refused({{"helmfrid-9", {}, {{"king.nonsense", {"1"}}}}});
  refused({{"helmfrid-9", {}, {}}, {"ur-finkel", {}, {}}});
  refused({});
}

}  // namespace
}  // namespace tavlab
