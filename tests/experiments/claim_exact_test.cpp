// Claims about exact values: solved or proved, and distinguished from what is measured.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/claim_html.h"
#include "experiments/claim/claim_overview.h"
#include "experiments/claim/claim_run.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/claim_words.h"
#include "experiments/report/curve.h"
#include "experiments/report/plot.h"
#include "experiments/summary/summary_text.h"
#include "tests/experiments/fake_games.h"
#include "tests/experiments/made_up_claim.h"
#include "tests/experiments/markup.h"

namespace tavlab {
namespace {

using test::ClaimRun;
using test::error_of;
using test::kClaimHead;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class ClaimOfExactValues : public ClaimRun {};

TEST_F(ClaimOfExactValues, SolvesWhatNoGamesTell) {
  test::write(file_, R"toml(
id = "exact"
title = "An exact claim"
source = "nobody"
statement = "The first throw of one takes the advantage away."
question = "Does it?"
rules = ["ur-skiryuk"]
agents = ["greedy"]
games = 100
seed = 4
[grid]
pieces = [1]
opening = ["one_moves", "free"]
[[hypothesis]]
measure = "exact"
difference = ["ur-skiryuk opening=free pieces=1", "ur-skiryuk opening=one_moves pieces=1"]
at_least = 0.04
)toml");
  const ClaimResult result = run("out");
  EXPECT_EQ(result.headline(), Verdict::supported);
  EXPECT_EQ(result.games.games(), 0U) << "nothing is played for it";
  // Values of `tavlab solve` with one piece: 0.538179788 and 0.492115568.
  EXPECT_NEAR(result.tests.front().latest()->mean, 0.046064220, 1e-8);
  ClaimOptions options;
  options.output = nullptr;
  EXPECT_EQ(report_claim(folder_.path() / "out", options).headline(), Verdict::supported)
      << "the value is in the store";
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out")) {
    EXPECT_NE(entry.path().extension(), ".table") << "no table is left behind";
  }
}

TEST_F(ClaimOfExactValues, ProvesLimitsOfMoves) {
  const auto claim = [](int limit) {
    return fmt::format(R"toml(
id = "limit"
title = "A limit that can be proved"
source = "nobody"
statement = "The attackers hold the king for a while."
question = "Do they?"
rules = ["brandubh-7"]
agents = ["random"]
games = 100
seed = 4
[grid]
"limits.king_side_moves" = [{0}]
[[hypothesis]]
measure = "exact"
arm = "brandubh-7 limits.king_side_moves={0}"
at_least = 1
)toml",
                       limit);
  };
  // Where repetition is forbidden, a certificate must show that none is needed: from 5 moves on.
  for (const int limit : {2, 5}) {
    test::write(file_, claim(limit));
    const ClaimResult result = run(fmt::format("out-{}", limit));
    EXPECT_EQ(result.headline(), Verdict::supported) << limit;
    EXPECT_EQ(result.tests.front().latest()->mean, 1.0);
    EXPECT_EQ(result.tests.front().latest()->interval.low, 1.0) << "a proof leaves no error";
    EXPECT_EQ(result.games.games(), 0U);
  }
  test::write(file_, claim(41));
  EXPECT_THAT(error_of([&] { run("out-41"); }), HasSubstr("cannot be solved"));
}

/// A claim with a proved hypothesis, at a limit of 2, and measured ones, at limits of 2 and 3.
std::string proved_and_measured(const std::string& proved) {
  return R"toml(
id = "both"
title = "Proved and measured"
source = "nobody"
statement = "The attackers hold the king for a while."
question = "Do they?"
rules = ["brandubh-7"]
agents = ["random", "mcts:sims=10"]
games = 3000
seed = 4
[grid]
"limits.king_side_moves" = [2, 3]
[[hypothesis]]
measure = "exact"
arm = "brandubh-7 limits.king_side_moves=2"
)toml" + proved +
         R"toml(
[[hypothesis]]
measure = "score"
arm = "brandubh-7 limits.king_side_moves=2"
at_least = 0.5
[[hypothesis]]
measure = "score"
arm = "brandubh-7 limits.king_side_moves=3"
at_least = 0.5
)toml";
}

