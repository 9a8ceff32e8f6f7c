// Files with many games: read, checked against the rules, written again.
#include "selfplay/record/games_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/error.h"
#include "selfplay/record/check_games.h"
#include "selfplay/record/games_summary.h"

namespace tavlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Disagreement::Kind;

constexpr const char* kCopenhagen = "copenhagen-11";

std::vector<CheckedGame> checked(const std::string& text, GamesFormat format,
                                 const std::string& rules = {}) {
  return check_games(read_games(text, "games", format), {rules, {}});
}

std::string csv_with(const std::string& game) {
  return "h1-h3 f8-i8,0,0,Ongoing\n" + game + "\nd1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2,1,0,Black\n";
}

/// One broken or wrong game between two good ones, which are unaffected.
CheckedGame middle_of(const std::string& text, GamesFormat format, const std::string& rules) {
  const std::vector<CheckedGame> games = checked(text, format, rules);
  EXPECT_EQ(games.size(), 3U) << text;
  if (games.size() != 3) return {};
  EXPECT_TRUE(games[0].agrees()) << games[0].error;
  EXPECT_TRUE(games[2].agrees()) << games[2].error;
  return games[1];
}

TEST(GamesFile, KeepsMarksOfMoves) {
  const auto games = check_games(
      read_games("[Rules \"brandubh-7\"]\n1. d1-c1! d3-c3 $7 *", "marked", GamesFormat::text), {});
  ASSERT_EQ(games.size(), 1U);
  EXPECT_THAT(games_text(std::vector{games[0].written}, GamesFormat::text),
              HasSubstr("1. d1-c1 $1 d3-c3 $7 *"));
}

TEST(GamesFile, TellsFormatsApart) {
  EXPECT_EQ(detect_format("a.csv", ""), GamesFormat::csv);
  EXPECT_EQ(detect_format("a.otg", ""), GamesFormat::otg);
  EXPECT_EQ(detect_format("-", "[date:2015]\n"), GamesFormat::otg);
  EXPECT_EQ(detect_format("-", "[Date \"2015\"]\n"), GamesFormat::text);
  EXPECT_EQ(detect_format("-", "1. e2-e4 e7-e5"), GamesFormat::text);
  EXPECT_EQ(detect_format("-", "e2-e4 e7-e5\n"), GamesFormat::lines);
  EXPECT_EQ(detect_format("-", "h1-h3 f8-i8,0,0,Ongoing"), GamesFormat::csv);
  EXPECT_THROW(parse_games_format("pgn"), UserError);
}

TEST(GamesFile, CutsATextIntoGames) {
  const auto games = read_games(
      "[Rules \"brandubh-7\"]\n{two games} 1. d1-c1 {a good\nmove} d3-c3 1-0\n\n"
      "[Rules \"brandubh-7\"]\n\n1. d1-b1 {[Not \"a header\"]} *\n1. d1-e1 0-1 1. d1-f1",
      "games", GamesFormat::text);
  ASSERT_EQ(games.size(), 4U);
  EXPECT_EQ(games[0].comment, "two games");
  EXPECT_EQ(games[0].moves[0].comment, "a good move");
  EXPECT_EQ(games[0].result, "1-0");
  EXPECT_EQ(games[1].line, 5);
  EXPECT_EQ(games[1].moves.size(), 1U);
  EXPECT_EQ(games[2].result, "0-1");
  EXPECT_EQ(games[3].moves[0].text, "d1-f1");
}

TEST(GamesFile, ABrokenGameDoesNotStopTheOthers) {
  const std::string head = "[Rules \"brandubh-7\"]\n";
  const CheckedGame open = middle_of(
      head + "1. d1-c1 *\n\n" + head + "1. d1-c1 {never closed\n\n" + head + "1. d1-c1 *\n",
      GamesFormat::text, "");
  EXPECT_THAT(open.error, HasSubstr("line 5: the comment that begins here"));
  const CheckedGame fields = middle_of(csv_with("d1-d3,0,Black"), GamesFormat::csv, kCopenhagen);
  EXPECT_THAT(fields.error, HasSubstr("3 fields, not 4"));
  const CheckedGame no_rules =
      middle_of(head + "1. d1-c1 *\n\n[Rules \"chess960\"]\n1. d1-c1 *\n\n" + head + "1. d1-c1 *\n",
                GamesFormat::text, "");
  EXPECT_THAT(no_rules.error, HasSubstr("chess960"));
}

struct Wrong {
  std::string game;
  Kind kind;
  int ply;
  std::string why;
};

