#include "selfplay/alphabeta/search.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <vector>

#include "core/game_state.h"
#include "selfplay/agents/alphabeta_agent.h"
#include "tests/selfplay/plain_search.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

using toy::Chase;
using toy::ChaseRules;
using toy::Race;
using toy::RaceRules;
using toy::TicTacToe;
using toy::Wide;

template <Game G>
SearchScore searched(GameState<G>& state, const AlphaBetaSettings& settings) {
  Random random(1);
  AlphaBetaSearch<G> search(settings);
  search.run(state, random, nullptr);
  return search.score();
}

template <Game G>
SearchScore plain(GameState<G>& state, int depth) {
  const SearchScore score = PlainSearch<G>(true).value(state, depth);
  return state.to_move() == Side::first ? score : -score;
}

/// Compares, at every decision of a few random games, with the plain search of the same depth.
/// Deepening stops at a proven result, which deeper search cannot change but for draws by
/// repetition; so depths of proven results are compared by result.
template <Game G>
void compare(const typename G::Rules& rules, int games, int depth,
             std::initializer_list<std::size_t> tables = {0, 1}) {
  Random random(5);
  for (int number = 0; number < games; ++number) {
    GameState<G> state(rules);
    for (int ply = 0; ply < 30 && !state.over(); ++ply) {
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
        continue;
      }
      MoveList<G> moves;
      state.legal_moves(moves);
      if (moves.size() > 1) {  // a single move is not searched
        const SearchScore expected = plain(state, depth);
        for (const std::size_t table : tables) {
          const SearchScore score = searched(state, {.depth = depth, .table_megabytes = table});
          ASSERT_EQ(score, expected) << "game " << number << " ply " << ply << " table " << table;
        }
      }
      state.play(state.random_move(random));
    }
  }
}

TEST(AlphaBeta, AgreesWithPlainSearchOnTicTacToe) {
  for (int depth = 1; depth <= 6; ++depth) compare<TicTacToe>({}, 3, depth);
}

TEST(AlphaBeta, AgreesWithPlainSearchOnAGameWithDice) {
  for (int depth = 1; depth <= 4; ++depth) compare<Race>({}, 5, depth);
}

TEST(AlphaBeta, AgreesWithPlainSearchUnderEveryRepetitionRule) {
  using Verdict = RepetitionRule::Verdict;
  using Scope = RepetitionRule::Scope;
  for (const Verdict verdict : {Verdict::draw, Verdict::mover_loses, Verdict::first_wins,
                                Verdict::forbidden, Verdict::forbidden_to_second}) {
    for (const Scope scope : {Scope::position, Scope::move_pattern}) {
      for (int depth = 1; depth <= 6; ++depth) {
        SCOPED_TRACE(testing::Message() << static_cast<int>(verdict) << " depth " << depth);
        compare<Chase>({.size = 6, .repetition = {verdict, scope, 3}}, 3, depth);
        // If the first recurrence decides, a table cannot always account for the path.
        compare<Chase>({.size = 6, .repetition = {verdict, scope, 2}}, 3, depth, {0});
      }
    }
  }
}

TEST(AlphaBeta, SolvesTicTacToe) {
  const toy::NoRules rules;
  GameState<TicTacToe> state(rules);
  EXPECT_EQ(searched(state, {.depth = 9}), 0);
}

/// Selective search leaves moves out at low depth only: deep enough it finds what there is.
TEST(AlphaBeta, SolvesTicTacToeSelectively) {
  const toy::NoRules rules;
  GameState<TicTacToe> state(rules);
  EXPECT_EQ(searched(state, {.depth = 9, .features = SearchFeatures::all()}), 0);
  Random random(3);
  for (int number = 0; number < 100; ++number) {
    GameState<TicTacToe> game(rules);
    for (int ply = 0; ply < 3; ++ply) game.play(game.random_move(random));
    const Result selective = proven_result(
        searched(game, {.depth = 9, .features = SearchFeatures::all()}), game.to_move());
    EXPECT_EQ(selective, proven_result(searched(game, {.depth = 9}), game.to_move()));
  }
}

/// Rolls are averaged: with dice the value is the exact one whatever the features.
TEST(AlphaBeta, IsNotSelectiveWithDice) {
  const RaceRules rules;
  Random random(4);
  for (int number = 0; number < 20; ++number) {
    GameState<Race> state(rules);
    for (int event = 0; event < 7 && !state.over(); ++event) {
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
      } else {
        state.play(state.random_move(random));
      }
    }
    if (state.node_kind() != NodeKind::decision) continue;
    EXPECT_EQ(searched(state, {.depth = 4, .features = SearchFeatures::all()}),
              searched(state, {.depth = 4}));
  }
}

