// Single rules, each in positions made for it: what the sources leave open, and that the parameters
// give the other answers too. Core and the reference must agree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "tests/tavreli/reference/game.h"
#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

using tavreli_reference::ReferenceGame;
using tavreli_reference::State;
using testing::Contains;
using testing::Not;

/// Rules with some parameters changed.
struct Given {
  std::string rules;
  Texts overrides;

  /// Playing the move must lead to this text, and perhaps end the game, as in "draw: stalemate".
  void leads(const std::string& before, const std::string& move, const std::string& after,
             const std::string& end = "unfinished") const {
    SCOPED_TRACE(before + ' ' + move);
    Table table(rules, overrides, before);
    ASSERT_THAT(table.moves(), Contains(move));
    table.play(move);
    EXPECT_EQ(table.text(), after);
    EXPECT_EQ(table.end(), end);

    const ReferenceGame game(load_rule_set(rules, overrides));
    const State state = game.parse(before);
    ASSERT_THAT(game.legal_moves(state), Contains(move));
    const State next = game.play(state, move);
    EXPECT_EQ(game.text(next), after) << "by the reference";
    EXPECT_EQ(next.result + (next.reason.empty() ? "" : ": ") + next.reason, end)
        << "by the reference";
  }

  void forbids(const std::string& position, const std::string& move) const {
    SCOPED_TRACE(position + ' ' + move);
    EXPECT_THAT(Table(rules, overrides, position).moves(), Not(Contains(move)));
    const ReferenceGame game(load_rule_set(rules, overrides));
    EXPECT_THAT(game.legal_moves(game.parse(position)), Not(Contains(move))) << "by the reference";
  }
};

const Given kFederation{"tavreli", {}};

TEST(Ambiguity, ARatnikThatComesFreeOnItsLastRank) {
  const Given own{"tavreli", {"promotion.when_freed=own_move"}};
  const Given none{"tavreli", {"promotion.when_freed=none"}};
  const char* own_above = "1(PHR)5k/8/8/8/8/8/8/4K3 w - - -";
  kFederation.leads(own_above, "b8(1)-b1", "1+H5k/8/8/8/8/8/8/1R2K3 b - - -");
  own.leads(own_above, "b8(1)-b1", "1+H5k/8/8/8/8/8/8/1R2K3 b - - -");
  none.leads(own_above, "b8(1)-b1", "1PH5k/8/8/8/8/8/8/1R2K3 b - - -");
  const char* enemy_above = "1(PQr)6/8/8/k7/8/8/8/4K3 b - - -";
  kFederation.leads(enemy_above, "b8(1)-b2", "1+Q6/8/8/k7/8/8/1r6/4K3 w - - -");
  own.leads(enemy_above, "b8(1)-b2", "1PQ6/8/8/k7/8/8/1r6/4K3 w - - -");
  none.leads(enemy_above, "b8(1)-b2", "1PQ6/8/8/k7/8/8/1r6/4K3 w - - -");
  // It turns over when it is covered and freed again; until then it cannot move.
  const char* waiting = "1PQ6/8/8/k7/8/8/1R6/4K3 w - - -";
  own.forbids(waiting, "b8-b7");
  Table table("tavreli", own.overrides, waiting);
  table.play("b2-b8 a5-a4 b8(1)-b2");
  EXPECT_EQ(table.text(), "1+Q6/8/8/8/k7/8/1R6/4K3 b - - -");
  // On any other rank nothing happens.
  kFederation.leads("7k/1(PHR)6/8/8/8/8/8/4K3 w - - -", "b7(1)-b1",
                    "7k/1PH6/8/8/8/8/8/1R2K3 b - - -");
}

