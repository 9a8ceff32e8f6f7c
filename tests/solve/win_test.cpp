// Wins of a side, in any game without dice: proved or not, against plain search; their strategies.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/game_text.h"
#include "core/io/table_words.h"
#include "core/text.h"
#include "solve/win_prover.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using Verdict = LimitProof::Verdict;

ProofOptions with(std::size_t memory, int threads = 1) {
  ProofOptions options;
  options.memory = memory;
  options.threads = threads;
  return options;
}

/// Plain search.
template <Game G>
bool wins(const typename G::Rules& rules, const typename G::Position& p, Side side, int moves) {
  const bool mine = G::to_move(p) == side;
  if (mine && moves == 0) return false;
  MoveList<G> list;
  G::generate(rules, p, list);
  for (const typename G::Move move : list) {
    auto child = p;
    G::play(rules, child, move);
    const bool good = G::node_kind(child) == NodeKind::terminal
                          ? G::result(child) == win_for(side)
                          : wins<G>(rules, child, side, moves - (mine ? 1 : 0));
    if (good == mine) return mine;
  }
  return !mine;
}

struct Sample {
  const char* rules;
  int plies;  ///< random moves before it, up to twice as many
  int limit;
  int positions;
};

class PlainSearch : public testing::TestWithParam<Sample> {};

TEST_P(PlainSearch, Agrees) {
  const Sample& sample = GetParam();
  int forced = 0, held = 0;
  visit_game(load_rule_set(sample.rules), [&](auto game, const auto& rules) {
    using G = decltype(game);
    for (const Side side : {Side::first, Side::second}) {
      // A table too small for all entries, and one for two threads.
      WinProver<G> small(*rules, side, with(std::size_t{1} << 14));
      WinProver<G> two(*rules, side, with(std::size_t{1} << 20, 2));
      for (int i = 0; i < sample.positions; ++i) {
        Random random(static_cast<std::uint64_t>(i));
        typename G::Position p = G::start(*rules);
        for (int ply = sample.plies + i % sample.plies;
             ply > 0 && G::node_kind(p) != NodeKind::terminal; --ply) {
          G::play(*rules, p, G::random_move(*rules, p, random));
        }
        if (G::node_kind(p) == NodeKind::terminal) continue;
        for (int limit = 1; limit <= sample.limit; ++limit) {
          const bool expected = wins<G>(*rules, p, side, limit);
          ++(expected ? forced : held);
          for (WinProver<G>* prover : {&small, &two}) {
            const LimitProof proof = prover->prove(p, limit);
            EXPECT_EQ(proof.verdict, expected ? Verdict::forced : Verdict::held)
                << G::position_text(*rules, p) << ", " << limit << " moves of "
                << player_name<G>(side);
            if (expected) {
              EXPECT_LE(proof.within, limit);
              EXPECT_GT(proof.within, 0);
            }
          }
          if (expected) break;
        }
      }
    }
  });
  EXPECT_GT(forced, 0);
  EXPECT_GT(held, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Rules, PlainSearch,
    testing::Values(Sample{"brandubh-7", 15, 2, 40}, Sample{"brandubh-7-weak-king", 15, 2, 30},
                    Sample{"ard-ri-7", 40, 2, 20}, Sample{"tablut-9", 25, 1, 40},
                    Sample{"copenhagen-11", 120, 1, 40}, Sample{"viavuca-11", 300, 1, 30},
                    Sample{"chess", 60, 2, 20}, Sample{"tavreli", 80, 1, 400},
                    Sample{"tavreli-capture", 60, 2, 15}, Sample{"russian-draughts", 30, 3, 60},
                    Sample{"bashni", 40, 3, 40}, Sample{"lasca", 40, 3, 40},
                    Sample{"thai-draughts", 25, 4, 40}),
    [](const auto& test) {
      std::string name = test.param.rules;
      std::erase(name, '-');
      return name;
    });

struct ForcedWin {
  int plies;
  std::string moves;
};

/// tests/data/forced-wins.txt, by rule set.
std::map<std::string, std::vector<ForcedWin>> forced_wins() {
  std::ifstream file(std::string(TAVLAB_TEST_DATA) + "/forced-wins.txt");
  std::map<std::string, std::vector<ForcedWin>> all;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const auto words = words_in(line);
    all[std::string(words.at(0))].push_back(
        {std::stoi(std::string(words.at(1))),
         fmt::format("{}", fmt::join(words.begin() + 2, words.end(), " "))});
  }
  return all;
}

#ifdef TAVLAB_SLOW
constexpr std::size_t kEvery = 1;
#else
constexpr std::size_t kEvery = 5;
#endif