/// The lines of a text that begin with `begin`.
std::vector<std::string> lines_of(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(begin)) found.push_back(line);
  }
  return found;
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++count;
  return count;
}

TEST_F(ClaimOfExactValues, MarksWhatIsProvedApartFromWhatIsMeasured) {
  test::write(file_, proved_and_measured("at_least = 1\n"));
  const ClaimResult result = run("out");
  EXPECT_EQ(result.headline(), Verdict::supported);
  EXPECT_FALSE(result.by_proof(0)) << "two hypotheses rest on games";
  EXPECT_THAT(verdict_sentence(result), HasSubstr("Of its 3 hypotheses 1 is proved."));
  EXPECT_THAT(verdict_sentence(result), Not(HasSubstr("claim is proved")));

  // On the terminal and in Markdown: proved values, and no others, are marked and have no interval.
  const std::string exact = "exact of brandubh-7", score = "score of brandubh-7";
  const std::string begin = "| `random` | ";
  for (const auto& [text, first] : {std::pair{claim_text(result), std::string("  ")},
                                    std::pair{claim_markdown(result), begin}}) {
    ASSERT_FALSE(lines_of(text, first + exact).empty()) << text;
    ASSERT_FALSE(lines_of(text, first + score).empty()) << text;
    for (const std::string& line : lines_of(text, first + exact)) {
      EXPECT_THAT(line, ContainsRegex("1 \\(proved\\).* proved"));
      EXPECT_THAT(line, Not(HasSubstr("[")));
    }
    for (const std::string& line : lines_of(text, first + score)) {
      EXPECT_THAT(line, AllOf(Not(HasSubstr("proved")), ContainsRegex("\\[.*\\]")));
    }
  }

  // In the tables of the page: the verdict's, and that of the games.
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  const std::string mark = "<span class=\"proved\">proved</span>";
  EXPECT_EQ(test::markup_error(page), "");
  EXPECT_EQ(lines_of(page, "<tr><td>" + exact).size(), 2U) << "at both strengths";
  for (const std::string& row : lines_of(page, "<tr><td>" + exact)) {
    EXPECT_THAT(row, AllOf(HasSubstr("<td>1 " + mark), HasSubstr("<td>proved</td>")));
    EXPECT_THAT(row, Not(HasSubstr("[")));
  }
  EXPECT_EQ(lines_of(page, "<tr><td>" + score).size(), 4U);
  for (const std::string& row : lines_of(page, "<tr><td>" + score)) {
    EXPECT_THAT(row, AllOf(Not(HasSubstr("proved")), HasSubstr("[")));
  }
  const std::string results = page.substr(page.find("<table id=\"results\">"));
  const std::string table = results.substr(0, results.find("</table>"));
  EXPECT_THAT(table, HasSubstr("<th>by optimal play</th>"));
  EXPECT_EQ(count_of(table, "<td>1 " + mark), 2U) << "the limit of 2, played by two agents";
  EXPECT_EQ(count_of(table, "<td>–</td>"), 2U) << "the limit of 3";

  // In the figures: a mark of its own without an error bar, a legend that tells both apart.
  const std::string scores = score_figure(result.games, FigureWidth::wide);
  EXPECT_EQ(count_of(scores, "<polygon class=\"proved\""), 3U) << "two cells, and the legend";
  EXPECT_EQ(count_of(scores, "king_side_moves=2 | random: proved 1<"), 1U);
  EXPECT_EQ(count_of(scores, "king_side_moves=2 | mcts:sims=10: proved 1<"), 1U);
  const std::vector<Figure> curves = score_curves(result.games, FigureWidth::narrow);
  ASSERT_EQ(curves.size(), 1U);
  EXPECT_EQ(count_of(curves[0].svg, "<polygon class=\"proved\""), 2U)
      << "one for both agents, and the legend";
  EXPECT_THAT(curves[0].svg, HasSubstr("measured: random"));
  for (const std::string& svg : {scores, curves[0].svg}) {
    EXPECT_THAT(svg, AllOf(HasSubstr(">measured"), HasSubstr(kProvedLegend)));
    EXPECT_THAT(svg, Not(HasSubstr("king_side_moves=3: proved")));
  }
  int trends = 0;
  for (const NamedFigure& figure : claim_figures(result)) {
    if (!figure.name.starts_with("trend")) continue;
    ++trends;
    EXPECT_EQ(count_of(figure.svg, "class=\"proved\""), figure.name == "trend-2" ? 2U : 0U)
        << figure.name << ": the score at a limit of 2, whose value is known";
  }
  EXPECT_EQ(trends, 2);

  // In the data.
  const auto json = nlohmann::json::parse(claim_json(result));
  EXPECT_EQ(json.at("decided_by"), "games");
  const auto& tests = json.at("strengths").at(0).at("tests");
  EXPECT_EQ(tests.at(0).at("decided_by"), "proof");
  EXPECT_EQ(tests.at(1).at("decided_by"), "games");
  for (const auto& cell : nlohmann::json::parse(summary_json(result.games)).at("cells")) {
    const bool known = cell.at("settings").at("limits.king_side_moves") == "2";
    EXPECT_EQ(cell.contains("exact"), known);
    if (known) {
      EXPECT_EQ(cell.at("exact"), 1.0);
    }
  }
  EXPECT_EQ(count_of(summary_table(result.games), "1 (proved)"), 2U);
  EXPECT_EQ(count_of(summary_markdown(result.games), "1 (proved)"), 2U);

  ClaimOptions options;
  options.output = nullptr;
  report_claim(folder_.path() / "out", options);
  EXPECT_EQ(test::read(folder_.path() / "out" / "report.html"), page) << "all of it is stored";
}