TEST(Ambiguity, CarriedToTheLastRankItStaysARatnik) {
  kFederation.leads("4k3/8/8/8/1(PRR)6/8/8/4K3 w - - -", "b4-b8",
                    "1(PRR)2k3/8/8/8/8/8/8/4K3 b - - -");
  // On top it turns over, however many go along.
  kFederation.leads("4k3/1(rNPB)6/8/8/8/8/8/4K3 w - - -", "b7-b8",
                    "1(rN+B)2k3/8/8/8/8/8/8/4K3 b - - -");
  // Without towers it turns over, too.
  const Given flat{"tavreli", {"stacking=false"}};
  flat.leads("4k3/PN7/8/8/8/8/8/4K3 w - - -", "a7-a8", "+N3k3/8/8/8/8/8/8/4K3 b - - -");
}

TEST(Ambiguity, WhoseCoverTurnsItBack) {
  const Given enemy{"tavreli", {"promotion.reverts_under=enemy"}};
  const char* own_above = "4k3/8/8/8/3+Q4/8/4N3/4K3 w - - -";
  kFederation.leads(own_above, "e2-d4", "4k3/8/8/8/3(PQN)4/8/8/4K3 b - - -");
  enemy.leads(own_above, "e2-d4", "4k3/8/8/8/3(+QN)4/8/8/4K3 b - - -");
  enemy.leads("4k3/8/8/8/3(+QN)4/8/8/4K3 w - - -", "d4(1)-e2", "4k3/8/8/8/3+Q4/8/4N3/4K3 b - - -");
  for (const Given& given : {kFederation, enemy}) {
    given.leads("4k3/8/8/8/3+Q4/8/4n3/4K3 b - - -", "e2-d4", "4k3/8/8/8/3(PQn)4/8/8/4K3 w - - -");
  }
  // What goes along below keeps its face, whoever stands above.
  enemy.leads("4k3/8/8/8/3(+QN)4/8/8/4K3 w - - -", "d4-e2", "4k3/8/8/8/8/8/4(+QN)3/4K3 b - - -");
}

TEST(Ambiguity, WhichRatniksMayStepTwice) {
  const Given second{"tavreli", {"ratnik.double_right=second_rank"}};
  const Given first{"tavreli", {"ratnik.double_right=first_own_move"}};
  const char* foreign = "4k3/8/8/8/8/8/(nPHPR)7/4K3 w - - -";
  second.leads(foreign, "a2(2)-a4", "4k3/8/8/8/(PHPR)7/8/n7/4K3 b - - -");
  kFederation.forbids(foreign, "a2-a4");
  first.forbids(foreign, "a2-a4");
  first.leads("4k3/8/8/8/PB'7/8/8/4K3 w - - -", "a4-a6", "4k3/8/PB7/8/8/8/8/4K3 b - - -");
  // Carried away it keeps that right, and loses the one tied to its square.
  const char* carried = "4k3/8/8/8/8/8/(PRR)7/4K3 w - A -";
  first.leads(carried, "a2-a5", "4k3/8/8/(PR'R)7/8/8/8/4K3 b - - -");
  first.leads(carried, "a2-h2", "4k3/8/8/8/8/8/7(PRR)/4K3 b - H -");
  kFederation.leads(carried, "a2-h2", "4k3/8/8/8/8/8/7(PRR)/4K3 b - - -");
  kFederation.leads(carried, "a2(1)-h2", "4k3/8/8/8/8/8/PR6R/4K3 b - A -");
  // Every ratnik on the second rank, on its own second rank.
  second.forbids("4k3/PR7/8/8/8/8/8/4K3 b - - -", "a7-a5");
}

/// A ratnik that steps twice to its last rank turns over there, and back en passant.
TEST(Ambiguity, ADoubleStepToTheLastRank) {
  const Given first{"tavreli", {"ratnik.double_right=first_own_move"}};
  first.leads("1pn2k3/8/PB'7/8/8/8/8/4K3 w - - -", "a6-a8", "+Bpn2k3/8/8/8/8/8/8/4K3 b - - a7");
  first.leads("+Bpn2k3/8/8/8/8/8/8/4K3 b - - a7", "b8-a7", "4k3/(PBpn)7/8/8/8/8/8/4K3 w - - -");
}

