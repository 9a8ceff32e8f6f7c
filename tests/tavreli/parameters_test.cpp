// Reading and checking the parameters of a rule set, and what they change in keys and random moves.
#include "core/tavreli/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "tests/tavreli/table.h"

namespace tavlab::tavreli {
namespace {

using testing::HasSubstr;

/// The message of the UserError that loading and compiling the rules brings, or "read".
std::string refusal(std::string_view rules, const Texts& overrides) {
  try {
    Tavreli::compile(load_rule_set(rules, overrides));
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

TEST(Parameters, BuiltInRuleSetsCompile) {
  int found = 0;
  for (const std::string& id : builtin_rule_set_ids()) {
    if (load_rule_set(id).family != "tavreli") continue;
    ++found;
    EXPECT_EQ(refusal(id, {}), "read") << id;
  }
  EXPECT_EQ(found, 5);
}

TEST(Parameters, ContradictionsAreRefused) {
  EXPECT_THAT(refusal("tavreli", {"promotion.kind=choice"}),
              HasSubstr("promotion.kind choice does not go with stacking true"));
  EXPECT_THAT(refusal("chess", {"stacking=true"}),
              HasSubstr("promotion.kind choice does not go with stacking true"));
  for (const char* right : {"home_unmoved", "first_own_move"}) {
    EXPECT_THAT(refusal("chess", {std::string("ratnik.double_right=") + right}),
                HasSubstr("promotion.kind choice needs ratnik.double_right second_rank"));
  }
  EXPECT_EQ(refusal("tavreli", {"stacking=false"}), "read");
  EXPECT_EQ(refusal("chess", {"stacking=true", "promotion.kind=destiny"}), "read");
  EXPECT_EQ(refusal("chess", {"promotion.kind=destiny", "ratnik.double_right=home_unmoved"}),
            "read");
}

TEST(Parameters, WithoutEffectAreRefused) {
  for (const char* set :
       {"cover_kills_rights=true", "ratnik.own_ahead=false", "ratnik.double_target=empty",
        "promotion.when_freed=none", "promotion.reverts_under=enemy"}) {
    EXPECT_THAT(refusal("chess", {set}), HasSubstr("stacking = true")) << set;
    EXPECT_THAT(refusal("tavreli", {"stacking=false", set}), HasSubstr("stacking = true")) << set;
    EXPECT_EQ(refusal("tavreli", {set}), "read") << set;
  }
  EXPECT_THAT(refusal("tavreli", {"insufficient_material=true"}), HasSubstr("stacking = false"));
  EXPECT_EQ(refusal("chess", {"insufficient_material=false"}), "read");
  for (const char* rules : {"tavreli", "chess"}) {
    EXPECT_THAT(refusal(rules, {"volkhv.into_attack=false"}), HasSubstr("win = volkhv_capture"));
    EXPECT_THAT(refusal(rules, {"repetition.result=ignored", "repetition.count=2"}),
                HasSubstr("repetition.result = draw or mover_loses"));
  }
  EXPECT_EQ(refusal("tavreli-capture", {"volkhv.into_attack=false"}), "read");
  EXPECT_EQ(refusal("tavreli", {"win=volkhv_capture", "volkhv.into_attack=false"}), "read");
}

TEST(Parameters, ValuesOutOfRangeAreRefused) {
  for (const char* set : {"repetition.count=1", "repetition.count=10", "limits.quiet_plies=10000",
                          "limits.total_plies=-1", "stalemate=win", "win=mate",
                          "ratnik.double_right=any", "stacking=1"}) {
    EXPECT_THAT(refusal("tavreli", {set}), testing::Not("read")) << set;
  }
}

/// What a rule set says is what is played: each value as it was set.
TEST(Parameters, AreReadAsTheyAreSet) {
  const auto set = [](const char* rules, const Texts& overrides) {
    return read_parameters(load_rule_set(rules, overrides));
  };
  EXPECT_EQ(set("tavreli", {}).win, Win::checkmate);
  EXPECT_EQ(set("tavreli-capture", {}).win, Win::volkhv_capture);
  EXPECT_FALSE(set("tavreli-002", {}).volkhv_into_attack);
  EXPECT_EQ(set("tavreli-002", {}).double_right, DoubleRight::first_own_move);
  EXPECT_EQ(set("tavreli-000", {}).reverts_under, RevertsUnder::enemy);
  EXPECT_EQ(set("chess", {}).promotion, Promotion::choice);
  EXPECT_EQ(set("chess", {}).quiet_plies, 100);
  EXPECT_TRUE(set("chess", {}).insufficient_material);
  EXPECT_EQ(set("tavreli", {}).quiet_plies, 0);
  EXPECT_EQ(set("tavreli", {"promotion.when_freed=own_move"}).when_freed, WhenFreed::own_move);
  EXPECT_EQ(set("tavreli", {"ratnik.double_cross=empty_or_own"}).double_cross,
            DoubleCross::empty_or_own);
  EXPECT_EQ(set("tavreli", {"ratnik.double_target=empty"}).double_target, DoubleTarget::empty);
  using Verdict = RepetitionRule::Verdict;
  for (const auto& [name, verdict] : {std::pair{"ignored", Verdict::ignored},
                                      {"draw", Verdict::draw},
                                      {"mover_loses", Verdict::mover_loses}}) {
    EXPECT_EQ(set("tavreli", {std::string("repetition.result=") + name}).repetition.verdict,
              verdict);
  }
  EXPECT_EQ(set("tavreli", {"repetition.count=2"}).repetition.count, 2);
}

// ---------------------------------------------------------------------------------------------
// Keys

/// The keys of a position with its counters, and without.
std::pair<std::uint64_t, std::uint64_t> keys(const Table& table) {
  return {Tavreli::key(table.rules(), table.position()), Tavreli::repetition_key(table.position())};
}

/// Two vsadniks that have changed places make the same position, however they came there.
TEST(Keys, EqualFiguresAreTheSame) {
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

/// Counters change the key of the position, and not the one that repetition is judged by.
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

// ---------------------------------------------------------------------------------------------
// Random moves

/// The value that a chi-square variable exceeds with probability 10^-6 (Wilson and Hilferty 1931).
double chi_square_critical(double degrees) {
  constexpr double z = 4.753424;
  const double a = 2.0 / (9.0 * degrees);
  return degrees * std::pow(1.0 - a + z * std::sqrt(a), 3);
}

/// Every legal move must come, and as often as any other; there must be so many.
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
  // En passant with one or two figures, and castling.
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
