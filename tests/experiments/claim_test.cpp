// Claim files, and the verdicts of runs of made-up games.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/claim_html.h"
#include "experiments/claim/claim_overview.h"
#include "experiments/claim/claim_run.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/monitor.h"
#include "experiments/merge.h"
#include "experiments/report/curve.h"
#include "experiments/report/plot.h"
#include "experiments/summary/summary_text.h"
#include "tests/experiments/fake_games.h"
#include "tests/experiments/made_up_claim.h"
#include "tests/experiments/markup.h"

namespace tavlab {
namespace {

using namespace std::chrono_literals;
using test::ClaimRun;
using test::error_of;
using test::kAtLeastHalf;
using test::kClaimHead;
using testing::AllOf;
using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Claim claim(const std::string& rest) {
  return parse_claim(std::string(kClaimHead) + rest, "made.toml");
}

std::string error(const std::string& rest) {
  return error_of([&] { claim(rest); });
}

TEST(ClaimFile, SaysWhatIsClaimed) {
  const Claim made = claim("[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.5\n");
  EXPECT_EQ(made.source, "nobody");
  EXPECT_EQ(made.alpha, 0.05);
  ASSERT_EQ(made.hypotheses.size(), 1U);
  EXPECT_EQ(made.hypotheses[0].text(), "score of helmfrid-9: at least 0.5");
  EXPECT_EQ(made.experiment.cells.size(), 2U);
}

TEST(ClaimFile, OrdersArmsByDifferences) {
  const Claim made = claim(
      "[[hypothesis]]\nmeasure = \"draw\"\norder = [\"helmfrid-9 king.weak=true\", "
      "\"helmfrid-9 king.weak=false\"]\nmargin = 0.01\n[grid]\n\"king.weak\" = [true, false]\n");
  ASSERT_EQ(made.hypotheses.size(), 1U);
  EXPECT_EQ(made.hypotheses[0].text(),
            "draw of helmfrid-9 king.weak=true minus that of helmfrid-9 king.weak=false: at least "
            "0.01");
}

TEST(ClaimFile, RefusesWhatItsArmsCannotDecide) {
  const std::string score = "[[hypothesis]]\nmeasure = \"score\"\n";
  EXPECT_THAT(error(""), HasSubstr("'hypothesis' is missing"));
  EXPECT_THAT(error(score), HasSubstr("exactly one of 'at_least'"));
  EXPECT_THAT(error(score + "at_least = 0.4\nat_most = 0.6\n"), HasSubstr("exactly one"));
  EXPECT_THAT(error(score + "arm = \"tavlei-9\"\nat_least = 0.5\n"),
              HasSubstr("made.toml:12: there is no arm 'tavlei-9'; arms: helmfrid-9"));
  EXPECT_THAT(error(score + "within = [0.6, 0.4]\n"), HasSubstr("the lower one first"));
  EXPECT_THAT(error(score + "within = [0.4]\n"), HasSubstr("two numbers"));
  EXPECT_THAT(error(score + "at_least = \"half\"\n"), HasSubstr("'at_least' in a hypothesis must"));
  EXPECT_THAT(error(score + "at_least = 0.5\nsize = 3\n"), HasSubstr("unknown key 'size'"));
  EXPECT_THAT(error(score + "at_least = 0.5\nrange = [0, 2]\n"),
              HasSubstr("has values from 0 to 1; 'range' must lie within"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"beauty\"\nat_least = 0.5\n"),
              HasSubstr("there is no measure 'beauty'; measures: score, draw"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"captures\"\nat_least = 5\n"),
              HasSubstr("needs a 'range'"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"agent_score\"\nat_least = 0.5\n"),
              HasSubstr("two_game"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"moves:flying\"\nat_least = 0.5\n"),
              HasSubstr("no moves of the kind 'flying'; kinds: capture"));
  EXPECT_THAT(
      error("[[hypothesis]]\nmeasure = \"score\"\ndifference = [\"helmfrid-9\"]\nat_least = 0\n"),
      HasSubstr("list of two arms"));
  EXPECT_THAT(error("alpha = 0.9\n" + score + "at_least = 0.5\n"), HasSubstr("'alpha'"));
}

TEST(ClaimFile, ABalancePointIsAHypothesisAtEachEnd) {
  const std::string grid = "[grid]\n\"limits.king_side_moves\" = [9, 13, 15]\n";
  const std::string point =
      "[[hypothesis]]\nmeasure = \"score\"\nbalance_point = \"limits.king_side_moves\"\n";
  const Claim falling = claim(point + "slope = \"falling\"\nwithin = [13, 15]\n" + grid);
  ASSERT_EQ(falling.hypotheses.size(), 2U);
  EXPECT_EQ(falling.hypotheses[0].text(),
            "score of helmfrid-9 limits.king_side_moves=13: at least 0.5");
  EXPECT_EQ(falling.hypotheses[1].text(),
            "score of helmfrid-9 limits.king_side_moves=15: at most 0.5");
  const Claim rising = claim(point + "slope = \"rising\"\nlevel = 0.4\nwithin = [9, 15]\n" + grid);
  EXPECT_EQ(rising.hypotheses[0].text(),
            "score of helmfrid-9 limits.king_side_moves=9: at most 0.4");
  EXPECT_THAT(error(point + "within = [13, 15]\n" + grid), HasSubstr("'slope'"));
  EXPECT_THAT(error(point + "slope = \"falling\"\n" + grid), HasSubstr("needs 'within'"));
  EXPECT_THAT(error(point + "slope = \"falling\"\nwithin = [13, 14]\n" + grid),
              HasSubstr("no limits.king_side_moves = 14"));
  EXPECT_THAT(error(point + "slope = \"falling\"\nwithin = [13, 15]\n"),
              HasSubstr("no grid of this claim varies"));
}

TEST(ClaimFile, RefusesEventsThatTheRulesDoNotKnow) {
  EXPECT_THAT(
      error("[[hypothesis]]\nmeasure = \"reason:checkmate\"\nat_least = 0.5\n"),
      HasSubstr("made.toml:12: rules 'helmfrid-9': there is no ending 'checkmate'; endings: "
                "king captured"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"reason:\"\nat_least = 0.5\n"),
              HasSubstr("no ending ''"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"throw:[2]\"\nat_least = 0.5\n"),
              HasSubstr("have no rolls"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"pass_share\"\nat_least = 0.5\n"),
              HasSubstr("needs dice"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"exact\"\nat_least = 0.5\n"),
              HasSubstr("cannot be solved"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"longest_turn_from:3\"\nat_least = 0.5\n"),
              HasSubstr("needs dice"));
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"longest_turn_from:\"\nat_least = 0.5\n"),
              HasSubstr("needs a number of moves"));
  // The place is that of the hypothesis at fault.
  EXPECT_THAT(error("[[hypothesis]]\nmeasure = \"draw\"\nat_least = 0.5\n[[hypothesis]]\nmeasure "
                    "= \"beauty\"\nat_least = 0.5\n"),
              HasSubstr("made.toml:15:"));
}