TEST(Ambiguity, WhatADoubleStepCrosses) {
  const Given cross{"tavreli", {"ratnik.double_cross=empty_or_own"}};
  const char* own = "4k3/8/8/8/2pq5/3N4/3PQ4/4K3 w - D -";
  kFederation.forbids(own, "d2-d4");
  // Then nothing can capture en passant on the crossed square.
  cross.leads(own, "d2-d4", "4k3/8/8/8/2pqPQ4/3N4/8/4K3 b - - -");
  // A player's own volkhv may be crossed, not stood upon.
  cross.leads("4k3/8/8/8/8/3K4/3PQ4/8 w - D -", "d2-d4", "4k3/8/8/8/3PQ4/3K4/8/8 b - - -");
  cross.forbids("4k3/8/8/8/3K4/8/3PQ4/8 w - D -", "d2-d4");
  cross.forbids("4k3/8/8/8/8/3n4/3PQ4/4K3 w - D -", "d2-d4");
}

TEST(Ambiguity, WhereStepsEnd) {
  const char* double_step = "4k3/8/8/8/3N4/8/3PQ4/4K3 w - D -";
  kFederation.leads(double_step, "d2-d4", "4k3/8/8/8/3(NPQ)4/8/8/4K3 b - - -");
  Given{"tavreli", {"ratnik.double_target=empty"}}.forbids(double_step, "d2-d4");
  const char* step = "4k3/8/8/8/3B4/3PQ4/8/4K3 w - - -";
  kFederation.leads(step, "d3-d4", "4k3/8/8/8/3(BPQ)4/8/8/4K3 b - - -");
  Given{"tavreli", {"ratnik.own_ahead=false"}}.forbids(step, "d3-d4");
  kFederation.forbids("4k3/8/8/8/3K4/3PQ4/8/8 w - - -", "d3-d4");
  kFederation.forbids("4k3/8/8/8/3n4/3PQ4/8/4K3 w - - -", "d3-d4");
  // Diagonally only onto an enemy's.
  kFederation.forbids("4k3/8/8/8/4N3/3PQ4/8/4K3 w - - -", "d3-e4");
}

TEST(Ambiguity, EnPassant) {
  // The ratnik that made the double step, and it alone, is laid below.
  const char* towers = "4k3/8/8/3(npq)(BPH)3/8/8/8/4K3 w - - d6";
  kFederation.leads(towers, "e5-d6", "4k3/8/3(pqBPH)4/3n4/8/8/8/4K3 b - - -");
  kFederation.leads(towers, "e5(1)-d6", "4k3/8/3(pqPH)4/3nB3/8/8/8/4K3 b - - -");
  Given{"tavreli", {"stacking=false"}}.leads("4k3/8/8/3pqPH3/8/8/8/4K3 w - - d6", "e5-d6",
                                             "4k3/8/3PH4/8/8/8/8/4K3 b - - -");
  Given{"tavreli", {"en_passant=false"}}.forbids(towers, "e5-d6");
  // Both leave the rank, and the volkhv is attacked along it.
  kFederation.forbids("7k/8/8/K2pqPH2r/8/8/8/8 w - - d6", "e5-d6");
  // In the next move only.
  Table table("tavreli", {}, "4k3/3pq4/8/4PH3/8/8/8/4K3 b - d -");
  EXPECT_TRUE(table.play("d7-d5").can("e5-d6"));
  EXPECT_FALSE(table.play("e1-e2 e8-e7").can("e5-d6"));
}

