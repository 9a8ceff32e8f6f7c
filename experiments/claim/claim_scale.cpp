#include "experiments/claim/claim_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/claim/claim_words.h"
#include "experiments/report/svg.h"
#include "experiments/report/ticks.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

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
  constexpr double kRow = 26, kTop = 16;
  const std::vector<const ClaimTest*> rows = rows_of(result, hypothesis);
  if (rows.empty()) return {};
  const Hypothesis& asked = result.claim.hypotheses[hypothesis];
  const bool narrow = width == FigureWidth::narrow;
  const bool readings = rows.size() > 1;
  // A narrow scale has the labels of its rows above them.
  const double row_height = narrow && readings ? 44 : kRow;
  const double total = narrow ? 380 : 760;
  const double left = narrow || !readings ? 16 : 250;
  const double right = total - 16;
  const double bottom = kTop + row_height * static_cast<double>(rows.size());
  const Interval range = range_of(asked, rows);
  const auto x = [&](double value) {
    const double share =
        (std::clamp(value, range.low, range.high) - range.low) / (range.high - range.low);
    return left + share * (right - left);
  };

  Svg svg(total, bottom + 44,
          fmt::format("{}, as claimed and as measured", hypothesis_title(result, hypothesis)),
          narrow ? "plot narrow" : "plot wide");
  const auto shade = [&](double low, double high) {
    if (x(high) - x(low) > 0.5)
      svg.rect(x(low), kTop - 8, x(high) - x(low), bottom - kTop + 8, "region");
  };
  if (asked.region.outside) {
    shade(range.low, asked.region.low);
    shade(asked.region.high, range.high);
  } else {
    shade(asked.region.low, asked.region.high);
  }
  const double step = tick_step(range.high - range.low);
  for (double tick = std::ceil(range.low / step) * step; tick <= range.high + 1e-9; tick += step) {
    svg.line(x(tick), bottom, x(tick), bottom + 5, "axis");
    svg.text(x(tick), bottom + 19, tick_text(tick, step), "small", Anchor::middle);
  }
  svg.line(left, bottom, right, bottom, "axis");
  const bool score = asked.measure == "score" && asked.arms.size() == 1;
  const double even = score ? 0.5 : 0.0;
  if (even >= range.low && even <= range.high) svg.line(x(even), kTop - 8, x(even), bottom, "even");
  svg.text(16, bottom + 38,
           narrow ? "shaded: claimed; bar: band; line: uncertainty"
                  : "shaded: what is claimed; bar: between the strongest agents, by who plays; "
                    "line: its uncertainty",
           "small");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Look look = *rows[i]->latest();
    const double y = kTop + row_height * (static_cast<double>(i) + 1.0) - kRow / 2;
    if (readings) {
      const std::string& name = result.claim.readings[rows[i]->reading].name;
      const std::string label =
          shortened(name.empty() ? "rules as written" : "if " + name, narrow ? 44 : 33);
      if (narrow) svg.text(left, y - 12, label, "small");
      if (!narrow) svg.text(left - 10, y + 4.5, label, "small", Anchor::end);
    }
    svg.line(x(look.interval.low), y, x(look.interval.high), y, "bar s0");
    // A band of one pair of agents is a point.
    svg.line(std::min(x(look.band.low), x(look.band.high) - 4), y, x(look.band.high), y,
             "between s0");
    svg.circle(x(look.mean), y, 5, "dot s0",
               fmt::format("{:.3f}, band [{:.3f}, {:.3f}], within [{:.3f}, {:.3f}]", look.mean,
                           look.band.low, look.band.high, look.interval.low, look.interval.high));
  }
  return svg.str();
}

}  // namespace tavlab
