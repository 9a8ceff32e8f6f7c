// Alpha-beta with endgame tables.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "core/tafl/solve/endgame_solver.h"
#include "core/tafl/tafl.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/alphabeta_agent.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/table_agent.h"
#include "tests/solve/solved_endgames.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using tafl::EndgameTable;
using tafl::EndgameValue;
using tafl::Material;
using test::solved_endgames;
using testing::HasSubstr;
using G = Tafl<2>;
using Table = EndgameTable<2>;

std::shared_ptr<const G::Rules> rules_of(const char* id) { return G::compile(load_rule_set(id)); }

/// The table with its winners alone.
std::shared_ptr<const Table> winners_of(const Table& table, const G::Rules& rules) {
  const TemporaryFolder folder;
  table.save(folder.path() / "t", false);
  return Table::open(folder.path() / "t", rules);
}

/// Random placements of a material, not over yet.
std::vector<G::Position> placements(const G::Rules& rules, Material material, std::size_t count) {
  const tafl::MaterialIndex<2> index(rules, material);
  Random random(7);
  std::vector<G::Position> all;
  while (all.size() < count) {
    const Side side = all.size() % 2 == 0 ? Side::first : Side::second;
    const auto p = index.position(random.below(static_cast<std::uint32_t>(index.size())), side);
    if (p.node == NodeKind::terminal || G::count_moves(rules, p) == 0) continue;
    all.push_back(p);
  }
  return all;
}

TEST(TaflEndgames, ScoresAreTheTables) {
  const auto rules = rules_of("brandubh-7-weak-king");
  const auto table = std::make_shared<Table>(solved_endgames(*rules, {2, 1}));
  Random random(1);
  int decided = 0;
  for (const bool selective : {false, true}) {
    AlphaBetaSearch<G> search({.depth = 6,
                               .table_megabytes = 1,
                               .features = selective ? SearchFeatures::all() : SearchFeatures{}},
                              table);
    for (const G::Position& p : placements(*rules, {2, 1}, 1000)) {
      const EndgameValue value = table->find(p).value();
      if (value.winner == Result::unfinished) continue;
      ++decided;
      GameState<G> state(*rules, p);
      Analysis<G> analysis;
      search.start_game();
      search.run(state, random, &analysis);
      ASSERT_EQ(analysis.proven, value.winner) << G::position_text(*rules, p);
      ASSERT_EQ(analysis.value, table->value(*rules, p));
      ASSERT_EQ(analysis.depth, 1) << "nothing is left to be searched";
      // The moves of the winner, whose last one may be the other side's.
      ASSERT_EQ((analysis.plies_to_end + 1) / 2, value.moves) << G::position_text(*rules, p);
    }
  }
  EXPECT_GT(decided, 1000);
}

/// One piece above the table a search is right wherever it claims a win, and finds wins by
/// captures.
TEST(TaflEndgames, AreReachedByCaptures) {
  const auto rules = rules_of("brandubh-7-weak-king");
  const auto all = std::make_shared<Table>(solved_endgames(*rules, {3, 0}));
  const auto known = std::make_shared<Table>(solved_endgames(*rules, {2, 0}));
  Random random(1);
  int by_capture = 0, only_by_table = 0;
  for (const auto& table : {std::shared_ptr<const Table>(known), winners_of(*known, *rules)}) {
    const AlphaBetaSettings settings = {.depth = 1, .table_megabytes = 1, .quiescence = false};
    AlphaBetaSearch<G> with(settings, table), without(settings);
    for (const G::Position& p : placements(*rules, {3, 0}, 4000)) {
      bool capture_wins = false;
      MoveList<G> moves;
      G::generate(*rules, p, moves);
      for (const G::Move move : moves) {
        G::Position next = p;
        G::play(*rules, next, move);
        const auto value = known->find(next);
        capture_wins = capture_wins || (next.node != NodeKind::terminal && value &&
                                        value->winner == win_for(p.side));
      }
      GameState<G> state(*rules, p);
      Analysis<G> analysis;
      with.start_game();
      with.run(state, random, &analysis);
      if (analysis.proven != Result::unfinished) {
        ASSERT_EQ(analysis.proven, all->find(p)->winner) << G::position_text(*rules, p);
      }
      if (!capture_wins) continue;
      ++by_capture;
      ASSERT_EQ(analysis.proven, win_for(p.side)) << G::position_text(*rules, p);
      without.start_game();
      without.run(state, random, &analysis);
      if (analysis.proven == Result::unfinished) ++only_by_table;
    }
  }
  EXPECT_GT(by_capture, 20);
  EXPECT_GT(only_by_table, 0);
}