TEST_F(ClaimOfExactValues, SaysThatAProofDecides) {
  test::write(file_, proved_and_measured("at_most = 0.5\n"));
  const ClaimResult refuted = run("refuted");
  EXPECT_EQ(refuted.headline(), Verdict::refuted);
  EXPECT_TRUE(refuted.by_proof(0));
  EXPECT_EQ(verdict_sentence(refuted),
            "Whoever plays, the claim is refuted by proof: exact of brandubh-7 "
            "limits.king_side_moves=2: at most 0.5, but it is 1.");
  EXPECT_THAT(claim_text(refuted), HasSubstr("random: refuted by proof"));
  EXPECT_THAT(test::read(folder_.path() / "refuted" / "report.html"),
              HasSubstr("<p class=\"verdict refuted\">Whoever plays, the claim is refuted by "
                        "proof"));
  EXPECT_THAT(overview_markdown(std::span(&refuted, 1)), HasSubstr("| **refuted by proof** |"));
  const auto json = nlohmann::json::parse(claim_json(refuted));
  EXPECT_EQ(json.at("verdict"), "refuted");
  EXPECT_EQ(json.at("decided_by"), "proof");

  const std::string both = proved_and_measured("at_least = 1\n");
  test::write(file_, both.substr(0, both.find("[[hypothesis]]\nmeasure = \"score\"")));
  const ClaimResult proved = run("proved");
  EXPECT_EQ(verdict_sentence(proved),
            "Under optimal play of both sides the claim is proved: exact of brandubh-7 "
            "limits.king_side_moves=2: at least 1, and it is 1.");
  EXPECT_THAT(overview_markdown(std::span(&proved, 1)), HasSubstr("| **proved** |"));

  // A verdict by games is never one by proof, whatever it is.
  for (const char* region : {"at_least = 0.5", "at_most = 0.5"}) {
    test::write(file_, std::string(kClaimHead) + "[[hypothesis]]\nmeasure = \"score\"\n" + region);
    const ClaimResult measured = run(region);
    EXPECT_NE(measured.headline(), Verdict::undecided);
    for (const std::string& text :
         {claim_text(measured), claim_markdown(measured), summary_table(measured.games),
          summary_markdown(measured.games)}) {
      EXPECT_THAT(text, AllOf(Not(HasSubstr("proved")), Not(HasSubstr("by proof"))));
    }
    EXPECT_THAT(test::read(folder_.path() / region / "report.html"),
                AllOf(Not(HasSubstr("class=\"proved")), Not(HasSubstr("by proof"))));
    EXPECT_EQ(nlohmann::json::parse(claim_json(measured)).at("decided_by"), "games");
  }
}

}  // namespace
}  // namespace tavlab
