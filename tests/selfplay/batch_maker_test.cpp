// Training samples: the inputs and targets of a net.
#include "selfplay/dataset/batch_maker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/dataset/batch_crew.h"

namespace tavlab {
namespace {

class BatchMakerTest : public testing::TestWithParam<const char*> {
 protected:
  BatchMakerTest() : rules_(load_rule_set(GetParam())), variants_(std::vector<RuleSet>{rules_}) {}

  /// A random game whose every decision was "searched": the values count up, the policy is all on
  /// the move that was played.
  template <Game G>
  static StoredGame made_up(const typename G::Rules& rules, int most_plies) {
    StoredGame game;
    GameState<G> state(rules);
    Random random(9);
    while (!state.over() && state.plies() < most_plies) {
      if (state.node_kind() == NodeKind::chance) {
        game.events.push_back({state.play_random_chance(random), true});
        continue;
      }
      const auto move = state.random_move(random);
      SearchedDecision decision;
      decision.event = static_cast<std::uint32_t>(game.events.size());
      decision.full = true;
      decision.win = 0.01F * static_cast<float>(game.decisions.size() % 50);
      decision.draw = 0.25F;
      decision.next_win = decision.win + 0.2F;
      decision.next_draw = 0.125F;
      decision.first_policy = static_cast<std::uint32_t>(game.policy.size());
      decision.policy_count = 1;
      game.policy.push_back({move.word(), 3, 1.0F});
      game.decisions.push_back(decision);
      game.events.push_back({move.word(), false});
      state.play(move);
    }
    game.result = state.result();
    return game;
  }

