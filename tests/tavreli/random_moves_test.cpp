// Random moves: every legal one as often as any other.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/support/chi_square.h"
#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

/// Every legal move must occur, all equally often, and their number must be as given.
void expect_uniform(const char* rules, const Texts& overrides, const char* text, int count) {
  const Table table(rules, overrides, text);
  std::map<std::string, int> times;
  for (const std::string& move : table.moves()) times[move] = 0;
  ASSERT_EQ(static_cast<int>(times.size()), count) << text;
  Random random(3);
  const int draws = 1000 * count;
  for (int i = 0; i < draws; ++i) {
    const Move move = random_move(table.rules(), table.position(), random);
    const auto found = times.find(move_text(table.position(), move));
    ASSERT_NE(found, times.end()) << text;
    ++found->second;
  }
  double statistic = 0;
  for (const auto& [move, found] : times) {
    statistic += (found - 1000.0) * (found - 1000.0) / 1000.0;
  }
  EXPECT_LT(statistic, chi_square_critical(count - 1)) << text;
}

TEST(RandomMoves, AreUniform) {
  expect_uniform("tavreli", {},
                 "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR w "
                 "KQkq ABCDEFGHabcdefgh -",
                 39);
  // Towers, with captives that some moves set free.
  expect_uniform("tavreli", {},
                 "4pq(phk)pb1/2pb4b/1pn4pn1/1PN1r4/1+N2PH2n/1K3(PBB)(bq)(NPRRprr)/"
                 "1NPBPQ4/(prnPRQ)2(BR)4 w - CDc -",
                 80);
  expect_uniform("tavreli", {}, "4r2k/8/8/8/8/4(NR)3/8/4K3 w - - -", 24);
  // In check, on a tower.
  expect_uniform("tavreli", {}, "3qk3/8/8/8/8/8/3(PHrK)4/8 w - - -", 17);
  // Turning over; a freed ratnik.
  expect_uniform("tavreli", {}, "2r1k3/1PQ6/8/8/8/8/8/4K3 w - - -", 7);
  expect_uniform("tavreli", {}, "1(PQr)2k3/8/8/8/8/8/8/4K3 b - - -", 17);
  // En passant with one or two pieces, and castling.
  expect_uniform("tavreli", {}, "4k3/8/8/3(npq)(BPH)3/8/8/8/4K3 w - - d6", 9);
  expect_uniform("tavreli", {}, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - -", 26);
  expect_uniform("tavreli", {}, "4k3/8/8/3pqPH3/8/8/8/R3K2R w KQ - d6", 28);
  // Hardly a move left.
  expect_uniform("tavreli", {}, "7k/8/8/K2pqPH2r/8/8/8/8 w - - -", 6);
  // Whatever leaves the volkhv attacked, where nothing forbids it.
  expect_uniform("tavreli-capture", {}, "4r2k/8/8/8/8/4(NR)3/8/4K3 w - - -", 31);
  expect_uniform("tavreli-002", {}, "4k3/8/8/8/PB'7/8/3r4/4K3 w - - -", 4);
}

TEST(RandomMoves, AreUniformInChess) {
  // A choice of four on two squares.
  expect_uniform("chess", {}, "1n5k/P7/8/8/8/8/8/4K3 w - -", 13);
  expect_uniform("chess", {}, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 6);
  expect_uniform("chess", {}, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 44);
  expect_uniform("chess", {}, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
                 48);
  // En passant on both sides, and castling.
  expect_uniform("chess", {}, "4k3/8/8/2PpP3/8/8/8/R3K2R w KQ d6", 30);
}

}  // namespace
}  // namespace tavlab::tavreli
