#include "experiments/claim/monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tavlab {
namespace {

Verdict decide(const Region& region, const Interval& interval) {
  if (region.outside) {
    if (interval.high < region.low || interval.low > region.high) return Verdict::supported;
    const bool between = interval.low >= region.low && interval.high <= region.high;
    return between ? Verdict::refuted : Verdict::undecided;
  }
  if (interval.low >= region.low && interval.high <= region.high) return Verdict::supported;
  const bool apart = interval.high < region.low || interval.low > region.high;
  return apart ? Verdict::refuted : Verdict::undecided;
}

}  // namespace

std::optional<Look> ClaimTest::latest() const {
  if (looks.empty()) return std::nullopt;
  return looks.back();
}

ClaimMonitor::ClaimMonitor(const Claim& claim)
    : hypotheses_(claim.hypotheses), least_games_(claim.least_games) {
  const std::vector<ExperimentCell>& cells = claim.experiment.cells;
  for (const ExperimentCell& cell : cells) {
    if (std::ranges::find(strengths_, cell.agents.name) == strengths_.end()) {
      strengths_.push_back(cell.agents.name);
    }
  }
  cells_.resize(cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto strength = std::ranges::find(strengths_, cells[i].agents.name);
    cells_[i].strength = static_cast<std::size_t>(strength - strengths_.begin());
    cells_[i].budget = cells[i].games;
  }
  const double alpha = claim.alpha / static_cast<double>(hypotheses_.size());
  for (std::size_t strength = 0; strength < strengths_.size(); ++strength) {
    for (std::size_t h = 0; h < hypotheses_.size(); ++h) {
      const Hypothesis& hypothesis = hypotheses_[h];
      ClaimTest test;
      test.hypothesis = h;
      test.strength = strength;
      test.exact = hypothesis.exact();
      TestState state;
      for (std::size_t side = 0; side < hypothesis.arms.size(); ++side) {
        for (std::size_t i = 0; i < cells.size(); ++i) {
          const ExperimentCell& cell = cells[i];
          if (cell.agents.name != strengths_[strength] || cell.arm() != hypothesis.arms[side]) {
            continue;
          }
          test.cells.push_back(i);
          if (test.exact) continue;
          Feed feed{
              tests_.size(), side,
              make_measure(hypothesis.measure, cell.rule_set, cell.max_plies, hypothesis.range),
              cell.match == MatchMode::two_game};
          if (!state.sequence) {
            const int steps = feed.by_two ? 2 * feed.measure.steps : feed.measure.steps;
            state.sequence.emplace(feed.measure.range, steps, hypothesis.arms.size() == 2, alpha);
          }
          cells_[i].feeds.push_back(std::move(feed));
          cells_[i].half.emplace_back();
        }
      }
      tests_.push_back(std::move(test));
      states_.push_back(std::move(state));
    }
  }
}

void ClaimMonitor::add(std::size_t index, const GameRecord& game) {
  CellState& cell = cells_[index];
  if (game.number >= cell.budget || (!cell.feeds.empty() && !needs(index))) return;
  std::vector<std::optional<double>> values;
  for (const Feed& feed : cell.feeds) {
    values.push_back(open(feed.test) ? feed.measure.of(game) : std::nullopt);
  }
  if (game.number != cell.next) {
    cell.early.emplace(game.number, std::move(values));
    return;
  }
  take(index, values);
  for (auto it = cell.early.begin(); it != cell.early.end() && it->first == cell.next;) {
    take(index, it->second);
    it = cell.early.erase(it);
  }
}

void ClaimMonitor::settle(std::size_t cell, double value, double error) {
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    ClaimTest& test = tests_[i];
    if (!test.exact) continue;
    for (std::size_t side = 0; side < test.cells.size(); ++side) {
      if (test.cells[side] == cell)
        states_[i].exact[side] = Look{0, value, {value - error, value + error}};
    }
    const bool of_difference = test.cells.size() == 2;
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
  }
}

void ClaimMonitor::take(std::size_t index, const std::vector<std::optional<double>>& values) {
  CellState& cell = cells_[index];
  const std::uint64_t number = cell.next++;
  const bool second_of_two = number % 2 == 1;
  for (std::size_t i = 0; i < cell.feeds.size(); ++i) {
    if (!cell.feeds[i].by_two) {
      if (values[i]) feed(cell.feeds[i], {*values[i], index, number});
    } else if (!second_of_two) {
      cell.half[i] = values[i];
    } else if (cell.half[i] && values[i]) {
      feed(cell.feeds[i], {(*cell.half[i] + *values[i]) / 2.0, index, number});
    }
  }
}

