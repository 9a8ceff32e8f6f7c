// Inputs and outputs of nets, for every rule set of every family.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "core/families.h"
#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

constexpr int kGames = 8;
constexpr int kPlies = 120;

ObservationOptions options_for(bool side_heads) { return {19, side_heads}; }

class ObservationContract : public Contract {
 protected:
  /// Calls visit(state) at every position of some random games, those before a roll included.
  template <Game G, typename Visit>
  static void walk(const typename G::Rules& rules, const Visit& visit) {
    for (int number = 0; number < kGames; ++number) {
      Random random(derive_seed({7, static_cast<std::uint64_t>(number)}));
      GameState<G> state(rules);
      for (int ply = 0; ply < kPlies && !state.over(); ++ply) {
        visit(state);
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
        }
      }
    }
  }
};

struct Input {
  std::vector<float> planes, globals;
  auto operator<=>(const Input&) const = default;  // NOLINT: clang-tidy takes a zero for a pointer
};

template <Game G>
Input encoded(const typename G::Observation& encoding, const ObservationShape& shape,
              const GameState<G>& state, int symmetry = 0) {
  const std::size_t cells =
      static_cast<std::size_t>(encoding.rows()) * static_cast<std::size_t>(encoding.columns());
  Input input;
  // Numbers that are not written keep a value that nothing is encoded as.
  input.planes.assign(cells * static_cast<std::size_t>(shape.planes), -99.0F);
  input.globals.assign(static_cast<std::size_t>(shape.globals), -99.0F);
  encoding.encode(state.position(), state.occurrences(), symmetry, input.planes, input.globals);
  return input;
}

TEST_P(ObservationContract, WritesFiniteNumbersOfModestSize) {
  with_game([&](auto game, const auto& rules) {
    using G = decltype(game);
    const ObservationShape shape = G::Observation::shape(options_for(false));
    const typename G::Observation encoding(rules, options_for(false));
    walk<G>(rules, [&](const GameState<G>& state) {
      const Input input = encoded(encoding, shape, state);
      const auto sane = [](float x) { return std::isfinite(x) && x >= 0.0F && x <= 20.0F; };
      ASSERT_TRUE(std::ranges::all_of(input.planes, sane));
      ASSERT_TRUE(std::ranges::all_of(input.globals, sane));
    });
  });
}

TEST_P(ObservationContract, EveryMoveHasItsOwnPlacesInThePolicy) {
  with_game([&](auto game, const auto& rules) {
    using G = decltype(game);
    for (const bool side_heads : {false, true}) {
      const ObservationShape shape = G::Observation::shape(options_for(side_heads));
      const typename G::Observation encoding(rules, options_for(side_heads));
      const auto room = static_cast<std::size_t>(encoding.rows()) *
                        static_cast<std::size_t>(encoding.columns()) *
                        static_cast<std::size_t>(shape.policy_planes);
      walk<G>(rules, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        for (const int symmetry : encoding.symmetries()) {
          std::set<std::vector<std::uint32_t>> seen;
          MoveList<G> moves;
          state.legal_moves(moves);
          for (const auto move : moves) {
            PolicyPlaces places;
            encoding.policy_places(state.position(), move, symmetry, places);
            ASSERT_FALSE(places.empty());
            for (const std::uint32_t place : places) ASSERT_LT(place, room);
            EXPECT_TRUE(seen.insert({places.begin(), places.end()}).second)
                << G::move_text(rules, state.position(), move);
          }
        }
      });
    }
  });
}

TEST_P(ObservationContract, TellsPositionsApart) {
  with_game([&](auto game, const auto& rules) {
    using G = decltype(game);
    const ObservationShape shape = G::Observation::shape(options_for(false));
    const typename G::Observation encoding(rules, options_for(false));
    std::map<Input, std::string> seen;
    walk<G>(rules, [&](const GameState<G>& state) {
      std::string text = G::position_text(rules, state.position());
      const auto [known, added] = seen.emplace(encoded(encoding, shape, state), text);
      if (added || known->second == text) return;
      // A mover-relative net sees a position and its mirror image as the same; the side to move
      // tells them apart.
      ASSERT_TRUE(G::Observation::mover_relative) << text << " looks like " << known->second;
      const auto other = G::parse_position(rules, known->second);
      EXPECT_NE(G::to_move(other), state.to_move()) << text << " looks like " << known->second;
    });
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, ObservationContract, testing::ValuesIn(built_in_variants()),
                         [](const auto& info) { return name_of(info); });

}  // namespace
}  // namespace tavlab
