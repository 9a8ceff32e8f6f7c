// Claims that are played by several kinds of agents: bands, convergence, readings, registration.
#include "experiments/claim/band.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/random.h"
#include "experiments/claim/claim_overview.h"
#include "experiments/claim/claim_run.h"
#include "experiments/claim/claim_scale.h"
#include "experiments/claim/claim_text.h"
#include "experiments/claim/measure.h"
#include "experiments/claim/measure_words.h"
#include "experiments/claim/monitor.h"
#include "tests/experiments/fake_games.h"

namespace tavlab {
namespace {

using test::error_of;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr double kFar = std::numeric_limits<double>::infinity();

PairEstimate pair_of(double mean, double error) {
  return {mean, error * error, {mean - error, mean + error}};
}

TEST(ClaimBand, OfScoresIsThatOfTheMatrixGame) {
  // Matching pennies: whoever is known to play loses, and a mixture gives one half.
  const std::vector<PairEstimate> pennies = {pair_of(0.8, 0.1), pair_of(0.2, 0.1),
                                             pair_of(0.2, 0.1), pair_of(0.8, 0.1)};
  const Band mixed = band_of(pennies, BandKind::game);
  EXPECT_NEAR(mixed.mean, 0.5, 1e-12);
  EXPECT_NEAR(mixed.variance, 4 * 0.01 / 16.0, 1e-12) << "each pair a quarter";
  EXPECT_NEAR(mixed.band.low, 0.2, 1e-12);
  EXPECT_NEAR(mixed.band.high, 0.8, 1e-12);
  EXPECT_NEAR(mixed.interval.low, 0.1, 1e-12);
  EXPECT_NEAR(mixed.interval.high, 0.9, 1e-12);
  ASSERT_TRUE(mixed.core);
  EXPECT_NEAR(mixed.core->low, 0.3, 1e-12);
  EXPECT_NEAR(mixed.core->high, 0.7, 1e-12);
  // The first agent is better on both sides, so its mirror decides.
  const std::vector<PairEstimate> clear = {pair_of(0.4, 0.05), pair_of(0.9, 0.05),
                                           pair_of(0.1, 0.05), pair_of(0.7, 0.05)};
  const Band one = band_of(clear, BandKind::game);
  EXPECT_NEAR(one.band.low, 0.4, 1e-12);
  EXPECT_NEAR(one.band.high, 0.4, 1e-12);
  EXPECT_FALSE(one.core) << "the pairs need not differ";
}

TEST(ClaimBand, OfOtherMeansReachesFromPairToPair) {
  const std::vector<PairEstimate> pairs = {pair_of(30.0, 1.0), pair_of(50.0, 2.0),
                                           pair_of(40.0, 1.0), pair_of(44.0, 1.0)};
  const Band band = band_of(pairs, BandKind::hull);
  EXPECT_EQ(band.mean, 41.0);
  EXPECT_EQ(band.band.low, 30.0);
  EXPECT_EQ(band.band.high, 50.0);
  EXPECT_EQ(band.interval.low, 29.0);
  EXPECT_EQ(band.interval.high, 52.0);
  ASSERT_TRUE(band.core);
  EXPECT_EQ(band.core->low, 31.0);
  EXPECT_EQ(band.core->high, 48.0);
  EXPECT_THROW(band_of(std::span(pairs).first(3), BandKind::hull), std::invalid_argument);
  EXPECT_THROW(band_of({}, BandKind::hull), std::invalid_argument);
}

TEST(ClaimBand, StraddlesARegionOnlyIfItCanNeverLieOnOneSide) {
  const Region within{0.35, 0.5}, most{-kFar, 0.5}, outside{0.45, 0.55, true};
  const Interval across{0.4, 0.6}, inside{0.4, 0.45}, above{0.6, 0.7}, around{0.2, 0.8};
  EXPECT_TRUE(straddles(within, across));
  EXPECT_TRUE(straddles(within, around));
  EXPECT_FALSE(straddles(within, inside));
  EXPECT_FALSE(straddles(within, above));
  EXPECT_TRUE(straddles(most, across));
  EXPECT_FALSE(straddles(most, above));
  EXPECT_TRUE(straddles(outside, across));
  EXPECT_TRUE(straddles(outside, around));
  EXPECT_FALSE(straddles(outside, above));
  EXPECT_FALSE(straddles(within, std::nullopt));
}

/// A claim with ladders of two kinds of agents and three rungs.
Claim laddered(const std::string& hypotheses, const std::string& more = "",
               const std::string& agents = R"(["alphabeta:nodes=400", "mcts:sims=40"])") {
  return parse_claim(
      "id = \"made-up\"\ntitle = \"A claim\"\nsource = \"nobody\"\nstatement = \"x\"\nquestion = "
      "\"x\"\nrules = [\"helmfrid-9\"]\ngames = 40000\nseed = 7\nmax_plies = 300\ndoublings = 2\n"
      "agents = " +
          agents + "\n" + more + hypotheses,
      "made.toml");
}

constexpr const char* kBelowHalf = "[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.5\n";

/// Plays until nothing is needed. `score(cell)` is the first side's chance.
template <typename Score>
void play(ClaimMonitor& monitor, const Claim& claim, const Score& score,
          std::uint64_t most = 40000) {
  Random random(5);
  bool any = true;
  for (std::uint64_t number = 0; any && number < most; ++number) {
    any = false;
    for (std::size_t i = 0; i < claim.experiment.cells.size(); ++i) {
      if (!monitor.needs(i)) continue;
      any = true;
      GameRecord game;
      game.number = number;
      game.plies = 10;
      const bool won = random.uniform() < score(claim.experiment.cells[i]);
      game.result = won ? Result::first_wins : Result::second_wins;
      monitor.add(i, game);
    }
  }
  monitor.finish();
}

bool plays(const std::string& agent, std::string_view kind) { return agent.starts_with(kind); }

TEST(LadderedClaim, PlaysEachKindAgainstEachOnEveryRung) {
  const Claim claim = laddered(kBelowHalf);
  EXPECT_EQ(claim.experiment.cells.size(), 3U * 4U);
  const ClaimMonitor monitor(claim);
  EXPECT_THAT(monitor.strengths(), ElementsAre("alphabeta:nodes=100 | mcts:sims=10",
                                               "alphabeta:nodes=200 | mcts:sims=20",
                                               "alphabeta:nodes=400 | mcts:sims=40"));
  EXPECT_EQ(monitor.tests().size(), 3U);
  EXPECT_EQ(monitor.tests()[2].parts.size(), 4U);
}

TEST(LadderedClaim, IsDecidedWhereAllAgreeAndSearchHasConverged) {
  const Claim claim = laddered(kBelowHalf);
  ClaimMonitor monitor(claim);
  play(monitor, claim, [](const ExperimentCell&) { return 0.3; });
  const Outcome outcome = monitor.outcome();
  EXPECT_EQ(outcome.verdict, Verdict::supported);
  EXPECT_EQ(outcome.because, Because::decided);
  EXPECT_LE(outcome.p, 0.05);
  EXPECT_EQ(monitor.tests()[2].movement->state, Movement::State::converged);
  EXPECT_TRUE(monitor.spent());
  // Rungs in between only show the trend.
  EXPECT_EQ(monitor.tests()[1].latest()->values, claim.least_games);
}

/// Agents without chance play the games of the same openings again: they tell nothing new, however
/// many are played.
TEST(LadderedClaim, CountsNoGameTwice) {
  constexpr std::uint64_t kOpenings = 260;
  const auto score = [](std::uint64_t opening) { return opening % 20 < 9 ? 1 : 0; };  // 0.45
  const auto played = [&](const Claim& claim, std::uint64_t games) {
    ClaimMonitor monitor(claim);
    for (std::uint64_t n = 0; n < games; ++n) {
      for (std::size_t i = 0; i < claim.experiment.cells.size(); ++i) {
        GameRecord game;
        game.number = n;
        game.plies = 10;
        game.moves = fmt::format("opening {}", n % kOpenings);
        game.result = score(n % kOpenings) == 1 ? Result::first_wins : Result::second_wins;
        monitor.add(i, game);
      }
    }
    monitor.finish();
    return monitor;
  };
  const Claim claim = laddered(kBelowHalf, "openings = \"plies=2,unique\"\n");
  const ClaimMonitor once = played(claim, kOpenings), often = played(claim, 2500);
  EXPECT_FALSE(once.exhausted());
  EXPECT_TRUE(often.exhausted());
  EXPECT_TRUE(often.spent());
  EXPECT_EQ(often.counted(11), kOpenings);
  std::uint64_t shown = 0;  // in a store, for whoever reads it later
  for (std::size_t i = 0; i < claim.experiment.cells.size(); ++i) {
    shown += often.kept(i) - often.counted(i);
  }
  EXPECT_GT(shown, 0U);
  EXPECT_FALSE(often.needs(11));
  EXPECT_EQ(often.tests()[2].latest()->interval.low, once.tests()[2].latest()->interval.low);
  EXPECT_EQ(often.tests()[2].latest()->interval.high, once.tests()[2].latest()->interval.high);
  EXPECT_EQ(often.outcome().verdict, Verdict::undecided);
  // Decided as to its mean, but not whether deeper search moves it: more games would not help.
  const char* const kMost = "[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.9\n";
  const ClaimMonitor mean = played(laddered(kMost, "openings = \"plies=2,unique\"\n"), 2500);
  EXPECT_EQ(mean.tests()[2].verdict, Verdict::supported);
  EXPECT_EQ(mean.outcome().because, Because::convergence_open);
  EXPECT_TRUE(mean.exhausted());
  // Without given openings equal games are a matter of chance, and all count.
  EXPECT_LT(played(laddered(kBelowHalf), 2500).tests()[2].latest()->interval.high,
            often.tests()[2].latest()->interval.high);
}

TEST(GameRepeats, CountARepeatedGameOnlyIfANewOneFollows) {
  GameRepeats repeats;
  const auto taken = [&](std::uint64_t moves) {
    return repeats.next({{static_cast<double>(moves)}, moves}).size();
  };
  EXPECT_EQ(taken(1), 1U);
  EXPECT_EQ(taken(1), 0U) << "perhaps by chance";
  EXPECT_EQ(repeats.held(), 1U);
  EXPECT_EQ(taken(2), 2U) << "it was";
  for (std::size_t i = 0; i < GameRepeats::kMostInARow; ++i) EXPECT_EQ(taken(1 + i % 2), 0U);
  EXPECT_TRUE(repeats.exhausted());
  EXPECT_EQ(taken(3), 0U);
}

TEST(LadderedClaim, IsUndecidedWhereAgentsDisagree) {
  const Claim claim = laddered(kBelowHalf);
  ClaimMonitor monitor(claim);
  // Against itself each kind's attackers do well, against the other they do not.
  play(monitor, claim, [](const ExperimentCell& cell) {
    return plays(cell.agents.first, "mcts") == plays(cell.agents.second, "mcts") ? 0.75 : 0.25;
  });
  EXPECT_EQ(monitor.outcome().verdict, Verdict::undecided);
  EXPECT_EQ(monitor.outcome().because, Because::agents_disagree);
  EXPECT_LT(monitor.counted(11), 1000U) << "more games cannot help";
}

/// The universal net's mirror said 0.7, its attackers 0.06 against another's defenders: cross-play
/// decides, not the mirror.
TEST(LadderedClaim, IsNotMisledByAMirror) {
  const Claim claim = laddered(kBelowHalf);
  ClaimMonitor monitor(claim);
  play(monitor, claim, [](const ExperimentCell& cell) {
    const bool first = plays(cell.agents.first, "mcts"), second = plays(cell.agents.second, "mcts");
    return first && second ? 0.7 : first ? 0.06 : second ? 0.8 : 0.3;
  });
  EXPECT_EQ(monitor.outcome().verdict, Verdict::supported);
  EXPECT_NEAR(monitor.tests()[2].latest()->mean, 0.3, 0.03);
}

TEST(LadderedClaim, IsUndecidedWhereMoreSearchStillChangesIt) {
  const Claim claim = laddered(kBelowHalf);
  ClaimMonitor monitor(claim);
  play(monitor, claim, [](const ExperimentCell& cell) {
    return cell.agents.first.ends_with("=100") || cell.agents.first.ends_with("=10") ? 0.1 : 0.3;
  });
  EXPECT_EQ(monitor.verdict(2), Verdict::supported);
  EXPECT_EQ(monitor.outcome().verdict, Verdict::undecided);
  EXPECT_EQ(monitor.outcome().because, Because::not_converged);
  EXPECT_EQ(monitor.tests()[2].movement->state, Movement::State::moving);
  EXPECT_GT(monitor.tests()[2].movement->interval.low, 0.03);
}

TEST(LadderedClaim, NeedsTwoKindsAndTwoDoublings) {
  const Claim one = laddered(kBelowHalf, "", "[\"mcts:sims=40\"]");
  ClaimMonitor alone(one);
  play(alone, one, [](const ExperimentCell&) { return 0.3; });
  EXPECT_EQ(alone.outcome().because, Because::one_kind);
  const Claim flat = parse_claim(
      "id = \"x\"\ntitle = \"x\"\nsource = \"x\"\nstatement = \"x\"\nquestion = \"x\"\nrules = "
      "\"helmfrid-9\"\ngames = 400\nseed = 7\ndoublings = 0\nagents = [\"greedy\", \"random\"]\n" +
          std::string(kBelowHalf),
      "made.toml");
  ClaimMonitor shallow(flat);
  play(shallow, flat, [](const ExperimentCell&) { return 0.2; });
  EXPECT_EQ(shallow.verdict(0), Verdict::supported);
  EXPECT_EQ(shallow.outcome().because, Because::not_converged);
}

TEST(LadderedClaim, RunsOverTheReadingsOfTheRules) {
  const Claim claim = laddered(kBelowHalf, "readings = \"singles\"\n");
  std::vector<std::string> names;
  for (const ClaimReading& reading : claim.readings) names.push_back(reading.name);
  EXPECT_THAT(names, AllOf(Contains(""), Contains("encirclement=immobile"),
                           Contains("repetition.result=ignored")));
  EXPECT_EQ(claim.experiment.cells.size(), 12U + 4U * (names.size() - 1))
      << "only the strongest agents";
  ClaimMonitor monitor(claim);
  play(monitor, claim, [](const ExperimentCell& cell) {
    return cell.arm().ends_with("encirclement=immobile") ? 0.7 : 0.3;
  });
  EXPECT_EQ(monitor.verdict(2), Verdict::supported) << "as the rules are taken";
  EXPECT_EQ(monitor.outcome().verdict, Verdict::undecided);
  EXPECT_EQ(monitor.outcome().because, Because::readings_disagree);
  // What the verdict needs is played first.
  const std::vector<std::string>& strengths = monitor.strengths();
  for (std::size_t cell = 0; cell < claim.experiment.cells.size(); ++cell) {
    const ExperimentCell& played = claim.experiment.cells[cell];
    const bool reading = !played.settings.empty();
    const std::string strength = claim.strength_of(played);
    const bool needed = strength == strengths.back() || strength == strengths.end()[-3];
    EXPECT_EQ(monitor.turn(cell), reading ? 2 : needed ? 0 : 1) << played.label;
  }
  const Claim pairs = laddered(kBelowHalf, "readings = \"pairs\"\n");
  EXPECT_GT(pairs.readings.size(), 2 * names.size());
  EXPECT_TRUE(std::ranges::none_of(pairs.readings, [](const ClaimReading& reading) {
    return reading.name.find("encirclement=") != reading.name.rfind("encirclement=");
  })) << "two values of one parameter are no pair";
  EXPECT_THAT(error_of([] { laddered(kBelowHalf, "readings = \"some\"\n"); }),
              HasSubstr("\"singles\""));
}

TEST(LadderedClaim, PairsGamesWithTheSameOpening) {
  const std::string arms =
      "[grid]\n\"king.weak\" = [true, false]\n[[hypothesis]]\nmeasure = \"score\"\noutside = "
      "[-0.01, "
      "0.01]\ndifference = [\"helmfrid-9 king.weak=true\", \"helmfrid-9 king.weak=false\"]\n";
  const Claim claim = laddered(arms, "openings = \"plies=1\"\n");
  ClaimMonitor monitor(claim);
  // The opening decides, unless the king is weak in every tenth; some games are unfinished.
  std::uint64_t number = 0;
  for (; number < 2000; ++number) {
    for (std::size_t i = 0; i < claim.experiment.cells.size(); ++i) {
      const bool weak = claim.experiment.cells[i].arm().ends_with("true");
      GameRecord game;
      game.number = number;
      game.plies = 10;
      game.moves = std::to_string(number);
      const bool wins = number % 3 == 0 || (weak && number % 10 == 1);
      game.result = wins ? Result::first_wins : Result::second_wins;
      if (number % 7 == (weak ? 3U : 4U)) game.result = Result::unfinished;
      monitor.add(i, game);
    }
  }
  monitor.finish();
  const ClaimTest& test = monitor.tests()[2];
  EXPECT_EQ(test.verdict, Verdict::supported);
  ASSERT_TRUE(test.parts[0].pairing);
  EXPECT_LT(*test.parts[0].pairing, 0.25) << "the openings explain most";
  EXPECT_NEAR(test.latest()->mean, 1.0 / 15.0, 0.02);
}

TEST(LadderedClaim, DependsOnNoOrderOfGames) {
  const Claim claim = laddered(kBelowHalf);
  const auto results = [&](bool by_cell) {
    ClaimMonitor monitor(claim);
    const auto add = [&](std::size_t cell, std::uint64_t number) {
      Random random(derive_seed({cell, number}));
      GameRecord game;
      game.number = number;
      game.plies = 10;
      game.result = random.uniform() < 0.4 ? Result::first_wins : Result::second_wins;
      monitor.add(cell, game);
    };
    const std::size_t cells = claim.experiment.cells.size();
    constexpr std::uint64_t kGames = 6000;
    if (by_cell) {
      for (std::size_t cell = 0; cell < cells; ++cell) {
        for (std::uint64_t n = 0; n < kGames; ++n) add(cell, n);
      }
    } else {
      for (std::uint64_t n = 0; n < kGames; ++n) {
        for (std::size_t cell = cells; cell-- > 0;) add(cell, n ^ 1U);
      }
    }
    monitor.finish();
    std::vector<double> numbers;
    for (const ClaimTest& test : monitor.tests()) {
      numbers.push_back(static_cast<double>(test.decided_after));
      numbers.push_back(test.latest()->mean);
      numbers.push_back(test.latest()->interval.high);
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      numbers.push_back(static_cast<double>(monitor.counted(cell)));
    }
    return numbers;
  };
  EXPECT_EQ(results(true), results(false));
}

/// Runs of made-up games.
class LadderedRun : public testing::Test {
 protected:
  LadderedRun() { write("strongest:2 kinds", 1); }

