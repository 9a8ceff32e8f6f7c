// Moves, rolls and ends of games.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "tests/core/contract/contract.h"
#include "tests/support/towers.h"

namespace tavlab {
namespace {

TEST_P(Contract, MovesCapturesAndCountsAgree) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    Random random(10);
    std::int64_t captures = 0;
    walk<G>(GetParam(), rules, 11, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::decision) return;
      const typename G::Position& position = state.position();
      const std::string text = G::position_text(rules, position);
      MoveList<G> moves;
      G::generate(rules, position, moves);
      ASSERT_GT(moves.size(), 0U) << text;
      ASSERT_EQ(G::count_moves(rules, position), moves.size()) << text;
      const auto known = [](const MoveList<G>& list, typename G::Move move) {
        return std::find(list.begin(), list.end(), move) != list.end();
      };
      ASSERT_TRUE(known(moves, G::random_move(rules, position, random))) << text;

      const MoveList<G> legal = legal_moves(state);
      ASSERT_GT(legal.size(), 0U) << text;
      ASSERT_EQ(state.count_legal_moves(), legal.size()) << text;
      ASSERT_TRUE(known(legal, state.random_move(random))) << text;

      const Side mover = G::to_move(position);
      for (const auto move : moves) {
        SCOPED_TRACE(text + ' ' + G::move_text(rules, position, move));
        ASSERT_EQ(state.allowed(move), known(legal, move));
        typename G::Position next = position;
        G::play(rules, next, move);
        const std::vector<std::string> squares = G::captured_squares(rules, position, move);
        const int lost =
            G::piece_count(position, other(mover)) - G::piece_count(next, other(mover));
        if (!has_towers<G>(rules)) {
          ASSERT_EQ(static_cast<int>(squares.size()), lost);
        }
        ASSERT_EQ(G::is_capture(rules, position, move), !squares.empty());
        ASSERT_TRUE(std::is_sorted(squares.begin(), squares.end()));
        ASSERT_EQ(std::set<std::string>(squares.begin(), squares.end()).size(), squares.size());
        ASSERT_EQ(G::wins_at_once(rules, position, move), G::result(next) == win_for(mover));
        captures += static_cast<std::int64_t>(squares.size());
      }
    });
    EXPECT_GT(captures, 0);
  });
}

/// The hook lists exactly the captures among the moves.
TEST_P(Contract, CaptureListsAreComplete) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (G::capabilities.capture_list) {
      walk<G>(GetParam(), rules, 19, 400, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        const typename G::Position& position = state.position();
        MoveList<G> moves, listed;
        G::generate(rules, position, moves);
        G::generate_captures(rules, position, listed);
        std::set<std::uint64_t> captures, found;
        for (const auto move : moves) {
          if (G::is_capture(rules, position, move)) captures.insert(move.word());
        }
        for (const auto move : listed) found.insert(move.word());
        ASSERT_EQ(found, captures) << G::position_text(rules, position);
        ASSERT_EQ(found.size(), listed.size());
      });
    }
  });
}

/// The hooks list exactly the moves that they should, in the order of all moves: the search merges
/// the lists.
TEST_P(Contract, ForcingMovesAreListedInOrder) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const auto compare = [&](const GameState<G>& state, const MoveList<G>& listed, auto&& wanted) {
      MoveList<G> moves;
      G::generate(rules, state.position(), moves);
      std::vector<std::uint64_t> expected, found;
      for (const auto move : moves) {
        if (wanted(move)) expected.push_back(move.word());
      }
      for (const auto move : listed) found.push_back(move.word());
      ASSERT_EQ(found, expected) << G::position_text(rules, state.position());
    };
    walk<G>(GetParam(), rules, 29, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::decision) return;
      [[maybe_unused]] const auto& position = state.position();
      [[maybe_unused]] MoveList<G> listed;
      if constexpr (G::capabilities.capture_list) {
        G::generate_captures(rules, position, listed);
        compare(state, listed, [&](auto move) { return G::is_capture(rules, position, move); });
      }
      if constexpr (G::capabilities.forcing_list) {
        for (const int least : {1, 2}) {
          G::generate_forcing(rules, position, least, listed);
          compare(state, listed,
                  [&](auto move) { return G::move_order_score(rules, position, move) >= least; });
        }
      }
    });
  });
}

/// The hook distinguishes a position's moves from those of other positions, of either side.
TEST_P(Contract, LegalityTestsAgreeWithTheMoves) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (G::capabilities.legality_test) {
      std::vector<typename G::Move> seen;
      Random random(5);
      walk<G>(GetParam(), rules, 31, 300, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        const auto& position = state.position();
        MoveList<G> moves;
        G::generate(rules, position, moves);
        for (const auto move : moves) {
          ASSERT_LT(std::uint64_t{move.word()}, (std::uint64_t{1} << 22) - 1);
          ASSERT_TRUE(G::is_legal(rules, position, move)) << G::position_text(rules, position);
          if (random.below(8) == 0) seen.push_back(move);
        }
        for (int tries = 0; tries < 200 && !seen.empty(); ++tries) {
          const auto move = seen[random.below(static_cast<std::uint32_t>(seen.size()))];
          const bool listed = std::find(moves.begin(), moves.end(), move) != moves.end();
          ASSERT_EQ(G::is_legal(rules, position, move), listed)
              << G::position_text(rules, position) << " word " << move.word();
        }
      });
    }
  });
}

