#include "experiments/report/scale.h"

#include <algorithm>
#include <cmath>

#include "experiments/human/human_check.h"
#include "experiments/report/svg.h"
#include "experiments/report/ticks.h"
#include "experiments/text/table.h"

namespace tavlab {

std::string scale_svg(const Scale& scale, FigureWidth width) {
  using Anchor = Svg::Anchor;
  constexpr double kRow = 26, kTop = 16;
  const bool narrow = width == FigureWidth::narrow;
  const double row_height = narrow && scale.labelled ? 44 : kRow;
  const double total = narrow ? 380 : 760;
  const double left = narrow || !scale.labelled ? 16 : 250;
  const double right = total - 16;
  const double bottom = kTop + row_height * static_cast<double>(scale.rows.size());
  const double low = scale.range.low, high = scale.range.high;
  const auto x = [&](double value) {
    return left + (std::clamp(value, low, high) - low) / (high - low) * (right - left);
  };

  Svg svg(total, bottom + 44, scale.title, narrow ? "plot narrow" : "plot wide");
  for (const Interval& region : scale.regions) {
    const double from = x(region.low), to = x(region.high);
    if (to - from > 0.5) svg.rect(from, kTop - 8, to - from, bottom - kTop + 8, "region");
  }
  const double step = tick_step(high - low);
  for (double tick = std::ceil(low / step) * step; tick <= high + 1e-9; tick += step) {
    svg.line(x(tick), bottom, x(tick), bottom + 5, "axis");
    svg.text(x(tick), bottom + 19, tick_text(tick, step), "small", Anchor::middle);
  }
  svg.line(left, bottom, right, bottom, "axis");
  if (scale.even && *scale.even >= low && *scale.even <= high) {
    svg.line(x(*scale.even), kTop - 8, x(*scale.even), bottom, "even");
  }
  svg.text(16, bottom + 38, narrow ? scale.short_note : scale.note, "small");
  for (std::size_t i = 0; i < scale.rows.size(); ++i) {
    const ScaleRow& row = scale.rows[i];
    const double y = kTop + row_height * (static_cast<double>(i) + 1.0) - kRow / 2;
    if (scale.labelled) {
      const std::string label = shortened(row.label, narrow ? 44 : 33);
      if (narrow) svg.text(left, y - 12, label, "small");
      if (!narrow) svg.text(left - 10, y + 4.5, label, "small", Anchor::end);
    }
    if (std::isnan(row.mean)) continue;
    svg.line(x(row.interval.low), y, x(row.interval.high), y, "bar " + row.colour);
    if (!std::isnan(row.band.low)) {
      // A band of one pair of agents is a point.
      svg.line(std::min(x(row.band.low), x(row.band.high) - 4), y, x(row.band.high), y,
               "between " + row.colour);
    }
    svg.circle(x(row.mean), y, 5, "dot " + row.colour, row.hover);
  }
  return svg.str();
}

ScaleRow people_row(const HumanPlay& play, const PlayedRules& played) {
  const ScoreEstimate score = score_of(played);
  return {people_label(played), score.mean, score.interval,
          {NAN, NAN},           "people",   people_sentence(play, played)};
}

}  // namespace tavlab