TEST(AlphaBeta, ExpectimaxGivesTheExactValue) {
  const RaceRules rules;
  GameState<Race> state(rules);
  state.play_chance(1);
  const double exact = toy::exact_value(state);
  const SearchScore score = searched(state, {.depth = 12});
  EXPECT_NEAR(expected_score(score, state.to_move(), ScoreScale::expectation), exact, 1e-4);
}

TEST(AlphaBeta, PrefersTheQuickerWinAndTheSlowerLoss) {
  const toy::NoRules rules;
  // The first side wins at once on 2 or slowly elsewhere.
  GameState<TicTacToe> winning = TicTacToe::after(rules, {0, 3, 1, 8});
  Random random(1);
  AlphaBetaSearch<TicTacToe> search({.depth = 5});
  EXPECT_EQ(search.run(winning, random, nullptr).number(), 2);
  EXPECT_EQ(search.score(), kWinScore - 1);
  // The second side faces two threats and can block only one: lost in two plies.
  GameState<TicTacToe> lost = TicTacToe::after(rules, {0, 4, 8, 6, 2});
  search.run(lost, random, nullptr);
  EXPECT_EQ(search.score(), 2 - kWinScore);
}

/// Tic-tac-toe with threats, which the search may ask for.
struct SharpTicTacToe : TicTacToe {
  static constexpr Capabilities capabilities{.threats = true};
  static bool threatens(const Rules& rules, const Position& position, Side side) {
    if (position.node == NodeKind::terminal) return false;
    Position turned = position;
    turned.side = side;
    Moves moves;
    generate(rules, turned, moves);
    for (const Move move : moves) {
      if (wins_at_once(rules, turned, move)) return true;
    }
    return false;
  }
};
static_assert(Game<SharpTicTacToe>);

TEST(AlphaBeta, QuiescenceSeesThroughADoubleThreat) {
  const toy::NoRules rules;
  GameState<SharpTicTacToe> state(rules);
  for (const int cell : {0, 4, 8, 6}) state.play(toy::Move::number(cell));
  Random random(1);
  AlphaBetaSearch<SharpTicTacToe> search({.depth = 1});
  EXPECT_EQ(search.run(state, random, nullptr).number(), 2);
  EXPECT_EQ(search.score(), kWinScore - 3);
  compare<SharpTicTacToe>(rules, 5, 2);
}

TEST(AlphaBeta, LeavesTheStateAsItWas) {
  const ChaseRules rules;
  GameState<Chase> state(rules);
  for (const int step : {0, 0, 1, 0}) state.play(toy::Move::number(step));
  const auto key = state.key();
  const int plies = state.plies();
  const int occurrences = state.occurrences();
  searched(state, {.depth = 5});
  searched(state, {.nodes = 50});
  EXPECT_EQ(state.key(), key);
  EXPECT_EQ(state.plies(), plies);
  EXPECT_EQ(state.occurrences(), occurrences);
}

TEST(AlphaBeta, KeepsToItsNodesAndAlwaysHasAMove) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  Random random(1);
  for (const std::uint64_t nodes : {1, 2, 50, 5000}) {
    AlphaBetaSearch<Wide> search({.nodes = nodes});
    EXPECT_NE(search.run(state, random, nullptr), toy::Move{});
    EXPECT_LE(search.nodes(), nodes + 1);
  }
}

TEST(AlphaBeta, KeepsToItsTime) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  Random random(1);
  Analysis<Wide> report;
  AlphaBetaSearch<Wide> search({.seconds = 0.05});
  search.run(state, random, &report);
  EXPECT_GE(report.seconds, 0.05);
  EXPECT_LT(report.seconds, 2.0);
}

TEST(AlphaBeta, EndsWhenStopped) {
  const toy::WideRules rules;
  GameState<Wide> state(rules);
  Random random(1);
  std::stop_source source;
  source.request_stop();
  AlphaBetaSearch<Wide> search({.depth = 60});
  search.run(state, random, nullptr, source.get_token());
  EXPECT_LE(search.nodes(), 1024U);
}

TEST(AlphaBeta, ReportsTheExactValueOfEachMove) {
  const toy::NoRules rules;
  GameState<TicTacToe> state = TicTacToe::after(rules, {0, 4, 8, 6});
  Random random(1);
  Analysis<TicTacToe> report;
  AlphaBetaSearch<TicTacToe> search({.depth = 5});
  const auto move = search.run(state, random, &report);
  ASSERT_EQ(report.candidates.size(), 5U);
  EXPECT_EQ(move.number(), 2);
  EXPECT_EQ(report.candidates.front().move.number(), 2);
  EXPECT_EQ(report.value, 1.0);
  EXPECT_EQ(report.proven, Result::first_wins);
  EXPECT_FALSE(report.probabilities.has_value());
  for (const auto& candidate : report.candidates) {
    const auto mark = state.mark();
    state.play(candidate.move);
    EXPECT_EQ(candidate.value, expected_score(plain(state, report.depth - 1), state.to_move(),
                                              ScoreScale::expectation));
    state.rewind(mark);
  }
  ASSERT_FALSE(report.principal_variation.empty());
  for (const auto step : report.principal_variation) {
    ASSERT_FALSE(state.over());
    state.play(step);
  }
  EXPECT_EQ(state.result(), Result::first_wins);
}

