#include "experiments/claim/monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>
#include <utility>

#include "core/random.h"
#include "experiments/stats/normal_mixture.h"

namespace tavlab {
namespace {

/// Below this many values the change between two rungs is not looked at: its estimate is not yet
/// about normal.
constexpr std::uint64_t kLeastForMovement = 50;
/// Of a claim that the mean has, or has not, converged.
constexpr double kMovementError = 0.05;
/// No p-value is computed below this.
constexpr double kLeastAlpha = 1e-12;

/// Of the mean of values whose range has this width. With one more value half the range away, so
/// that a few equal results are not certain.
double variance_of(const RunningMean& values, double width) {
  const auto count = static_cast<double>(values.count());
  if (count < 2.0) return width * width;
  return (values.variance() + width * width / (4.0 * count)) / count;
}

}  // namespace

std::string_view because_text(Because because) {
  switch (because) {
    case Because::decided:
      return "";
    case Because::agents_disagree:
      return "agents disagree";
    case Because::not_converged:
      return "not converged";
    case Because::convergence_open:
      return "convergence open";
    case Because::readings_disagree:
      return "readings disagree";
    case Because::one_kind:
      return "one kind of agents";
    case Because::budget:
      break;
  }
  return "budget";
}

std::optional<Look> ClaimTest::latest() const {
  if (looks.empty()) return std::nullopt;
  return looks.back();
}

ClaimMonitor::ClaimMonitor(const Claim& claim)
    : hypotheses_(claim.hypotheses),
      least_games_(claim.least_games),
      tolerance_(claim.tolerance),
      kinds_(std::max<std::size_t>(1, claim.players.kinds())),
      ladders_(claim.players.kinds() > 0) {
  const std::vector<ExperimentCell>& cells = claim.experiment.cells;
  if (ladders_) {
    for (std::size_t rung = 0; rung < claim.players.rungs(); ++rung) {
      strengths_.push_back(claim.players.rung_name(rung));
    }
  }
  cells_.resize(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string& name = ladders_ ? claim.strength_of(cells[i]) : cells[i].agents.name;
    auto strength = std::ranges::find(strengths_, name);
    if (strength == strengths_.end()) strength = strengths_.insert(strength, name);
    cells_[i].strength = static_cast<std::size_t>(strength - strengths_.begin());
    cells_[i].budget = cells[i].games;
    if (cells[i].openings) cells_[i].repeats.emplace();
  }
  alpha_ = claim.alpha / static_cast<double>(hypotheses_.size() * kinds_ * kinds_);
  for (std::size_t strength = 0; strength < strengths_.size(); ++strength) {
    for (std::size_t h = 0; h < hypotheses_.size(); ++h) add_test(claim, h, 0, strength);
  }
  const std::size_t tests = tests_.size(), each = hypotheses_.size();
  for (std::size_t i = 0; i < tests; ++i) {
    const bool strongest = tests_[i].strength + 1 == strengths_.size();
    if (ladders_ && strongest && i >= 2 * each) {
      add_group({i, i - 2 * each});
    } else if (!ladders_ || strongest || strengths_.size() < 3 ||
               tests_[i].strength + 3 != strengths_.size()) {
      add_group({i});
    }
  }
  for (std::size_t reading = 1; reading < claim.readings.size(); ++reading) {
    for (std::size_t h = 0; h < each; ++h) {
      const bool changes = std::ranges::any_of(hypotheses_[h].arms, [&](const std::string& arm) {
        return claim.readings[reading].arms.contains(arm);
      });
      if (hypotheses_[h].exact() || !changes) continue;
      add_group({add_test(claim, h, reading, strengths_.size() - 1)});
    }
  }
}

std::size_t ClaimMonitor::add_test(const Claim& claim, std::size_t index, std::size_t reading,
                                   std::size_t strength) {
  const Hypothesis& hypothesis = hypotheses_[index];
  const std::vector<ExperimentCell>& cells = claim.experiment.cells;
  ClaimTest test;
  test.hypothesis = index;
  test.reading = reading;
  test.strength = strength;
  test.exact = hypothesis.exact();
  TestState state;
  const bool of_difference = hypothesis.arms.size() == 2;
  state.band = hypothesis.measure == "score" && !of_difference ? BandKind::game : BandKind::hull;
  for (std::size_t pair = 0; pair < (test.exact ? 1 : kinds_ * kinds_); ++pair) {
    ClaimPart part{pair / kinds_, pair % kinds_, {}, 0, 0.0, {}, std::nullopt};
    PartState sequence;
    bool openings = true;
    for (const std::string& arm : hypothesis.arms) {
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const ExperimentCell& cell = cells[i];
        if (cells_[i].strength != strength || cell.arm() != claim.arm_in(reading, arm)) continue;
        if (ladders_ && (cell.agents.first != claim.players.ladders[part.first][strength] ||
                         cell.agents.second != claim.players.ladders[part.second][strength])) {
          continue;
        }
        part.cells.push_back(i);
        if (test.exact) continue;
        openings = openings && cell.openings != nullptr;
        Feed feed{streams_.size(),
                  make_measure(hypothesis.measure, cell.rule_set, cell.max_plies, hypothesis.range),
                  cell.match == MatchMode::two_game};
        if (!sequence.sequence) {
          const int steps = feed.by_two ? 2 * feed.measure.steps : feed.measure.steps;
          sequence.sequence.emplace(feed.measure.range, steps, of_difference, alpha_);
          part.interval = sequence.sequence->interval();
          test.width = feed.measure.range.high - feed.measure.range.low;
        }
        sequence.streams.push_back(streams_.size());
        streams_.push_back({0, tests_.size(), pair, {}});
        cells_[i].feeds.push_back(std::move(feed));
        cells_[i].half.emplace_back();
      }
    }
    sequence.by_number = of_difference && openings;
    test.parts.push_back(std::move(part));
    state.parts.push_back(std::move(sequence));
  }
  tests_.push_back(std::move(test));
  states_.push_back(std::move(state));
  return tests_.size() - 1;
}