TEST(ForcedWins, AreProvedAndTheirStrategiesCheck) {
  int proved = 0, by_repetition = 0, refused = 0, passed = 0;
  for (const auto& [id, wins] : forced_wins()) {
    visit_game(load_rule_set(id), [&, &id = id, &wins = wins](auto game, const auto& rules) {
      using G = decltype(game);
      for (std::size_t i = 0; i < wins.size(); i += kEvery) {
        const ForcedWin& win = wins[i];
        GameState<G> state(*rules);
        play_text(state, win.moves);
        const Side side = state.to_move();
        const auto& position = state.position();
        WinProver<G> prover(*rules, side, with(std::size_t{1} << 24));
        const int limit = (win.plies + 1) / 2;
        const LimitProof proof = prover.prove(position, limit);
        if (proof.verdict != Verdict::forced) {
          // Two are won by repeating the game so far, which is not in the position.
          EXPECT_EQ(G::repetition_rule(*rules).verdict, RepetitionRule::Verdict::first_wins);
          ++by_repetition;
          continue;
        }
        ++proved;
        std::string moves;
        const StrategyReport report = prover.strategy(position, limit, {}, moves);
        EXPECT_EQ(report.fault, "") << id << ", " << win.moves;
        const auto check = [&](int within, const std::string& strategy) {
          return WinProver<G>::check(*rules, side, position, within, {}, strategy, with(1));
        };
        const StrategyReport checked = check(limit, moves);
        EXPECT_EQ(checked.fault, "");
        EXPECT_EQ(checked.positions, report.positions);
        EXPECT_EQ(checked.nodes, report.nodes);
        if (limit > 1) {
          EXPECT_NE(check(limit - 1, moves).fault, "") << "fewer moves are not enough";
        }
        EXPECT_NE(check(limit, moves + '\x01').fault, "") << "a move too many";
        if (moves.empty()) continue;
        EXPECT_NE(check(limit, moves.substr(0, moves.size() - 1)).fault, "");
        // Another first move may work as well; usually it does not.
        std::string other = moves;
        other[0] = static_cast<char>((other[0] ^ 1) & 0x7f);
        ++(check(limit, other).fault.empty() ? passed : refused);
      }
    });
  }
  if (kEvery == 1) {
    EXPECT_EQ(proved, 198);
  }
  EXPECT_LE(by_repetition, 2);
  EXPECT_GT(refused, 10 * passed);
}

TEST(Wins, AreFoundInAnyNumberOfMoves) {
  const auto rules = Tavreli::compile(load_rule_set("chess"));
  WinProver<Tavreli> prover(*rules, Side::first, with(std::size_t{1} << 24));
  // Queen against king: mate within nine moves.
  const auto position = Tavreli::parse_position(*rules, "8/8/8/3k4/8/8/8/KQ6 w - -");
  const LimitProof proof = prover.prove(position, kUnlimitedMoves);
  EXPECT_EQ(proof.verdict, Verdict::forced);
  std::string moves;
  EXPECT_EQ(prover.strategy(position, proof.within, {}, moves).fault, "");
  EXPECT_EQ(prover.prove(position, 8).verdict, Verdict::held);
  EXPECT_EQ(prover.prove(position, 9).verdict, Verdict::forced);
  const StrategySample sample{5, 4, 1};
  std::string lines;
  const StrategyReport report = prover.strategy(position, 9, sample, lines);
  EXPECT_EQ(report.fault, "");
  const auto check = [&](const StrategySample& of) {
    return WinProver<Tavreli>::check(*rules, Side::first, position, 9, of, lines, with(1));
  };
  EXPECT_EQ(check(sample).fault, "");
  EXPECT_EQ(check(sample).nodes, report.nodes);
  EXPECT_NE(check({6, 4, 1}).fault, "");
  EXPECT_NE(check({5, 4, 2}).fault, "");
}

TEST(Wins, AreSavedAndResumed) {
  const auto rules = Tavreli::compile(load_rule_set("chess"));
  const auto position = Tavreli::parse_position(*rules, "8/8/8/3k4/8/8/8/KQ6 w - -");
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "table.bin";
  WinProver<Tavreli> first(*rules, Side::first, with(std::size_t{1} << 24));
  const std::uint64_t nodes = first.prove(position, 8).nodes;
  first.save(file);
  WinProver<Tavreli> again(*rules, Side::first, with(std::size_t{1} << 22));
  again.load(file);
  const LimitProof proof = again.prove(position, 8);
  EXPECT_EQ(proof.verdict, Verdict::held);
  EXPECT_LT(proof.nodes, nodes / 10);
  WinProver<Tavreli> black(*rules, Side::second, with(std::size_t{1} << 22));
  EXPECT_THAT(refusal([&] { black.load(file); }), HasSubstr("belongs to other rules"));
}

TEST(Wins, LeaveTablesOfVersion01Aside) {
  const auto rules = Tafl<2>::compile(load_rule_set("brandubh-7"));
  const TemporaryFolder folder;
  const std::filesystem::path old = folder.path() / "table.bin";
  write_table_words(old, {"tavlab win table 1\n", 3, {}}, std::vector<std::uint64_t>{1, 2, 3}, 4);
  WinProver<Tafl<2>> prover(*rules, Side::first, with(std::size_t{1} << 20));
  prover.load(old);  // its keys mean something else
  EXPECT_EQ(prover.prove(Tafl<2>::start(*rules), 3).verdict, Verdict::held);
}

