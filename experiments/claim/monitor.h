#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiments/claim/band.h"
#include "experiments/claim/claim.h"
#include "experiments/claim/game_repeats.h"
#include "experiments/claim/mean_sequence.h"
#include "experiments/claim/measure.h"
#include "experiments/stats/describe.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// One look at a hypothesis.
struct Look {
  std::uint64_t values = 0;  ///< games, or pairs of games, so far; 0 for an exact value
  double mean = 0.0;         ///< as in Band
  Interval interval;         ///< contains the whole band
  Interval band;             ///< estimate
  double variance = 0.0;     ///< of the mean
};

/// A hypothesis and the games of one pair of agents, one on each side.
struct ClaimPart {
  std::size_t first = 0;           ///< the kind of the first side's agent
  std::size_t second = 0;          ///< and of the second's
  std::vector<std::size_t> cells;  ///< the one or two cells that it tests
  std::uint64_t values = 0;
  double mean = 0.0;
  Interval interval;
  /// For a difference: the variance of paired values, as a share of what independent games would
  /// have; below 1 where common openings help.
  std::optional<double> pairing;
};

/// How far two doublings of search moved the mean of a hypothesis.
struct Movement {
  enum class State : std::uint8_t {
    open,       ///< the interval still contains changes within and beyond the tolerance
    converged,  ///< it lies within the tolerance
    moving,     ///< it lies beyond
  };

  double change = 0.0;
  Interval interval;  ///< asymptotically valid at any time (stats/normal_mixture.h)
  State state = State::open;
};

/// Why a claim is undecided.
enum class Because : std::uint8_t {
  decided,            ///< it is not
  budget,             ///< games, time
  agents_disagree,    ///< the band lies on both sides of a threshold
  not_converged,      ///< the last two doublings moved the mean too far
  convergence_open,   ///< too few games to tell whether they did
  readings_disagree,  ///< another reading of the rules gives another verdict
  one_kind,           ///< only one kind of agents played
};
std::string_view because_text(Because because);

/// One hypothesis at one strength, and its state.
struct ClaimTest {
  std::size_t hypothesis = 0;    ///< index in the claim
  std::size_t reading = 0;       ///< index in Claim::readings
  std::size_t strength = 0;      ///< index among the strengths
  std::vector<ClaimPart> parts;  ///< by pair of kinds; for exact values, one
  bool exact = false;            ///< decided by exact values, not by games
  double width = 1.0;            ///< of the measure's range
  Verdict verdict = Verdict::undecided;
  bool disagree = false;             ///< the agents do, certainly
  std::uint64_t decided_after = 0;   ///< values; 0 while undecided
  std::vector<Look> looks;           ///< the last one is the current state
  std::optional<Movement> movement;  ///< of the strongest agents of ladders
  /// The smallest alpha at which the verdict holds; 1 while undecided, 0 for exact values.
  double p = 1.0;

  /// Empty before the first value.
  [[nodiscard]] std::optional<Look> latest() const;
};

/// A verdict on a whole claim.
struct Outcome {
  Verdict verdict = Verdict::undecided;
  Because because = Because::budget;
  double p = 1.0;  ///< as in ClaimTest
};

