// Error rates of whole claims, over thousands of simulated experiments. Takes a minute.
#include <gtest/gtest.h>

#include <cmath>

#include "core/random.h"
#include "experiments/claim/monitor.h"

namespace tavlab {
namespace {

constexpr int kExperiments = 2000;

Claim claim_of(const std::string& hypotheses) {
  return parse_claim(R"toml(
id = "simulated"
title = "A simulated claim"
source = "nobody"
statement = "It is fair."
question = "Is it?"
rules = ["helmfrid-9"]
agents = ["random"]
games = 3000
seed = 7
max_plies = 400
)toml" + hypotheses,
                     "simulated.toml");
}

/// Shares of experiments by verdict of the claim, each stopped at its verdict.
struct Verdicts {
  double supported = 0.0;
  double refuted = 0.0;
};

template <typename Play>
Verdicts simulate(const Claim& claim, std::uint64_t games, const Play& play) {
  Verdicts verdicts;
  for (int i = 0; i < kExperiments; ++i) {
    Random random(derive_seed({static_cast<std::uint64_t>(i), 99}));
    ClaimMonitor monitor(claim);
    for (std::uint64_t n = 0; n < games && !monitor.decided(); ++n) {
      for (std::size_t cell = 0; cell < claim.experiment.cells.size(); ++cell) {
        GameRecord record = play(random, cell);
        record.number = n;
        monitor.add(cell, record);
      }
    }
    monitor.finish();
    verdicts.supported += (monitor.verdict(0) == Verdict::supported) / double{kExperiments};
    verdicts.refuted += (monitor.verdict(0) == Verdict::refuted) / double{kExperiments};
  }
  return verdicts;
}

/// The highest share accepted at a rate: three standard errors above it.
double at_most(double rate) { return rate + 3.0 * std::sqrt(rate * (1.0 - rate) / kExperiments); }

GameRecord result(Random& random, double first_wins, double draws) {
  GameRecord record;
  const double u = random.uniform();
  record.result = u < first_wins           ? Result::first_wins
                  : u < first_wins + draws ? Result::draw
                                           : Result::second_wins;
  record.plies = 60;
  return record;
}

TEST(SequentialClaim, SeldomFindsAnAdvantageInAFairGame) {
  const Claim claim = claim_of("[[hypothesis]]\nmeasure = \"score\"\nat_least = 0.500001\n");
  const Verdicts verdicts =
      simulate(claim, 1000, [](Random& random, std::size_t) { return result(random, 0.4, 0.2); });
  EXPECT_LE(verdicts.supported, at_most(0.05)) << "checked after every game, stopped when it suits";
  EXPECT_LE(verdicts.supported + verdicts.refuted, at_most(0.05));
}

TEST(SequentialClaim, SeldomRefutesOneOfSeveralTrueHypotheses) {
  const Claim claim = claim_of(
      "[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.5\n"
      "[[hypothesis]]\nmeasure = \"draw\"\nat_most = 0.2\n"
      "[[hypothesis]]\nmeasure = \"reason:repetition\"\nat_least = 0.1\n");
  const Verdicts verdicts = simulate(claim, 500, [](Random& random, std::size_t) {
    GameRecord record = result(random, 0.4, 0.2);
    record.reason = random.uniform() < 0.1 ? "repetition" : "king captured";
    return record;
  });
  EXPECT_LE(verdicts.refuted, at_most(0.05)) << "all true, at the very edge";
}

TEST(SequentialClaim, SeldomTellsEqualArmsApart) {
  const Claim claim = claim_of(
      "[[hypothesis]]\nmeasure = \"plies\"\nrange = [0, 300]\noutside = [0, 0.001]\ndifference = "
      "[\"helmfrid-9 king.weak=true\", \"helmfrid-9 king.weak=false\"]\n"
      "[grid]\n\"king.weak\" = [true, false]\n");
  ASSERT_EQ(claim.experiment.cells.size(), 2U);
  const Verdicts verdicts = simulate(claim, 300, [](Random& random, std::size_t) {
    GameRecord record = result(random, 0.5, 0.0);
    record.plies = 20 + static_cast<int>(-50.0 * std::log(1.0 - random.uniform()));  // long tails
    return record;
  });
  EXPECT_LE(verdicts.supported, at_most(0.05));
}

TEST(SequentialClaim, FindsWhatIsThere) {
  const Claim claim = claim_of("[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.5\n");
  const Verdicts verdicts =
      simulate(claim, 2000, [](Random& random, std::size_t) { return result(random, 0.55, 0.1); });
  EXPECT_GE(verdicts.refuted, 0.99) << "0.60 is no 0.50";
}

constexpr int kLadderedExperiments = 300;

/// Shares of outcomes of a claim that two kinds of agents play on three rungs. `score(rung, first,
/// second)` is the first side's chance.
template <typename Score>
Outcome laddered_outcome(const Claim& claim, std::uint64_t seed, std::uint64_t games,
                         const Score& score) {
  Random random(derive_seed({seed, 98}));
  ClaimMonitor monitor(claim);
  bool any = true;
  for (std::uint64_t n = 0; any && n < games; ++n) {
    any = false;
    for (std::size_t cell = 0; cell < claim.experiment.cells.size(); ++cell) {
      if (!monitor.needs(cell)) continue;
      any = true;
      GameRecord record = result(random, score(cell / 4, cell % 4 / 2, cell % 2), 0.0);
      record.number = n;
      monitor.add(cell, record);
    }
  }
  monitor.finish();
  return monitor.outcome();
}

Claim laddered_claim(const std::string& games) {
  return parse_claim(
      "id = \"simulated\"\ntitle = \"x\"\nsource = \"x\"\nstatement = \"x\"\nquestion = \"x\"\n"
      "rules = [\"helmfrid-9\"]\nseed = 7\ndoublings = 2\nagents = [\"alphabeta:nodes=400\", "
      "\"mcts:sims=40\"]\ngames = " +
          games + "\n[[hypothesis]]\nmeasure = \"score\"\nat_most = 0.5\n",
      "simulated.toml");
}

/// The highest share accepted at a rate: three standard errors above it.
double at_most_of(double rate) {
  return rate + 3.0 * std::sqrt(rate * (1.0 - rate) / kLadderedExperiments);
}

TEST(LadderedClaim, IsUndecidedWhereAgentsDisagree) {
  const Claim claim = laddered_claim("3000");
  int verdicts = 0, disagree = 0;
  for (int i = 0; i < kLadderedExperiments; ++i) {
    const Outcome outcome =
        laddered_outcome(claim, static_cast<std::uint64_t>(i), 3000,
                         [](std::size_t, std::size_t first, std::size_t second) {
                           return first == second ? 0.6 : 0.4;
                         });
    verdicts += outcome.verdict != Verdict::undecided;
    disagree += outcome.because == Because::agents_disagree;
  }
  EXPECT_LE(verdicts / double{kLadderedExperiments}, at_most_of(0.05));
  EXPECT_GE(disagree / double{kLadderedExperiments}, 0.95);
}

TEST(LadderedClaim, IsSeldomDecidedAtTheEdge) {
  const Claim claim = laddered_claim("2000");
  int verdicts = 0;
  for (int i = 0; i < kLadderedExperiments; ++i) {
    const Outcome outcome =
        laddered_outcome(claim, static_cast<std::uint64_t>(i), 2000,
                         [](std::size_t, std::size_t, std::size_t) { return 0.5; });
    verdicts += outcome.verdict != Verdict::undecided;
  }
  EXPECT_LE(verdicts / double{kLadderedExperiments}, at_most_of(0.05));
}

TEST(LadderedClaim, IsSeldomTakenForConvergedWhereSearchStillMovesIt) {
  const Claim claim = laddered_claim("6000");
  int verdicts = 0;
  for (int i = 0; i < kLadderedExperiments; ++i) {
    // By as much as is tolerated, and no less.
    const Outcome outcome = laddered_outcome(
        claim, static_cast<std::uint64_t>(i), 6000,
        [](std::size_t rung, std::size_t, std::size_t) { return rung == 0 ? 0.27 : 0.30; });
    verdicts += outcome.verdict != Verdict::undecided;
  }
  EXPECT_LE(verdicts / double{kLadderedExperiments}, at_most_of(0.05));
}

TEST(LadderedClaim, IsDecidedWhereAllAgree) {
  const Claim claim = laddered_claim("20000");
  int supported = 0;
  for (int i = 0; i < 20; ++i) {
    const Outcome outcome =
        laddered_outcome(claim, static_cast<std::uint64_t>(i), 20000,
                         [](std::size_t, std::size_t, std::size_t) { return 0.3; });
    supported += outcome.verdict == Verdict::supported;
  }
  EXPECT_EQ(supported, 20);
}

}  // namespace
}  // namespace tavlab