TEST(ClaimFile, EveryBuiltInOneIsSound) {
  ASSERT_GE(builtin_claim_ids().size(), 20U);
  for (const std::string& id : builtin_claim_ids()) {
    const Claim made = load_claim(id);
    EXPECT_EQ(made.experiment.id, id);
    EXPECT_EQ(made.hypotheses.empty(), !made.untestable.empty());
    // Every cell serves the claim or the curve that it is read from.
    EXPECT_NO_THROW(ClaimMonitor{made}) << id;
  }
  EXPECT_THAT(error_of([] { load_claim("nonsense"); }), HasSubstr("no claim 'nonsense'"));
}

/// A finished game with a result.
GameRecord game(std::uint64_t number, Result result) {
  GameRecord record;
  record.number = number;
  record.result = result;
  record.plies = 10;
  return record;
}

TEST(ClaimMonitor, DecidesWhereTheSequenceLeavesTheThreshold) {
  ClaimMonitor monitor(claim(kAtLeastHalf));
  ASSERT_THAT(monitor.strengths(), ElementsAre("random", "mcts:sims=10"));
  std::uint64_t number = 0;
  while (monitor.needs(0) && number < 1000) monitor.add(0, game(number++, Result::first_wins));
  EXPECT_LT(monitor.tests()[0].decided_after, 20U);  // as many wins in a row
  EXPECT_EQ(number, 200U) << "continues for a better estimate of the mean";
  EXPECT_EQ(monitor.verdict(0), Verdict::supported);
  EXPECT_EQ(monitor.verdict(1), Verdict::undecided);
  EXPECT_FALSE(monitor.decided());
  number = 0;
  while (monitor.needs(1) && number < 1000) monitor.add(1, game(number++, Result::second_wins));
  EXPECT_EQ(monitor.verdict(1), Verdict::refuted);
  EXPECT_TRUE(monitor.decided());
}

