#include "experiments/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/random.h"
#include "experiments/stats/describe.h"

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

/// Collects a cell's games one by one.
class CellReader {
 public:
  void add(const GameRecord& game) {
    summary.tally.add(game.result);
    ++summary.reasons[game.reason];
    summary.seconds += game.seconds;
    games_.push_back(hash_text(game.moves));
    if (summary.cell.match == MatchMode::two_game) matches_.add(game);
    if (game.result == Result::unfinished) return;
    lengths_.push_back(game.plies);
    plies_.add(game.plies);
    captures_by_first_.add(game.captured_second);
    captures_by_second_.add(game.captured_first);
    decisions_ += game.plies;
    legal_moves_ += game.mean_legal_moves * game.plies;
  }

  void finish() {
    const ResultCounts& tally = summary.tally;
    summary.score = estimate_score(tally.first_wins, tally.draws, tally.second_wins);
    summary.mean_plies = plies_.mean();
    summary.mean_plies_error = plies_.standard_error();
    std::ranges::sort(lengths_);
    for (std::size_t i = 0; i < kPlyQuantiles.size(); ++i) {
      summary.ply_quantiles[i] = quantile(lengths_, kPlyQuantiles[i]);
    }
    summary.captures_by_first = captures_by_first_.mean();
    summary.captures_by_second = captures_by_second_.mean();
    summary.mean_legal_moves = legal_moves_ / decisions_;  // not a number without games
    std::ranges::sort(games_);
    const auto repeated = std::ranges::unique(games_);
    summary.distinct_games = games_.size() - repeated.size();
    if (summary.cell.match == MatchMode::two_game) summary.matches = matches_.two_game_matches();
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
  std::vector<double> lengths_;
  std::vector<std::uint64_t> games_;  // hashes of their moves
  RunningMean plies_;
  RunningMean captures_by_first_;
  RunningMean captures_by_second_;
  double decisions_ = 0.0;
  double legal_moves_ = 0.0;
  MatchSummary matches_;  // only in the mode two_game
};

/// A text as a shell takes it.
std::string shell_quoted(const std::string& text) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./+,:=@").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace

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

bool Summary::complete() const {
  return std::ranges::all_of(
      cells, [](const CellSummary& cell) { return cell.games() >= cell.cell.games; });
}

std::string Summary::command(const std::string& out) const {
  std::string text = fmt::format("tavlab experiment run {} --out {}",
                                 shell_quoted(experiment.config_name), shell_quoted(out));
  if (experiment.games_option) text += fmt::format(" --games {}", *experiment.games_option);
  return text;
}

Summary summarize(Store& store) {
  std::vector<CellReader> readers;
  int longest = 0;
  for (StoredCell& cell : store.cells()) {
    CellReader& reader = readers.emplace_back();
    reader.summary.cell = std::move(cell);
    store.each_game(reader.summary.cell.id, [&](const GameRecord& game) { reader.add(game); });
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
