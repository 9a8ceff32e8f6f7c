// Endgame tables, against a second program that is slow and obvious, and against proofs.
#include "core/tafl/solve/endgame_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/io/files.h"
#include "core/tafl/tafl.h"
#include "solve/win_prover.h"
#include "tests/solve/solved_endgames.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

using tafl::EndgameTable;
using tafl::EndgameValue;
using tafl::Material;
using test::solved_endgames;
using testing::HasSubstr;
using G = Tafl<2>;

std::shared_ptr<const G::Rules> rules_of(const char* id,
                                         const std::vector<std::string>& overrides = {}) {
  return G::compile(load_rule_set(id, overrides));
}

/// All positions with at most these pieces, decided in order of the plies to their end.
class Obvious {
 public:
  struct Entry {
    G::Position position;
    Result winner = Result::unfinished;
    int plies = 0;
  };

  Obvious(const G::Rules& rules, Material most) : rules_(rules) {
    G::Position p{};
    for (int king = 0; king < rules.cells; ++king) {
      if (rules.escape.test(king)) continue;
      p.king = static_cast<std::uint16_t>(king);
      p.pieces = {};
      p.pieces[1].set(king);
      place(p, 0, most);
    }
    bool changed = true;
    for (int plies = 1; changed || plies < 40; ++plies) {
      changed = false;
      for (auto& [key, entry] : entries_) {
        if (entry.winner == Result::unfinished) changed = decide(entry, plies) || changed;
      }
    }
  }

  [[nodiscard]] const std::unordered_map<std::uint64_t, Entry>& entries() const { return entries_; }

 private:
  void place(G::Position& p, int from, Material left) {
    for (const Side side : {Side::first, Side::second}) {
      Entry entry{p};
      entry.position.side = side;
      tafl::complete_position(rules_, entry.position);
      if (entry.position.node != NodeKind::terminal) {
        entries_.emplace(G::key(rules_, entry.position), entry);
      }
    }
    for (int cell = from; cell < rules_.cells; ++cell) {
      if (p.occupied().test(cell)) continue;
      if (left.attackers > 0) {
        p.pieces[0].set(cell);
        place(p, cell + 1, {left.attackers - 1, left.defenders});
        p.pieces[0].reset(cell);
      }
      if (left.defenders > 0) {
        p.pieces[1].set(cell);
        place(p, cell + 1, {left.attackers, left.defenders - 1});
        p.pieces[1].reset(cell);
      }
    }
  }

  bool decide(Entry& entry, int plies) {
    const Side mover = entry.position.side;
    MoveList<G> moves;
    G::generate(rules_, entry.position, moves);
    bool lost = true;
    for (const G::Move move : moves) {
      G::Position child = entry.position;
      G::play(rules_, child, move);
      Result winner = child.result;
      if (child.node != NodeKind::terminal) {
        const Entry& next = entries_.at(G::key(rules_, child));
        const bool before = next.winner != Result::unfinished && next.plies < plies;
        winner = before ? next.winner : Result::unfinished;
      }
      if (winner == win_for(mover)) {
        entry.winner = winner;
        entry.plies = plies;
        return true;
      }
      lost = lost && winner == win_for(other(mover));
    }
    if (!lost) return false;
    entry.winner = win_for(other(mover));
    entry.plies = plies;
    return true;
  }

  const G::Rules& rules_;
  std::unordered_map<std::uint64_t, Entry> entries_;
};

struct Reading {
  const char* rules;
  std::vector<std::string> overrides;
  Material material;
};

class EndgameReadings : public testing::TestWithParam<Reading> {};

TEST_P(EndgameReadings, AreThoseOfTheObviousProgram) {
  const auto& [id, overrides, most] = GetParam();
  const auto rules = rules_of(id, overrides);
  const EndgameTable<2> table = solved_endgames(*rules, most);
  const Obvious obvious(*rules, most);
  std::map<Result, int> seen;
  for (const auto& [key, entry] : obvious.entries()) {
    const auto value = table.find(entry.position);
    if (!value) continue;  // a piece where no piece may go
    const EndgameValue expected{entry.winner, (entry.plies + 1) / 2};
    ASSERT_EQ(*value, expected) << G::position_text(*rules, entry.position) << ": moves "
                                << value->moves << ", plies " << entry.plies;
    ++seen[entry.winner];
  }
  EXPECT_GT(seen[Result::second_wins], 1000);
}

INSTANTIATE_TEST_SUITE_P(
    Tables, EndgameReadings,
    testing::Values(Reading{"brandubh-7", {}, {2, 0}}, Reading{"brandubh-7", {}, {1, 1}},
                    Reading{"brandubh-7-weak-king", {}, {2, 0}},
                    Reading{"brandubh-7", {"escape=edge"}, {2, 0}},
                    Reading{"brandubh-7", {"capture.optional=true"}, {1, 1}},
                    Reading{"ard-ri-7", {}, {1, 1}}, Reading{"tablut-9", {}, {1, 0}},
                    Reading{"copenhagen-11", {"limits.quiet_plies=none"}, {1, 0}}),
    [](const auto& test) { return "reading" + std::to_string(test.index); });