TEST(ClaimMonitor, CountsGamesInTheOrderOfTheirNumbers) {
  const auto result = [](std::uint64_t number) {
    return number % 3 == 0 ? Result::second_wins : Result::first_wins;
  };
  ClaimMonitor forward(claim(kAtLeastHalf)), shuffled(claim(kAtLeastHalf));
  for (std::uint64_t n = 0; n < 400; ++n) forward.add(0, game(n, result(n)));
  // Blocks of eight, each in reverse order.
  for (std::uint64_t n = 0; n < 400; ++n) {
    const std::uint64_t number = n / 8 * 8 + 7 - n % 8;
    shuffled.add(0, game(number, result(number)));
  }
  const ClaimTest &a = forward.tests()[0], &b = shuffled.tests()[0];
  EXPECT_EQ(a.verdict, Verdict::supported);
  EXPECT_EQ(b.verdict, Verdict::supported);
  ASSERT_EQ(a.looks.size(), b.looks.size());
  EXPECT_EQ(a.decided_after, b.decided_after);
  EXPECT_EQ(a.latest()->values, b.latest()->values);
  EXPECT_EQ(a.latest()->interval.low, b.latest()->interval.low);
}

TEST(ClaimMonitor, WaitsOnlyForWhatIsOpen) {
  ClaimMonitor monitor(claim(kAtLeastHalf));
  for (std::uint64_t n = 1; n < 260; ++n) monitor.add(0, game(n, Result::first_wins));
  EXPECT_EQ(monitor.waiting(), 259U) << "game 0 is missing";
  monitor.add(0, game(300, Result::first_wins));
  monitor.add(0, game(0, Result::first_wins));
  EXPECT_FALSE(monitor.needs(0));
  EXPECT_EQ(monitor.waiting(), 0U) << "game 300 is not needed any more";
}

TEST(ClaimMonitor, LeavesUnfinishedGamesOutOfTheScore) {
  ClaimMonitor monitor(claim(kAtLeastHalf));
  for (std::uint64_t n = 0; n < 100; ++n) monitor.add(0, game(n, Result::unfinished));
  EXPECT_FALSE(monitor.tests()[0].latest());
  for (std::uint64_t n = 100; n < 120; ++n) monitor.add(0, game(n, Result::draw));
  monitor.finish();
  EXPECT_EQ(monitor.tests()[0].latest()->values, 20U);
  EXPECT_EQ(monitor.tests()[0].latest()->mean, 0.5);
}