TEST(Ambiguity, RightsUnderCover) {
  const Given cover{"tavreli", {"cover_kills_rights=true"}};
  const char* castle = "4k3/8/8/8/8/6N1/8/R3K2R w KQ - -";
  cover.leads(castle, "g3-h1", "4k3/8/8/8/8/8/8/R3K2(RN) b Q - -");
  kFederation.leads(castle, "g3-h1", "4k3/8/8/8/8/8/8/R3K2(RN) b KQ - -");
  const char* step = "4k3/8/8/8/8/6N1/4PH3/4K3 w - E -";
  cover.leads(step, "g3-e2", "4k3/8/8/8/8/8/4(PHN)3/4K3 b - - -");
  kFederation.leads(step, "g3-e2", "4k3/8/8/8/8/8/4(PHN)3/4K3 b - E -");
  // Under second_rank there is no right to lose.
  const Given second{"tavreli", {"cover_kills_rights=true", "ratnik.double_right=second_rank"}};
  Table table("tavreli", second.overrides, "4k3/8/8/8/8/6N1/4PH3/4K3 w - - -");
  EXPECT_TRUE(table.play("g3-e2 e8-f8 e2(1)-g3 f8-e8").can("e2-e4"));
  // No castling while covered; afterwards it is as if nothing had been.
  const char* covered = "4k3/8/8/8/8/8/8/R3K2(RN) w KQ - -";
  kFederation.forbids(covered, "0-0");
  kFederation.leads(covered, "h1(1)-g3", "4k3/8/8/8/8/6N1/8/R3K2R b KQ - -");
  kFederation.leads(covered, "h1-g3", "4k3/8/8/8/8/6(RN)1/8/R3K3 b Q - -");
  // A volkhv that is stood upon has lost, and no right with it.
  Given{"tavreli-capture", {"cover_kills_rights=true"}}.leads(
      "4k3/8/8/8/8/4r3/8/R3K2R b KQ - -", "e3-e1", "4k3/8/8/8/8/8/8/R3(Kr)2R w KQ - -",
      "black: volkhv taken");
}

/// One player may castle, the other may not; otherwise the game is the same.
TEST(Ambiguity, WhoMayCastle) {
  const auto castles = [](const char* rules, const char* side, const char* position) {
    const Table table(rules, {std::string("castling_side=") + side}, position);
    return table.can("0-0") && table.can("0-0-0");
  };
  for (const auto& [rules, white, black] :
       {std::tuple{"tavreli", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - -",
                   "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - -"},
        std::tuple{"chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
                   "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -"}}) {
    EXPECT_TRUE(castles(rules, "both", white) && castles(rules, "both", black)) << rules;
    EXPECT_TRUE(castles(rules, "first", white) && !castles(rules, "first", black)) << rules;
    EXPECT_TRUE(!castles(rules, "second", white) && castles(rules, "second", black)) << rules;
    // Nothing else differs from a position in which the right has been lost.
    const Table lost(rules, {},
                     std::string(white).replace(std::string(white).find("KQkq"), 4, "kq"));
    EXPECT_EQ(Table(rules, {"castling_side=second"}, white).moves(), lost.moves()) << rules;
  }
}

TEST(Ambiguity, TheVolkhvAsTheAim) {
  const Given capture{"tavreli-capture", {}};
  const Given careful{"tavreli-capture", {"volkhv.into_attack=false"}};
  const char* attacked = "4k3/8/8/8/8/8/3r4/4K3 w - - -";
  kFederation.forbids(attacked, "e1-d1");
  careful.forbids(attacked, "e1-d1");
  capture.leads(attacked, "e1-d1", "4k3/8/8/8/8/8/3r4/3K4 b - - -");
  // Others may leave him attacked.
  const char* check = "4k3/8/8/8/8/4r3/8/N3K3 w - - -";
  kFederation.forbids(check, "a1-c2");
  for (const Given& given : {capture, careful}) {
    given.leads(check, "a1-c2", "4k3/8/8/8/8/4r3/2N5/4K3 b - - -");
    given.leads("4k3/8/8/8/8/8/4R3/K7 w - - -", "e2-e8", "4(kR)3/8/8/8/8/8/8/K7 b - - -",
                "white: volkhv taken");
    given.forbids("4k3/8/8/8/8/8/8/R2rK3 w Q - -", "0-0-0");
  }
  // Without towers he leaves the board.
  Given{"tavreli-capture", {"stacking=false"}}.leads(
      "4k3/8/8/8/8/8/4R3/K7 w - - -", "e2-e8", "4R3/8/8/8/8/8/8/K7 b - - -", "white: volkhv taken");
  // Nobody stands on his own one.
  for (const Given& given : {kFederation, capture}) {
    given.forbids("4k3/8/8/8/8/8/8/R2K4 w - - -", "a1-d1");
  }
}

