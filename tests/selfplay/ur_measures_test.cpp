// A record's measures of dice and turns, against its moves and rolls.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/families.h"
#include "core/game_state.h"
#include "selfplay/match/match.h"

namespace tavlab {
namespace {

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> all;
  while (!text.empty()) {
    all.push_back(text.substr(0, text.find(' ')));
    text.remove_prefix(std::min(text.size(), all.back().size() + 1));
  }
  return all;
}

/// Everything counted anew, by replaying the text of a game.
struct Replay {
  int choices = 0;
  int rolls = 0;
  int passes = 0;
  int longest_run = 0;
  int longest_turn = 0;
  int lead_changes = 0;
  std::map<std::string, std::uint64_t> roll_counts;

  Replay(const Ur::Rules& rules, const GameRecord& record) {
    GameState<Ur> state(rules);
    struct Moved {
      Side side;
      int turn;
    };
    std::vector<Moved> moves;
    std::vector<Side> leaders;
    int turn = 0;
    for (const std::string_view word : words(record.moves)) {
      const Side before = state.to_move();
      if (state.node_kind() == NodeKind::chance) {
        ++rolls;
        ++roll_counts[std::string(word)];
        state.play_chance(Ur::parse_chance(rules, state.position(), word));
        passes += state.node_kind() != NodeKind::decision ? 1 : 0;
      } else {
        choices += state.count_legal_moves() > 1 ? 1 : 0;
        state.play(Ur::parse_move(rules, state.position(), word));
        moves.push_back({before, turn});
        const double value = Ur::evaluate(rules, state.position());
        if (!state.over() && value >= 0.6) leaders.push_back(Side::first);
        if (!state.over() && value <= 0.4) leaders.push_back(Side::second);
      }
      turn += state.to_move() != before ? 1 : 0;
    }
    for (std::size_t i = 0; i < moves.size(); ++i) {
      int run = 0;
      int of_turn = 0;
      for (std::size_t j = i; j < moves.size() && moves[j].side == moves[i].side; ++j) {
        ++run;
        of_turn += moves[j].turn == moves[i].turn ? 1 : 0;
      }
      longest_run = std::max(longest_run, run);
      longest_turn = std::max(longest_turn, of_turn);
    }
    for (std::size_t i = 1; i < leaders.size(); ++i) {
      lead_changes += leaders[i] != leaders[i - 1] ? 1 : 0;
    }
  }
};

TEST(UrMeasures, AreWhatTheMovesSay) {
  int longest_turn = 0;
  int passes = 0;
  int lead_changes = 0;
  for (const char* id : {"ur-finkel", "ur-blitz", "ur-skiryuk", "ur-skiryuk-tjau"}) {
    MatchSettings match;
    match.rule_set = load_rule_set(id);
    match.first_agent = "greedy";
    match.swap = true;
    match.opening_plies = 3;
    const auto rules = Ur::compile(match.rule_set);
    std::vector<std::uint64_t> numbers(30);
    std::iota(numbers.begin(), numbers.end(), 0);
    play_games(match, numbers, 1, [&](const GameRecord& record) {
      const Replay replay(*rules, record);
      const ChanceRecord& chance = record.chance;
      EXPECT_EQ(record.choices, replay.choices) << id;
      EXPECT_EQ(chance.rolls, replay.rolls);
      EXPECT_EQ(chance.passes, replay.passes);
      EXPECT_EQ(chance.longest_run, replay.longest_run);
      EXPECT_EQ(chance.longest_turn, replay.longest_turn);
      EXPECT_EQ(chance.lead_changes, replay.lead_changes);
      std::map<std::string, std::uint64_t> counts;
      for (const RollCount& each : chance.roll_counts) counts[each.name] = each.count;
      EXPECT_EQ(counts, replay.roll_counts);
      EXPECT_LE(chance.longest_turn, chance.longest_run);
      longest_turn = std::max(longest_turn, chance.longest_turn);
      passes += chance.passes;
      lead_changes += chance.lead_changes;
    });
  }
  EXPECT_GT(longest_turn, 2);
  EXPECT_GT(passes, 100);
  EXPECT_GT(lead_changes, 10);
}

TEST(UrMeasures, RollsComeWithTheirChances) {
  for (const auto& [kind, chances] : std::map<std::string, std::map<std::string, double>>{
           {"3d2_zero4", {{"[1]", 3 / 8.0}, {"[2]", 3 / 8.0}, {"[3]", 1 / 8.0}, {"[4]", 1 / 8.0}}},
           {"d4", {{"[1]", 0.25}, {"[2]", 0.25}, {"[3]", 0.25}, {"[4]", 0.25}}}}) {
    MatchSettings match;
    const std::vector<std::string> overrides = {"dice.kind=" + kind};
    match.rule_set = load_rule_set("ur-masters", overrides);
    std::vector<std::uint64_t> numbers(100);
    std::iota(numbers.begin(), numbers.end(), 0);
    std::map<std::string, double> counts;
    double rolls = 0;
    play_games(match, numbers, 1, [&](const GameRecord& record) {
      for (const RollCount& each : record.chance.roll_counts) {
        counts[each.name] += static_cast<double>(each.count);
      }
      rolls += record.chance.rolls;
    });
    ASSERT_EQ(counts.size(), chances.size());
    // Some 20,000 rolls: five standard errors are 0.018 at most.
    for (const auto& [name, count] : counts) {
      EXPECT_NEAR(count / rolls, chances.at(name), 0.018) << kind << ' ' << name;
    }
  }
}

}  // namespace
}  // namespace tavlab