void ClaimMonitor::add_group(std::vector<std::size_t> tests) {
  Group group;
  for (const std::size_t test : tests) {
    for (const PartState& part : states_[test].parts) {
      for (const std::size_t stream : part.streams) {
        streams_[stream].group = groups_.size();
        group.streams.push_back(stream);
      }
    }
  }
  group.tests = std::move(tests);
  groups_.push_back(std::move(group));
}

void ClaimMonitor::add(std::size_t index, const GameRecord& game) {
  CellState& cell = cells_[index];
  if (cell.exhausted() || game.number >= cell.budget) return;
  if (!cell.feeds.empty() && !needs(index)) return;
  std::vector<std::optional<double>> values;
  for (const Feed& feed : cell.feeds) {
    const bool wanted = open(groups_[streams_[feed.stream].group]);
    values.push_back(wanted ? feed.measure.of(game) : std::nullopt);
  }
  const Observation seen{std::move(values), hash_text(game.moves)};
  if (game.number != cell.taken()) {
    cell.early.emplace(game.number, seen);
    return;
  }
  take(index, seen);
  for (auto it = cell.early.begin(); it != cell.early.end() && it->first == cell.taken();) {
    take(index, it->second);
    it = cell.early.erase(it);
  }
}

void ClaimMonitor::take(std::size_t index, const Observation& game) {
  CellState& cell = cells_[index];
  if (!cell.repeats) return count(index, game.values);
  for (const auto& values : cell.repeats->next(game)) count(index, values);
}

void ClaimMonitor::settle(std::size_t cell, double value, double error) {
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    ClaimTest& test = tests_[i];
    if (!test.exact) continue;
    const std::vector<std::size_t>& cells = test.parts.front().cells;
    for (std::size_t side = 0; side < cells.size(); ++side) {
      if (cells[side] == cell)
        states_[i].exact[side] = Look{0, value, {value - error, value + error}, {value, value}};
    }
    const bool of_difference = cells.size() == 2;
    if (!states_[i].exact[0] || (of_difference && !states_[i].exact[1])) continue;
    Look known = *states_[i].exact[0];
    if (of_difference) {
      const Look& less = *states_[i].exact[1];
      known.mean -= less.mean;
      known.interval = {known.interval.low - less.interval.high,
                        known.interval.high - less.interval.low};
    }
    test.looks = {known};
    test.verdict = decide(hypotheses_[test.hypothesis].region, test.looks.front().interval);
    test.p = test.verdict == Verdict::undecided ? 1.0 : 0.0;
  }
}