TEST(Ambiguity, WhatMovesFree) {
  // Moving off a captive that would attack the mover's volkhv.
  kFederation.forbids("4k3/8/8/8/8/4(rN)3/8/4K3 w - - -", "e3(1)-d5");
  kFederation.leads("4k3/8/8/8/8/4(rN)3/8/4K3 w - - -", "e3-d5",
                    "4k3/8/8/3(rN)4/8/8/8/4K3 b - - -");
  kFederation.leads("4k3/8/8/8/8/2(rN)5/8/4K3 w - - -", "c3(1)-d5",
                    "4k3/8/8/3N4/8/2r5/8/4K3 b - - -");
  // One that turns over as it comes free: it attacks as what it then is.
  const char* turning = "1(PQr)2k3/8/8/8/8/8/8/4K3 b - - -";
  kFederation.forbids(turning, "b8(1)-b1");
  kFederation.leads(turning, "b8(1)-c8", "1+Qr1k3/8/8/8/8/8/8/4K3 w - - -");
  Given{"tavreli", {"promotion.when_freed=own_move"}}.leads(turning, "b8(1)-b1",
                                                            "1PQ2k3/8/8/8/8/8/8/1r2K3 w - - -");
}

TEST(Ambiguity, StalemateAndMate) {
  const char* stalemate = "k7/6Q1/2K5/8/8/8/8/8 w - - -";
  kFederation.leads(stalemate, "g7-c7", "k7/2Q5/2K5/8/8/8/8/8 b - - -", "draw: stalemate");
  Given{"tavreli", {"stalemate=loss"}}.leads(stalemate, "g7-c7", "k7/2Q5/2K5/8/8/8/8/8 b - - -",
                                             "white: stalemate");
  kFederation.leads("k7/7R/8/8/8/8/8/K5R1 w - - -", "g1-g8", "k5R1/7R/8/8/8/8/8/K7 b - - -",
                    "white: checkmate");
}

TEST(Ambiguity, WhatTheLimitsCount) {
  const Given quiet{"tavreli", {"limits.quiet_plies=5"}};
  quiet.leads("k7/7R/8/8/8/8/8/K5R1 w - - - quiet=4", "g1-g7",
              "k7/6RR/8/8/8/8/8/K7 b - - - quiet=5", "draw: quiet plies");
  // Mate takes precedence.
  quiet.leads("k7/7R/8/8/8/8/8/K5R1 w - - - quiet=4", "g1-g8",
              "k5R1/7R/8/8/8/8/8/K7 b - - - quiet=5", "white: checkmate");
  // Turning over, covering an enemy and moving a ratnik reset the count; turning back does not.
  quiet.leads("1(PHR)5k/8/8/8/8/8/8/4K3 w - - - quiet=4", "b8(1)-b1",
              "1+H5k/8/8/8/8/8/8/1R2K3 b - - -");
  quiet.leads("4k3/8/8/8/3q4/8/4N3/4K3 w - - - quiet=4", "e2-d4",
              "4k3/8/8/8/3(qN)4/8/8/4K3 b - - -");
  quiet.leads("4k3/8/8/8/8/3PQ4/8/4K3 w - - - quiet=4", "d3-d4", "4k3/8/8/8/3PQ4/8/8/4K3 b - - -");
  quiet.leads("4k3/8/8/8/3+Q4/8/4N3/4K3 w - - - quiet=3", "e2-d4",
              "4k3/8/8/8/3(PQN)4/8/8/4K3 b - - - quiet=4");
  Given{"tavreli", {"limits.total_plies=9"}}.leads("4k3/8/8/8/8/8/8/N3K3 w - - - plies=8", "a1-c2",
                                                   "4k3/8/8/8/8/8/2N5/4K3 b - - - plies=9",
                                                   "draw: total plies");
}

