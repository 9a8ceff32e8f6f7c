// The evaluation cache: what it remembers, what it tells apart, what it forgets.
#include "mcts/cached_evaluator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <vector>

#include "core/tafl/tafl.h"
#include "tests/support/toy_games.h"

namespace tavlab {
namespace {

/// Answers with numbers that are different each time.
template <Game G>
class CountingEvaluator final : public Evaluator<G> {
 public:
  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    for (EvaluationRequest<G>* const request : batch) {
      ++asked;
      request->value = Wdl::from_score(1.0 / (1.0 + asked));
      for (float& logit : request->logits()) logit = static_cast<float>(number_++);
    }
  }
  int asked = 0;

 private:
  int number_ = 0;
};

template <Game G>
struct Answer {
  float win;
  std::vector<float> logits;
  bool operator==(const Answer&) const = default;
};

template <Game G>
Answer<G> ask(Evaluator<G>& evaluator, const GameState<G>& at) {
  GameState<G> state = at;
  EvaluationRequest<G> request(state);
  request.renew(1);
  EvaluationRequest<G>* const batch[] = {&request};
  evaluator.evaluate(batch);
  const auto logits = request.has_policy() ? request.logits() : std::span<float>{};
  return {request.value.win, {logits.begin(), logits.end()}};
}

using toy::TicTacToe;

TEST(CachedEvaluator, AsksForEachPositionOnce) {
  CountingEvaluator<TicTacToe> inner;
  CachedEvaluator<TicTacToe> cache(inner, 100);
  const toy::NoRules rules;
  GameState<TicTacToe> state(rules);
  const auto first = ask(cache, state);
  EXPECT_EQ(first.logits.size(), 9U);
  EXPECT_EQ(ask(cache, state), first);
  EXPECT_EQ(inner.asked, 1);
  MoveList<TicTacToe> moves;
  state.legal_moves(moves);
  state.play(moves[0]);
  EXPECT_NE(ask(cache, state), first);
  EXPECT_EQ(inner.asked, 2);
  EXPECT_EQ(cache.hits(), 1U);
  EXPECT_EQ(cache.misses(), 2U);
  cache.clear();
  EXPECT_NE(ask(cache, state), first);
  EXPECT_EQ(inner.asked, 3);
}

/// A small cache evicts entries, and never gives the answer of another position.
TEST(CachedEvaluator, WhatWasPushedOutIsAskedForAgain) {
  CountingEvaluator<TicTacToe> inner;
  CachedEvaluator<TicTacToe> cache(inner, 2);
  const toy::NoRules rules;
  Random random(3);
  std::vector<std::pair<std::uint64_t, Answer<TicTacToe>>> last;
  for (int game = 0; game < 200; ++game) {
    GameState<TicTacToe> state(rules);
    while (!state.over()) {
      const int before = inner.asked;
      const auto answer = ask(cache, state);
      MoveList<TicTacToe> moves;
      state.legal_moves(moves);
      ASSERT_EQ(answer.logits.size(), moves.size());
      const auto found =
          std::ranges::find(last, state.key(), [](const auto& each) { return each.first; });
      if (inner.asked == before) {
        ASSERT_NE(found, last.end());
        EXPECT_EQ(found->second, answer) << "an answer that was remembered is the position's last";
      }
      if (found != last.end()) last.erase(found);
      last.emplace_back(state.key(), answer);
      state.play(state.random_move(random));
    }
  }
  EXPECT_GT(cache.hits(), 0U);
  EXPECT_GT(cache.misses(), 400U);
}

/// The first and the second occurrence of a position are different entries.
TEST(CachedEvaluator, TellsRepetitionsAndRulesApart) {
  using G = Tafl<2>;
  const auto rules = G::compile(load_rule_set("helmfrid-9"));
  const std::vector<std::string> overrides = {"king.armed=false"};
  const auto others = G::compile(load_rule_set("helmfrid-9", overrides));
  CountingEvaluator<G> inner;
  CachedEvaluator<G> cache(inner, 1000);
  GameState<G> state(*rules);
  ask(cache, state);
  ask(cache, GameState<G>(*others));
  EXPECT_EQ(inner.asked, 2);
  for (const char* move : {"a4-a3", "e3-d3", "a3-a4", "d3-e3"}) {
    state.play(G::parse_move(*rules, state.position(), move));
  }
  ASSERT_FALSE(state.over());
  ASSERT_EQ(state.occurrences(), 2);
  ask(cache, state);
  EXPECT_EQ(inner.asked, 3);
}

}  // namespace
}  // namespace tavlab
