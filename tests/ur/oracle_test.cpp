// Numbers of positions, moves, passes and captures, and exact values, as two independent programs
// computed them (tests/data/ur-oracle.json). Compiled twice: cases that take seconds for every run
// of the tests, and the rest (TAVLAB_SLOW).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ur/board.h"
#include "core/ur/ur.h"
#include "tests/ur/oracle.h"
#include "tests/ur/reference/solver.h"

namespace tavlab::ur {
namespace {

using namespace ur_oracle;

#ifdef TAVLAB_SLOW
constexpr bool kSlow = true;
#else
constexpr bool kSlow = false;
#endif

// ---------------------------------------------------------------------------------------------
// Counts

Stack with_colours_changed(Stack stack) {
  Stack changed = kEmptyStack;
  for (int level = 0; level < height(stack); ++level) {
    changed = push(changed, piece_at(stack, level) ^ make_piece(Side::second, 0));
  }
  return changed;
}

/// The position before a roll as seen by the player to roll, in White's place.
Position seen_by_mover(const Rules& rules, const Position& p) {
  if (p.side == Side::first) return p;
  Position seen = p;
  seen.side = Side::first;
  std::swap(seen.home[0], seen.home[1]);
  for (int square = 0; square < kMaxSquares; ++square) {
    seen.stacks[static_cast<std::size_t>(mirrored(rules.parameters.board, square))] =
        with_colours_changed(p.stacks[static_cast<std::size_t>(square)]);
  }
  complete_position(rules, seen);
  return seen;
}

/// Totals over all positions before a roll that can be reached from the start.
struct Counts {
  std::int64_t states = 0;    ///< such positions, from the mover's side; finished games are none
  std::int64_t moves = 0;     ///< legal moves with all their rolls
  std::int64_t passes = 0;    ///< positions with rolls that allow no move, a roll of 0 among them
  std::int64_t captures = 0;  ///< moves that capture
  std::int64_t extras = 0;    ///< moves that give an extra roll
};

/// Without the order of stacks from which any piece may move, which makes no difference.
Position without_order(const Rules& rules, const Position& p) {
  Position sorted = p;
  for (int square = 0; square < kMaxSquares; ++square) {
    if (rules.square_class(square) != SquareClass::shared_depot) continue;
    std::vector<Piece> pieces;
    Stack& stack = sorted.stacks[static_cast<std::size_t>(square)];
    for (Stack rest = stack; rest != kEmptyStack; rest = pop(rest)) pieces.push_back(top(rest));
    std::sort(pieces.begin(), pieces.end());
    stack = kEmptyStack;
    for (const Piece piece : pieces) stack = push(stack, piece);
  }
  complete_position(rules, sorted);
  return sorted;
}

enum class Order : std::uint8_t { kept, ignored };

Counts explore(const Rules& rules, Order order = Order::kept) {
  Counts counts;
  std::unordered_set<std::uint64_t> seen;
  std::vector<Position> found, next;
  const auto add = [&](const Position& position) {
    if (position.node == NodeKind::terminal) return;
    Position p = seen_by_mover(rules, position);
    if (order == Order::ignored) p = without_order(rules, p);
    if (seen.insert(position_key(p)).second) next.push_back(p);
  };
  Position start = start_position(rules);
  EXPECT_EQ(start.node, NodeKind::chance);
  add(start);
  Ur::Moves moves;
  Ur::Chances rolls;
  while (!next.empty()) {
    found.clear();
    std::swap(found, next);
    for (const Position& position : found) {
      ++counts.states;
      Ur::chance_outcomes(rules, position, rolls);
      for (const ChanceOutcome& outcome : rolls) {
        Position rolled = position;
        play_roll(rules, rolled, outcome.value);
        if (rolled.node != NodeKind::decision) {
          ++counts.passes;
          add(rolled);
          continue;
        }
        generate(rules, rolled, moves);
        for (const Move move : moves) {
          ++counts.moves;
          counts.captures += Ur::is_capture(rules, rolled, move);
          Position moved = rolled;
          play(rules, moved, move);
          counts.extras += moved.node == NodeKind::chance && moved.side == rolled.side;
          add(moved);
        }
      }
    }
  }
  return counts;
}

class OracleCounts : public testing::TestWithParam<Entry> {};

TEST_P(OracleCounts, AreTheEnginesToo) {
  const Json& known = GetParam().json;
  const auto rules = Ur::compile(GetParam().rule_set());
  const Counts counts = explore(*rules);
  EXPECT_EQ(counts.states, known.at("reachable_nonterminal_states"));
  EXPECT_EQ(counts.moves, known.at("legal_state_roll_move"));
  EXPECT_EQ(counts.passes, known.at("forced_pass_state_roll"));
  EXPECT_EQ(counts.captures, known.at("capture_moves"));
  EXPECT_EQ(counts.extras, known.at("extra_roll_moves"));
}

std::vector<Entry> counts_of_this_program() {
  std::vector<Entry> entries;
  for (const Json& json : oracle().at("counts")) {
    const bool slow = json.at("reachable_nonterminal_states").get<int>() > 100'000;
    if (slow == kSlow) entries.push_back({json});
  }
  return entries;
}

INSTANTIATE_TEST_SUITE_P(Ur, OracleCounts, testing::ValuesIn(counts_of_this_program()), name_of);

// ---------------------------------------------------------------------------------------------
// Values

class OracleValues : public testing::TestWithParam<Entry> {};

TEST_P(OracleValues, AreTheReferencesToo) {
  const Json& known = GetParam().json;
  const ur_reference::ReferenceGame game(GetParam().rule_set());
  const ur_reference::Solver solver(game, ur_reference::Solver::Play::best);
  EXPECT_LT(solver.last_change(), 1e-15);
  const ur_reference::State start = game.start();
  const char* key =
      known.contains("first_player_win") ? "first_player_win" : "first_player_win_free_opening";
  EXPECT_NEAR(solver.white_score(start), known.at(key), 1e-12);
  if (known.contains("first_player_win_opening_one")) {
    EXPECT_NEAR(solver.white_score(game.after_roll(start, 1)),
                known.at("first_player_win_opening_one"), 1e-12);
  }
  const auto rules = Ur::compile(GetParam().rule_set());
  EXPECT_EQ(explore(*rules).states, static_cast<std::int64_t>(solver.states()));
  if (!known.contains("reachable_states")) return;
  // Where any piece of a depot may move, the oracle does not tell apart the orders of the stack.
  const bool any = rules->parameters.access == StackAccess::any_in_depot;
  EXPECT_EQ(explore(*rules, any ? Order::ignored : Order::kept).states,
            known.at("reachable_states"));
}

std::vector<Entry> values_of_this_program() {
  std::vector<Entry> entries;
  for (const Json& json : oracle().at("values")) {
    const int pieces = json.at("pieces");
    if (pieces <= 3 && (pieces == 3) == kSlow) entries.push_back({json});
  }
  return entries;
}

INSTANTIATE_TEST_SUITE_P(Ur, OracleValues, testing::ValuesIn(values_of_this_program()), name_of);

// ---------------------------------------------------------------------------------------------
// Positions

#ifndef TAVLAB_SLOW

/// The oracle's positions by their descriptions. "Own" pieces are White's here.
ur_reference::Board board_of(const std::string& description) {
  static const std::map<std::string, ur_reference::Board> boards = {
      {"f2=[opp blank, own dotted on top]", {{"f2", {{'b', 10}, {'w', 18}}}}},
      {"f2=[own dotted], opp blank on e2", {{"f2", {{'w', 18}}}, {"e2", {{'b', 9}}}}},
      {"c2=[own blank, opp blank on top]", {{"c2", {{'w', 7}, {'b', 7}}}}},
      {"f2=[opp dotted, own dotted on top]", {{"f2", {{'b', 18}, {'w', 18}}}}},
      {"c2=[own dotted, opp dotted on top]", {{"c2", {{'w', 21}, {'b', 21}}}}},
      {"a1 own blank (rosette)", {{"a1", {{'w', 4}}}}}};
  return boards.at(description.substr(0, description.find(", rest in reserve")));
}

TEST(OraclePositions, HaveTheirValues) {
  const ur_reference::ReferenceGame game(rule_set_of("skiryuk", "default", 2));
  std::vector<Json> known;
  std::vector<ur_reference::State> states;  // for each, White to roll and Black to roll
  for (const Json& json : oracle().at("positions")) {
    if (json.at("pieces") != 2) continue;  // more take minutes and gigabytes
    known.push_back(json);
    for (const char side : {'w', 'b'}) {
      states.push_back(game.given(board_of(json.at("position")), side, {}));
    }
  }
  ASSERT_EQ(known.size(), 6U);
  // Some of them cannot be reached in play.
  const ur_reference::Solver solver(game, ur_reference::Solver::Play::best, states);
  for (std::size_t i = 0; i < known.size(); ++i) {
    EXPECT_NEAR(solver.white_score(states[2 * i]), known[i].at("own_win_if_own_move"), 1e-9)
        << known[i];
    EXPECT_NEAR(solver.white_score(states[2 * i + 1]), known[i].at("own_win_if_opponents_move"),
                1e-9)
        << known[i];
  }
}

#endif

}  // namespace
}  // namespace tavlab::ur