TEST(ClaimMonitor, CountsEveryGameOfWhatStaysOpen) {
  ClaimMonitor monitor(claim(kAtLeastHalf));
  for (std::uint64_t n = 0; n < 40; ++n) monitor.add(0, game(n, Result::unfinished));
  EXPECT_EQ(monitor.counted(0), 40U) << "no value, but games all the same";
  for (std::uint64_t n = 40; n < 400; ++n) monitor.add(0, game(n, Result::first_wins));
  EXPECT_EQ(monitor.counted(0), 240U) << "decided, and enough for its mean";
  monitor.add(0, game(5000, Result::first_wins));
  EXPECT_EQ(monitor.counted(0), 240U) << "beyond the budget";
  monitor.add(1, game(7, Result::first_wins));
  EXPECT_EQ(monitor.waiting(), 1U);
  EXPECT_EQ(monitor.counted(1), 0U);
}

TEST(ClaimMonitor, TakesGamesThatShareAnOpeningTogether) {
  std::string head(kClaimHead);
  head.replace(head.find("games = 3000"), 12, "games = 3000\nmatch = \"two_game\"");
  for (const std::string measure : {"score", "agent_score"}) {
    ClaimMonitor monitor(parse_claim(
        fmt::format("{}[[hypothesis]]\nmeasure = \"{}\"\nat_least = 0.5\n", head, measure), "x"));
    for (std::uint64_t n = 0; n < 100; ++n) {
      GameRecord one = game(n, Result::first_wins);
      one.swapped = n % 2 == 1;
      monitor.add(0, one);
    }
    monitor.finish();
    EXPECT_EQ(monitor.tests()[0].latest()->values, 50U);
    // The first side always wins, so each agent wins every other game.
    EXPECT_EQ(monitor.tests()[0].latest()->mean, measure == "score" ? 1.0 : 0.5);
  }
}

TEST(ClaimMonitor, RegionsOfEveryKind) {
  const auto verdict = [](const std::string& region, Result result) {
    ClaimMonitor monitor(claim("[[hypothesis]]\nmeasure = \"score\"\n" + region + "\n"));
    for (std::uint64_t n = 0; n < 300; ++n) monitor.add(0, game(n, result));
    return monitor.verdict(0);
  };
  EXPECT_EQ(verdict("within = [0.4, 0.6]", Result::draw), Verdict::supported);
  EXPECT_EQ(verdict("within = [0.4, 0.6]", Result::first_wins), Verdict::refuted);
  EXPECT_EQ(verdict("outside = [0.4, 0.6]", Result::draw), Verdict::refuted);
  EXPECT_EQ(verdict("outside = [0.4, 0.6]", Result::second_wins), Verdict::supported);
  EXPECT_EQ(verdict("at_most = 0.2", Result::draw), Verdict::refuted);
  EXPECT_EQ(verdict("at_most = 0.2", Result::second_wins), Verdict::supported);
}

TEST(ClaimMonitor, PairsTheGamesOfADifference) {
  const std::string grid = "[grid]\n\"king.weak\" = [true, false]\n";
  ClaimMonitor monitor(
      claim("[[hypothesis]]\nmeasure = \"plies\"\ndifference = [\"helmfrid-9 king.weak=true\", "
            "\"helmfrid-9 king.weak=false\"]\nat_most = -20\n" +
            grid));
  for (std::uint64_t n = 0; n < 2000; ++n) {
    GameRecord longer = game(n, Result::draw), shorter = game(n, Result::draw);
    longer.plies = 80 + static_cast<int>(n % 5);
    shorter.plies = 50 + static_cast<int>(n % 7);
    monitor.add(0, shorter);
    monitor.add(1, longer);
  }
  EXPECT_EQ(monitor.verdict(0), Verdict::supported);
  EXPECT_NEAR(monitor.tests()[0].latest()->mean, -29.0, 1.0);
}

TEST(MeanSequence, RoundsWithoutMovingTheMean) {
  // 7/3 of a step of 1/50, repeatedly: the expectation stays, so the truth stays inside.
  MeanSequence sequence({0.0, 1.0}, 0, false, 0.05);
  const double value = 7.0 / 150.0;
  for (int i = 0; i < 4000; ++i) sequence.add(value);
  EXPECT_NEAR(sequence.mean(), value, 1e-12);
  EXPECT_LT(sequence.interval().low, value);
  EXPECT_GT(sequence.interval().high, value);
  EXPECT_LT(sequence.interval().high - sequence.interval().low, 0.01);
}