void ClaimMonitor::count(std::size_t index, const std::vector<std::optional<double>>& values) {
  CellState& cell = cells_[index];
  const std::uint64_t number = cell.games++;
  const bool second_of_two = number % 2 == 1;
  for (std::size_t i = 0; i < cell.feeds.size(); ++i) {
    std::optional<double> value = values[i];
    if (cell.feeds[i].by_two) {
      if (!second_of_two) {
        cell.half[i] = value;
        continue;
      }
      if (value && cell.half[i]) {
        value = (*cell.half[i] + *value) / 2.0;
      } else {
        value.reset();
      }
    }
    Stream& stream = streams_[cell.feeds[i].stream];
    Group& group = groups_[stream.group];
    if (!value || !open(group)) continue;
    stream.waiting.push_back({*value, index, number});
    advance(group);
  }
}

void ClaimMonitor::pair_up(PartState& part) {
  if (!part.by_number) return;
  std::deque<Value>& first = streams_[part.streams[0]].waiting;
  std::deque<Value>& second = streams_[part.streams[1]].waiting;
  while (!first.empty() && !second.empty() && first.front().number != second.front().number) {
    (first.front().number < second.front().number ? first : second).pop_front();
  }
}

void ClaimMonitor::use(PartState& part) {
  double values[2] = {};
  for (std::size_t side = 0; side < part.streams.size(); ++side) {
    std::deque<Value>& waiting = streams_[part.streams[side]].waiting;
    const Value& used = waiting.front();
    cells_[used.cell].used = std::max(cells_[used.cell].used, used.number + 1);
    values[side] = used.value;
    waiting.pop_front();
  }
  if (part.streams.size() == 1) {
    part.sequence->add(values[0]);
    part.values.add(values[0]);
    return;
  }
  part.sequence->add_pair(values[0], values[1]);
  part.values.add(values[0] - values[1]);
  for (std::size_t side = 0; side < 2; ++side) part.of_arm[side].add(values[side]);
}

void ClaimMonitor::advance(Group& group) {
  while (open(group)) {
    for (const std::size_t test : group.tests) {
      for (PartState& part : states_[test].parts) pair_up(part);
    }
    if (std::ranges::any_of(group.streams,
                            [&](std::size_t i) { return streams_[i].waiting.empty(); })) {
      return;
    }
    for (const std::size_t test : group.tests) {
      for (PartState& part : states_[test].parts) use(part);
    }
    const std::uint64_t round = ++group.rounds;
    if (round < group.next_look) continue;
    // Looks cost time; making them rarer loses little. Complete intervals, which a report draws,
    // cost some milliseconds for values with many steps: computing them at every look made a claim
    // about the lengths of random games 20 % slower.
    group.next_look = round + std::max<std::uint64_t>(1, round / 50);
    const std::size_t test = group.tests.front();
    const bool slow = states_[test].parts.front().sequence->is_slow();
    if (slow && round < group.next_interval) {
      const bool alone = group.tests.size() == 1 && tests_[test].parts.size() == 1;
      if (!alone || tests_[test].verdict != Verdict::undecided || !excludes_more(test)) continue;
    }
    look(group);
  }
}

bool ClaimMonitor::excludes_more(std::size_t test) {
  TestState& state = states_[test];
  const Region& region = hypotheses_[tests_[test].hypothesis].region;
  const std::array ends = {region.low, region.high};
  bool more = false;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (state.excluded[i] || !std::isfinite(ends[i])) continue;
    state.excluded[i] = state.parts.front().sequence->excludes(ends[i]);
    more = more || state.excluded[i];
  }
  return more;
}

