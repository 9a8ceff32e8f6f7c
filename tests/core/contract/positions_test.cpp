// Positions: their text is complete, and taking moves back restores them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

TEST_P(Contract, TextRoundTrips) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    walk<G>(GetParam(), rules, 3, 300, [&](const GameState<G>& state) {
      const typename G::Position& position = state.position();
      if (G::node_kind(position) == NodeKind::terminal) return;
      const std::string text = G::position_text(rules, position);
      const typename G::Position parsed = G::parse_position(rules, text);
      ASSERT_TRUE(same_position<G>(rules, parsed, position)) << text;
      ASSERT_EQ(G::position_text(rules, parsed), text);

      std::set<std::string> texts;
      if (G::node_kind(position) == NodeKind::chance) {
        ChanceList<G> outcomes;
        G::chance_outcomes(rules, position, outcomes);
        for (const ChanceOutcome& outcome : outcomes) {
          const std::string name = G::chance_text(rules, outcome.value);
          ASSERT_EQ(G::parse_chance(rules, position, name), outcome.value) << text << ' ' << name;
          ASSERT_TRUE(texts.insert(name).second) << text << ' ' << name;
        }
        return;
      }
      MoveList<G> moves;
      G::generate(rules, position, moves);
      for (const auto move : moves) {
        const std::string name = G::move_text(rules, position, move);
        ASSERT_EQ(G::parse_move(rules, position, name), move) << text << ' ' << name;
        ASSERT_TRUE(texts.insert(name).second) << text << ' ' << name;
        ASSERT_EQ(G::Move::from_word(move.word()), move) << text << ' ' << name;
        ASSERT_NE(move.word(), 0U) << text << ' ' << name;
      }
    });
  });
}

/// Everything the family reports about a position, as text.
template <Game G>
std::string description(const typename G::Rules& rules, const typename G::Position& position) {
  std::string text =
      fmt::format("{} key {:x} {:x} node {} result {} {}", G::position_text(rules, position),
                  G::key(rules, position), G::repetition_key(position),
                  static_cast<int>(G::node_kind(position)), static_cast<int>(G::result(position)),
                  G::reason(position));
  if (G::node_kind(position) == NodeKind::decision) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    for (const auto move : moves) text += fmt::format(" {}", move.word());
  } else if (G::node_kind(position) == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules, position, outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      text += fmt::format(" {}:{}", outcome.value, outcome.probability);
    }
  }
  return text;
}

/// Plays the same random continuation on a copy parsed from the text.
TEST_P(Contract, NothingIsHiddenInAPosition) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    int visited = 0;
    walk<G>(GetParam(), rules, 7, 400, [&](const GameState<G>& state) {
      if (++visited % 5 != 1 || G::node_kind(state.position()) == NodeKind::terminal) return;
      typename G::Position played = state.position();
      typename G::Position parsed =
          G::parse_position(rules, G::position_text(rules, state.position()));
      Random random(static_cast<std::uint64_t>(visited));
      for (int ply = 0; ply < 30; ++ply) {
        ASSERT_EQ(description<G>(rules, played), description<G>(rules, parsed));
        ASSERT_TRUE(same_position<G>(rules, played, parsed)) << description<G>(rules, played);
        if (G::node_kind(played) == NodeKind::terminal) break;
        if (G::node_kind(played) == NodeKind::chance) {
          const std::uint8_t value = any_outcome<G>(rules, played, random);
          G::play_chance(rules, played, value);
          G::play_chance(rules, parsed, value);
        } else {
          const auto move = G::random_move(rules, played, random);
          ASSERT_EQ(G::play(rules, played, move), G::play(rules, parsed, move));
        }
      }
    });
  });
}

template <Game G>
std::string description(const GameState<G>& state) {
  std::string text =
      fmt::format("{} | key {:x} plies {} times {} result {} {} moves",
                  description<G>(state.rules(), state.position()), state.key(), state.plies(),
                  state.occurrences(), static_cast<int>(state.result()), state.reason());
  if (state.node_kind() != NodeKind::decision) return text;
  for (const auto move : legal_moves(state)) text += fmt::format(" {}", move.word());
  return text;
}

TEST_P(Contract, RewindingRestoresTheState) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    Random random(8);
    int visited = 0;
    walk<G>(GetParam(), rules, 9, 400, [&](GameState<G>& state) {
      if (++visited % 5 != 1) return;
      const auto mark = state.mark();
      const std::string before = description(state);
      const GameState<G> copy = state;
      for (int ply = 0; ply < 30 && !state.over(); ++ply) play_randomly(state, random);
      ASSERT_EQ(description(copy), before);
      state.rewind(mark);
      ASSERT_TRUE(same_position<G>(rules, state.position(), copy.position())) << before;
      ASSERT_EQ(description(state), before);
    });
  });
}

}  // namespace
}  // namespace tavlab