TEST_F(ClaimRun, StopsWhereEverythingIsDecided) {
  // The made-up attackers score 0.62.
  const ClaimResult result = run("out", 2, test::fake_player(200us));
  EXPECT_EQ(result.headline(), Verdict::supported);
  EXPECT_LT(result.games.games(), 2U * 3000U);
  for (const char* name : {"claim.json", "claim.md", "report.html", "summary.json"}) {
    EXPECT_GT(std::filesystem::file_size(folder_.path() / "out" / name), 300U) << name;
  }
  const auto json = nlohmann::json::parse(test::read(folder_.path() / "out" / "claim.json"));
  EXPECT_EQ(json.at("verdict"), "supported");
  EXPECT_EQ(json.at("strengths").size(), 2U);
  EXPECT_THAT(test::read(folder_.path() / "out" / "report.html"), HasSubstr("id=\"verdict\""));
  EXPECT_THAT(
      test::read(folder_.path() / "out" / "claim.md"),
      testing::AllOf(HasSubstr(json.at("claim").at("hash").get<std::string>()),
                     HasSubstr(result.claim.experiment.cells.front().rule_set.hash_text())));
}

/// The `reading` of a claim's file appears beside the verdict.
TEST_F(ClaimRun, SaysItsReading) {
  test::write(file_, "reading = \"Weak agents.\"" + std::string(kClaimHead) + kAtLeastHalf);
  const ClaimResult result = run("out");
  for (const std::string& text : {claim_text(result), claim_markdown(result),
                                  test::read(folder_.path() / "out" / "report.html")}) {
    EXPECT_THAT(text, HasSubstr("Weak agents."));
  }
}

TEST_F(ClaimRun, DecidesTheSameOnAnyNumberOfThreadsAndAgain) {
  const ClaimResult one = run("one", 1);
  const ClaimResult five = run("five", 5, test::fake_player(100us));
  const ClaimResult again = run("five", 3);
  for (const ClaimResult* other : {&five, &again}) {
    ASSERT_EQ(other->tests.size(), one.tests.size());
    for (std::size_t i = 0; i < one.tests.size(); ++i) {
      EXPECT_EQ(other->tests[i].verdict, one.tests[i].verdict);
      EXPECT_EQ(other->tests[i].latest()->values, one.tests[i].latest()->values);
      EXPECT_EQ(other->tests[i].latest()->mean, one.tests[i].latest()->mean);
    }
  }
  EXPECT_EQ(again.games.games(), five.games.games()) << "a decided claim plays no more games";
}

/// The games of a store, and the number in each cell, without what depends on the clock.
std::string games_of(const std::filesystem::path& folder) {
  sqlite::Database database(folder / "games.sqlite", sqlite::Mode::existing);
  sqlite::Statement rows(database,
                         "SELECT label, number, result, plies, moves FROM games JOIN cells ON "
                         "games.cell = cells.id ORDER BY place, number");
  std::string text;
  while (rows.step()) {
    for (int column = 0; column < 5; ++column) text += std::string(rows.text(column)) + " ";
    text += '\n';
  }
  return text;
}

