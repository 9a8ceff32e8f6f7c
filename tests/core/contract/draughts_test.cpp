// Draughts under the contract: variants with features that no built-in rule set has, and the
// family's additional promises.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

std::vector<Variant> draughts_variants() {
  std::vector<Variant> all;
  // Kings, captures in several ways, men about to be crowned, three kings against one.
  const std::vector<std::string> flat = {
      "5W2/4b3/1b6/8/3b4/8/1w6/8 w", "8/2b1b3/8/2b1b3/3W4/8/1b3w2/8 w",
      "8/4b1b1/3w4/8/8/2w5/1b6/8 w", "1W6/8/8/8/8/2B1B3/8/2B5 w", "8/2w5/8/2b1b3/8/2b1b3/3w4/8 w"};
  const std::vector<std::string> columns = {
      "8/8/8/2b1b3/8/2B1b3/3w4/8 w", "8/4(wb)3/3w3b/2b5/8/8/8/8 w",
      "1b6/6b1/8/8/3(bW)4/2(Wb)5/3B4/8 w", "8/8/3b1b2/4(wW)3/5(WB)2/8/3w4/8 b"};
  const std::vector<std::string> lasca = {
      "7/3(bb)3/2W3b/7/7/7/7 w", "b6/7/7/3b1b1/7/3(bb)1b1/4W2 w",
      "2(bW)3B/3(bb)3/7/5b1/7/3(wb)3/7 w", "7/1b1b3/w1b4/7/7/7/7 w"};
  const auto add = [&](std::string name, std::string rules, std::vector<std::string> overrides,
                       std::vector<std::string> positions = {}) {
    all.push_back({std::move(name), std::move(rules), std::move(overrides), std::move(positions)});
  };
  const auto russian = [&](std::string name, std::vector<std::string> overrides) {
    add(std::move(name), "russian-draughts", std::move(overrides), flat);
  };
  russian("draughts_positions", {});
  russian("lifted_at_once", {"removal=at_once", "king.landing=any"});
  russian("kings_behind", {"king.landing=behind", "promotion.while_capturing=end_of_move"});
  russian("men_ahead", {"man.capture=forward", "man.captures_king=false"});
  russian("most_kings", {"capture.choice=most_kings", "promotion.while_capturing=stop"});
  russian("stepping_kings", {"king.move=step", "capture.choice=italian"});
  russian("draughts_limits", {"draws.unit=plies", "draws.lone_king=anywhere", "draws.pieces_2_3=9",
                              "limits.total_plies=90"});
  russian("draughts_repetition_ignored", {"repetition.result=ignored", "draws.kings_only=none"});
  russian("draughts_mover_loses", {"repetition.result=mover_loses", "repetition.count=2"});
  add("ten_ranks", "brazilian-draughts", {"board.size=10", "board.men_rows=4"},
      {"10/2w7/9b/4w1w3/1b1b6/8w1/1b8/10/1b5w2/10 w"});
  add("twelve_ranks", "russian-draughts", {"board.size=12", "board.men_rows=5"},
      {"12/12/9b2/12/12/6b5/12/4b7/12/2b9/12/W11 w"});
  add("eleven_ranks", "english-draughts", {"board.size=11", "board.men_rows=4"});
  add("six_ranks", "russian-draughts", {"board.size=6", "board.men_rows=2"});
  add("four_ranks", "russian-draughts", {"board.size=4", "board.men_rows=1"});
  add("own_rows", "russian-draughts",
      {"board.size=6", "rows=[.b.b.B,b.....,......,......,.....w,W.w.w.]"});
  add("columns_positions", "bashni", {}, columns);
  add("columns_at_once", "bashni", {"removal=at_once", "same_column_again=yes"}, columns);
  add("columns_after_another", "lasca", {"same_column_again=after_another"}, lasca);
  add("lasca_again", "lasca", {"same_column_again=yes", "draws.kings_only=none"}, lasca);
  add("columns_without_limits", "bashni",
      {"draws.kings_only=none", "repetition.result=mover_loses", "capture.choice=most"}, columns);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Draughts, Contract, testing::ValuesIn(draughts_variants()), name_of);

const bool kDraughtsVariantsAdded = add_extra_variants(
    {{"rows", "lasca", {"rows=[b.b.b.b,.b...b.,.......,.......,.......,.w...w.,w.w.W.w]"}}});

class DraughtsContract : public Contract {};

/// With columns no piece is ever lost and kings stay kings. Without, a capture takes just the
/// pieces that it names.
TEST_P(DraughtsContract, PiecesAreTakenAsTheRulesSay) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    if constexpr (requires(typename G::Position p) { p.columns; }) {
      struct Pieces {
        int all[2] = {}, kings[2] = {};
      };
      const auto count = [&](const typename G::Position& p) {
        Pieces pieces;
        for (int square = 0; square < draughts::kSquares; ++square) {
          for (const Side side : {Side::first, Side::second}) {
            const bool top = (p.owned[at(side)] >> square & 1) != 0;
            if (!rules.parameters.columns) {
              pieces.all[at(side)] += top;
              pieces.kings[at(side)] += top && (p.kings >> square & 1) != 0;
            }
          }
        }
        for (const draughts::Column column : p.columns) {
          for (int i = 0; i < column.height(); ++i) {
            ++pieces.all[at(column.piece(i).side)];
            pieces.kings[at(column.piece(i).side)] += column.piece(i).king;
          }
        }
        return pieces;
      };
      walk<G>(GetParam(), rules, 11, 300, [&](const GameState<G>& state) {
        if (state.node_kind() != NodeKind::decision) return;
        const typename G::Position& p = state.position();
        const Pieces before = count(p);
        const Side mover = G::to_move(p);
        MoveList<G> moves;
        G::generate(rules, p, moves);
        for (const auto move : moves) {
          SCOPED_TRACE(G::position_text(rules, p) + ' ' + G::move_text(rules, p, move));
          typename G::Position next = p;
          G::play(rules, next, move);
          const Pieces after = count(next);
          const auto lost = static_cast<int>(G::captured_squares(rules, p, move).size());
          ASSERT_EQ(after.all[at(mover)], before.all[at(mover)]);
          ASSERT_EQ(after.all[at(other(mover))],
                    before.all[at(other(mover))] - (rules.parameters.columns ? 0 : lost));
          ASSERT_GE(after.kings[at(mover)], before.kings[at(mover)]);
          ASSERT_LE(after.kings[at(mover)], before.kings[at(mover)] + 1);
          for (const Side side : {Side::first, Side::second}) {
            ASSERT_LE(G::piece_count(next, side), after.all[at(side)]);
          }
          ASSERT_EQ(moves[0].captures(), move.captures()) << "captures are compulsory";
        }
      });
    } else {
      FAIL() << "not a rule set of draughts";
    }
  });
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, DraughtsContract,
                         testing::ValuesIn(built_in_variants("draughts")), name_of);
INSTANTIATE_TEST_SUITE_P(Draughts, DraughtsContract, testing::ValuesIn(draughts_variants()),
                         name_of);

}  // namespace
}  // namespace tavlab