TEST(AlphaBeta, BreaksTiesAtRandomOnlyWhenAsked) {
  const toy::NoRules rules;
  const auto distinct = [&](bool random_ties) {
    Random random(1);
    std::vector<bool> seen(9);
    for (int i = 0; i < 60; ++i) {
      GameState<TicTacToe> state(rules);
      AlphaBetaSearch<TicTacToe> search(
          {.depth = 2, .table_megabytes = 0, .random_ties = random_ties});
      seen[static_cast<std::size_t>(search.run(state, random, nullptr).number())] = true;
    }
    return std::count(seen.begin(), seen.end(), true);
  };
  EXPECT_EQ(distinct(false), 1);
  EXPECT_EQ(distinct(true), 9);
}

TEST(AlphaBetaAgent, PlaysAGameTheSameWhateverItPlayedBefore) {
  const ChaseRules rules{.size = 9};
  const auto play = [&](AlphaBetaAgent<Chase>& agent, std::uint64_t seed) {
    Random random(seed);
    GameState<Chase> state(rules);
    std::vector<int> moves;
    agent.start_game();
    while (!state.over() && state.plies() < 40) {
      const bool agents_turn = state.to_move() == Side::first;
      const auto move =
          agents_turn ? agent.choose(state, random, nullptr) : state.random_move(random);
      moves.push_back(move.number());
      state.play(move);
    }
    return moves;
  };
  AlphaBetaAgent<Chase> used({.nodes = 500, .table_megabytes = 1});
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    AlphaBetaAgent<Chase> fresh({.nodes = 500, .table_megabytes = 1});
    EXPECT_EQ(play(used, seed), play(fresh, seed));
  }
}

TEST(AlphaBetaAgent, TakesTheLimitsOfATurnAndReportsEachDepth) {
  const ChaseRules rules{.size = 9};
  GameState<Chase> state(rules);
  AlphaBetaAgent<Chase> agent({.depth = 2, .table_megabytes = 1});
  std::vector<int> depths;
  agent.report_progress([&](const Analysis<Chase>& analysis) {
    EXPECT_EQ(analysis.principal_variation.empty(), false);
    EXPECT_GT(analysis.nodes, 0U);
    depths.push_back(analysis.depth);
  });
  const auto reported = [&](const TurnLimits& turn) {
    depths.clear();
    agent.limit_turn(turn);
    agent.start_game();
    Random random(1);
    agent.choose(state, random, nullptr);
    return depths;
  };
  TurnLimits turn;
  turn.depth = 4;
  EXPECT_EQ(reported(turn), (std::vector{1, 2, 3, 4}));
  EXPECT_EQ(reported({}), (std::vector{1, 2})) << "those of its text again";
  turn = {};
  turn.nodes = 1;
  EXPECT_TRUE(reported(turn).empty());
}

TEST(AlphaBetaAgent, SearchesUntilStopped) {
  const ChaseRules rules{.size = 9};
  GameState<Chase> state(rules);
  AlphaBetaAgent<Chase> agent({.depth = 1, .table_megabytes = 1});
  TurnLimits turn;
  turn.infinite = true;
  turn.depth = 2;  // ignored
  agent.limit_turn(turn);
  std::stop_source source;
  agent.stop_when(source.get_token());
  int deepest = 0;
  agent.report_progress([&](const Analysis<Chase>& analysis) {
    deepest = analysis.depth;
    if (deepest == 4) source.request_stop();
  });
  Random random(1);
  Analysis<Chase> report;
  EXPECT_NE(agent.choose(state, random, &report), toy::Move{});
  EXPECT_EQ(deepest, 4);
  EXPECT_EQ(report.depth, 4);
}

TEST(AlphaBetaAgent, SaysHowFarAProvenEndIs) {
  const toy::NoRules rules;
  GameState<TicTacToe> state = TicTacToe::after(rules, {0, 3, 1, 8});
  AlphaBetaAgent<TicTacToe> agent({.depth = 5, .table_megabytes = 0});
  Random random(1);
  Analysis<TicTacToe> report;
  agent.choose(state, random, &report);
  EXPECT_EQ(report.proven, Result::first_wins);
  EXPECT_EQ(report.plies_to_end, 1);
}

}  // namespace
}  // namespace tavlab
