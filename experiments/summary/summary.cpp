#include "experiments/summary/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "experiments/measure/game_measures.h"
#include "experiments/stats/describe.h"
#include "experiments/store/stored_rules.h"
#include "experiments/text/command_text.h"

namespace tavlab {
namespace {

constexpr int kHistogramBars = 48;

/// The smallest round step with which lengths up to `longest` fit the bars.
int histogram_step(int longest) {
  for (int decade = 1;; decade *= 10) {
    for (const int step : {1, 2, 5}) {
      if (step * decade * kHistogramBars > longest) return step * decade;
    }
  }
}

/// Collects the dice measures of a cell's games.
class ChanceReader {
 public:
  void count_throws(const ChanceRecord& game) {
    for (const RollCount& each : game.roll_counts) counts_[each.name] += each.count;
  }

  void add(const ChanceRecord& game) {
    rolls_.add(game.rolls);
    passes_.add(game.passes);
    longest_run_.add(game.longest_run);
    longest_turn_.add(game.longest_turn);
    lead_changes_.add(game.lead_changes);
    ++games_by_run_[game.longest_run];
    ++games_by_turn_[game.longest_turn];
  }

  /// nullopt if no game had a roll.
  [[nodiscard]] std::optional<ChanceSummary> finish() const {
    if (counts_.empty()) return {};
    ChanceSummary summary;
    summary.rolls = rolls_.mean();
    summary.passes = passes_.mean();
    summary.longest_run = longest_run_.mean();
    summary.longest_turn = longest_turn_.mean();
    summary.games_by_run = games_by_run_;
    summary.games_by_turn = games_by_turn_;
    if (!games_by_run_.empty()) {
      summary.highest_run = games_by_run_.rbegin()->first;
      summary.highest_turn = games_by_turn_.rbegin()->first;
    }
    summary.lead_changes = lead_changes_.mean();
    for (const auto& [name, count] : counts_) summary.roll_counts.push_back({name, count});
    std::ranges::stable_sort(summary.roll_counts, {},
                             [](const RollCount& each) { return each.name.size(); });
    return summary;
  }

 private:
  std::map<std::string, std::uint64_t> counts_;
  RunningMean rolls_;
  RunningMean passes_;
  RunningMean longest_run_;
  RunningMean longest_turn_;
  RunningMean lead_changes_;
  std::map<int, std::uint64_t> games_by_run_, games_by_turn_;
};

/// Collects a cell's games one by one.
class CellReader {
 public:
  explicit CellReader(StoredCell cell) : coverage_(stored_rules(cell)) {
    summary.cell = std::move(cell);
    summary.measures.resize(game_measures().size());
  }

  void add(const GameRecord& game) {
    const MeasuredGame measured(game, coverage_);
    for (std::size_t i = 0; i < summary.measures.size(); ++i) {
      if (const auto value = game_measures()[i].of(measured)) summary.measures[i].add(*value);
    }
    games_.add(game);
    chance_.count_throws(game.chance);
    if (game.result == Result::unfinished) return;
    lengths_.push_back(game.plies);
    plies_.add(game.plies);
    chance_.add(game.chance);
  }

  void finish() {
    summary.tally = games_.first_side();
    summary.score = estimate_score(summary.tally);
    summary.mean_plies = plies_.mean();
    summary.mean_plies_error = plies_.standard_error();
    std::ranges::sort(lengths_);
    for (std::size_t i = 0; i < kPlyQuantiles.size(); ++i) {
      summary.ply_quantiles[i] = quantile(lengths_, kPlyQuantiles[i]);
    }
    summary.captures_by_first = games_.mean_lost(1);
    summary.captures_by_second = games_.mean_lost(0);
    summary.mean_legal_moves = games_.mean_legal_moves();
    summary.mean_choices = games_.mean_choices();
    summary.chance = chance_.finish();
    summary.distinct_games = games_.distinct_games();
    summary.reasons = games_.reasons();
    summary.seconds = games_.seconds();
    if (summary.cell.match != MatchMode::two_game) return;
    summary.matches = games_.two_game_matches();
    if (summary.cell.agents.first == summary.cell.agents.second) return;
    summary.agents = {
        estimate_score(games_.agent(0)),
        {estimate_score(games_.agent_as(0, 0)), estimate_score(games_.agent_as(0, 1))},
        estimate_elo(games_.pairs()),
        {{{games_.agent_as(0, 0), games_.agent_as(0, 1)},
          {games_.agent_as(1, 0), games_.agent_as(1, 1)}}}};
  }

