// What is said to be certain, against the library's tables, against plain search, and for throws
// against a sum of its own.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/tafl/solve/endgame_solver.h"
#include "core/tafl/tafl.h"
#include "core/ur/solve/solver.h"
#include "core/ur/solve/table.h"
#include "core/ur/ur.h"
#include "serve/api/answers.h"
#include "serve/search/searches.h"
#include "tests/support/temporary_folder.h"

namespace tavlab::serve {
namespace {

const std::vector<std::string> kTwoPieces = {"pieces=2"};

Json exact(TableShelf& tables, const Json& request, bool may_search = true) {
  Searches searches({});
  return searches.exact(request, tables, may_search, {}).value();
}

Json analysis(const Json& request) {
  Searches searches({});
  Json last;
  searches.analyze(request,
                   [&](std::string_view, const Json& data) {
                     last = data;
                     return true;
                   },
                   {});
  return last;
}

/// A solved race of two pieces in a folder, beside a file that is no table.
class RaceTable : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("a-note.txt", "no table");
    ur::solve(load_rule_set("ur-finkel", kTwoPieces), {}, folder_.path() / "race.table");
  }

  TemporaryFolder folder_;
  const Json game_ = {{"rules", "ur-finkel"}, {"changes", kTwoPieces}};
};

TEST_F(RaceTable, IsWhatTheLibrarySays) {
  const RuleSet rule_set = load_rule_set("ur-finkel", kTwoPieces);
  const auto rules = Ur::compile(rule_set);
  const auto table = ur::Table::open(folder_.path() / "race.table", *rules);
  TableShelf tables(folder_.path());
  Random random(5);
  for (int game = 0; game < 3; ++game) {
    Json request = game_;
    request["moves"] = Json::array();
    GameState<Ur> state(*rules);
    while (!state.over()) {
      const Json answer = exact(tables, request);
      ASSERT_EQ(answer["source"], "table");
      const double value = answer["value"].get<double>();
      EXPECT_DOUBLE_EQ(value, table->value(*rules, state.position()));
      if (state.node_kind() == NodeKind::chance) {
        double mean = 0;
        for (const Json& each : answer["throws"]) {
          mean += each["probability"].get<double>() * each["value"].get<double>();
        }
        EXPECT_NEAR(mean, value, 1e-9);
        request["moves"].push_back(Ur::chance_text(*rules, state.play_random_chance(random)));
        continue;
      }
      double best = state.to_move() == Side::first ? 0 : 1;
      for (const Json& each : answer["moves"]) {
        const double its = each["value"].get<double>();
        best = state.to_move() == Side::first ? std::max(best, its) : std::min(best, its);
      }
      EXPECT_NEAR(best, value, 1e-9);
      const auto move = state.random_move(random);
      request["moves"].push_back(Ur::move_text(*rules, state.position(), move));
      state.play(move);
    }
    EXPECT_TRUE(exact(tables, request)["source"].is_null()) << "the game is over";
  }
}

TEST_F(RaceTable, IsForItsRulesOnly) {
  TableShelf tables(folder_.path());
  EXPECT_EQ(exact(tables, game_)["source"], "table");
  for (const char* rules : {"ur-finkel", "ur-masters", "chess", "brandubh-7"}) {
    EXPECT_TRUE(exact(tables, {{"rules", rules}})["source"].is_null()) << rules;
  }
  TableShelf none({});
  EXPECT_TRUE(exact(none, game_)["source"].is_null());
}

/// Endgames with a king against up to two attackers: each value as by plain search.
TEST(EndgameTable, AgreesWithSearch) {
  using G = Tafl<2>;
  const RuleSet rule_set = load_rule_set("brandubh-7");
  const auto rules = G::compile(rule_set);
  const tafl::Material most{2, 0};
  tafl::EndgameTable<2> table(*rules, most);
  for (const tafl::Material material : tafl::order_of(most)) {
    ASSERT_TRUE(tafl::solve_endgame(*rules, table, material, {}));
  }
  TemporaryFolder folder;
  table.save(folder.path() / "two.table", true);
  TableShelf tables(folder.path());
  for (const char* position : {"4a2/3k3/7/2a4/7/7/7 a", "4a2/3k3/7/2a4/7/7/7 d",
                               "1a5/1k5/7/7/7/7/2a4 d", "7/7/7/7/7/1a5/1ka4 d"}) {
    const Json request = {{"rules", "brandubh-7"}, {"position", position}};
    const Json answer = exact(tables, request);
    ASSERT_EQ(answer["source"], "table") << position;
    EXPECT_EQ(answer["repetition"], false) << "the game begins here";
    Json search = request;
    search["agent"] = "alphabeta:depth=8";
    const Json found = analysis(search);
    EXPECT_EQ(answer["result"], found["proven"]) << position;
    std::map<std::string, Json> results;
    for (const Json& each : answer["moves"])
      results[each["move"].get<std::string>()] = each["result"];
    ASSERT_EQ(results.size(), found["moves"].size());
    for (const Json& each : found["moves"]) {
      if (each["proven"].is_null()) continue;
      EXPECT_EQ(results[each["move"].get<std::string>()], each["proven"]) << position << each;
    }
  }
}