/// Against a threat all moves that stop it are listed, in order, and only legal moves.
TEST_P(Contract, EvasionsAreComplete) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (G::capabilities.evasions) {
      walk<G>(GetParam(), rules, 37, 3000, [&](const GameState<G>& state) {
        const auto& position = state.position();
        if (G::node_kind(position) != NodeKind::decision) return;
        const Side mover = G::to_move(position);
        if (!G::threatens(rules, position, other(mover))) return;
        MoveList<G> moves, evasions;
        G::generate(rules, position, moves);
        if (G::threatens(rules, position, mover)) return;
        G::generate_evasions(rules, position, evasions);
        std::size_t listed = 0;
        for (const auto move : moves) {
          if (listed < evasions.size() && evasions[listed] == move) {
            ++listed;
            continue;
          }
          typename G::Position next = position;
          G::play(rules, next, move);
          if (G::result(next) == win_for(other(mover))) continue;
          ASSERT_TRUE(G::node_kind(next) == NodeKind::decision && G::to_move(next) != mover &&
                      G::threatens(rules, next, other(mover)))
              << G::position_text(rules, position) << ": " << G::move_text(rules, position, move);
        }
        ASSERT_EQ(listed, evasions.size()) << G::position_text(rules, position);
      });
    }
  });
}

/// After a pass the other side is to move in a consistent position: its text reads back as the same
/// position.
TEST_P(Contract, PassesOnlyTurnTheMove) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (G::capabilities.null_move) {
      walk<G>(GetParam(), rules, 23, 400, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        typename G::Position next = state.position();
        if (!G::pass(rules, next)) {
          ASSERT_TRUE(same_position<G>(rules, next, state.position()));
          return;
        }
        const std::string text = G::position_text(rules, next);
        ASSERT_EQ(G::to_move(next), other(state.to_move())) << text;
        ASSERT_EQ(G::node_kind(next), NodeKind::decision) << text;
        ASSERT_GT(G::count_moves(rules, next), 0U) << text;
        for (const Side side : {Side::first, Side::second}) {
          ASSERT_EQ(G::piece_count(next, side), G::piece_count(state.position(), side)) << text;
        }
        ASSERT_TRUE(same_position<G>(rules, next, G::parse_position(rules, text))) << text;
        ASSERT_EQ(G::key(rules, next), G::key(rules, G::parse_position(rules, text))) << text;
      });
    }
  });
}

TEST_P(Contract, WhoMustCaptureHasNoOtherMove) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (G::capabilities.must_capture) {
      int captures = 0;
      walk<G>(GetParam(), rules, 15, 300, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        MoveList<G> moves;
        G::generate(rules, state.position(), moves);
        const bool all = std::ranges::all_of(
            moves, [&](auto move) { return G::is_capture(rules, state.position(), move); });
        ASSERT_EQ(G::must_capture(rules, state.position()), all)
            << G::position_text(rules, state.position());
        captures += all;
      });
      EXPECT_GT(captures, 0);
    }
  });
}

TEST_P(Contract, ChanceProbabilitiesSumToOne) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::int64_t events = 0;
    walk<G>(GetParam(), rules, 13, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::chance) return;
      ++events;
      ChanceList<G> outcomes;
      G::chance_outcomes(rules, state.position(), outcomes);
      ASSERT_GT(outcomes.size(), 0U);
      double sum = 0.0;
      std::set<int> values;
      for (const ChanceOutcome& outcome : outcomes) {
        ASSERT_GT(outcome.probability, 0.0);
        ASSERT_TRUE(values.insert(outcome.value).second);
        sum += outcome.probability;
        typename G::Position next = state.position();
        G::play_chance(rules, next, outcome.value);
        ASSERT_FALSE(same_position<G>(rules, next, state.position()));
      }
      ASSERT_NEAR(sum, 1.0, 1e-12) << G::position_text(rules, state.position());
    });
    EXPECT_EQ(events > 0, G::has_chance(rules));
  });
}

TEST_P(Contract, OnlyTerminalPositionsHaveAResult) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::int64_t ends = 0;
    const auto look = [&](const GameState<G>& state) {
      const std::string text = G::position_text(rules, state.position());
      const bool over = G::node_kind(state.position()) == NodeKind::terminal;
      ASSERT_EQ(G::result(state.position()) != Result::unfinished, over) << text;
      ASSERT_EQ(!G::reason(state.position()).empty(), over) << text;
      ASSERT_EQ(state.result() != Result::unfinished, state.over()) << text;
      ASSERT_EQ(!state.reason().empty(), state.over()) << text;
      ASSERT_TRUE(!over || state.over()) << text;
      const double value = G::evaluate(rules, state.position());
      ASSERT_GE(value, 0.0) << text;
      ASSERT_LE(value, 1.0) << text;
      ASSERT_TRUE(!over || value == score(G::result(state.position()))) << text;
      ASSERT_NEAR(logistic(evaluation_logit<G>(rules, state.position())), value, 1e-12) << text;
      ends += state.over();
    };
    // On the largest boards a game may take thousands of moves.
    for (std::uint64_t seed = 14; ends == 0 && seed < 30 && !HasFatalFailure(); ++seed) {
      walk<G>(GetParam(), rules, seed, 4000, look, 4000);
    }
    EXPECT_GT(ends, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Contract, testing::ValuesIn(built_in_variants()), name_of);

}  // namespace
}  // namespace tavlab