void ClaimMonitor::look(Group& group, bool may_decide) {
  if (group.rounds == 0) return;
  // Slow looks are rarer, and with several parts as rare as that.
  const bool many = states_[group.tests.front()].parts.size() > 1;
  group.next_interval = group.rounds + std::max<std::uint64_t>(1, group.rounds / (many ? 10 : 2));
  for (const std::size_t test : group.tests) look_at(test, may_decide);
  if (group.tests.size() == 2) look_at_movement(group.tests[0], group.tests[1]);
}

void ClaimMonitor::look_at(std::size_t index, bool may_decide) {
  ClaimTest& test = tests_[index];
  const TestState& state = states_[index];
  std::vector<PairEstimate> pairs;
  std::uint64_t values = 0;
  for (std::size_t i = 0; i < test.parts.size(); ++i) {
    ClaimPart& part = test.parts[i];
    const PartState& now = state.parts[i];
    if (part.values != now.sequence->count()) {
      // The guarantee covers all looks at once, so their intersection is equally valid, and agrees
      // with a verdict from then on. It is empty with a probability of at most alpha.
      const Interval latest = now.sequence->interval();
      const Interval both = {std::max(latest.low, part.interval.low),
                             std::min(latest.high, part.interval.high)};
      part.interval = part.values == 0 ? latest : both.low <= both.high ? both : part.interval;
      part.values = now.sequence->count();
      part.mean = now.sequence->mean();
      if (part.values > 1 && now.by_number) {
        const double apart = now.of_arm[0].variance() + now.of_arm[1].variance();
        if (apart > 0.0) part.pairing = now.values.variance() / apart;
      }
    }
    values += part.values;
    pairs.push_back({part.mean, variance_of(now.values, test.width), part.interval});
  }
  if (!test.looks.empty() && test.looks.back().values == values) return;
  const Band band = band_of(pairs, state.band);
  test.looks.push_back({values, band.mean, band.interval, band.band, band.variance});
  const Region& region = hypotheses_[test.hypothesis].region;
  if (!may_decide || test.verdict != Verdict::undecided) return;
  test.verdict = decide(region, band.interval);
  test.disagree = straddles(region, band.core);
  if (test.verdict != Verdict::undecided) test.decided_after = values;
}

void ClaimMonitor::look_at_movement(std::size_t strong, std::size_t weak) {
  if (tests_[strong].parts.front().values < kLeastForMovement) return;
  const double within = tolerance_ * tests_[strong].width;
  const Look after = tests_[strong].looks.back(), before = tests_[weak].looks.back();
  Movement movement;
  movement.change = after.mean - before.mean;
  // Narrowest where it can just be told whether a change of nothing is within the tolerance.
  const double target = within * within / 8.0;
  const double half = mixture_half_width(after.variance + before.variance, target, kMovementError);
  movement.interval = {movement.change - half, movement.change + half};
  if (movement.interval.low > -within && movement.interval.high < within) {
    movement.state = Movement::State::converged;
  } else if (movement.interval.low > within || movement.interval.high < -within) {
    movement.state = Movement::State::moving;
  }
  tests_[strong].movement = movement;
}

Band ClaimMonitor::band_at(std::size_t index, double alpha) const {
  const TestState& state = states_[index];
  std::vector<PairEstimate> pairs;
  for (const PartState& part : state.parts) {
    pairs.push_back({part.sequence->mean(), variance_of(part.values, tests_[index].width),
                     part.sequence->interval(alpha)});
  }
  return band_of(pairs, state.band);
}

double ClaimMonitor::smallest_alpha(std::size_t index) const {
  const ClaimTest& test = tests_[index];
  const double shares = static_cast<double>(hypotheses_.size() * kinds_ * kinds_);
  const auto holds = [&](double alpha) {
    const Band band = band_at(index, alpha / shares);
    return decide(hypotheses_[test.hypothesis].region, band.interval) == test.verdict;
  };
  double low = std::log(kLeastAlpha), high = std::log(alpha_ * shares);
  if (holds(kLeastAlpha)) return kLeastAlpha;
  while (high - low > 0.01) {
    const double middle = (low + high) / 2.0;
    (holds(std::exp(middle)) ? high : low) = middle;
  }
  return std::exp(high);
}

