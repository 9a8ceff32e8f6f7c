// The symmetries of tafl boards: which ones rules keep, and that the inputs and outputs follow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {
namespace {

using tafl::transformed;
using testing::ElementsAre;
using G = Tafl<2>;

std::shared_ptr<const G::Rules> rules_of(const std::string& id,
                                         const std::vector<std::string>& overrides = {}) {
  return G::compile(load_rule_set(id, overrides));
}

std::vector<int> symmetries_of(const std::string& id,
                               const std::vector<std::string>& overrides = {}) {
  const auto rules = rules_of(id, overrides);
  const typename G::Observation encoding(*rules, {});
  return {encoding.symmetries().begin(), encoding.symmetries().end()};
}

TEST(TaflSymmetry, MostBoardsHaveAllEight) {
  EXPECT_THAT(symmetries_of("helmfrid-9"), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(symmetries_of("brandubh-7"), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(TaflSymmetry, FortsInTwoCornersLeaveFour) {
  EXPECT_THAT(symmetries_of("helmfrid-9", {"board.corners=[a1, i9]"}).size(), 4U);
  EXPECT_THAT(symmetries_of("helmfrid-9", {"board.corners=[a1]"}).size(), 2U);
}

TEST(TaflSymmetry, TurnsAndMirrors) {
  // a1 of a board of 3x3 by a right angle: to c1; twice: to c3. Mirrored: to c1.
  EXPECT_EQ(transformed(1, 0, 3), 2);
  EXPECT_EQ(transformed(2, 0, 3), 8);
  EXPECT_EQ(transformed(3, 0, 3), 6);
  EXPECT_EQ(transformed(4, 0, 3), 2);
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<int> cells(81);
    std::iota(cells.begin(), cells.end(), 0);
    std::vector<int> reached = cells;
    for (int& cell : reached) cell = transformed(symmetry, cell, 9);
    std::ranges::sort(reached);
    EXPECT_EQ(reached, cells);
  }
}

/// Encoding under a symmetry is encoding the transformed position, and a move's places are those of
/// the transformed move.
TEST(TaflSymmetry, EncodesWhatATurnedPositionWouldShow) {
  for (const char* id : {"helmfrid-9", "viavuca-11"}) {
    const auto rules = rules_of(id);
    const ObservationShape shape = G::Observation::shape({});
    const typename G::Observation encoding(*rules, {});
    const auto cells = static_cast<std::size_t>(rules->cells);
    std::vector<float> seen(cells * static_cast<std::size_t>(shape.planes)), turned(seen);
    std::vector<float> globals(static_cast<std::size_t>(shape.globals)), same(globals);
    Random random(5);
    for (int game = 0; game < 5; ++game) {
      GameState<G> state(*rules);
      for (int ply = 0; ply < 60 && !state.over(); ++ply) {
        for (const int symmetry : encoding.symmetries()) {
          G::Position image = state.position();
          const auto map = [&](const auto& from) {
            std::remove_cvref_t<decltype(from)> to{};
            from.for_each([&](int cell) { to.set(transformed(symmetry, cell, rules->size)); });
            return to;
          };
          image.pieces = {map(image.pieces[0]), map(image.pieces[1])};
          image.leaders = map(image.leaders);
          image.king = static_cast<std::uint16_t>(transformed(symmetry, image.king, rules->size));
          encoding.encode(state.position(), state.occurrences(), symmetry, seen, globals);
          encoding.encode(image, 1, 0, turned, same);
          ASSERT_EQ(seen, turned);
          MoveList<G> moves;
          state.legal_moves(moves);
          for (const auto move : moves) {
            if (move.declined() != 0) continue;
            PolicyPlaces places, expected;
            encoding.policy_places(state.position(), move, symmetry, places);
            const tafl::Move other(transformed(symmetry, move.from(), rules->size),
                                   transformed(symmetry, move.to(), rules->size));
            encoding.policy_places(image, other, 0, expected);
            ASSERT_TRUE(std::ranges::equal(places, expected));
          }
        }
        state.play(state.random_move(random));
      }
    }
  }
}

TEST(TaflSymmetry, RefusesBoardsThatThePolicyHasNoRoomFor) {
  const auto rules = rules_of("helmfrid-11");
  EXPECT_THROW((typename G::Observation(*rules, {9, false})), UserError);
}

}  // namespace
}  // namespace tavlab