/// The position's image, upside down.
std::string turned(const std::string& position) {
  const std::string board = position.substr(0, position.find(' '));
  std::string turned;
  for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
    end = board.find('/', begin);
    turned = board.substr(begin, end - begin) + (turned.empty() ? "" : "/") + turned;
  }
  return turned + position.substr(board.size());
}

class SymmetricKeysOf : public testing::TestWithParam<const char*> {};

TEST_P(SymmetricKeysOf, AreThoseOfImagesAndKeepUpWithMoves) {
  const std::vector<std::string> counters = {"limits.quiet_plies=40", "limits.total_plies=400"};
  for (const std::vector<std::string>& overrides : {std::vector<std::string>{}, counters}) {
    visit_game(load_rule_set(GetParam(), overrides), [&](auto game, const auto& rules) {
      using G = decltype(game);
      const typename Prover<G>::Keys keys(*rules);
      EXPECT_TRUE(keys.is_symmetric(keys.parent(G::start(*rules))));
      int images = 0;
      for (std::uint64_t seed = 0; seed < 5; ++seed) {
        Random random(seed);
        typename G::Position p = G::start(*rules);
        for (int ply = 0; ply < 60 && G::node_kind(p) != NodeKind::terminal; ++ply) {
          const std::string text = G::position_text(*rules, p);
          const auto image = G::parse_position(*rules, turned(text));
          EXPECT_EQ(keys.of(image), keys.of(p)) << text;
          images += G::key(*rules, image) != G::key(*rules, p) ? 1 : 0;
          const typename G::Move move = G::random_move(*rules, p, random);
          typename G::Position next = p;
          G::play(*rules, next, move);
          EXPECT_EQ(keys.after(p, keys.parent(p), move, next), keys.of(next)) << text;
          EXPECT_FALSE(keys.of(next) == keys.of(p)) << text;
          p = next;
        }
      }
      EXPECT_GT(images, 100);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, SymmetricKeysOf,
                         testing::Values("brandubh-7", "helmfrid-9", "copenhagen-11", "viavuca-11"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Wins, MayComeByTheOthersMove) {
  // The king's capture takes effect after the reply, and within the same number of moves.
  const std::vector<std::string> overrides = {"king.capture_takes_effect=after_reply",
                                              "board.throne=none", "encirclement=off"};
  const auto rules = Tafl<2>::compile(load_rule_set("brandubh-7", overrides));
  const auto position = Tafl<2>::parse_position(*rules, "7/7/3a3/2aka2/4a2/6d/7 a");
  WinProver<Tafl<2>> prover(*rules, Side::first, with(std::size_t{1} << 20));
  EXPECT_EQ(prover.prove(position, 1).verdict, Verdict::forced);
  std::string moves;
  EXPECT_EQ(prover.strategy(position, 1, {}, moves).fault, "");
}

TEST(Wins, AreNotTakenFromOtherEndsThanTheThreat) {
  // With leaders, c5-g5 holds: an attacker who steps beside the king captures nothing, and only
  // closes a ring, which evasions do not consider.
  const RuleSet leaders = parse_rule_set(R"toml(
id = "leaders"
extends = "brandubh-7"
title = "Leaders"
source = "a test"
board.layout = ["x..c..x","...a...","...d...","aadkdaa","...d...","...a...","x..c..x"]
board.throne = ["d5"]
throne.stop = ["attackers"]
throne.pass = ["all"]
throne.reenter = ["attackers"]
throne.hostile_always = []
throne.hostile_when_empty = []
king.on_throne = "never"
king.beside_throne = "never"
king.on_edge = "never"
king.elsewhere = "never"
range.king = 1
capture.leaders = "two_leaders"
encirclement = "cut_off_from_edge"
)toml",
                                         "leaders");
  const auto rules = Tafl<2>::compile(leaders);
  const auto position = Tafl<2>::parse_position(*rules, "3a3/2a4/1ad4/2aka2/3a3/7/7 d");
  WinProver<Tafl<2>> prover(*rules, Side::first, with(std::size_t{1} << 20));
  EXPECT_FALSE(wins<Tafl<2>>(*rules, position, Side::first, 1));
  EXPECT_EQ(prover.prove(position, 1).verdict, Verdict::held);
}

TEST(Wins, AreNotProvedWithAnotherSidesLimit) {
  const std::vector<std::string> limit = {"limits.king_side_moves=6"};
  const auto rules = Tafl<2>::compile(load_rule_set("brandubh-7", limit));
  EXPECT_THAT(refusal([&] { WinProver<Tafl<2>>(*rules, Side::first, with(1)); }),
              HasSubstr("set it to none"));
}

TEST(Wins, AreNotProvedWithDice) {
  const auto rules = Ur::compile(load_rule_set("ur-finkel"));
  EXPECT_THAT(refusal([&] { WinProver<Ur>(*rules, Side::first, with(1)); }), HasSubstr("dice"));
}

}  // namespace
}  // namespace tavlab
