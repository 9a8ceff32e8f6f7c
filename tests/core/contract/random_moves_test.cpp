// Random moves: each legal one equally likely.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/core/contract/contract.h"
#include "tests/support/chi_square.h"

namespace tavlab {
namespace {

/// Pearson's statistic of `draws` draws out of `items` equally likely ones, less its critical
/// value: positive when the draws are not uniform.
template <typename Draw>
double excess(std::size_t items, Draw&& draw) {
  if (items < 2) return -1.0;
  const std::size_t draws = std::max<std::size_t>(20000, 200 * items);
  std::vector<std::size_t> counts(items);
  for (std::size_t i = 0; i < draws; ++i) ++counts[draw()];
  const double expected = static_cast<double>(draws) / static_cast<double>(items);
  double statistic = 0.0;
  for (const std::size_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    statistic += difference * difference / expected;
  }
  return statistic - chi_square_critical(static_cast<double>(items - 1));
}

TEST(ChiSquare, SeesABiasOfATenth) {
  for (const std::size_t items : {2U, 10U, 40U, 120U, 400U}) {
    Random random(items);
    const auto bound = static_cast<std::uint32_t>(items);
    EXPECT_LT(excess(items, [&] { return random.below(bound); }), 0.0) << items;
    // Every second item comes 10 % too often, the others too rarely.
    const auto biased = [&] {
      const std::uint32_t item = random.below(bound);
      return item % 2 == 1 && random.uniform() < 0.1 ? item - 1 : item;
    };
    EXPECT_GT(excess(items, biased), 0.0) << items;
  }
}

/// A few decisions worth a closer look: the start, one with few moves, one with captures, others.
template <Game G>
std::vector<GameState<G>> chosen_decisions(const Variant& variant, const typename G::Rules& rules) {
  std::vector<GameState<G>> chosen;
  std::optional<GameState<G>> fewest, most_captures;
  std::size_t fewest_moves = ~std::size_t{0};
  std::ptrdiff_t captures = 0;
  int decisions = 0;
  walk<G>(variant, rules, 4, 400, [&](const GameState<G>& state) {
    if (state.node_kind() != NodeKind::decision) return;
    const MoveList<G> moves = legal_moves(state);
    if (moves.size() > 1 && moves.size() < fewest_moves) {
      fewest_moves = moves.size();
      fewest = state;
    }
    const std::ptrdiff_t capturing = std::count_if(moves.begin(), moves.end(), [&](auto move) {
      return G::is_capture(rules, state.position(), move);
    });
    if (capturing > captures) {
      captures = capturing;
      most_captures = state;
    }
    if (decisions++ % 150 == 0) chosen.push_back(state);
  });
  if (fewest) chosen.push_back(*fewest);
  if (most_captures) chosen.push_back(*most_captures);
  for (const std::string& text : variant.positions) {
    GameState<G> state(rules, G::parse_position(rules, text));
    Random random(5);
    if (state.node_kind() == NodeKind::chance) state.play_random_chance(random);
    if (state.node_kind() == NodeKind::decision) chosen.push_back(state);
  }
  return chosen;
}

TEST_P(Contract, RandomMovesAreUniform) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const std::vector<GameState<G>> decisions = chosen_decisions<G>(GetParam(), rules);
    EXPECT_GE(decisions.size(), 3U);
    Random random(6);
    for (const GameState<G>& state : decisions) {
      SCOPED_TRACE(G::position_text(rules, state.position()));
      const auto index = [](const MoveList<G>& moves) {
        std::unordered_map<std::uint64_t, std::size_t> at;
        for (const auto move : moves) at.emplace(move.word(), at.size());
        return at;
      };
      MoveList<G> moves;
      G::generate(rules, state.position(), moves);
      const auto all = index(moves);
      ASSERT_EQ(all.size(), moves.size());
      EXPECT_LT(
          excess(all.size(),
                 [&] { return all.at(G::random_move(rules, state.position(), random).word()); }),
          0.0);

      const auto legal = index(legal_moves(state));
      if (legal.size() == all.size()) continue;
      EXPECT_LT(excess(legal.size(), [&] { return legal.at(state.random_move(random).word()); }),
                0.0);
    }
  });
}

}  // namespace
}  // namespace tavlab