  void write(const std::string& agents, int version,
             const std::string& threshold = "at_most = 0.7") {
    std::string text =
        "id = \"made-up\"\ntitle = \"A claim\"\nsource = \"S000\"\nstatement = \"x\"\nquestion = "
        "\"x\"\nrules = [\"brandubh-7\"]\ngames = 4000\nseed = 7\nmax_plies = 300\ndoublings = 2\n"
        "tolerance = 0.1\nagents = \"" +
        agents + "\"\n";
    if (version > 1) {
      text +=
          "version = " + std::to_string(version) + "\nreplaces = \"Version 1 asked for 0.5.\"\n";
    }
    test::write(file_, text + "[[hypothesis]]\nmeasure = \"score\"\n" + threshold + "\n");
  }
  ClaimResult run(const std::string& out, std::vector<std::string> agents = kAgents) {
    ClaimOptions options;
    options.threads = 2;
    test::silence(options);
    options.player = test::fake_player();
    options.agents = std::move(agents);
    return run_claim(file_.string(), folder_.path() / out, options);
  }

  inline static const std::vector<std::string> kAgents = {"alphabeta:nodes=400", "mcts:sims=40"};
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.path() / "made.toml";
};

TEST_F(LadderedRun, NeedsACalibrationOrAgents) {
  EXPECT_THAT(
      error_of([&] { run("out", {}); }),
      AllOf(HasSubstr("`tavlab calibrate brandubh-7 --agents"), HasSubstr("--calibration")));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out"));
  EXPECT_THAT(error_of([&] { run("out", {"nobody"}); }), HasSubstr("nobody"));
  EXPECT_THAT(error_of([&] {
                run("out", {"greedy", "mcts:sims=40"});
              }),
              HasSubstr("agent 'greedy': a ladder of doublings needs"));
}

/// A claim about agents, such as what a handicap costs, is not played by others.
TEST_F(LadderedRun, AgentsThatAClaimListsAreNotReplaced) {
  test::write(file_,
              "id = \"made-up\"\ntitle = \"x\"\nsource = \"x\"\nstatement = \"x\"\nquestion = "
              "\"x\"\nrules = \"brandubh-7\"\nagents = [\"greedy\"]\ngames = 4\nseed = 1\n" +
                  std::string(kBelowHalf));
  EXPECT_THAT(error_of([&] { run("out"); }), HasSubstr("run it without --agents"));
  EXPECT_EQ(run("out", {}).strengths, std::vector<std::string>{"greedy"});
}

TEST_F(LadderedRun, SaysWhoPlayedAndIsReportedFromTheStore) {
  const ClaimResult result = run("out");
  EXPECT_EQ(result.headline(), Verdict::supported) << claim_text(result);
  const std::string written = test::read(folder_.path() / "out" / "claim.json");
  const auto json = nlohmann::json::parse(written);
  EXPECT_EQ(json.at("verdict"), "supported");
  EXPECT_TRUE(json.at("because").is_null());
  EXPECT_EQ(json.at("claim").at("hash"), result.claim.hash());
  EXPECT_EQ(json.at("players").at("ladders").at(1).at(2), "mcts:sims=40");
  EXPECT_EQ(json.at("strengths").at(2).at("tests").at(0).at("pairs").size(), 4U);
  EXPECT_EQ(json.at("strengths").at(2).at("tests").at(0).at("movement").at("state"), "converged");
  EXPECT_THAT(claim_text(result), HasSubstr("the attackers score"));
  ClaimOptions options;
  options.output = nullptr;
  report_claim(folder_.path() / "out", options);
  EXPECT_EQ(test::read(folder_.path() / "out" / "claim.json"), written);
  EXPECT_EQ(run("out").games.games(), result.games.games()) << "nothing is left to play";
}

TEST_F(LadderedRun, IsRegisteredBeforeItsFirstGame) {
  const std::uint64_t games = run("out").games.games();
  write("strongest:2 kinds", 1, "at_most = 0.9");
  EXPECT_THAT(error_of([&] { run("out"); }),
              AllOf(HasSubstr("were played for version 1"), HasSubstr("needs a new 'version'")));
  write("strongest:2 kinds", 2, "at_most = 0.9");
  EXPECT_THAT(error_of([&] { run("out"); }), HasSubstr("and another folder"));
  const ClaimResult second = run("second");
  EXPECT_THAT(claim_markdown(second),
              HasSubstr("version 2 of the claim. Version 1 asked for 0.5."));
  write("strongest:2 kinds", 1);
  EXPECT_EQ(run("out").games.games(), games) << "as it was";
  test::write(file_, "version = 2\n" + test::read(file_));
  EXPECT_THAT(error_of([&] { run("third"); }), HasSubstr("replaces"));
}

TEST_F(LadderedRun, OtherAgentsNeedAnotherFolder) {
  run("out");
  EXPECT_NE(error_of([&] { run("out", {"alphabeta:nodes=800", "mcts:sims=40"}); }), "");
}

TEST_F(LadderedRun, IsDrawnOnAScale) {
  const ClaimResult result = run("out");
  const std::string scale = scale_svg(result, 0, FigureWidth::wide);
  EXPECT_THAT(scale, HasSubstr("class=\"region\""));
  EXPECT_THAT(scale, HasSubstr("class=\"between s0\""));
  EXPECT_THAT(scale, HasSubstr("as claimed and as measured"));
  const std::string page = test::read(folder_.path() / "out" / "report.html");
  EXPECT_THAT(page, HasSubstr(scale));
  EXPECT_THAT(page, HasSubstr(scale_svg(result, 0, FigureWidth::narrow)));
}

TEST(MeasureWords, AreNotTheNamesInFiles) {
  for (const std::string& name : measure_names()) {
    const std::string words = measure_words(name, "attackers");
    EXPECT_THAT(words, HasSubstr(" ")) << name;
    EXPECT_THAT(words, Not(HasSubstr("{}")));
  }
  EXPECT_EQ(measure_words("score", "attackers"), "score of the attackers");
  EXPECT_EQ(measure_words("captures_in:bridge", "White"),
            "moves that capture in: bridge, as a share");
}

/// A verdict alone at 5 % need not stand among others.
TEST_F(LadderedRun, StandsAmongOthersByHolmsProcedure) {
  ClaimResult result = run("out");
  result.outcome.p = 0.02;
  const std::vector<ClaimResult> one = {result};
  EXPECT_THAT(overview_markdown(one), HasSubstr("**supported** | 1 | 0.02 |"));
  std::vector<ClaimResult> three = {result, result, result};
  three[1].outcome = three[2].outcome = {Verdict::undecided, Because::agents_disagree, 1.0};
  const std::string text = overview_markdown(three);
  EXPECT_THAT(text, HasSubstr("**undecided: budget** (alone: supported) | 1 | 0.06 |"));
  EXPECT_THAT(text, HasSubstr("**undecided: agents disagree** | 1 | – |"));
  const auto json = nlohmann::json::parse(overview_json(three));
  EXPECT_FALSE(json.at("claims").at(0).at("stands"));
  EXPECT_NEAR(json.at("claims").at(0).at("p_adjusted").get<double>(), 0.06, 1e-12);
}

TEST_F(LadderedRun, IsPlayedOnUntilItStandsAmongOthers) {
  ClaimOptions options;
  options.threads = 2;
  test::silence(options);
  options.player = test::fake_player();
  options.agents = kAgents;
  options.family = 20;
  const ClaimResult result = run_claim(file_.string(), folder_.path() / "out", options);
  EXPECT_EQ(result.headline(), Verdict::supported);
  EXPECT_LE(result.outcome.p, 0.05 / 20);
  const std::string written = test::read(folder_.path() / "out" / "claim.json");
  ClaimOptions report;
  report.output = nullptr;
  report_claim(folder_.path() / "out", report);
  EXPECT_EQ(test::read(folder_.path() / "out" / "claim.json"), written);
}

TEST(UntestableClaim, SaysWhyAndIsNotRun) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "x.toml";
  test::write(file,
              "id = \"x\"\ntitle = \"x\"\nsource = \"S000\"\nstatement = \"It is deep.\"\n"
              "untestable = \"No measure is meant.\"\n");
  EXPECT_EQ(load_claim(file.string()).untestable, "No measure is meant.");
  EXPECT_THAT(error_of([&] { run_claim(file.string(), folder.path() / "out", {}); }),
              HasSubstr("cannot be tested by games: No measure is meant."));
}

}  // namespace
}  // namespace tavlab