/// Follows the games of a claim and determines when each of its hypotheses is decided.
///
/// A hypothesis is decided at a strength when the band of its agents, with its uncertainty, lies
/// entirely inside its region (supported) or entirely outside (refuted). Every pair of agents has a
/// confidence sequence for its mean. The probability that any of the true means ever leaves its
/// sequence is at most alpha, shared equally by the hypotheses and pairs; so at each strength the
/// probability of any false verdict is at most alpha, however often one looks and whenever one
/// stops.
///
/// If the agents are ladders, the strongest rung also needs to have converged: games go on there
/// and two rungs below until the interval of the change between them lies within the claim's
/// tolerance, or beyond it. Rungs below only give the trend.
///
/// Games count in the order of their numbers, whatever order they finish in, and the cells of a
/// test give values in turn. A verdict is final; games continue to count until Claim::least_games.
/// So everything depends only on the seed and the budget.
///
/// Where openings are given and the agents answer each in one way only, games repeat once all
/// openings are played. A repeated game is no new observation: such a cell gives no more values.
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
  /// When to play this cell: what the verdict needs first, that is the strongest agents and, for
  /// convergence, those two rungs below (0); then the other rungs, for the trend (1); then other
  /// readings of the rules (2). So a run that the clock ends early says something.
  [[nodiscard]] int turn(std::size_t index) const;
  /// Whether games of this cell can help at all: not if every hypothesis is about exact values.
  [[nodiscard]] bool wants_games(std::size_t index) const;
  /// How many games of a cell count, starting with the first: all while its hypotheses are not
  /// finished, then those that they used; for a cell that no hypothesis uses, the largest number
  /// used in any cell at its strength. A summary of these depends only on seed and budget, whatever
  /// else was played.
  [[nodiscard]] std::uint64_t counted(std::size_t index) const;
  /// How many games of a cell a store keeps: those that count, and those which show that the cell
  /// only repeats itself.
  [[nodiscard]] std::uint64_t kept(std::size_t index) const;
  /// Games of undecided cells that cannot count yet because one with a lower number is missing.
  [[nodiscard]] std::uint64_t waiting() const;
  [[nodiscard]] bool decided() const;
  /// Whether every undecided hypothesis has used its whole budget of games.
  [[nodiscard]] bool spent() const;
  /// Whether an undecided hypothesis could have no more games, since all openings were played.
  [[nodiscard]] bool exhausted() const;
  /// One line: how many hypotheses are decided, and the state of the first open one.
  [[nodiscard]] std::string status() const;

  /// By strength, then by hypothesis; then those of other readings.
  [[nodiscard]] const std::vector<ClaimTest>& tests() const { return tests_; }
  /// The agents, weakest first.
  [[nodiscard]] const std::vector<std::string>& strengths() const { return strengths_; }
  /// Of the whole claim at a strength: refuted if any hypothesis is, supported if all are.
  [[nodiscard]] Verdict verdict(std::size_t strength) const;
  /// Of the claim: that of the strongest agents, if they are of two kinds or more, have converged,
  /// and no reading of the rules contradicts it. Agents that are no ladders are taken as they are.
  [[nodiscard]] Outcome outcome() const;

 private:
  struct Value {
    double value;
    std::size_t cell;
    std::uint64_t number;  ///< of the last game in it
  };
  /// The values of one arm for one pair of agents, in order, before they are used.
  struct Stream {
    std::size_t group;
    std::size_t test;
    std::size_t part;
    std::deque<Value> waiting;
  };
  /// What a stream takes from a cell.
  struct Feed {
    std::size_t stream;
    Measure measure;
    bool by_two;  ///< values are means over games 2k and 2k+1, which share an opening
  };
  struct CellState {
    std::size_t strength = 0;
    std::vector<Feed> feeds;
    std::uint64_t budget = 0;  ///< games with higher numbers do not count
    std::uint64_t games = 0;   ///< that count so far
    std::uint64_t used = 0;    ///< one past the last game that a test used
    /// Games that finished early, by their numbers.
    std::map<std::uint64_t, Observation> early;
    /// If openings are given: elsewhere games repeat by chance only.
    std::optional<GameRepeats> repeats;
    std::vector<std::optional<double>> half;  ///< of the first game of two, by feed

    [[nodiscard]] bool exhausted() const { return repeats && repeats->exhausted(); }
    /// The number of the game that is taken next.
    [[nodiscard]] std::uint64_t taken() const { return games + (repeats ? repeats->held() : 0); }
    [[nodiscard]] bool is_spent() const { return exhausted() || taken() >= budget; }
  };
  struct PartState {
    std::optional<MeanSequence> sequence;
    RunningMean values;     ///< of the mean, or of differences
    RunningMean of_arm[2];  ///< for a difference
    std::vector<std::size_t> streams;
    bool by_number = false;  ///< for a difference: games with the same opening form a pair
  };
  struct TestState {
    std::vector<PartState> parts;
    BandKind band = BandKind::hull;
    bool excluded[2] = {};         ///< which ends of the region a look has excluded
    std::optional<Look> exact[2];  ///< values of its one or two cells
  };
  /// Tests whose cells give values in turn, one from each in every round: a test, and with ladders
  /// the strongest rung's together with that of two rungs below.
  struct Group {
    std::vector<std::size_t> tests;  ///< the strongest first
    std::vector<std::size_t> streams;
    std::uint64_t rounds = 0;
    std::uint64_t next_look = 1;
    std::uint64_t next_interval = 1;
  };

  std::size_t add_test(const Claim& claim, std::size_t hypothesis, std::size_t reading,
                       std::size_t strength);
  void add_group(std::vector<std::size_t> tests);
  /// The next game of a cell, unless the cell only repeats games.
  void take(std::size_t index, const Observation& game);
  void count(std::size_t index, const std::vector<std::optional<double>>& values);
  /// Uses values while each stream of the group has one.
  void advance(Group& group);
  void pair_up(PartState& part);
  void use(PartState& part);
  /// Whether the sequence of a test of one part now excludes an end of the region that it did not
  /// exclude before: only then can anything be decided.
  bool excludes_more(std::size_t test);
  void look(Group& group, bool may_decide = true);
  void look_at(std::size_t test, bool may_decide);
  void look_at_movement(std::size_t strong, std::size_t weak);
  /// The band at another error, from the values so far.
  [[nodiscard]] Band band_at(std::size_t test, double alpha) const;
  [[nodiscard]] double smallest_alpha(std::size_t test) const;
  /// Whether a test takes more values from this cell.
  [[nodiscard]] bool is_fed(const CellState& cell) const;
  /// Whether a group can have no more values, since a cell only repeats games.
  [[nodiscard]] bool stalled(const Group& group) const;
  /// Whether more values could still decide something about a group.
  [[nodiscard]] bool wanting(const Group& group) const;
  /// Whether a group takes more values.
  [[nodiscard]] bool open(const Group& group) const;

  std::vector<Hypothesis> hypotheses_;
  std::uint64_t least_games_;
  double alpha_;  ///< of each part
  double tolerance_;
  std::size_t kinds_;
  bool ladders_;
  std::vector<std::string> strengths_;
  std::vector<ClaimTest> tests_;
  std::vector<TestState> states_;
  std::vector<Stream> streams_;
  std::vector<Group> groups_;
  std::vector<CellState> cells_;
};

}  // namespace tavlab