void ClaimMonitor::feed(const Feed& feed, const Value& value) {
  if (!open(feed.test)) return;
  TestState& state = states_[feed.test];
  const auto use = [this](const Value& used) {
    cells_[used.cell].used = std::max(cells_[used.cell].used, used.number + 1);
  };
  if (tests_[feed.test].cells.size() == 1) {
    state.sequence->add(value.value);
    use(value);
  } else {
    state.waiting[feed.side].push_back(value);
    if (state.waiting[0].empty() || state.waiting[1].empty()) return;
    const Value &first = state.waiting[0].front(), &second = state.waiting[1].front();
    state.sequence->add_pair(first.value, second.value);
    use(first);
    use(second);
    state.waiting[0].pop_front();
    state.waiting[1].pop_front();
  }
  const std::uint64_t count = state.sequence->count();
  if (count < state.next_look) return;
  // Looks cost time; making them rarer loses little. Complete intervals, which a report draws, cost
  // some milliseconds for values with many steps: computing them at every look made a claim about
  // the lengths of random games 20 % slower.
  state.next_look = count + std::max<std::uint64_t>(1, count / 50);
  const bool may_decide =
      tests_[feed.test].verdict == Verdict::undecided && excludes_more(feed.test);
  if (!may_decide && state.sequence->is_slow() && count < state.next_interval) return;
  look(feed.test);
}

bool ClaimMonitor::excludes_more(std::size_t test) {
  TestState& state = states_[test];
  const Region& region = hypotheses_[tests_[test].hypothesis].region;
  const std::array ends = {region.low, region.high};
  bool more = false;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (state.excluded[i] || !std::isfinite(ends[i])) continue;
    state.excluded[i] = state.sequence->excludes(ends[i]);
    more = more || state.excluded[i];
  }
  return more;
}

void ClaimMonitor::look(std::size_t index, bool may_decide) {
  ClaimTest& test = tests_[index];
  TestState& state = states_[index];
  const std::uint64_t count = state.sequence->count();
  if (!test.looks.empty() && test.looks.back().values == count) return;
  state.next_interval = count + std::max<std::uint64_t>(1, count / 2);
  Look now{count, state.sequence->mean(), state.sequence->interval()};
  if (!test.looks.empty()) {
    // The guarantee covers all looks at once, so their intersection is equally valid, and agrees
    // with a verdict from then on. It is empty with a probability of at most alpha.
    const Interval before = test.looks.back().interval;
    const Interval both = {std::max(now.interval.low, before.low),
                           std::min(now.interval.high, before.high)};
    now.interval = both.low <= both.high ? both : before;
  }
  test.looks.push_back(now);
  if (!may_decide || test.verdict != Verdict::undecided) return;
  test.verdict = decide(hypotheses_[test.hypothesis].region, now.interval);
  if (test.verdict != Verdict::undecided) test.decided_after = count;
}

void ClaimMonitor::finish() {
  for (std::size_t i = 0; i < tests_.size(); ++i) {
    if (tests_[i].exact || states_[i].sequence->count() == 0) continue;
    // A verdict only if the budget is spent: a run that is resumed does not look at this point.
    const bool spent = std::ranges::all_of(tests_[i].cells, [this](std::size_t cell) {
      return cells_[cell].next >= cells_[cell].budget;
    });
    look(i, spent);
  }
}

bool ClaimMonitor::needs(std::size_t index) const {
  const CellState& cell = cells_[index];
  if (cell.feeds.empty()) {
    for (std::size_t i = 0; i < tests_.size(); ++i) {
      if (tests_[i].strength == cell.strength && open(i)) return true;
    }
    return cell.next < counted(index);
  }
  return is_fed(cell);
}

bool ClaimMonitor::is_fed(const CellState& cell) const {
  return std::ranges::any_of(cell.feeds, [&](const Feed& feed) { return open(feed.test); });
}

bool ClaimMonitor::wants_games(std::size_t index) const {
  return std::ranges::any_of(tests_, [&](const ClaimTest& test) {
    return !test.exact && test.strength == cells_[index].strength;
  });
}

std::uint64_t ClaimMonitor::counted(std::size_t index) const {
  const CellState& own = cells_[index];
  if (!own.feeds.empty()) {
    // While anything is undecided all games count, including unfinished ones that gave no value.
    return is_fed(own) ? own.next : own.used;
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
    if (is_fed(cell)) games += cell.early.size();
  }
  return games;
}

bool ClaimMonitor::open(std::size_t test) const {
  if (tests_[test].exact) return false;  // games do not help
  return tests_[test].verdict == Verdict::undecided ||
         states_[test].sequence->count() < least_games_;
}

bool ClaimMonitor::decided() const {
  return std::ranges::none_of(
      tests_, [](const ClaimTest& test) { return test.verdict == Verdict::undecided; });
}

bool ClaimMonitor::spent() const {
  return std::ranges::none_of(
      cells_, [this](const CellState& cell) { return is_fed(cell) && cell.next < cell.budget; });
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
    if (test.strength != strength) continue;
    if (test.verdict == Verdict::refuted) return Verdict::refuted;
    all = all && test.verdict == Verdict::supported;
  }
  return all ? Verdict::supported : Verdict::undecided;
}

}  // namespace tavlab
