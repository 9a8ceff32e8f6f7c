#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/families.h"
#include "mcts/rollout.h"
#include "tests/mcts/check.h"

namespace tavlab {
namespace {

struct Found {
  std::string move;
  Proof proof;
};

Found search_position(const std::string& rule_set, const std::string& position,
                      std::uint64_t simulations,
                      RolloutOptions::Policy policy = RolloutOptions::Policy::uniform) {
  return visit_game(load_rule_set(rule_set), [&](auto game, const auto& rules) -> Found {
    using G = decltype(game);
    const GameState<G> state(*rules, G::parse_position(*rules, position));
    RolloutEvaluator<G> rollouts({.policy = policy, .max_plies = 300});
    Search<G> search(state, {}, 1);
    run<G>(search, rollouts, {.simulations = simulations});
    expect_consistent(search.tree(), true);
    const auto move = best_move(search);
    if (move == typename G::Move{}) return {"", root_report(search).proof};
    return {G::move_text(*rules, state.position(), move), root_report(search).proof};
  });
}

TEST(TaflSearch, KingEscapesInOne) {
  const Found found = search_position("brandubh-7", "3k3/7/7/1a3a1/7/2d4/1a3a1 d", 50);
  EXPECT_TRUE(found.move == "d7-a7" || found.move == "d7-g7") << found.move;
  EXPECT_EQ(found.proof, Proof::second_wins);
  const Found larger = search_position("helmfrid-9", "3k5/9/9/1a3a3/9/2d6/9/9/1a3a1a1 d", 50);
  EXPECT_TRUE(larger.move == "d9-a9" || larger.move == "d9-i9") << larger.move;
}

TEST(TaflSearch, AttackersCaptureTheKingInOne) {
  const Found found = search_position("brandubh-7", "3ka2/7/7/7/7/1d5/2a4 a", 50);
  EXPECT_EQ(found.move, "c1-c7");
  EXPECT_EQ(found.proof, Proof::first_wins);
  const Found larger = search_position("helmfrid-9", "3ka4/9/9/9/7a1/9/1d7/9/2a6 a", 50);
  EXPECT_EQ(larger.move, "c1-c9");
}

TEST(TaflSearch, AttackersBlockTheOnlyWayOut) {
  // The king at d7 goes to a7 unless b4-b7 stands in his way; f7 holds the other side.
  for (const auto policy : {RolloutOptions::Policy::uniform, RolloutOptions::Policy::informed}) {
    const Found found = search_position("brandubh-7", "3k1a1/7/3a3/1a5/7/3d3/4a2 a", 1000, policy);
    EXPECT_EQ(found.move, "b4-b7");
  }
}

TEST(TaflSearch, SearchesEveryRuleSet) {
  for (const std::string& id : builtin_rule_set_ids()) {
    visit_game(load_rule_set(id), [&](auto game, const auto& rules) {
      using G = decltype(game);
      RolloutEvaluator<G> rollouts({.policy = RolloutOptions::Policy::informed, .max_plies = 4});
      Search<G> search(GameState<G>(*rules), with_leaves_in_flight(3), 1);
      Random random(7);
      for (int ply = 0; ply < 6; ++ply) {
        run<G>(search, rollouts, {.simulations = 40});
        expect_consistent(search.tree(), true);
        if (search.state().node_kind() != NodeKind::decision) break;
        const auto move = sample_move(search, 1.0, random);
        ASSERT_TRUE(search.state().allowed(move)) << id;
        search.play(move);
      }
    });
  }
}

/// Every child of a tree is by a legal move of its parent, and no two are by the same.
template <Game G>
void expect_legal(const Search<G>& search, GameState<G>& state, typename Tree<G>::Index at) {
  const auto& node = search.tree().node(at);
  if (node.kind != NodeKind::decision) return;
  MoveList<G> moves;
  state.legal_moves(moves);
  std::vector<bool> seen(moves.size());
  for (std::uint32_t k = 0; k < node.children; ++k) {
    const auto child = node.first_child + k;
    const auto move = search.tree().node(child).move;
    const auto found = std::ranges::find(moves, move) - moves.begin();
    ASSERT_LT(found, std::ssize(moves)) << "an illegal move";
    ASSERT_FALSE(seen[static_cast<std::size_t>(found)]) << "the same move again";
    seen[static_cast<std::size_t>(found)] = true;
    const auto mark = state.mark();
    state.play(move);
    ASSERT_NO_FATAL_FAILURE(expect_legal(search, state, child));
    state.rewind(mark);
  }
}

/// Where repetitions are forbidden, descents pass nodes whose last untried moves are all forbidden;
/// children added further down must be by moves of their own parent.
TEST(TaflSearch, GrowsLegalMovesWhereRepetitionsAreForbidden) {
  visit_game(load_rule_set("brandubh-7"), [&](auto game, const auto& rules) {
    using G = decltype(game);
    NoiseEvaluator<G> noise;
    Random random(1);
    for (int board = 0; board < 40; ++board) {
      // So crowded that there are few moves, most of which go to and fro.
      std::string text;
      int empty = 0;
      const auto end_run = [&] {
        if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      };
      for (int cell = 0; cell < 49; ++cell) {
        if (cell > 0 && cell % 7 == 0) {
          end_run();
          text += '/';
        }
        const bool corner = (cell % 7 == 0 || cell % 7 == 6) && (cell < 7 || cell > 41);
        const auto draw = random.below(20);
        if (cell != 24 && (corner || draw < 1)) {
          ++empty;
          continue;
        }
        end_run();
        text += cell == 24 ? 'k' : draw < 11 ? 'a' : 'd';
      }
      end_run();
      GameState<G> state(*rules, G::parse_position(*rules, text + " a"));
      if (state.over()) continue;
      Search<G> search(state, without_solver(), 1);
      run<G>(search, noise, {.simulations = 20000});
      expect_legal(search, state, search.tree().root());
    }
  });
}

TEST(TaflSearch, PlaysAGameWithDice) {
  const std::vector<std::string> dice = {"dice.kind=distance", "repetition.result=draw"};
  visit_game(load_rule_set("brandubh-7", dice), [](auto game, const auto& rules) {
    using G = decltype(game);
    RolloutEvaluator<G> rollouts({.max_plies = 200});
    Search<G> search(GameState<G>(*rules), {}, 1);
    Random random(7);
    for (int step = 0; step < 60 && !search.state().over(); ++step) {
      run<G>(search, rollouts, {.simulations = 60});
      expect_consistent(search.tree(), true);
      if (search.state().node_kind() == NodeKind::chance) {
        GameState<G> copy = search.state();
        search.play_chance(copy.play_random_chance(random));
      } else {
        search.play(best_move(search));
      }
    }
  });
}

}  // namespace
}  // namespace tavlab