TEST(Ambiguity, TooFewPiecesForAMate) {
  const Given chess{"chess", {"limits.quiet_plies=none"}};
  chess.leads("4k3/8/8/8/8/8/3p4/2B1K3 w - -", "c1-d2", "4k3/8/8/8/8/8/3B4/4K3 b - -",
              "draw: insufficient material");
  chess.leads("4k3/8/8/8/8/8/3p4/4K3 w - -", "e1-d2", "4k3/8/8/8/8/8/3K4/8 b - -",
              "draw: insufficient material");
  chess.leads("4k3/8/8/8/b7/8/3p4/2B1K3 w - -", "c1-d2", "4k3/8/8/8/b7/8/3B4/4K3 b - -");
  chess.leads("4k3/8/8/b7/8/8/3p4/2B1K3 w - -", "c1-d2", "4k3/8/8/b7/8/8/3B4/4K3 b - -",
              "draw: insufficient material");
  chess.leads("4k3/8/8/8/n7/8/3p4/2B1K3 w - -", "c1-d2", "4k3/8/8/8/n7/8/3B4/4K3 b - -");
  chess.leads("4k3/P7/8/8/8/8/8/4K3 w - -", "a7-a8N", "N3k3/8/8/8/8/8/8/4K3 b - -",
              "draw: insufficient material");
  Given{"chess", {"limits.quiet_plies=none", "insufficient_material=false"}}.leads(
      "4k3/8/8/8/8/8/3p4/2B1K3 w - -", "c1-d2", "4k3/8/8/8/8/8/3B4/4K3 b - -");
}

TEST(Ambiguity, Repetition) {
  const std::string there_and_back = "a1-a2 e8-e7 a2-a1 e7-e8 ";
  const char* position = "4k3/8/8/8/8/8/8/R3K3 w - - -";
  const auto end = [&](const Texts& overrides, const std::string& line) {
    return Table("tavreli", overrides, position).play(line).end();
  };
  EXPECT_EQ(end({}, there_and_back), "unfinished");
  EXPECT_EQ(end({}, there_and_back + there_and_back), "draw: repetition");
  EXPECT_EQ(end({"repetition.count=2"}, there_and_back), "draw: repetition");
  EXPECT_EQ(end({"repetition.result=ignored"}, there_and_back + there_and_back), "unfinished");
  // Black brings it about.
  EXPECT_EQ(end({"repetition.result=mover_loses", "repetition.count=2"}, there_and_back),
            "white: repetition");
  // With the right to castle it was another position.
  Table castling("tavreli", {"repetition.count=2"}, "4k3/8/8/8/8/8/8/R3K3 w Q - -");
  EXPECT_EQ(castling.play(there_and_back).end(), "unfinished");
  EXPECT_EQ(castling.play(there_and_back).end(), "draw: repetition");
  // A ratnik carried back makes an earlier position again.
  Table carried("tavreli", {"repetition.count=2"}, "4k3/8/8/8/8/8/(PHR)7/4K3 w - - -");
  EXPECT_EQ(carried.play("a2-a3 e8-e7 a3-a2 e7-e8").end(), "draw: repetition");
}

TEST(Ambiguity, WithoutTowers) {
  const Given flat{"tavreli", {"stacking=false"}};
  flat.leads("4k3/8/8/8/3r4/8/4N3/4K3 w - - -", "e2-d4", "4k3/8/8/8/3N4/8/8/4K3 b - - -");
  flat.leads("r3k3/8/8/8/8/8/8/R3K3 w Qq - -", "a1-a8", "R3k3/8/8/8/8/8/8/4K3 b - - -");
  flat.forbids("4k3/8/8/8/8/8/8/R2NK3 w - - -", "a1-d1");
  flat.forbids("4k3/8/8/8/3B4/3PQ4/8/4K3 w - - -", "d3-d4");
  flat.forbids("4k3/8/8/8/3N4/8/3PQ4/4K3 w - D -", "d2-d4");
}

}  // namespace
}  // namespace tavlab::tavreli
