#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <vector>

#include "core/families.h"
#include "experiments/experiment.h"
#include "experiments/report/escape.h"
#include "experiments/report/html.h"
#include "experiments/report/pictures.h"
#include "experiments/store/stored_rules.h"
#include "experiments/summary/summary_text.h"
#include "experiments/text/table.h"
#include "tests/experiments/fake_games.h"
#include "tests/experiments/markup.h"

namespace tavlab {
namespace {

using test::markup_error;
using testing::HasSubstr;
using testing::Not;

class ReportTest : public testing::Test {
 protected:
  Summary make(const std::string& config, const GamePlayer& player = test::fake_player()) {
    test::write(folder_.path() / "x.toml", config);
    ExperimentOptions options;
    options.quiet = true;
    options.output = nullptr;
    options.player = player;
    return run_experiment((folder_.path() / "x.toml").string(), folder_.path() / "out", options)
        .summary;
  }

  TemporaryFolder folder_;
};

TEST_F(ReportTest, HtmlIsWellFormedAndComplete) {
  const Summary summary = make(std::string(test::kSmallConfig));
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  EXPECT_EQ(page, report_html(summary)) << "made-up games cannot be stepped through";
  EXPECT_EQ(markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("A small &lt;experiment&gt; &amp; its &quot;title&quot;"));
  for (const CellSummary& cell : summary.cells) {
    EXPECT_THAT(page, HasSubstr("<td title=\"" + escaped(cell.cell.label) + "\">"));
    EXPECT_THAT(page, HasSubstr(cell.cell.rules_hash));
  }
  EXPECT_THAT(page, HasSubstr("tavlab experiment run " + (folder_.path() / "x.toml").string() +
                              " --out DIR"));
  EXPECT_THAT(page, HasSubstr("class=\"board\""));
  EXPECT_THAT(page, HasSubstr("Score of the attackers against limits.king_side_moves"));
  EXPECT_THAT(page, HasSubstr("prefers-color-scheme: dark"));
  EXPECT_THAT(page, HasSubstr("name=\"viewport\""));
}

TEST_F(ReportTest, HtmlNeedsNothingFromOutside) {
  make(std::string(test::kSmallConfig));
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  for (const char* outside :
       {"http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
}

TEST_F(ReportTest, CellsWithoutFinishedGamesAreShownAsSuch) {
  const GamePlayer never_ending =
      [](const MatchSettings& settings, std::span<const std::uint64_t> numbers, int,
         const std::function<void(const GameRecord&)>& finished, const std::stop_token&) {
        for (const std::uint64_t number : numbers) {
          GameRecord game = test::fake_game(settings, number);
          game.result = Result::unfinished;
          game.reason = "ply cap";
          finished(game);
        }
      };
  const Summary summary = make(std::string(test::kSmallConfig), never_ending);
  const std::string page = report_html(summary);
  EXPECT_EQ(markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("no finished games"));
  EXPECT_EQ(page.find("nan"), std::string::npos);
  const auto json = nlohmann::json::parse(summary_json(summary));
  const auto& cell = json.at("cells").at(0);
  EXPECT_TRUE(cell.at("score").at("mean").is_null());
  EXPECT_EQ(cell.at("score").at("low"), 0.0);
  EXPECT_TRUE(cell.at("plies").at("mean").is_null());
  EXPECT_EQ(cell.at("unfinished"), 40);
  EXPECT_EQ(cell.at("finished"), 0);
  EXPECT_EQ(summary_table(summary).find("nan"), std::string::npos);
  EXPECT_EQ(summary_csv(summary).find("nan"), std::string::npos);
}

TEST_F(ReportTest, JsonHasTheDocumentedKeysAndRightNumbers) {
  const Summary summary = make(std::string(test::kSmallConfig));
  const auto json = nlohmann::json::parse(test::read(folder_.path() / "out" / "summary.json"));
  for (const char* key : {"format", "format_version", "tavlab_version", "experiment", "games",
                          "games_wanted", "complete", "cells"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  ASSERT_EQ(json.at("cells").size(), 8U);
  const auto& cell = json.at("cells").at(1);
  for (const char* key : {"label",          "group",
                          "settings",       "rules",
                          "sides",          "agents",
                          "match",          "opening_plies",
                          "max_plies",      "seed",
                          "identity",       "games_wanted",
                          "games",          "finished",
                          "unfinished",     "first_wins",
                          "draws",          "second_wins",
                          "score",          "plies",
                          "captures",       "mean_legal_moves",
                          "distinct_games", "reasons",
                          "seconds",        "matches"}) {
    EXPECT_TRUE(cell.contains(key)) << key;
  }
  EXPECT_EQ(cell.at("settings").at("limits.king_side_moves"), "9");
  EXPECT_EQ(cell.at("rules").at("hash"), summary.cells[1].cell.rules_hash);
  EXPECT_EQ(cell.at("sides").at("first"), "attackers");

  // Recounted from the games themselves.
  const ExperimentConfig config = parse_experiment(test::kSmallConfig, "x");
  double points = 0;
  double finished = 0;
  double plies = 0;
  double captured = 0;
  int unfinished = 0;
  for (std::uint64_t number = 0; number < 40; ++number) {
    const GameRecord game = test::fake_game(config.cells[1].match_settings(), number);
    if (game.result == Result::unfinished) {
      ++unfinished;
      continue;
    }
    finished += 1;
    points += score(game.result);
    plies += game.plies;
    captured += game.captured_second;
  }
  EXPECT_EQ(cell.at("unfinished"), unfinished);
  EXPECT_DOUBLE_EQ(cell.at("score").at("mean").get<double>(), points / finished);
  EXPECT_NEAR(cell.at("plies").at("mean").get<double>(), plies / finished, 1e-9);
  EXPECT_NEAR(cell.at("captures").at("by_first").get<double>(), captured / finished, 1e-9);
  EXPECT_LT(cell.at("score").at("low"), cell.at("score").at("mean"));
  EXPECT_EQ(cell.at("plies").at("quantiles").size(), 5U);
}

/// Games of several families go into one table, whose players have no name in common.
TEST_F(ReportTest, PlayersThatCellsCallDifferentlyAreFirstAndSecond) {
  Summary summary = make(std::string(test::kSmallConfig));
  EXPECT_EQ(summary.player(Side::first), "attackers");
  EXPECT_THAT(summary_table(summary), HasSubstr("score: of the attackers"));
  summary.cells.back().cell.game.first_player = "white";
  summary.cells.back().cell.game.second_player = "black";
  for (const std::string& text : {summary_table(summary), summary_markdown(summary)}) {
    EXPECT_THAT(text, HasSubstr("core: of the first player"));
    EXPECT_THAT(text, HasSubstr("second player"));
    EXPECT_EQ(text.find("attackers"), std::string::npos);
  }
  EXPECT_THAT(report_html(summary), HasSubstr("Score of the first player"));
  // White is a name, without an article.
  for (CellSummary& cell : summary.cells) cell.cell.game.first_player = "white";
  EXPECT_THAT(summary_table(summary), HasSubstr("score: of White, draws"));
  EXPECT_THAT(summary_markdown(summary), HasSubstr("Score: of White."));
  EXPECT_THAT(report_html(summary), HasSubstr("Score of White"));
}

/// The `reading` of a file appears wherever the scores of its games are shown.
TEST_F(ReportTest, TheReadingOfTheFileIsEverywhere) {
  const std::string config(test::kSmallConfig);
  const auto all = [&](const Summary& summary) {
    return std::vector<std::string>{summary_table(summary), summary_markdown(summary),
                                    summary_json(summary), report_html(summary)};
  };
  for (const std::string& text : all(make(config))) {
    EXPECT_EQ(text.find("Weak agents"), std::string::npos);
    EXPECT_EQ(text.find("id=\"reading\""), std::string::npos);
  }
  std::filesystem::remove_all(folder_.path() / "out");
  const Summary summary = make("reading = \"Weak agents, not the game.\"" + config);
  for (const std::string& text : all(summary)) {
    EXPECT_THAT(text, HasSubstr("Weak agents, not the game."));
  }
  EXPECT_THAT(summary_table(summary), testing::EndsWith("\n\nWeak agents, not the game.\n"));
  // The store keeps it for later reports.
  ExperimentOptions options;
  options.output = nullptr;
  EXPECT_EQ(report_experiment(folder_.path() / "out", options).experiment.reading,
            "Weak agents, not the game.");
}

TEST_F(ReportTest, CsvHasARowForEachCell) {
  make(std::string(test::kSmallConfig));
  std::istringstream csv(test::read(folder_.path() / "out" / "summary.csv"));
  std::string line;
  std::getline(csv, line);
  const auto columns = std::count(line.begin(), line.end(), ',');
  EXPECT_EQ(line.substr(0, 6), "label,");
  int rows = 0;
  while (std::getline(csv, line)) {
    ++rows;
    EXPECT_EQ(std::count(line.begin(), line.end(), ','), columns) << line;
  }
  EXPECT_EQ(rows, 8);
}

TEST(SummaryCsv, TextsAreNeverFormulas) {
  Summary summary;
  for (const char* text :
       {"=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\n=1", "plain", "a=b", "\uff1d1+1",
        "\uff20SUM(A1)", "\u65e5\u672c", "say \"x\"", "one, two", "two\nlines"}) {
    CellSummary cell;
    cell.cell.label = text;
    cell.cell.agents.name = "=cmd|' /C calc'!A0";
    cell.cell.settings = {{"=key", "-5"}};
    cell.mean_plies = -2.5;  // a number stays one, whatever it begins with
    summary.cells.push_back(std::move(cell));
  }
  const std::string csv = summary_csv(summary);
  const std::vector<std::string> begins = {"\"'=1+1\",",
                                           "\"'+1\",",
                                           "\"'-1\",",
                                           "\"'@SUM(A1)\",",
                                           "\"'\t=1\",",
                                           "\"'\n=1\",",
                                           "\"'\uff1d1+1\",",
                                           "\"'\uff20SUM(A1)\",",
                                           "\u65e5\u672c,",
                                           "plain,",
                                           "a=b,",
                                           "\"say \"\"x\"\"\",",
                                           "\"one, two\",",
                                           "\"two\nlines\","};
  for (const std::string& begin : begins) {
    EXPECT_THAT(csv, HasSubstr("\n" + begin + ",\"'=key=-5\",")) << begin;
  }
  EXPECT_THAT(csv, HasSubstr(",\"'=cmd|' /C calc'!A0\","));
  EXPECT_THAT(csv, HasSubstr(",-2.5,"));
}

/// How many pieces stand on each square at the end of a game.
std::vector<std::size_t> heights_at_end(const StoredCell& cell, const GameRecord& game) {
  std::vector<std::size_t> heights;
  const auto take = [&](const Picture& picture, const std::string&) {
    heights.clear();
    for (const Picture::Square& square : picture.squares) heights.push_back(square.pieces.size());
  };
  EXPECT_TRUE(each_picture(stored_rules(cell).value(), game.moves, take)) << cell.label;
  return heights;
}

/// The same of a replay's squares: 0, a piece's number, or several.
std::vector<std::size_t> heights_of(const std::vector<nlohmann::json>& squares) {
  std::vector<std::size_t> heights;
  for (const auto& content : squares) heights.push_back(content == 0 ? 0 : content.size());
  return heights;
}

TEST_F(ReportTest, GamesCanBeSteppedThroughWithoutTheirRulesFile) {
  test::write(folder_.path() / "mine.toml",
              "id = \"mine\"\nextends = \"ur-finkel\"\ntitle = \"Mine\"\nsource = \"me\"\n"
              "pieces = 3\n");
  std::string config(test::kSmallConfig);
  config =
      config.substr(0, config.find("rules =")) +
      "rules = [\"mine.toml\", \"tavreli\", \"brandubh-7\"]\nagents = [\"random\"]\ngames = 3\n"
      "seed = 3\nmax_plies = 4000\n";
  make(config, GamePlayer());
  std::filesystem::remove(folder_.path() / "mine.toml");
  ExperimentOptions options;
  options.output = nullptr;
  report_experiment(folder_.path() / "out", options);
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  EXPECT_EQ(markup_error(page), "");
  Store store = Store::open_for_report(folder_.path() / "out");
  std::size_t at = 0;
  for (const StoredCell& cell : store.cells()) {
    const GameRecord first = store.first_finished(cell.id).value();
    const std::string mark = "<script type=\"application/json\">";
    at = page.find(mark, at);
    ASSERT_NE(at, std::string::npos) << cell.label;
    at += mark.size();
    const auto game = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
    std::string words;
    std::vector<nlohmann::json> squares = game.at("start");
    for (const auto& ply : game.at("plies")) {
      if (!words.empty()) words += ' ';
      words += ply.at(0).get<std::string>();
      EXPECT_GE(ply.size(), 4U) << "a move changes the board";
      EXPECT_LE(ply.at(1), (ply.size() - 2) / 2) << "first the squares of the move";
      for (std::size_t i = 2; i < ply.size(); i += 2) {
        squares.at(ply.at(i).get<std::size_t>()) = ply.at(i + 1);
      }
    }
    EXPECT_EQ(words, first.moves.substr(0, words.size())) << "rolls precede their moves";
    EXPECT_EQ(game.at("plies").size(), static_cast<std::size_t>(first.plies));
    EXPECT_EQ(heights_of(squares), heights_at_end(cell, first)) << cell.label;
  }
}

/// Rules in full once; for similar rule sets only the differences.
TEST_F(ReportTest, SaysTheRulesInWords) {
  make(std::string(test::kSmallConfig));
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  const Words words = words_of(load_rule_set("helmfrid-9"));
  EXPECT_THAT(page, HasSubstr("<p>" + escaped(words.summary) + "</p>"));
  for (const Words::Chapter& chapter : words.rules) {
    EXPECT_THAT(page, HasSubstr("<h4>" + escaped(chapter.title) + "</h4>"));
  }
  for (const Term& term : words.endings) EXPECT_THAT(page, HasSubstr(escaped(term.meaning)));
  EXPECT_THAT(page, HasSubstr(" instead</h4>"));
  EXPECT_THAT(page, HasSubstr("attacker</li>"));
  EXPECT_THAT(page, HasSubstr("throne</li>"));
  EXPECT_THAT(page, HasSubstr("Light pieces: defenders; dark: attackers."));
}

/// Rules with unknown parameters are shown as texts; the rest of the report stays the same.
TEST_F(ReportTest, RulesThatCannotBePlayedAnyMoreLeaveTexts) {
  std::string config(test::kSmallConfig);
  make(config.substr(0, config.find("rules =")) +
           "rules = [\"brandubh-7\", \"helmfrid-9\"]\nagents = [\"random\"]\ngames = 3\nseed = 3\n"
           "max_plies = 4000\n",
       GamePlayer());
  test::change_store(folder_.path() / "out" / "games.sqlite",
                     "UPDATE cells SET description = replace(description, '\"king.weak\":', "
                     "'\"king.feeble\":') WHERE rules = 'brandubh-7'");
  ExperimentOptions options;
  options.output = nullptr;
  report_experiment(folder_.path() / "out", options);
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  EXPECT_EQ(markup_error(page), "");
  EXPECT_THAT(page, HasSubstr("<pre>3a3/3a3/3d3/aadkdaa/3d3/3a3/3a3 a</pre>"));
  EXPECT_THAT(page, HasSubstr("Start position of helmfrid-9</title>"));
  EXPECT_THAT(page, Not(HasSubstr("Start position of brandubh-7</title>")));
  EXPECT_THAT(page, HasSubstr("Game 1 of helmfrid-9, by"));
  EXPECT_THAT(page, Not(HasSubstr("Game 1 of brandubh-7, by")));
}

TEST_F(ReportTest, MarkdownHasARowForEachCell) {
  const Summary summary = make(std::string(test::kSmallConfig));
  const std::string text = test::read(folder_.path() / "out" / "summary.md");
  std::istringstream lines(text);
  int rows = 0;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with('|')) continue;
    ++rows;
    EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 11) << line;
  }
  EXPECT_EQ(rows, 2 + static_cast<int>(summary.cells.size()));
  EXPECT_THAT(text, HasSubstr("A small \\<experiment>"));
}

TEST_F(ReportTest, ManyGamesMakeASmallReportSoon) {
  std::string config(test::kSmallConfig);
  config.replace(config.find("games = 40"), 10, "games = 12500");
  make(config);
  EXPECT_LT(std::filesystem::file_size(folder_.path() / "out" / "report.html"), 5'000'000U);
}

TEST(Table, MeasuresCharactersNotBytes) {
  EXPECT_EQ(display_width("Ürs…"), 4U);
  EXPECT_EQ(shortened("tavléi-9-obereg", 6), "tavlé…");
  EXPECT_EQ(padded("é", 3), "é  ");
  EXPECT_EQ(padded("é", 3, true), "  é");
  EXPECT_EQ(grouped(1234567), "1,234,567");
  EXPECT_EQ(grouped(123), "123");
}

TEST(TextTable, BreaksLongNamesWhereItIsTooWide) {
  const std::string name = "alphabeta:nodes=1000000,net=auto,ties=random", wide(78, '5');
  TextTable table({"", "score"});
  table.add({name, wide});
  table.add({"random", "0.5"});
  EXPECT_THAT(table.text(),
              HasSubstr("alphabeta:nodes=1000000,  " + wide + "\n  net=auto,ties=random\nrandom "));
  TextTable narrow({"", "score"});
  narrow.add({name, "0.5"});
  EXPECT_THAT(narrow.text(), HasSubstr(name + "    0.5\n")) << "there is room";
}

TEST(Escape, LeavesNothingThatMeansSomething) {
  EXPECT_EQ(escaped("<a href=\"x\">'&"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp;");
  EXPECT_EQ(escaped(std::string_view("a\x01z", 3)), "a\xef\xbf\xbdz");
}

}  // namespace
}  // namespace tavlab
