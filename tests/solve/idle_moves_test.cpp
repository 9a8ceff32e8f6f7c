// What IdleMoves leaves out of proofs of limits, against all moves of the rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/tafl/solve/idle_moves.h"
#include "core/tafl/tafl.h"
#include "core/tafl/threats.h"
#include "tests/solve/reading.h"

namespace tavlab {
namespace {

using G = Tafl<2>;
using Idle = tafl::IdleMoves<2>;

/// Whether the defenders force a win within `moves` of their own.
bool forced(const G::Rules& rules, const G::Position& p, int moves) {
  if (p.node == NodeKind::terminal) return p.result == Result::second_wins;
  if (moves == 0) return false;
  const bool defenders = p.side == Side::second;
  MoveList<G> list;
  G::generate(rules, p, list);
  return std::ranges::any_of(list, [&](const auto move) {
           G::Position child = p;
           G::play(rules, child, move);
           return forced(rules, child, moves - (defenders ? 1 : 0)) == defenders;
         }) == defenders;
}

class IdleMovesOf : public testing::TestWithParam<Reading> {
 protected:
  /// Calls f for positions of random games with this side to move, in which the king cannot escape
  /// at once, also without most of the attackers: those left may soon be unable to move.
  template <typename F>
  void for_positions(Side side, F&& f) {
    for (std::uint64_t seed = 0; seed < 25; ++seed) {
      Random random(seed);
      G::Position p = G::start(*rules_);
      for (int ply = 0; ply < 120 && p.node != NodeKind::terminal; ++ply) {
        if (p.side == side && ply % 3 != 0) {
          if (!tafl::threatens(*rules_, p, Side::second)) f(p);
          G::Position few = p;
          while (few.pieces[0].count() > 2 + ply % 5) {
            few.pieces[0].reset(few.pieces[0].select(
                static_cast<int>(random.below(static_cast<std::uint32_t>(few.pieces[0].count())))));
          }
          tafl::complete_position(*rules_, few);
          if (few.node != NodeKind::terminal && few.side == side &&
              !tafl::threatens(*rules_, few, Side::second)) {
            f(few);
          }
        }
        G::play(*rules_, p, G::random_move(*rules_, p, random));
      }
    }
  }

  [[nodiscard]] G::Position after(const G::Position& p, tafl::Move move) const {
    G::Position child = p;
    G::play(*rules_, child, move);
    return child;
  }

  const std::shared_ptr<const G::Rules> rules_ =
      G::compile(load_rule_set(GetParam().rules, GetParam().overrides));
  const Idle idle_{*rules_};
};

TEST_P(IdleMovesOf, AttackersWhoCanWaitHoldForOneMove) {
  int found = 0;
  for_positions(Side::first, [&](const G::Position& p) {
    if (!idle_.attackers_can_wait(p)) return;
    ++found;
    ASSERT_FALSE(forced(*rules_, p, 1)) << G::position_text(*rules_, p);
  });
  EXPECT_EQ(found > 100, idle_.applies()) << found;
}

TEST_P(IdleMovesOf, PositionsHeldForTwoAreHeld) {
  int found = 0;
  for_positions(Side::first, [&](const G::Position& p) {
    if (!idle_.held_for_two(p)) return;
    ++found;
    ASSERT_FALSE(forced(*rules_, p, 2)) << G::position_text(*rules_, p);
  });
  EXPECT_EQ(found > 10, idle_.has_cells_off_exit_lines()) << found;
}

TEST_P(IdleMovesOf, OnlyTheKingWinsInTwo) {
  int found = 0;
  for_positions(Side::second, [&](const G::Position& p) {
    if (!idle_.only_king_can_win_in_two(p)) return;
    ++found;
    MoveList<G> list;
    G::generate(*rules_, p, list);
    for (const auto move : list) {
      if (move.from() == p.king && idle_.king_targets(p).test(move.to())) continue;
      ASSERT_FALSE(forced(*rules_, after(p, move), 1))
          << G::position_text(*rules_, p) << ' ' << G::move_text(*rules_, p, move);
    }
  });
  EXPECT_EQ(found > 20, idle_.has_cells_off_exit_lines()) << found;
}

TEST_P(IdleMovesOf, MovesLeftOutOfThreeDoNotWin) {
  int found = 0;
  for_positions(Side::second, [&](const G::Position& p) {
    MoveList<G> list, kept;
    G::generate(*rules_, p, list);
    G::generate(*rules_, p, kept);
    idle_.remove_idle_of_three(p, kept);
    for (const auto move : list) {
      if (std::ranges::find(kept, move) != kept.end()) continue;
      ++found;
      ASSERT_FALSE(forced(*rules_, after(p, move), 2))
          << G::position_text(*rules_, p) << ' ' << G::move_text(*rules_, p, move);
    }
  });
  EXPECT_EQ(found > 20, idle_.has_cells_off_exit_lines()) << found;
}

TEST_P(IdleMovesOf, NoThreatIsOverlooked) {
  int found = 0;
  for_positions(Side::second, [&](const G::Position& p) {
    MoveList<G> list;
    G::generate(*rules_, p, list);
    for (const auto move : list) {
      if (!tafl::threatens(*rules_, after(p, move), Side::second)) continue;
      ++found;
      ASSERT_TRUE(idle_.may_threaten(p, move))
          << G::position_text(*rules_, p) << ' ' << G::move_text(*rules_, p, move);
    }
  });
  EXPECT_GT(found, 20);
}

INSTANTIATE_TEST_SUITE_P(Readings, IdleMovesOf,
                         testing::Values(Reading{"brandubh-7", {}},
                                         Reading{"brandubh-7-weak-king", {}},
                                         Reading{"brandubh-7", {"king.armed=none"}},
                                         Reading{"brandubh-7", {"range.king=3"}},
                                         Reading{"brandubh-7", {"capture.shieldwall=pieces"}},
                                         Reading{"ard-ri-7", {}}, Reading{"tablut-9", {}},
                                         Reading{"helmfrid-9", {}}, Reading{"tavlei-9", {}},
                                         Reading{"helmfrid-11", {}}),
                         [](const auto& each) { return name_of(each.param); });

}  // namespace
}  // namespace tavlab