TEST(GamesFile, SaysAtWhichPlyAndWhyTheRulesDisagree) {
  const std::vector<Wrong> all = {
      {"d1-d3 e5-e9,0,0,Black", Kind::illegal_move, 2, "the piece on e5 cannot move to e9"},
      {"d1-d3 d3-d4,0,0,Black", Kind::illegal_move, 2, "no piece on d3"},
      {"d1-d3xd4 e5-e2,1,0,Black", Kind::other_captures, 1, "captures nothing under these rules"},
      {"d1-d3 e5-e2,1,0,Black", Kind::other_captures, 2, "counts 1 captures by the attackers"},
  };
  for (const Wrong& each : all) {
    const CheckedGame game = middle_of(csv_with(each.game), GamesFormat::csv, kCopenhagen);
    ASSERT_FALSE(game.disagreements.empty()) << each.game;
    EXPECT_EQ(game.disagreements[0].kind, each.kind) << each.game;
    EXPECT_EQ(game.disagreements[0].ply, each.ply) << each.game;
    EXPECT_THAT(game.disagreements[0].why, HasSubstr(each.why));
    EXPECT_EQ(game.disagreements[0].line, 2);
  }
}

TEST(GamesFile, ReadsPromotionsWithTheirCaptures) {
  const std::string start = "[Rules \"chess\"]\n[Position \"4k3/8/8/8/8/8/7p/4K1N1 b - - 0 1\"]\n";
  EXPECT_TRUE(checked(start + "1. h2-g1Qxg1 *\n", GamesFormat::text)[0].agrees());
  const auto other = checked(start + "1. h2-g1Qxh1 *\n", GamesFormat::text);
  ASSERT_EQ(other[0].disagreements.size(), 1U) << other[0].error;
  EXPECT_EQ(other[0].disagreements[0].kind, Kind::other_captures);
  // A long word of nonsense is one error.
  EXPECT_EQ(checked(start + "1. " + std::string(100'000, 'x') + " *\n", GamesFormat::text).size(),
            1U);
}

TEST(GamesFile, SeesGamesThatGoOnAndOtherResults) {
  const std::string start = "[Rules \"brandubh-7\"]\n[Position \"7/7/7/7/7/4a2/1k5 d\"]\n";
  const auto on = checked(start + "1. b1-a1 e2-e3 0-1\n", GamesFormat::text);
  ASSERT_EQ(on.size(), 1U);
  ASSERT_EQ(on[0].disagreements.size(), 1U) << on[0].error;
  EXPECT_EQ(on[0].disagreements[0].kind, Kind::after_the_end);
  EXPECT_EQ(on[0].disagreements[0].ply, 2);
  EXPECT_THAT(on[0].disagreements[0].why, HasSubstr("king escaped"));
  const auto other = checked(start + "1. b1-a1 1-0\n", GamesFormat::text);
  ASSERT_EQ(other[0].disagreements.size(), 1U) << other[0].error;
  EXPECT_EQ(other[0].disagreements[0].kind, Kind::other_result);
  // Resigned: the rules have no opinion.
  const auto resigned = checked(start + "1. b1-b2 resigns 1-0\n", GamesFormat::text);
  EXPECT_TRUE(resigned[0].agrees());
  EXPECT_TRUE(resigned[0].ended_off_the_board());
}

TEST(GamesFile, RepetitionEndsARecordedGame) {
  const std::string circle = "d1-c1 d3-c3 c1-d1 c3-d3 ";
  const std::string rules = "brandubh-7{repetition.result=draw}";
  EXPECT_TRUE(checked(circle + circle, GamesFormat::lines, rules)[0].agrees());
  const auto on = checked(circle + circle + "d1-c1", GamesFormat::lines, rules);
  ASSERT_EQ(on[0].disagreements.size(), 1U);
  EXPECT_EQ(on[0].disagreements[0].ply, 9);
  EXPECT_THAT(on[0].disagreements[0].why, HasSubstr("repetition"));
  EXPECT_TRUE(checked(circle + circle + "d1-c1", GamesFormat::lines,
                      "brandubh-7{repetition.result=ignored}")[0]
                  .agrees());
}

constexpr const char* kOtg = R"([event:Two games]
[result:-1]
[attackers:A]
[defenders:B]
[rules:dim:7 name:Strong_Center surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[start-comment:Of two

paragraphs (with brackets [so]).]

1. d2-e2 c4-c5
[First: one.|Second
one.]
2. f4-f5 c5-a5
2a.1.1a. f4-f6 c5-b5
[A variation.|]
3. d6-a6xa5 d5-a5xa6+
4. f5-d5 d3-a3xa4
5. e2-c2 a5-b5
6. b4-c4 b5-b4xc4
7. d1-d3 e4-e2
8. d3-d2 Kd4-d3-
9. g4-g3 ---

[result:?]
[rules:dim:7 ks:w start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[position:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/1t1t3/]
1. b7-c7
)";

TEST(GamesFile, ReadsOtg) {
  const auto raw = read_games(kOtg, "games", GamesFormat::otg);
  ASSERT_EQ(raw.size(), 2U);
  EXPECT_EQ(raw[0].header("First"), "A");
  EXPECT_EQ(raw[0].comment, "Of two paragraphs (with brackets [so]).");
  EXPECT_EQ(raw[0].moves[0].comment, "First: one.");
  EXPECT_EQ(raw[0].moves[1].comment, "Second one.");
  EXPECT_EQ(raw[0].moves.size(), 17U);  // without the variation
  EXPECT_EQ(raw[0].moves[15].text, "d4-d3");
  EXPECT_EQ(raw[0].termination, "---");
  const auto games = check_games(raw, {});
  for (const CheckedGame& game : games) EXPECT_TRUE(game.agrees()) << game.error;
  EXPECT_EQ(games[0].result_known && games[0].recorded == Result::second_wins, true);
  EXPECT_EQ(games[1].written.position, "1a1a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a");
}

/// Through every format that can hold them, games stay the same.
TEST(GamesFile, RoundTrips) {
  const auto first = check_games(read_games(kOtg, "games", GamesFormat::otg), {});
  std::vector<WrittenGame> games;
  for (const CheckedGame& game : first) games.push_back(game.written);
  for (const GamesFormat format : {GamesFormat::text, GamesFormat::otg}) {
    const std::string text = games_text(games, format);
    const auto again = check_games(read_games(text, "again", format), {});
    ASSERT_EQ(again.size(), games.size()) << text;
    std::vector<WrittenGame> second;
    for (std::size_t i = 0; i < games.size(); ++i) {
      ASSERT_TRUE(again[i].agrees()) << again[i].error << text;
      EXPECT_EQ(again[i].rule_set->content_hash(), first[i].rule_set->content_hash());
      EXPECT_EQ(again[i].written.position, games[i].position);
      EXPECT_EQ(again[i].written.result, games[i].result);
      EXPECT_EQ(again[i].written.comment.empty(), games[i].comment.empty());
      ASSERT_EQ(again[i].written.moves.size(), games[i].moves.size());
      for (std::size_t k = 0; k < games[i].moves.size(); ++k) {
        EXPECT_EQ(again[i].written.moves[k].text, games[i].moves[k].text);
        EXPECT_EQ(again[i].written.moves[k].comment, games[i].moves[k].comment);
      }
      second.push_back(again[i].written);
    }
    EXPECT_EQ(games_text(second, format), text);
  }
  const std::string csv = games_text(std::span(games).first(1), GamesFormat::csv);
  EXPECT_THAT(csv, testing::StartsWith("moves,attackers captured,defenders captured,result\n"));
  EXPECT_THAT(csv, HasSubstr("d6-a6xa5 d5-a5xa6"));
  EXPECT_THAT(csv, testing::EndsWith(",1,3,White\n"));
  const auto from_csv = checked(csv, GamesFormat::csv, "brandubh-7{king.elsewhere=custodial}");
  EXPECT_EQ(from_csv[0].written.moves.size(), 17U);
  EXPECT_THROW(games_text(games, GamesFormat::csv), UserError);  // the second has its own start
}

TEST(GamesFile, KeepsRollsWhereItCan) {
  const auto games = checked("[1] hand-d1 [0] [1] d1-c1\n", GamesFormat::lines, "ur-finkel");
  ASSERT_TRUE(games[0].agrees()) << games[0].error;
  const std::vector<WrittenGame> written = {games[0].written};
  EXPECT_EQ(games_text(written, GamesFormat::lines), "[1] hand-d1 [0] [1] d1-c1\n");
  EXPECT_THROW(games_text(written, GamesFormat::csv), UserError);
  EXPECT_THROW(games_text(written, GamesFormat::otg), UserError);
}

TEST(GamesFile, Counts) {
  const auto games = checked(csv_with("d1-d3 e5-e9,0,0,Black"), GamesFormat::csv, kCopenhagen);
  const GamesSummary summary = summarize(games);
  EXPECT_EQ(summary.games, 3U);
  EXPECT_EQ(summary.agree, 2U);
  EXPECT_EQ(summary.disagree, 1U);
  EXPECT_EQ(summary.kinds.at("illegal move"), 1U);
  EXPECT_THAT(summary_line(summary), HasSubstr("3 games: 2 agree with the rules, 1 disagrees"));
}

}  // namespace
}  // namespace tavlab
