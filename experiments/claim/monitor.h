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
  std::uint64_t values = 0;  ///< games, or pairs of games, until then; 0 of an exact value
  double mean = 0.0;
  Interval interval;  ///< of the confidence sequence
};

/// One hypothesis at one strength, and where it stands.
struct ClaimTest {
  std::size_t hypothesis = 0;      ///< index in the claim
  std::size_t strength = 0;        ///< index among the strengths
  std::vector<std::size_t> cells;  ///< the one or two that it is about
  bool exact = false;              ///< decided by exact values, not by games
  Verdict verdict = Verdict::undecided;
  std::uint64_t decided_after = 0;  ///< values; 0 while undecided
  std::vector<Look> looks;          ///< the last one is where it stands

  /// Nothing before the first value.
  [[nodiscard]] std::optional<Look> latest() const;
};

/// Follows the games of a claim and says when each of its hypotheses is decided.
///
/// A hypothesis is decided when the confidence sequence of its mean lies wholly inside its region
/// (supported) or wholly outside (refuted). The true mean leaves the sequence at any time with a
/// probability of at most alpha, shared equally by the claim's hypotheses; so at each strength a
/// false verdict, of any of them, comes with a probability of at most alpha, however often one
/// looks and whenever one stops.
///
/// Games count in the order of their numbers, whatever the order in which they are finished. A
/// verdict stands once it is there; games count on until Claim::least_games. So everything depends
/// on the seed and the budget alone.
class ClaimMonitor {
 public:
  explicit ClaimMonitor(const Claim& claim);

  /// A finished game of a cell (an index into the experiment's cells). Each number once.
  void add(std::size_t cell, const GameRecord& game);

  /// The exact value of a cell's rules, for the hypotheses about it.
  void settle(std::size_t cell, double value);

  /// Looks once more at everything, where the games have ended. A verdict comes from this look only
  /// where the budget is spent.
  void finish();

  /// Whether a hypothesis that is not finished needs more games of this cell. A cell that none is
  /// about, such as a point of a curve, goes on as long as something at its strength is undecided,
  /// and until it has as many games as count there.
  [[nodiscard]] bool needs(std::size_t index) const;
  /// Whether games of this cell can help at all: not where everything is about exact values.
  [[nodiscard]] bool wants_games(std::size_t index) const;
  /// How many games of a cell count, from the first on: those that its hypotheses used, or for a
  /// cell that none is about as many as the most used at its strength; all of a cell whose
  /// hypotheses are not finished. A summary of these depends
  /// on seed and budget alone, whatever else was played.
  [[nodiscard]] std::uint64_t counted(std::size_t index) const;
  /// Games that cannot count yet where something is open, because one with a lower number is
  /// missing.
  [[nodiscard]] std::uint64_t waiting() const;
  [[nodiscard]] bool decided() const;
  /// Whether whatever is open has had its whole budget of games.
  [[nodiscard]] bool spent() const;
  /// How many hypotheses are decided, and where the first open one stands, in a line.
  [[nodiscard]] std::string status() const;

  /// By strength, then by hypothesis.
  [[nodiscard]] const std::vector<ClaimTest>& tests() const { return tests_; }
  /// The agents, weakest first.
  [[nodiscard]] const std::vector<std::string>& strengths() const { return strengths_; }
  /// Of the whole claim at a strength: refuted where a hypothesis is, supported where all are.
  [[nodiscard]] Verdict verdict(std::size_t strength) const;

 private:
  /// What a test takes from one of its cells.
  struct Feed {
    std::size_t test;
    std::size_t side;  ///< 0 or, of the second cell of a difference, 1
    Measure measure;
    bool by_two;  ///< values are means over games 2k and 2k+1, which share an opening
  };
  struct CellState {
    std::size_t strength = 0;
    std::vector<Feed> feeds;
    std::uint64_t budget = 0;  ///< games with higher numbers do not count
    std::uint64_t next = 0;    ///< number of the game that counts next
    std::uint64_t used = 0;    ///< behind the last game that a test used
    /// Values of games that came early, one for each feed.
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
    std::deque<Value> waiting[2];  ///< of a difference: values that have no partner yet
    std::uint64_t next_look = 1;
    std::uint64_t next_interval = 1;
    bool excluded[2] = {};           ///< which ends of the region a look has excluded
    std::optional<double> exact[2];  ///< values of its one or two cells
  };

  void take(std::size_t index, const std::vector<std::optional<double>>& values);
  void feed(const Feed& feed, const Value& value);
  /// Whether the sequence excludes an end of the region that it did not exclude before: only then
  /// can anything be decided.
  bool excludes_more(std::size_t test);
  void look(std::size_t test, bool to_judge = true);
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
