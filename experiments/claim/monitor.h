#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/claim/claim.h"
#include "experiments/claim/mean_sequence.h"
#include "experiments/claim/measure.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// One look at a hypothesis.
struct Look {
  std::uint64_t values = 0;  ///< games, or pairs of games, so far; 0 for an exact value
  double mean = 0.0;
  Interval interval;  ///< of the confidence sequence
};

/// One hypothesis at one strength, and its state.
struct ClaimTest {
  std::size_t hypothesis = 0;      ///< index in the claim
  std::size_t strength = 0;        ///< index among the strengths
  std::vector<std::size_t> cells;  ///< the one or two cells that it tests
  bool exact = false;              ///< decided by exact values, not by games
  Verdict verdict = Verdict::undecided;
  std::uint64_t decided_after = 0;  ///< values; 0 while undecided
  std::vector<Look> looks;          ///< the last one is the current state

  /// Empty before the first value.
  [[nodiscard]] std::optional<Look> latest() const;
};

/// Follows the games of a claim and determines when each of its hypotheses is decided.
///
/// A hypothesis is decided when the confidence sequence of its mean lies entirely inside its region
/// (supported) or entirely outside (refuted). The probability that the true mean ever leaves the
/// sequence is at most alpha, shared equally by the claim's hypotheses; so at each strength the
/// probability of any false verdict is at most alpha, however often one looks and whenever one
/// stops.
///
/// Games count in the order of their numbers, whatever order they finish in. A verdict is final;
/// games continue to count until Claim::least_games. So everything depends only on the seed and the
/// budget.
class ClaimMonitor {
 public:
  explicit ClaimMonitor(const Claim& claim);

  /// A finished game of a cell (an index into the experiment's cells). Each number once.
  void add(std::size_t cell, const GameRecord& game);

  /// The exact value of a cell's rules and how far it may be off, for the hypotheses about it.
  void settle(std::size_t cell, double value, double error);

  /// A last look at every hypothesis when the games have ended. Decides only those whose budget is
  /// spent.
  void finish();

  /// Whether an unfinished hypothesis needs more games of this cell. A cell that no hypothesis
  /// uses, such as a point of a curve, needs games while anything at its strength is undecided, and
  /// until it has counted(index) games.
  [[nodiscard]] bool needs(std::size_t index) const;
  /// Whether games of this cell can help at all: not if every hypothesis is about exact values.
  [[nodiscard]] bool wants_games(std::size_t index) const;
  /// How many games of a cell count, starting with the first: all while its hypotheses are not
  /// finished, then those that they used; for a cell that no hypothesis uses, the largest number
  /// used in any cell at its strength. A summary of these depends only on seed and budget, whatever
  /// else was played.
  [[nodiscard]] std::uint64_t counted(std::size_t index) const;
  /// Games of undecided cells that cannot count yet because one with a lower number is missing.
  [[nodiscard]] std::uint64_t waiting() const;
  [[nodiscard]] bool decided() const;
  /// Whether every undecided hypothesis has used its whole budget of games.
  [[nodiscard]] bool spent() const;
  /// One line: how many hypotheses are decided, and the state of the first open one.
  [[nodiscard]] std::string status() const;

  /// By strength, then by hypothesis.
  [[nodiscard]] const std::vector<ClaimTest>& tests() const { return tests_; }
  /// The agents, weakest first.
  [[nodiscard]] const std::vector<std::string>& strengths() const { return strengths_; }
  /// Of the whole claim at a strength: refuted if any hypothesis is, supported if all are.
  [[nodiscard]] Verdict verdict(std::size_t strength) const;

 private:
  /// What a test takes from one of its cells.
  struct Feed {
    std::size_t test;
    std::size_t side;  ///< 0, or 1 for the second cell of a difference
    Measure measure;
    bool by_two;  ///< values are means over games 2k and 2k+1, which share an opening
  };
  struct CellState {
    std::size_t strength = 0;
    std::vector<Feed> feeds;
    std::uint64_t budget = 0;  ///< games with higher numbers do not count
    std::uint64_t next = 0;    ///< number of the game that counts next
    std::uint64_t used = 0;    ///< one past the last game that a test used
    /// Values of games that finished early, one for each feed.
    std::map<std::uint64_t, std::vector<std::optional<double>>> early;
    std::vector<std::optional<double>> half;  ///< of the first game of two, by feed
  };
  struct Value {
    double value;
    std::size_t cell;
    std::uint64_t number;  ///< of the last game in it
  };
  struct TestState {
    std::optional<MeanSequence> sequence;
    std::deque<Value> waiting[2];  ///< for a difference: values without a partner yet
    std::uint64_t next_look = 1;
    std::uint64_t next_interval = 1;
    bool excluded[2] = {};         ///< which ends of the region a look has excluded
    std::optional<Look> exact[2];  ///< values of its one or two cells
  };

  void take(std::size_t index, const std::vector<std::optional<double>>& values);
  void feed(const Feed& feed, const Value& value);
  /// Whether the sequence now excludes an end of the region that it did not exclude before: only
  /// then can anything be decided.
  bool excludes_more(std::size_t test);
  void look(std::size_t test, bool may_decide = true);
  /// Whether a test takes more values from this cell.
  [[nodiscard]] bool is_fed(const CellState& cell) const;
  /// Whether a test takes more values.
  [[nodiscard]] bool open(std::size_t test) const;

  std::vector<Hypothesis> hypotheses_;
  std::uint64_t least_games_;
  std::vector<std::string> strengths_;
  std::vector<ClaimTest> tests_;
  std::vector<TestState> states_;
  std::vector<CellState> cells_;
};

}  // namespace tavlab