TEST_F(ClaimRun, LeavesTheSameGamesOnAnyNumberOfThreadsAndAfterAnyStop) {
  // Two arms, of which one has no hypothesis of its own, and a second hypothesis of both.
  std::string text = std::string(kClaimHead) + kAtLeastHalf;
  test::write(file_, text);
  run("one", 1);
  const std::string right = games_of(folder_.path() / "one");
  const std::string verdict = test::read(folder_.path() / "one" / "claim.json");
  ASSERT_FALSE(right.empty());
  for (const int threads : {1, 2, 3, 5}) {
    const std::string out = "threads-" + std::to_string(threads);
    run(out, threads, test::fake_player(100us));
    EXPECT_EQ(games_of(folder_.path() / out), right) << threads;
    EXPECT_EQ(test::read(folder_.path() / out / "claim.json"), verdict) << threads;
  }
  // Stopped by a failure again and again, each time a little later.
  for (int stop = 1; stop <= 5; ++stop) {
    ClaimOptions options;
    options.threads = 3;
    test::silence(options);
    options.player = test::interrupted_after(40 * stop, test::fake_player());
    error_of([&] { run_claim(file_.string(), folder_.path() / "stopped", options); });
  }
  run("stopped", 2, test::fake_player(50us));
  EXPECT_EQ(games_of(folder_.path() / "stopped"), right);
  EXPECT_EQ(test::read(folder_.path() / "stopped" / "claim.json"), verdict);
  // And the report from the store says the same.
  ClaimOptions options;
  options.output = nullptr;
  report_claim(folder_.path() / "stopped", options);
  EXPECT_EQ(test::read(folder_.path() / "stopped" / "claim.json"), verdict);
}

/// As stores of earlier versions are: their claims were not registered.
void forget_registration(const std::filesystem::path& folder) {
  sqlite::Database database(folder / "games.sqlite", sqlite::Mode::existing);
  database.execute("DELETE FROM meta WHERE key = 'note registered'");
  store_format::seal(database);
}

TEST_F(ClaimRun, KeepsGamesThatWerePlayedForAnotherQuestion) {
  std::string text =
      std::string(kClaimHead) + "[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.62\n";
  text.replace(text.find("games = 3000"), 12, "games = 2500");
  test::write(file_, text);
  EXPECT_EQ(run("out").headline(), Verdict::undecided);
  const std::string before = games_of(folder_.path() / "out");
  forget_registration(folder_.path() / "out");
  std::string easier = text;
  easier.replace(easier.find("0.62"), 4, "0.40");
  test::write(file_, easier);
  const ClaimResult decided = run("out");
  EXPECT_EQ(decided.headline(), Verdict::supported);
  EXPECT_LT(decided.games.games(), 2U * 2500U) << "fewer count";
  EXPECT_EQ(games_of(folder_.path() / "out"), before) << "and all are there";
}

TEST_F(ClaimRun, SpendsItsBudgetWhereNothingIsDecided) {
  std::string text =
      std::string(kClaimHead) + "[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.62\n";
  text.replace(text.find("games = 3000"), 12, "games = 60");
  test::write(file_, text);
  const ClaimResult result = run("out");
  EXPECT_EQ(result.headline(), Verdict::undecided);
  EXPECT_EQ(result.games.games(), 120U);
}

TEST_F(ClaimRun, SaysThatHypothesesWereChanged) {
  EXPECT_FALSE(run("out").changed);
  EXPECT_FALSE(run("out").changed);
  forget_registration(folder_.path() / "out");
  test::write(file_,
              std::string(kClaimHead) + "[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.7\n");
  EXPECT_TRUE(run("out").changed);
  EXPECT_THAT(test::read(folder_.path() / "out" / "report.html"), HasSubstr("were changed after"));
  EXPECT_FALSE(run("fresh").changed);
}

TEST_F(ClaimRun, SaysThatItWasStopped) {
  EXPECT_TRUE(run("out").spent);
  ClaimOptions options;
  test::silence(options);
  options.minutes = 0.002;
  options.threads = 1;
  options.player = test::fake_player(20ms);
  const ClaimResult stopped = run_claim(file_.string(), folder_.path() / "stopped", options);
  EXPECT_FALSE(stopped.spent);
  EXPECT_THAT(test::read(folder_.path() / "stopped" / "claim.md"), HasSubstr("was stopped before"));
}

TEST_F(ClaimRun, ReportsTheSameFromTheStore) {
  const ClaimResult played = run("out");
  ClaimOptions options;
  options.output = nullptr;
  const ClaimResult read = report_claim(folder_.path() / "out", options);
  ASSERT_EQ(read.tests.size(), played.tests.size());
  for (std::size_t i = 0; i < read.tests.size(); ++i) {
    EXPECT_EQ(read.tests[i].latest()->values, played.tests[i].latest()->values);
  }
}