/// An attacker on a cell where none may stop: the start is not symmetric, so positions are not.
TEST(Endgames, KnowCellsOfTheStartAlone) {
  const auto rules = G::compile(parse_rule_set(R"toml(
id = "asymmetric"
extends = "brandubh-7-weak-king"
title = "An attacker in a corner"
source = "a test"
board.layout = ["a......",".......",".......","...k...",".......",".......","......."]
board.corners = ["b2","f2","b6","f6"]
board.throne = "none"
board.attacker_camps = ["a7","g7","a1","g1"]
attacker_camps.stop = []
attacker_camps.hostile_always = []
corners.hostile_always = []
corners.pass = ["all"]
encirclement = "off"
range.king = 1
)toml",
                                               "asymmetric"));
  const EndgameTable<2> table = solved_endgames(*rules, {2, 0});
  const Obvious obvious(*rules, {2, 0});
  std::size_t known = 0;
  for (const auto& [key, entry] : obvious.entries()) {
    const auto value = table.find(entry.position);
    if (!value) continue;
    ++known;
    const EndgameValue expected{entry.winner, (entry.plies + 1) / 2};
    ASSERT_EQ(*value, expected) << G::position_text(*rules, entry.position);
  }
  EXPECT_GT(known, 10000U);
}

TEST(Endgames, AgreeWithProofs) {
  const auto rules = rules_of("brandubh-7-weak-king");
  constexpr Material kMost{3, 0};
  const EndgameTable<2> table = solved_endgames(*rules, kMost, 2);
  const tafl::MaterialIndex<2> index(*rules, kMost);
  ProofOptions options;
  options.memory = std::size_t{1} << 24;
  WinProver<G> attackers(*rules, Side::first, options);
  WinProver<G> defenders(*rules, Side::second, options);
  Random random(1);
  int decided = 0;
  for (int i = 0; i < 300; ++i) {
    const Side side = i % 2 == 0 ? Side::first : Side::second;
    const G::Position p =
        index.position(random.below(static_cast<std::uint32_t>(index.size())), side);
    if (p.node == NodeKind::terminal) continue;
    const EndgameValue value = table.find(p).value();
    constexpr int kLimit = 4;
    const auto forced = [&](WinProver<G>& prover, int limit) {
      return limit > 0 && prover.prove(p, limit).verdict == LimitProof::Verdict::forced;
    };
    for (const auto& [winner, prover] :
         {std::pair(Result::first_wins, &attackers), std::pair(Result::second_wins, &defenders)}) {
      const bool wins = value.winner == winner && value.moves <= kLimit;
      EXPECT_EQ(forced(*prover, kLimit), wins) << G::position_text(*rules, p);
      if (!wins) continue;
      ++decided;
      EXPECT_TRUE(forced(*prover, value.moves)) << G::position_text(*rules, p);
      EXPECT_FALSE(forced(*prover, value.moves - 1)) << G::position_text(*rules, p);
    }
  }
  EXPECT_GT(decided, 100);
}

TEST(Endgames, AreTheSameWithAnyNumberOfThreads) {
  const auto rules = rules_of("brandubh-7-weak-king");
  const EndgameTable<2> one = solved_endgames(*rules, {2, 1}),
                        three = solved_endgames(*rules, {2, 1}, 3);
  for (const Material material : EndgameTable<2>::order({2, 1})) {
    EXPECT_EQ(one.layer(material)->values, three.layer(material)->values);
  }
}

TEST(Endgames, IndexNumbersEveryPlacementOnce) {
  for (const char* id : {"brandubh-7", "tablut-9"}) {
    const auto rules = rules_of(id);
    for (const Material material : {Material{1, 0}, Material{2, 1}}) {
      const tafl::MaterialIndex<2> index(*rules, material);
      const std::uint64_t step = 1 + index.size() / 50'000;
      for (std::uint64_t number = 0; number < index.size(); number += step) {
        const G::Position p = index.position(number, Side::first);
        ASSERT_EQ(tafl::material_of(p), material);
        ASSERT_TRUE(index.places(p));
        ASSERT_EQ(index.number(p), number) << G::position_text(*rules, p);
      }
    }
  }
}

TEST(Endgames, AreSavedReadAndRefused) {
  const TemporaryFolder folder;
  const auto rules = rules_of("brandubh-7-weak-king");
  const EndgameTable<2> table = solved_endgames(*rules, {2, 1});
  const std::filesystem::path file = folder.path() / "t";
  const tafl::MaterialIndex<2> index(*rules, {2, 1});
  for (const bool moves : {true, false}) {
    table.save(file, moves);
    const auto read = EndgameTable<2>::open(file, *rules);
    EXPECT_EQ(read->has_moves(), moves);
    for (std::uint64_t number = 0; number < index.size(); number += 97) {
      const G::Position p = index.position(number, Side::second);
      const EndgameValue a = table.find(p).value(), b = read->find(p).value();
      EXPECT_EQ(a.winner, b.winner);
      EXPECT_EQ(b.moves, moves || a.moves == 0 ? a.moves : 1);
    }
  }
  const std::string bytes = read_file(file, 1 << 30);
  const auto refused = [&](const std::string& content) {
    write_file(file, content);
    return refusal([&] { static_cast<void>(EndgameTable<2>::open(file, *rules)); });
  };
  for (const std::size_t at : {std::size_t{30}, bytes.size() / 2, bytes.size() - 1}) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_THAT(refused(changed), HasSubstr("checksum")) << at;
  }
  EXPECT_THAT(refused("something else"), HasSubstr("not an endgame table"));
  write_file(file, bytes);
  const auto others = rules_of("brandubh-7");
  EXPECT_THAT(refusal([&] { static_cast<void>(EndgameTable<2>::open(file, *others)); }),
              HasSubstr("for rules 'brandubh-7-weak-king', not for 'brandubh-7'"));
  EXPECT_THAT(refusal([&] { EndgameTable<2>(*others, {9, 0}); }), HasSubstr("1 to 8 attackers"));
}

}  // namespace
}  // namespace tavlab
