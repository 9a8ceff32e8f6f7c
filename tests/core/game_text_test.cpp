// Games as text, symmetric moves, and openings.
#include "core/game_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/openings.h"
#include "core/perft.h"

namespace tavlab {
namespace {

using testing::HasSubstr;

template <typename Test>
void in_game(const std::string& rules, const std::vector<std::string>& overrides, Test&& test) {
  visit_game(load_rule_set(rules, overrides), [&](auto game, const auto& compiled) {
    using G = decltype(game);
    GameState<G> state(*compiled);
    test(state, game);
  });
}

std::string error_of(const std::string& rules, const std::string& moves) {
  std::string said;
  in_game(rules, {}, [&](auto& state, auto) {
    try {
      play_text(state, moves);
    } catch (const UserError& error) {
      said = error.what();
    }
  });
  return said;
}

TEST(GameText, NamesThePlyAndSimilarMoves) {
  const std::string said = error_of("brandubh-7", "1. d1-c1 d3-d2");
  EXPECT_THAT(said, HasSubstr("ply 2: move 'd3-d2'"));
  EXPECT_THAT(said, HasSubstr("nearest: d3-a3, d3-b3"));
  EXPECT_THAT(error_of("ur-finkel", "[9]"), HasSubstr("ply 1: "));
}

TEST(GameText, ReadsCapturesBehindMovesAndComparesThem) {
  const std::string right = "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2";
  EXPECT_EQ(error_of("copenhagen-11", right), "");
  EXPECT_EQ(error_of("copenhagen-11", right + "xe2"), "");  // in two ways
  EXPECT_THAT(error_of("copenhagen-11", "d1-d3xe2"),
              HasSubstr("captures nothing under these rules"));
  EXPECT_THAT(error_of("copenhagen-11", right + "xd3"), HasSubstr("captures e2 under these rules"));
}

TEST(GameText, RepetitionCountsOverThePlayedMoves) {
  // The third occurrence of the start is forbidden; a position alone has no history.
  const std::string circle = "d1-c1 d3-c3 c1-d1 c3-d3 d1-c1 d3-c3 c1-d1";
  EXPECT_EQ(error_of("brandubh-7", circle), "");
  EXPECT_THAT(error_of("brandubh-7", circle + " c3-d3"), HasSubstr("ply 8: move 'c3-d3': repeats"));
}

TEST(Symmetry, FoldsMovesOnlyWherePositionsAreSymmetric) {
  in_game("helmfrid-9", {}, [](auto& state, auto game) {
    using G = decltype(game);
    Symmetry<G> symmetry(state.rules());
    const auto classes_here = [&] {
      MoveList<G> moves;
      state.legal_moves(moves);
      const auto position = state.position();
      const auto classes = symmetry.classes(position, std::span(moves.begin(), moves.size()),
                                            symmetry.keeping(std::span(&position, 1)));
      return std::pair(std::set<std::size_t>(classes.begin(), classes.end()).size(), moves.size());
    };
    EXPECT_EQ(classes_here(), std::pair(std::size_t{9}, std::size_t{72}));
    play_text(state, "a4-a3");
    const auto [classes, moves] = classes_here();
    EXPECT_EQ(classes, moves);  // nothing is symmetric any more
  });
}

/// The lines of all classes together are all lines, and mirror images have one key.
TEST(Openings, ClassesHoldAllLines) {
  for (const char* rules : {"brandubh-7", "tavreli", "lasca", "russian-draughts", "ur-finkel"}) {
    in_game(rules, {}, [&](auto& state, auto game) {
      using G = decltype(game);
      constexpr int kPlies = 2;
      Symmetry<G> symmetry(state.rules());
      std::uint64_t lines = 0, in_classes = 0;
      std::set<std::uint64_t> keys;
      each_opening(state, kPlies, [&](const std::string&, const GameState<G>& after) {
        ++lines;
        keys.insert(symmetry.key(after.position(), after.occurrences()));
      });
      std::set<std::uint64_t> seen;
      for (const OpeningClass& each : opening_classes(state, kPlies)) {
        in_classes += each.lines;
        GameState<G> after(state.rules());
        play_text(after, each.line);
        EXPECT_TRUE(seen.insert(symmetry.key(after.position(), after.occurrences())).second);
      }
      EXPECT_EQ(lines, in_classes) << rules;
      EXPECT_EQ(keys, seen) << rules;
    });
  }
}

TEST(Openings, AreThoseOfPerft) {
  in_game("helmfrid-9", {}, [](auto& state, auto game) {
    using G = decltype(game);
    std::uint64_t lines = 0;
    each_opening(state, 2, [&](const std::string&, const GameState<G>&) { ++lines; });
    EXPECT_EQ(lines, perft(state, 2).nodes);
    EXPECT_EQ(opening_classes(state, 1).size(), 9U);
  });
}

}  // namespace
}  // namespace tavlab