/// Plays `winner` against the best defence, and returns the moves that the winner needed; 0 if the
/// game was not won.
int moves_to_win(Agent<G>& winner, Side side, Agent<G>& defence, const G::Rules& rules,
                 const G::Position& start, int most_plies) {
  GameState<G> state(rules, start);
  Random random(1);
  winner.start_game();
  int moves = 0;
  while (!state.over() && state.plies() < most_plies) {
    const bool mine = state.to_move() == side;
    moves += mine ? 1 : 0;
    state.play((mine ? winner : defence).choose(state, random));
  }
  return state.result() == win_for(side) ? moves : 0;
}

TEST(TaflEndgames, AreWonAgainstTheBestDefence) {
  const auto rules = rules_of("brandubh-7-weak-king");
  constexpr Material kMost{3, 0};
  const auto table = std::make_shared<Table>(solved_endgames(*rules, kMost));
  const auto winners = winners_of(*table, *rules);
  AlphaBetaAgent<G> shortest({.nodes = 1000, .table_megabytes = 1}, table);
  // A table of winners alone keeps the win, and the search finds the way.
  AlphaBetaAgent<G> seeking({.depth = 3, .table_megabytes = 1}, winners);
  AlphaBetaAgent<G> selective(
      {.nodes = 2000, .table_megabytes = 1, .features = SearchFeatures::all()}, winners);
  TableAgent<G> defence(table, "t");
  int games = 0;
  for (const G::Position& p : placements(*rules, kMost, 3000)) {
    const EndgameValue value = table->find(p).value();
    if (value.winner == Result::unfinished || value.moves < 3) continue;
    const Side side = value.winner == Result::first_wins ? Side::first : Side::second;
    ++games;
    EXPECT_EQ(moves_to_win(shortest, side, defence, *rules, p, 300), value.moves)
        << G::position_text(*rules, p);
    for (Agent<G>* agent : {static_cast<Agent<G>*>(&seeking), static_cast<Agent<G>*>(&selective)}) {
      EXPECT_GT(moves_to_win(*agent, side, defence, *rules, p, 300), 0)
          << G::position_text(*rules, p);
      EXPECT_EQ(agent->proven(), value.winner);
    }
  }
  EXPECT_GT(games, 20);
}

TEST(TaflEndgames, OneTableServesAllThreads) {
  const auto rules = rules_of("brandubh-7-weak-king");
  const std::shared_ptr<const Table> table =
      std::make_shared<Table>(solved_endgames(*rules, {2, 0}));
  const G::Position p = placements(*rules, {3, 0}, 1)[0];
  GameState<G> state(*rules, p);
  const auto choose = [&](int threads) {
    AlphaBetaAgent<G> agent({.nodes = 20'000, .table_megabytes = 1, .threads = threads}, table);
    EXPECT_EQ(table.use_count(), 1 + threads);
    Random random(1);
    Analysis<G> analysis;
    agent.choose(state, random, &analysis);
    return analysis;
  };
  const Analysis<G> one = choose(1), again = choose(1), three = choose(3);
  EXPECT_EQ(one.principal_variation, again.principal_variation);
  EXPECT_EQ(one.nodes, again.nodes);
  if (one.proven != Result::unfinished) {
    EXPECT_EQ(three.proven, one.proven);
  }
}

TEST(TaflEndgames, MustBeForTheRules) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "t").string();
  const auto rules = rules_of("brandubh-7-weak-king"), others = rules_of("brandubh-7");
  solved_endgames(*rules, {1, 0}).save(file, true);
  for (const char* agent : {"alphabeta:endgame=", "alphabeta:threads=2,endgame=", "mcts:endgame=",
                            "mcts:threads=2,endgame=", "table:"}) {
    const AgentSpec spec = AgentSpec::parse(agent + file);
    EXPECT_EQ(refusal([&] { (void)make_agent<G>(spec, *rules); }), "none") << agent;
    EXPECT_THAT(refusal([&] { (void)make_agent<G>(spec, *others); }),
                HasSubstr("for rules 'brandubh-7-weak-king', not for 'brandubh-7'"))
        << agent;
  }
}

}  // namespace
}  // namespace tavlab
