#include "experiments/claim/claim_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/claim/claim_words.h"
#include "experiments/report/scale.h"

namespace tavlab {
namespace {

/// The rules as the claim names them first, then the other readings.
std::vector<const ClaimTest*> rows_of(const ClaimResult& result, std::size_t hypothesis) {
  std::vector<const ClaimTest*> rows;
  for (const ClaimTest& test : result.tests) {
    const bool strongest = test.strength + 1 == result.strengths.size();
    if (test.hypothesis != hypothesis || !strongest || test.exact || test.looks.empty()) continue;
    rows.push_back(&test);
  }
  std::ranges::stable_sort(rows, {}, [](const ClaimTest* test) { return test->reading; });
  return rows;
}

/// A score from 0 to 1; other means as far as intervals and the region reach, with 0.
Interval range_of(const Hypothesis& hypothesis, const std::vector<const ClaimTest*>& rows) {
  if (hypothesis.measure == "score" && hypothesis.arms.size() == 1) return {0.0, 1.0};
  Interval range{0.0, 0.0};
  const auto take = [&range](double value) {
    if (!std::isfinite(value)) return;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  };
  take(hypothesis.region.low);
  take(hypothesis.region.high);
  for (const ClaimTest* row : rows) {
    take(row->latest()->interval.low);
    take(row->latest()->interval.high);
  }
  const double margin = std::max(0.04 * (range.high - range.low), 1e-6);
  return {range.low - margin, range.high + margin};
}

}  // namespace

std::string scale_svg(const ClaimResult& result, std::size_t hypothesis, FigureWidth width) {
  const std::vector<const ClaimTest*> rows = rows_of(result, hypothesis);
  if (rows.empty()) return {};
  const Hypothesis& asked = result.claim.hypotheses[hypothesis];
  const PlayedRules* const people = result.people_on(hypothesis);
  const bool score = asked.measure == "score" && asked.arms.size() == 1;
  Scale scale;
  scale.title = fmt::format("{}, as claimed and as measured", hypothesis_title(result, hypothesis));
  scale.range = range_of(asked, rows);
  if (asked.region.outside) {
    scale.regions = {{scale.range.low, asked.region.low}, {asked.region.high, scale.range.high}};
  } else {
    scale.regions = {{asked.region.low, asked.region.high}};
  }
  scale.even = score ? 0.5 : 0.0;
  scale.note =
      "shaded: what is claimed; bar: between the strongest agents, by who plays; line: its "
      "uncertainty";
  scale.short_note = "shaded: claimed; bar: band; line: uncertainty";
  scale.labelled = rows.size() > 1 || people != nullptr;
  for (const ClaimTest* row : rows) {
    const Look look = *row->latest();
    const std::string& name = result.claim.readings[row->reading].name;
    scale.rows.push_back(
        {name.empty() ? "rules as written" : "if " + name, look.mean, look.interval, look.band,
         "s0",
         fmt::format("{:.3f}, band [{:.3f}, {:.3f}], within [{:.3f}, {:.3f}]", look.mean,
                     look.band.low, look.band.high, look.interval.low, look.interval.high)});
  }
  if (people != nullptr) scale.rows.push_back(people_row(*result.human, *people));
  return scale_svg(scale, width);
}

}  // namespace tavlab