/// The winner with best play, by trying everything.
template <Game G>
Result winner(GameState<G>& state) {
  if (state.over()) return state.result();
  MoveList<G> moves;
  state.legal_moves(moves);
  const auto mark = state.mark();
  const Result wanted = win_for(state.to_move());
  for (const auto move : moves) {
    state.play(move);
    const Result found = winner(state);
    state.rewind(mark);
    if (found == wanted) return wanted;
  }
  return win_for(other(state.to_move()));
}

/// With one or two moves left to the king's side, after random games.
TEST(Proofs, AgreeWithPlainSearch) {
  using G = Tafl<2>;
  constexpr int kLimit = 12;
  const std::vector<std::string> changes = {fmt::format("limits.king_side_moves={}", kLimit)};
  const auto rules = G::compile(load_rule_set("brandubh-7", changes));
  TableShelf none({});
  Random random(17);
  int proved = 0, won = 0;
  for (int game = 0; game < 40 && proved < 12; ++game) {
    GameState<G> state(*rules);
    Json moves = Json::array();
    while (!state.over() && state.position().king_moves + 1 < kLimit) {
      const auto move = state.random_move(random);
      moves.push_back(G::move_text(*rules, state.position(), move));
      state.play(move);
    }
    if (state.over()) continue;
    const Json answer =
        exact(none, {{"rules", "brandubh-7"}, {"changes", changes}, {"moves", moves}});
    ASSERT_EQ(answer["source"], "proof");
    ++proved;
    const Result result = winner(state);
    won += result == Result::second_wins;
    EXPECT_EQ(answer["result"], std::string(result_text<G>(result))) << moves;
    const auto mark = state.mark();
    MoveList<G> legal;
    state.legal_moves(legal);
    ASSERT_EQ(answer["moves"].size(), legal.size());
    for (std::size_t i = 0; i < legal.size(); i += 5) {
      state.play(legal[i]);
      EXPECT_EQ(answer["moves"][i]["result"], std::string(result_text<G>(winner(state))));
      state.rewind(mark);
    }
  }
  EXPECT_GE(proved, 5);
  EXPECT_GT(won, 0);
}

TEST(Proofs, AreForFewMovesLeftOnly) {
  TableShelf none({});
  const auto source = [&](int limit, bool may_search) {
    const std::vector<std::string> changes = {fmt::format("limits.king_side_moves={}", limit)};
    return exact(none, {{"rules", "brandubh-7"}, {"changes", changes}}, may_search)["source"];
  };
  EXPECT_EQ(source(3, true), "proof");
  EXPECT_TRUE(source(3, false).is_null());
  EXPECT_TRUE(source(30, true).is_null());
}

/// The value before a throw, by searches of the test's own.
std::optional<double> mean_of_searches(Json request, double probability) {
  const Json position = describe_position(request);
  if (position["node"] == "decision") {
    const Json found = analysis(request);
    return found["value"].get<double>();
  }
  if (position["node"] == "terminal") return position["winner"] == 0 ? 1.0 : 0.0;
  constexpr double kRare = 0.004;
  if (probability < kRare) return std::nullopt;
  double sum = 0, weight = 0;
  for (const Json& each : position["throws"]) {
    Json next = request;
    next["moves"].push_back(each["text"]);
    const double chance = each["probability"].get<double>();
    const auto value = mean_of_searches(next, probability * chance);
    if (!value) continue;
    sum += chance * *value;
    weight += chance;
  }
  return sum / weight;
}

TEST(Throws, HaveTheirMean) {
  for (const char* rules : {"ur-finkel", "ur-masters"}) {
    const Json request = {
        {"rules", rules}, {"moves", Json::array()}, {"agent", "alphabeta:depth=2"}};
    const Json answer = analysis(request);
    EXPECT_NEAR(answer["value"].get<double>(), *mean_of_searches(request, 1), 1e-9) << rules;
    double chance = 0;
    for (const Json& each : answer["throws"]) {
      chance += each["probability"].get<double>();
      EXPECT_EQ(each["passes"].get<bool>(), each["best"].is_null());
    }
    EXPECT_NEAR(chance, 1, 1e-9);
  }
}

TEST(Throws, AreSearchedWithinTheirTime) {
  Searches searches({});
  std::vector<Json> values;
  searches.analyze({{"rules", "ur-finkel"}, {"seconds", 1}},
                   [&](std::string_view, const Json& data) {
                     values.push_back(data["value"]);
                     return true;
                   },
                   {});
  ASSERT_GT(values.size(), 2U) << "it tells while it searches";
  EXPECT_TRUE(values.front().is_null()) << "not all throws are searched";
  EXPECT_TRUE(values.back().is_number());
}

}  // namespace
}  // namespace tavlab::serve