  RuleSet rules_;
  RuleVariants variants_;
};

/// Values by the definition of TD(lambda): the sum over what follows, weighted by powers of lambda,
/// and by the discount of each ply.
TEST_P(BatchMakerTest, ValuesLookAheadByLambda) {
  visit_game(rules_, [&](auto family, const auto& rules) {
    using G = decltype(family);
    for (const int most_plies : {15, 2000}) {  // cut off, and to the end
      const StoredGame game = made_up<G>(*rules, most_plies);
      const bool finished = game.result != Result::unfinished;
      BatchMaker<G> maker({}, variants_);
      for (const double lambda : {0.0, 0.5, 0.9, 1.0}) {
        for (const double discount : {1.0, 0.95}) {
          maker.set_lambda(lambda);
          maker.set_win_discount(discount);
          for (const std::uint32_t d : {0U, 3U}) {
            for (const bool after_move : {false, true}) {
              TrainingBatch batch;
              maker.clear(batch, 0);
              maker.add({&game, d}, {0, after_move}, batch);
              GameState<G> state(*rules);
              play_events(state, std::span(game.events).first(game.decisions[d].event));
              bool moved = false;
              if (after_move) {
                GameState<G> next = state;
                play_events(next, std::span(game.events).subspan(game.decisions[d].event, 1));
                moved = next.node_kind() == NodeKind::chance;
                if (moved) state = next;
              }
              double score = 0, weight = 1;
              const auto moves_before = [&](std::size_t event) {
                return std::ranges::count(std::span(game.events).first(event), false,
                                          &GameEvent::chance);
              };
              const auto now = moves_before(game.decisions[d].event) + (moved ? 1 : 0);
              const auto discounted = [&](std::size_t event) {
                return std::pow(discount,
                                static_cast<double>(std::max(0L, moves_before(event) - now)));
              };
              const auto sooner = [&](const Wdl& value, std::size_t event) {
                return 0.5 + (value.score() - 0.5) * discounted(event);
              };
              for (std::size_t i = d; i < game.decisions.size(); ++i, weight *= lambda) {
                const auto& each = game.decisions[i];
                score += weight * (1 - lambda) *
                         sooner(moved && i == d ? each.next_value() : each.value(), each.event);
              }
              const Wdl result = finished ? Wdl::of(game.result) : game.decisions.back().value();
              score += weight * sooner(result, game.events.size());
              const bool turned = G::Observation::mover_relative && state.to_move() == Side::second;
              const double draw = double{batch.value[1]};
              EXPECT_NEAR(double{batch.value[turned ? 2 : 0]} + draw / 2, score, 1e-5)
                  << lambda << ' ' << d;
              const double drawn = 1 - (1 - double{result.draw}) * discounted(game.events.size());
              EXPECT_NEAR(draw, std::min(drawn, 2 * std::min(score, 1 - score)), 1e-5)
                  << "as much as the result says and the score allows";
              EXPECT_NEAR(double{batch.value[0] + batch.value[1] + batch.value[2]}, 1.0, 1e-5);
              EXPECT_EQ(batch.move_position.empty(), moved) << "before a roll there is no choice";
            }
          }
        }
      }
    }
  });
}

/// The rest of a sample: the legal moves with their shares, the pieces lost, the plies left.
TEST_P(BatchMakerTest, TheRestIsWhatCameOfTheGame) {
  visit_game(rules_, [&](auto family, const auto& rules) {
    using G = decltype(family);
    const StoredGame game = made_up<G>(*rules, 2000);
    BatchMaker<G> maker({}, variants_);
    TrainingBatch batch;
    maker.clear(batch, 0);
    const std::uint32_t d = static_cast<std::uint32_t>(game.decisions.size()) / 3;
    for (const std::uint32_t each : {d, d + 1}) maker.add({&game, each}, {}, batch);
    ASSERT_EQ(batch.count, 2U);
    std::size_t move = 0;
    for (const std::uint32_t position : {0U, 1U}) {
      const SearchedDecision& decision = game.decisions[d + position];
      GameState<G> state(*rules);
      play_events(state, std::span(game.events).first(decision.event));
      MoveList<G> moves;
      state.legal_moves(moves);
      for (const auto legal : moves) {
        EXPECT_EQ(batch.move_position[move], position);
        const bool played = legal.word() == game.events[decision.event].word;
        EXPECT_EQ(batch.move_share[move++], played ? 1.0F : 0.0F);
      }
      const bool turned = G::Observation::mover_relative && state.to_move() == Side::second;
      const int plies = state.plies();
      std::vector<int> lost(2);
      for (const GameEvent& event : std::span(game.events).subspan(decision.event)) {
        const int first = G::piece_count(state.position(), Side::first);
        const int second = G::piece_count(state.position(), Side::second);
        const Side mover = state.to_move();
        play_events(state, std::span(&event, 1));
        if (event.chance) continue;
        if (mover == Side::second) {
          lost[0] += std::max(0, first - G::piece_count(state.position(), Side::first));
        } else {
          lost[1] += std::max(0, second - G::piece_count(state.position(), Side::second));
        }
      }
      EXPECT_EQ(batch.moves_left[position], static_cast<float>(state.plies() - plies));
      EXPECT_EQ(batch.captured[2 * position], static_cast<float>(lost[turned ? 1 : 0]));
      EXPECT_EQ(batch.captured[2 * position + 1], static_cast<float>(lost[turned ? 0 : 1]));
    }
    EXPECT_EQ(move, batch.move_position.size());
    EXPECT_EQ(batch.place_move.size(), batch.place.size());
  });
}

TEST_P(BatchMakerTest, ACrewMakesTheSameBatches) {
  visit_game(rules_, [&](auto family, const auto& rules) {
    using G = decltype(family);
    Window window;
    for (int i = 0; i < 3; ++i) window.add(made_up<G>(*rules, 20 + 10 * i));
    for (const std::size_t count : {1UL, 15UL, 100UL}) {
      Random random(4);
      TrainingBatch expected, found;
      BatchMaker<G>({}, variants_).make(window, count, random, expected);
      const std::uint64_t after = random();
      for (const int threads : {1, 2, 5}) {
        Random again(4);
        BatchCrew<G>({}, variants_, threads).make(window, count, again, found);
        EXPECT_EQ(after, again());
        EXPECT_EQ(count, found.count);
        EXPECT_EQ(expected.rows, found.rows);
        EXPECT_EQ(expected.columns, found.columns);
        EXPECT_EQ(expected.planes, found.planes);
        EXPECT_EQ(expected.globals, found.globals);
        EXPECT_EQ(expected.move_position, found.move_position);
        EXPECT_EQ(expected.move_share, found.move_share);
        EXPECT_EQ(expected.place_move, found.place_move);
        EXPECT_EQ(expected.place, found.place);
        EXPECT_EQ(expected.value, found.value);
        EXPECT_EQ(expected.moves_left, found.moves_left);
        EXPECT_EQ(expected.captured, found.captured);
        EXPECT_EQ(expected.ownership, found.ownership);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Families, BatchMakerTest,
                         testing::Values("brandubh-7", "ur-finkel", "tavreli"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tavlab