TEST_F(ClaimRun, KeepsToItsKindOfRun) {
  run("out");
  ExperimentOptions options;
  options.quiet = true;
  options.output = nullptr;
  options.player = test::fake_player();
  const std::filesystem::path out = folder_.path() / "out";
  EXPECT_THAT(error_of([&] { report_experiment(out, options); }),
              HasSubstr("holds a run of `tavlab claim run`, whose report comes from `tavlab claim "
                        "report"));
  test::write(folder_.path() / "x.toml", test::kSmallConfig);
  run_experiment((folder_.path() / "x.toml").string(), folder_.path() / "x", options);
  EXPECT_THAT(error_of([&] { report_claim(folder_.path() / "x", {}); }),
              HasSubstr("`tavlab experiment report"));
}

TEST_F(ClaimRun, FindsTheFoldersOfWholeClaims) {
  run("out");
  ExperimentOptions experiment;
  experiment.quiet = true;
  experiment.output = nullptr;
  experiment.player = test::fake_player();
  test::write(folder_.path() / "x.toml", test::kSmallConfig);
  run_experiment((folder_.path() / "x.toml").string(), folder_.path() / "experiment", experiment);
  ClaimOptions part;
  part.quiet = true;
  part.output = nullptr;
  part.player = test::fake_player();
  part.shard = {1, 2};
  run_claim(file_.string(), folder_.path() / "shard", part);
  EXPECT_THAT(folders_of_claims(folder_.path()), ElementsAre(folder_.path() / "out"));
  std::filesystem::create_directory(folder_.path() / "torn");
  test::write(folder_.path() / "torn" / "games.sqlite", "no store");
  EXPECT_THAT(error_of([&] { folders_of_claims(folder_.path()); }), HasSubstr("torn"));
}

TEST_F(ClaimRun, ReportsFromAnyFolderWhenRulesAreAFileBesideIt) {
  test::write(folder_.path() / "mine.toml",
              "id = \"mine\"\ntitle = \"Mine\"\nsource = \"me\"\nextends = "
              "\"helmfrid-9\"\nking.weak = true\n");
  std::string text = std::string(kClaimHead) + kAtLeastHalf;
  text.replace(text.find("\"helmfrid-9\""), 12, "\"mine.toml\"");
  test::write(file_, text);
  const ClaimResult played = run("out");
  ClaimOptions options;
  options.output = nullptr;
  const std::filesystem::path here = std::filesystem::current_path();
  std::filesystem::current_path("/");
  const ClaimResult read = report_claim(folder_.path() / "out", options);
  std::filesystem::current_path(here);
  EXPECT_EQ(read.headline(), played.headline());
}

TEST_F(ClaimRun, MergedShardsDecideAsOneRunOfTheWholeBudget) {
  ClaimOptions options;
  options.threads = 1;
  test::silence(options);
  options.player = test::fake_player();
  std::vector<std::filesystem::path> parts;
  for (const char* shard : {"1/2", "2/2"}) {
    options.shard = Shard::parse(shard);
    parts.push_back(folder_.path() / std::string(1, shard[0]));
    EXPECT_TRUE(run_claim(file_.string(), parts.back(), options).verdicts.empty());
  }
  ExperimentOptions merging;
  merging.output = nullptr;
  merge_experiments(parts, folder_.path() / "merged", merging);
  const ClaimResult merged = report_claim(folder_.path() / "merged", options);
  const ClaimResult whole = run("whole");
  ASSERT_EQ(merged.tests.size(), whole.tests.size());
  for (std::size_t i = 0; i < merged.tests.size(); ++i) {
    EXPECT_EQ(merged.tests[i].verdict, whole.tests[i].verdict);
    EXPECT_EQ(merged.tests[i].decided_after, whole.tests[i].decided_after);
  }
}

}  // namespace
}  // namespace tavlab