void ClaimMonitor::finish() {
  for (Group& group : groups_) {
    if (tests_[group.tests.front()].exact || group.rounds == 0) continue;
    // A verdict only if the budget is spent: a run that is resumed does not look at this point.
    const auto is_spent = [&](std::size_t cell) { return cells_[cell].is_spent(); };
    const auto all_spent = [&](std::size_t test) {
      return std::ranges::all_of(tests_[test].parts, [&](const ClaimPart& part) {
        return std::ranges::all_of(part.cells, is_spent);
      });
    };
    look(group, stalled(group) || std::ranges::all_of(group.tests, all_spent));
    for (const std::size_t test : group.tests) {
      if (tests_[test].verdict != Verdict::undecided) tests_[test].p = smallest_alpha(test);
    }
  }
}

bool ClaimMonitor::stalled(const Group& group) const {
  return std::ranges::any_of(group.tests, [&](std::size_t index) {
    const std::vector<ClaimPart>& parts = tests_[index].parts;
    return std::ranges::any_of(std::views::iota(std::size_t{0}, parts.size()), [&](std::size_t i) {
      return std::ranges::any_of(parts[i].cells,
                                 [&](std::size_t cell) { return cells_[cell].exhausted(); }) &&
             std::ranges::any_of(states_[index].parts[i].streams, [&](std::size_t stream) {
               return streams_[stream].waiting.empty();
             });
    });
  });
}

bool ClaimMonitor::open(const Group& group) const { return wanting(group) && !stalled(group); }

bool ClaimMonitor::wanting(const Group& group) const {
  const ClaimTest& test = tests_[group.tests.front()];
  if (test.exact) return false;
  if (group.rounds * test.parts.size() < least_games_) return true;
  if (!ladders_) return test.verdict == Verdict::undecided;
  if (test.strength + 1 < strengths_.size() || test.disagree) return false;
  if (test.verdict == Verdict::undecided) return true;
  return group.tests.size() == 2 &&
         (!test.movement || test.movement->state == Movement::State::open);
}

bool ClaimMonitor::needs(std::size_t index) const {
  const CellState& cell = cells_[index];
  if (cell.exhausted()) return false;
  if (!cell.feeds.empty()) return is_fed(cell);
  return cell.games < counted(index) || std::ranges::any_of(groups_, [&](const Group& group) {
           return tests_[group.tests.front()].strength == cell.strength && open(group);
         });
}

int ClaimMonitor::turn(std::size_t index) const {
  const CellState& cell = cells_[index];
  const std::size_t strongest = strengths_.size() - 1;
  const bool first = !ladders_ || cell.strength == strongest || cell.strength + 2 == strongest;
  const auto of_reading = [&](const Feed& feed) {
    return tests_[streams_[feed.stream].test].reading != 0;
  };
  if (!cell.feeds.empty() && std::ranges::all_of(cell.feeds, of_reading)) return 2;
  return first ? 0 : 1;
}

bool ClaimMonitor::is_fed(const CellState& cell) const {
  return std::ranges::any_of(
      cell.feeds, [&](const Feed& feed) { return open(groups_[streams_[feed.stream].group]); });
}

bool ClaimMonitor::wants_games(std::size_t index) const {
  return std::ranges::any_of(tests_, [&](const ClaimTest& test) {
    return !test.exact && test.strength == cells_[index].strength;
  });
}

std::uint64_t ClaimMonitor::kept(std::size_t index) const {
  const CellState& cell = cells_[index];
  return std::max(counted(index), cell.exhausted() ? cell.taken() : 0);
}

std::uint64_t ClaimMonitor::counted(std::size_t index) const {
  const CellState& own = cells_[index];
  if (!own.feeds.empty()) {
    // While anything is undecided all games count, including unfinished ones that gave no value.
    return is_fed(own) ? own.games : own.used;
  }
  std::uint64_t most = 0;
  for (const CellState& cell : cells_) {
    if (cell.strength != own.strength) continue;
    most = std::max(most, cell.used);
  }
  return std::min(most, own.budget);
}

