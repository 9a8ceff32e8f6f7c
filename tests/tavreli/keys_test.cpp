// What makes two positions the same.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

/// The keys of a position with its counters, and without.
std::pair<std::uint64_t, std::uint64_t> keys(const Table& table) {
  return {Tavreli::key(table.rules(), table.position()), Tavreli::repetition_key(table.position())};
}

/// Two vsadniks that have changed places make the same position, however they came there.
TEST(Keys, EqualPiecesAreTheSame) {
  Table straight("tavreli", {}, "4k3/8/8/8/8/8/8/1N2K1N1 w - - -");
  Table crossed = straight;
  straight.play("b1-c3 e8-e7 g1-f3 e7-e8 e1-e2 e8-e7 e2-e1 e7-e8");
  crossed.play("b1-d2 e8-e7 d2-f3 e7-e8 g1-e2 e8-e7 e2-c3 e7-e8");
  EXPECT_EQ(straight.text(), crossed.text());
  EXPECT_EQ(keys(straight), keys(crossed));
  EXPECT_EQ(straight.moves(), crossed.moves());

  // The two ratniks of one destiny.
  Table a("tavreli", {}, "4k3/8/8/8/8/1PRPR5/8/4K3 w - - -");
  Table b = a;
  a.play("c3-c4 e8-e7 b3-b4 e7-e8");
  b.play("b3-b4 e8-e7 c3-c4 e7-e8");
  EXPECT_EQ(a.text(), b.text());
  EXPECT_EQ(keys(a), keys(b));
}

/// A vsadnik that walks to the other's square while that walks to its own: a repetition.
TEST(Keys, ChangedPlacesAreARepetition) {
  Table table("tavreli", {"repetition.count=2"}, "4k3/8/8/8/8/2N1N3/8/4K3 w - - -");
  table.play("c3-d5 e8-d8 e3-c4 d8-e8 d5-e3 e8-d8 c4-b6 d8-e8 b6-a4 e8-d8 a4-c3");
  EXPECT_EQ(table.end(), "unfinished");  // Black is to move and stands on d8
  table.play("d8-e8");
  EXPECT_EQ(table.end(), "draw: repetition");
}

/// Whatever decides the future is in the key; equal texts have equal keys, others not.
TEST(Keys, DifferWhereTheFutureDoes) {
  const auto differ = [](const char* rules, const Texts& overrides, const Texts& texts) {
    std::set<std::uint64_t> with, without;
    for (const std::string& text : texts) {
      const Table table(rules, overrides, text);
      EXPECT_EQ(table.text(), text);
      with.insert(keys(table).first);
      without.insert(keys(table).second);
    }
    EXPECT_EQ(with.size(), texts.size()) << texts.front();
    EXPECT_EQ(without.size(), texts.size()) << texts.front();
  };
  differ("tavreli", {},
         {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - -", "r3k2r/8/8/8/8/8/8/R3K2R w KQk - -",
          "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - -", "r3k2r/8/8/8/8/8/8/R3K2R w - - -",
          "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - -"});
  // The right to a double step.
  differ("tavreli", {},
         {"4k3/8/8/8/8/8/PR6PR/4K3 w - AH -", "4k3/8/8/8/8/8/PR6PR/4K3 w - A -",
          "4k3/8/8/8/8/8/PR6PR/4K3 w - H -", "4k3/8/8/8/8/8/PR6PR/4K3 w - - -"});
  differ("tavreli-002", {},
         {"4k3/8/8/8/PB'PB6/8/8/4K3 w - - -", "4k3/8/8/8/PBPB'6/8/8/4K3 w - - -",
          "4k3/8/8/8/PBPB6/8/8/4K3 w - - -"});
  // En passant.
  differ("tavreli", {},
         {"4k3/8/8/3pqPH3/8/8/8/4K3 w - - d6", "4k3/8/8/3pqPH3/8/8/8/4K3 w - - -",
          "4k3/8/8/4PHpb2/8/8/8/4K3 w - - f6"});
  // Faces, and the order of a tower.
  differ("tavreli", {},
         {"4k3/8/8/8/3PQ4/8/8/4K3 w - - -", "4k3/8/8/8/3+Q4/8/8/4K3 w - - -",
          "4k3/8/8/8/3Q4/8/8/4K3 w - - -", "4k3/8/8/8/3PH4/8/8/4K3 w - - -",
          "4k3/8/8/8/3pq4/8/8/4K3 w - - -"});
  differ("tavreli-000", {},
         {"4k3/8/8/8/3(+QN)4/8/8/4K3 w - - -", "4k3/8/8/8/3(PQN)4/8/8/4K3 w - - -"});
  differ("tavreli", {},
         {"4k3/8/8/8/3(RNB)4/8/8/4K3 w - - -", "4k3/8/8/8/3(NRB)4/8/8/4K3 w - - -",
          "4k3/8/8/8/3(BNR)4/8/8/4K3 w - - -", "4k3/8/8/8/2(RN)B4/8/8/4K3 w - - -",
          "4k3/8/8/8/2R(NB)4/8/8/4K3 w - - -"});
}

/// Counters change the key of the position, but not the key for repetition.
TEST(Keys, CountersDoNotHinderRepetition) {
  const Texts limits = {"limits.quiet_plies=50", "limits.total_plies=90"};
  const char* board = "4k3/8/8/8/8/8/8/N3K3 w - - -";
  std::set<std::uint64_t> with, without;
  for (const char* counters : {"", " quiet=1", " plies=1", " quiet=1 plies=1", " quiet=2"}) {
    const Table table("tavreli", limits, std::string(board) + counters);
    with.insert(keys(table).first);
    without.insert(keys(table).second);
  }
  EXPECT_EQ(with.size(), 5U);
  EXPECT_EQ(without.size(), 1U);
}

}  // namespace
}  // namespace tavlab::tavreli
