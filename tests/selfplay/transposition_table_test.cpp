#include "selfplay/alphabeta/transposition_table.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/random.h"

namespace tavlab {
namespace {

using Bound = TranspositionTable::Bound;
using Entry = TranspositionTable::Entry;

TEST(TranspositionTable, GivesBackWhatWasStored) {
  TranspositionTable table(1);
  table.start_game();
  for (const SearchScore score : {0, 1, -1, kWinScore, -kWinScore, kHighestEvaluation}) {
    for (const Bound bound : {Bound::none, Bound::lower, Bound::upper, Bound::exact}) {
      const std::int64_t number = std::int64_t{score} + 5 * static_cast<int>(bound);
      const std::uint64_t key = mix64(static_cast<std::uint64_t>(number));
      table.store(key, {score, bound, 64, 3871});
      Entry entry;
      ASSERT_TRUE(table.find(key, entry));
      EXPECT_EQ(entry.score, score);
      EXPECT_EQ(entry.bound, bound);
      EXPECT_EQ(entry.depth, 64);
      EXPECT_EQ(entry.move, 3871);
    }
  }
}

TEST(TranspositionTable, OfNoSizeRemembersNothing) {
  TranspositionTable table(0);
  table.start_game();
  table.store(1, {5, Bound::exact, 3, 0});
  Entry entry;
  EXPECT_FALSE(table.find(1, entry));
}

TEST(TranspositionTable, AMoveAloneDoesNotDisplaceAScore) {
  TranspositionTable table(1);
  table.start_game();
  table.store(1, {5, Bound::exact, 3, 7});
  table.store(1, {0, Bound::none, 9, 8});
  Entry entry;
  ASSERT_TRUE(table.find(1, entry));
  EXPECT_EQ(entry.score, 5);
  EXPECT_EQ(entry.move, 7);
}

/// What one "game" finds in the table must not depend on the games before, even where the table is
/// overfull and entries push each other out. Long enough for the ages to wrap.
TEST(TranspositionTable, EarlierGamesLeaveNoTrace) {
  const auto game = [](TranspositionTable& table, std::uint64_t seed, int searches) {
    Random random(seed);
    std::vector<int> found;
    table.start_game();
    for (int search = 0; search < searches; ++search) {
      table.start_search();
      for (int i = 0; i < 100; ++i) {
        const std::uint64_t key = random.below(200'000);
        Entry entry;
        found.push_back(table.find(key, entry) ? entry.score : -1);
        table.store(key, {static_cast<SearchScore>(random.below(1000)), Bound::exact,
                          static_cast<int>(random.below(20)), 0});
      }
    }
    return found;
  };
  TranspositionTable used(1);
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    TranspositionTable fresh(1);
    const int searches = seed % 4 == 0 ? 1000 : 3;
    ASSERT_EQ(game(used, seed, searches), game(fresh, seed, searches)) << seed;
  }
}

TEST(TranspositionTable, SurvivesAGameLongerThanItsAges) {
  TranspositionTable table(1);
  for (int game = 0; game < 3; ++game) {
    table.start_game();
    for (int search = 0; search < 20'000; ++search) {
      table.start_search();
      table.store(mix64(static_cast<std::uint64_t>(search)), {1, Bound::exact, 1, 0});
    }
    Entry entry;
    EXPECT_TRUE(table.find(mix64(19'999), entry));
  }
}

}  // namespace
}  // namespace tavlab