  /// Counts lengths into bars; the step is common to all cells so that they can be compared.
  void count_lengths(int step) {
    summary.ply_step = step;
    for (const double length : lengths_) {
      const auto bar = static_cast<std::size_t>(length / step);
      if (summary.ply_histogram.size() <= bar) summary.ply_histogram.resize(bar + 1);
      ++summary.ply_histogram[bar];
    }
  }

  [[nodiscard]] int longest() const {
    return lengths_.empty() ? 0 : static_cast<int>(lengths_.back());
  }

  CellSummary summary;

 private:
  MatchSummary games_;
  std::vector<double> lengths_;  // of finished games
  RunningMean plies_;
  Coverage coverage_;
  ChanceReader chance_;
};

}  // namespace

RunningMean CellSummary::measure(std::string_view name) const {
  const GameMeasure* const found = find_game_measure(name);
  if (found == nullptr || measures.empty()) return {};
  return measures[static_cast<std::size_t>(found - game_measures().data())];
}

double ChanceSummary::share(const RollCount& each) const {
  std::uint64_t all = 0;
  for (const RollCount& one : roll_counts) all += one.count;
  return static_cast<double>(each.count) / static_cast<double>(all);
}

std::uint64_t Summary::games() const {
  std::uint64_t sum = 0;
  for (const CellSummary& cell : cells) sum += cell.games();
  return sum;
}

std::uint64_t Summary::games_wanted() const {
  std::uint64_t sum = 0;
  for (const CellSummary& cell : cells) sum += cell.cell.games;
  return sum;
}

std::string Summary::player(Side side) const {
  const bool first = side == Side::first;
  const auto name_in = [&](const CellSummary& cell) -> const std::string& {
    return first ? cell.cell.game.first_player : cell.cell.game.second_player;
  };
  const bool one_name = std::ranges::all_of(
      cells, [&](const CellSummary& cell) { return name_in(cell) == name_in(cells.front()); });
  if (one_name && !cells.empty()) return name_in(cells.front());
  return first ? "first player" : "second player";
}

bool Summary::any_exact() const {
  return std::ranges::any_of(cells, [](const CellSummary& cell) { return cell.exact.has_value(); });
}

bool Summary::complete() const {
  return std::ranges::all_of(
      cells, [](const CellSummary& cell) { return cell.games() >= cell.cell.games; });
}

std::string Summary::command(const std::string& out) const {
  std::string text = experiment.command + " --out";
  add_word(text, out);
  if (experiment.games_option) text += fmt::format(" --games {}", *experiment.games_option);
  return text;
}

Summary summarize(Store& store, std::span<const std::uint64_t> counted) {
  std::vector<CellReader> readers;
  int longest = 0;
  for (StoredCell& cell : store.cells()) {
    CellReader& reader = readers.emplace_back(std::move(cell));
    const std::uint64_t below =
        counted.empty() ? reader.summary.cell.games : counted[readers.size() - 1];
    store.each_game(
        reader.summary.cell.id, [&](const GameRecord& game) { reader.add(game); }, below);
    reader.finish();
    longest = std::max(longest, reader.longest());
  }
  Summary summary;
  summary.experiment = store.experiment();
  const int step = histogram_step(longest);
  for (CellReader& reader : readers) {
    reader.count_lengths(step);
    summary.cells.push_back(std::move(reader.summary));
  }
  return summary;
}

}  // namespace tavlab