std::uint64_t ClaimMonitor::waiting() const {
  std::uint64_t games = 0;
  for (const CellState& cell : cells_) {
    if (is_fed(cell) && !cell.exhausted()) games += cell.early.size();
  }
  return games;
}

bool ClaimMonitor::decided() const {
  return std::ranges::none_of(
      tests_, [](const ClaimTest& test) { return test.verdict == Verdict::undecided; });
}

bool ClaimMonitor::spent() const {
  return std::ranges::none_of(
      cells_, [this](const CellState& cell) { return is_fed(cell) && !cell.is_spent(); });
}

bool ClaimMonitor::exhausted() const {
  return std::ranges::any_of(
      groups_, [this](const Group& group) { return wanting(group) && stalled(group); });
}

std::string ClaimMonitor::status() const {
  const auto decided = std::ranges::count_if(
      tests_, [](const ClaimTest& test) { return test.verdict != Verdict::undecided; });
  std::string text = fmt::format("{} of {} decided", decided, tests_.size());
  for (const ClaimTest& test : tests_) {
    if (test.verdict != Verdict::undecided || test.looks.empty()) continue;
    const Look& now = test.looks.back();
    return text + fmt::format("; {} by {}: {:.3f} [{:.3f}, {:.3f}]",
                              hypotheses_[test.hypothesis].text(), strengths_[test.strength],
                              now.mean, now.interval.low, now.interval.high);
  }
  return text;
}

Verdict ClaimMonitor::verdict(std::size_t strength) const {
  bool all = true;
  for (const ClaimTest& test : tests_) {
    if (test.strength != strength || test.reading != 0) continue;
    if (test.verdict == Verdict::refuted) return Verdict::refuted;
    all = all && test.verdict == Verdict::supported;
  }
  return all ? Verdict::supported : Verdict::undecided;
}

Outcome ClaimMonitor::outcome() const {
  const std::size_t strongest = strengths_.size() - 1;
  const auto contradicted = [&](const ClaimTest& test) {
    return std::ranges::any_of(tests_, [&](const ClaimTest& other) {
      return other.hypothesis == test.hypothesis && other.reading != 0 &&
             other.verdict != Verdict::undecided && other.verdict != test.verdict;
    });
  };
  const auto why = [&](const ClaimTest& test) {
    if (test.disagree) return Because::agents_disagree;
    if (test.verdict == Verdict::undecided) return Because::budget;
    if (!ladders_ || test.exact) return Because::decided;
    if (kinds_ < 2) return Because::one_kind;
    if (strengths_.size() < 3) return Because::not_converged;
    if (!test.movement || test.movement->state == Movement::State::open) {
      return Because::convergence_open;
    }
    if (test.movement->state == Movement::State::moving) return Because::not_converged;
    return contradicted(test) ? Because::readings_disagree : Because::decided;
  };
  Outcome outcome{Verdict::supported, Because::decided, 0.0};
  Because because = Because::decided;
  constexpr std::array kBySeverity = {
      Because::agents_disagree, Because::not_converged, Because::readings_disagree,
      Because::one_kind,        Because::budget,        Because::convergence_open,
      Because::decided};
  const auto severity = [&](Because one) { return std::ranges::find(kBySeverity, one); };
  double refuted_p = 1.0;
  for (const ClaimTest& test : tests_) {
    if (test.strength != strongest || test.reading != 0) continue;
    const Because reason = why(test);
    if (severity(reason) < severity(because)) because = reason;
    if (reason == Because::decided && test.verdict == Verdict::refuted) {
      refuted_p = std::min(refuted_p, test.p);
      outcome.verdict = Verdict::refuted;
    }
    outcome.p = std::max(outcome.p, test.p);
  }
  if (outcome.verdict == Verdict::refuted) return {Verdict::refuted, Because::decided, refuted_p};
  if (because != Because::decided) return {Verdict::undecided, because, 1.0};
  return outcome;
}

}  // namespace tavlab
