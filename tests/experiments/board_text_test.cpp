// Boards and coverage read from texts alone, against the rules that wrote the texts.
#include "experiments/text/board_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/families.h"
#include "experiments/measure/coverage.h"
#include "experiments/measure/event_names.h"
#include "selfplay/match/match.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

TEST(BoardText, ReadsEveryFamily) {
  const auto tafl = read_board("3a3/7/3d3/a1dkd1a/3d3/7/3a3 a");
  ASSERT_TRUE(tafl);
  EXPECT_EQ(tafl->files, 7U);
  EXPECT_EQ(tafl->ranks, 7U);
  EXPECT_EQ(tafl->squares[*tafl->index("d4")], "k");
  EXPECT_EQ(tafl->squares[*tafl->index("d7")], "a");
  EXPECT_EQ(tafl->squares[*tafl->index("a1")], "");
  EXPECT_EQ(tafl->name(*tafl->index("c4")), "c4");
  EXPECT_FALSE(tafl->index("h1"));
  EXPECT_FALSE(tafl->index("a8"));
  EXPECT_FALSE(tafl->index("home"));

  const auto ur = read_board("1w2__2/2(wb)5/4__2 w throw=4");
  ASSERT_TRUE(ur);
  EXPECT_EQ(ur->squares[*ur->index("b3")], "w");
  EXPECT_EQ(ur->squares[*ur->index("c2")], "(wb)");
  EXPECT_FALSE(ur->index("e3")) << "no square there";

  const auto aseb = read_board("4/12/4 w");
  ASSERT_TRUE(aseb);
  EXPECT_TRUE(aseb->index("d3"));
  EXPECT_FALSE(aseb->index("e3")) << "the row has ended";
  EXPECT_TRUE(aseb->index("l2"));

  const auto wide = read_board("11/10a/11 a");
  ASSERT_TRUE(wide);
  EXPECT_EQ(wide->squares[*wide->index("k2")], "a");

  // A rank of eight ratniks with destinies, a tower, one that has turned over, one that has moved.
  const auto tavreli = read_board(
      "rnbqkbnr/prpnpbpqphpbpnpr/8/2(PR'pn+Q)5/4+R3/8/PRPNPBPQPHPBPNPR/RNBQKBNR w KQkq "
      "ABCDEFGHabcdefgh -");
  ASSERT_TRUE(tavreli);
  EXPECT_EQ(tavreli->files, 8U);
  EXPECT_EQ(tavreli->squares[*tavreli->index("b7")], "pn");
  EXPECT_EQ(tavreli->squares[*tavreli->index("c5")], "(PR'pn+Q)");
  EXPECT_EQ(tavreli->squares[*tavreli->index("e4")], "+R");
  const auto chess = read_board("rnbqkbnr/ppp1pppp/8/3pn3/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
  ASSERT_TRUE(chess);
  EXPECT_EQ(chess->squares[*chess->index("d5")], "p");
  EXPECT_EQ(chess->squares[*chess->index("e5")], "n");
}

TEST(BoardText, IsNothingWhereThereAreNoRows) {
  for (const char* text : {"", "not a board", "3a3", "99999999999/1", "1/a", "27/1", "(/("}) {
    EXPECT_FALSE(read_board(text)) << text;
  }
}

class EveryRuleSet : public testing::TestWithParam<std::string> {};

/// The texts of whole random games, and what they cover: read from texts, and found on the boards.
TEST_P(EveryRuleSet, CoverageIsWhatTheBoardsSay) {
  const RuleSet rule_set = load_rule_set(GetParam());
  MatchSettings settings;
  settings.rule_set = rule_set;
  settings.first_agent = settings.second_agent = "random";
  settings.seed = 3;
  settings.max_plies = 3000;
  const std::vector<std::uint64_t> numbers = {0, 1, 2, 3, 4};
  int finished = 0;
  play_games(settings, numbers, 1,
             [&](const GameRecord& record) {
               visit_game(rule_set, [&](auto game, const auto& rules) {
                 using G = decltype(game);
                 const Picture start = G::picture(*rules, G::start(*rules));
                 const auto squares = std::ranges::count_if(start.squares, [](const auto& square) {
                   return square.exists && square.used;
                 });
                 std::set<std::size_t> covered;
                 const auto look = [&](const GameState<G>& state) {
                   const auto board = read_board(G::position_text(*rules, state.position()));
                   ASSERT_TRUE(board);
                   for (std::size_t i = 0; i < board->squares.size(); ++i) {
                     const std::string& square = board->squares[i];
                     if (!square.empty() && square != "_") covered.insert(i);
                   }
                 };
                 look(replay<G>(*rules, record.moves, [&](const auto& state, auto move) {
                   look(state);
                   // Where a piece only lands on its way, no position shows it.
                   for (const std::string& name : G::move_squares(*rules, state.position(), move)) {
                     if (!name.empty()) covered.insert(start.find(name));
                   }
                 }));
                 const Coverage coverage(rule_set);
                 const auto found = coverage.of(record);
                 ASSERT_EQ(found.has_value(), record.result != Result::unfinished);
                 if (!found) return;
                 ++finished;
                 EXPECT_DOUBLE_EQ(
                     *found, static_cast<double>(covered.size()) / static_cast<double>(squares));
                 EXPECT_THAT(ending_names(rule_set), Contains(record.reason));
                 for (const ThrowCount& each : record.chance.throw_counts) {
                   EXPECT_THAT(throw_names(rule_set), Contains(each.name));
                 }
               });
             },
             {});
  EXPECT_GT(finished, 0);
}

INSTANTIATE_TEST_SUITE_P(All, EveryRuleSet, testing::ValuesIn(builtin_rule_set_ids()),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) c = c == '-' ? '_' : c;
                           return name;
                         });

TEST(Coverage, IsOfGamesThatTheRulesAllow) {
  GameRecord game;
  game.result = Result::draw;
  game.moves = "e2-e4 e7-e5 g1-f3 g8-f6 f1-c4 f8-c5 0-0 0-0 f1-e1";
  const Coverage chess(load_rule_set("chess"));
  // 32 squares at the start, and six more.
  EXPECT_DOUBLE_EQ(chess.of(game).value(), 38.0 / 64.0);
  game.result = Result::unfinished;
  EXPECT_FALSE(chess.of(game));
  game.result = Result::draw;
  EXPECT_FALSE(Coverage(load_rule_set("helmfrid-9")).of(game));
  EXPECT_FALSE(Coverage(std::nullopt).of(game));
}

TEST(EventNames, AreThoseOfTheRules) {
  EXPECT_THAT(ending_names(load_rule_set("helmfrid-9")), Contains("king captured"));
  EXPECT_THAT(ending_names(load_rule_set("helmfrid-9")), Not(Contains("checkmate")));
  EXPECT_THAT(throw_names(load_rule_set("ur-finkel")),
              ElementsAre("[0]", "[1]", "[2]", "[3]", "[4]"));
  EXPECT_TRUE(throw_names(load_rule_set("chess")).empty());
}

}  // namespace
}  // namespace tavlab
