#include "experiments/summary/labels.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tavlab {

std::vector<CellSection> sections(const Summary& summary) {
  std::vector<CellSection> all;
  for (const CellSummary& cell : summary.cells) {
    const std::string& agents = cell.cell.agents.name;
    auto section = std::ranges::find(all, agents, &CellSection::agents);
    if (section == all.end()) section = all.insert(all.end(), CellSection{agents, {}});
    section->cells.push_back(&cell);
  }
  return all;
}

std::string score_text(const ScoreEstimate& score) {
  if (score.games == 0) return "no finished games";
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", score.mean, score.interval.low,
                     score.interval.high);
}

std::string exact_text(double value) {
  return value == std::round(value) ? fmt::format("{:.0f}", value) : fmt::format("{:.9f}", value);
}

std::string elo_text(const EloEstimate& estimate) {
  if (std::isnan(estimate.elo.value)) return "–";
  if (std::isfinite(estimate.elo.error95)) {
    return fmt::format("{:+.1f} ± {:.1f}", estimate.elo.value, estimate.elo.error95);
  }
  return fmt::format("{:+.1f} [{:+.1f}, {:+.1f}]", estimate.elo.value, estimate.elo_interval.low,
                     estimate.elo_interval.high);
}

std::string superiority_text(const EloEstimate& estimate) {
  return std::isnan(estimate.superiority) ? std::string("–")
                                          : fmt::format("{:.1f} %", 100.0 * estimate.superiority);
}

std::string number_text(double value, int digits) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, digits) : std::string("–");
}

}  // namespace tavlab
