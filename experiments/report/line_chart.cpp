#include "experiments/report/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/report/svg.h"
#include "experiments/report/ticks.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

/// A non-empty range, a little wider than the values added.
class Extent {
 public:
  void take(double value) {
    if (!std::isfinite(value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  [[nodiscard]] Interval with_margin(double share) const {
    // Nearly equal values would give ticks with unreadably many digits.
    const bool one = high_ - low_ <= 1e-6 * std::abs(high_);
    const double margin = one ? std::max(0.1 * std::abs(high_), 1e-3) : share * (high_ - low_);
    return {low_ - margin, high_ + margin};
  }
  [[nodiscard]] bool empty() const { return low_ > high_; }

 private:
  double low_ = INFINITY, high_ = -INFINITY;
};

}  // namespace

std::string line_chart_svg(const LineChart& chart, FigureWidth width) {
  Extent xs, ys;
  xs.take(0.0);  // the start of the run
  for (const LineSeries& series : chart.series) {
    for (const LinePoint& point : series.points) {
      xs.take(point.x);
      ys.take(point.y);
      if (point.interval) {
        ys.take(point.interval->low);
        ys.take(point.interval->high);
      }
    }
  }
  if (xs.empty() || ys.empty()) return {};
  if (chart.even) ys.take(*chart.even);
  const Interval across = xs.with_margin(0.0);
  const Interval up = chart.range.value_or(ys.with_margin(0.06));
  const bool narrow = width == FigureWidth::narrow;
  const double left = narrow ? 46 : 60, right = (narrow ? 380 : 760) - 16, top = 14,
               bottom = narrow ? 230 : 280;
  const auto x = [&](double value) {
    return left + (value - across.low) / (across.high - across.low) * (right - left);
  };
  const auto y = [&](double value) {
    const double share = (std::clamp(value, up.low, up.high) - up.low) / (up.high - up.low);
    return bottom - share * (bottom - top);
  };
  const double legend =
      chart.series.size() > 1 ? 22.0 * static_cast<double>(chart.series.size()) : 0;
  Svg svg(right + 16, bottom + 52 + legend, chart.title, narrow ? "plot narrow" : "plot wide");
  const double step = tick_step(up.high - up.low);
  for (double tick = std::ceil(up.low / step) * step; tick <= up.high; tick += step) {
    svg.line(left, y(tick), right, y(tick), "grid");
    svg.text(left - 7, y(tick) + 4.5, tick_text(tick, step), "small", Anchor::end);
  }
  const double stride = tick_step((across.high - across.low) / (narrow ? 0.6 : 1.0));
  for (double tick = std::ceil(across.low / stride) * stride; tick <= across.high; tick += stride) {
    svg.line(x(tick), bottom, x(tick), bottom + 5, "axis");
    svg.text(x(tick), bottom + 20, tick_text(tick, stride), "small", Anchor::middle);
  }
  svg.text((left + right) / 2, bottom + 40, chart.x_label, "small", Anchor::middle);
  if (chart.even) svg.line(left, y(*chart.even), right, y(*chart.even), "even");
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const std::vector<LinePoint>& points = chart.series[i].points;
    std::vector<std::pair<double, double>> band, line;
    for (const LinePoint& point : points) {
      line.emplace_back(x(point.x), y(point.y));
      if (point.interval) band.emplace_back(x(point.x), y(point.interval->high));
    }
    for (std::size_t k = points.size(); k-- > 0;) {
      if (points[k].interval) band.emplace_back(x(points[k].x), y(points[k].interval->low));
    }
    // When the colours are used up, they repeat with dashed lines.
    const std::string colour = fmt::format("s{}", i % 6);
    const std::string curve = fmt::format("curve {}{}", colour, i < 6 ? "" : " dashed");
    if (band.size() > 2) svg.polygon(band, "band " + colour);
    if (band.size() == 2) {
      svg.line(band[0].first, band[0].second, band[1].first, band[1].second, curve);
    }
    if (line.size() > 1) svg.polyline(line, curve);
    if (line.size() == 1) svg.circle(line[0].first, line[0].second, 4, "dot " + colour);
    if (legend == 0) continue;
    const double at = bottom + 62 + 22.0 * static_cast<double>(i);
    svg.line(left, at, left + 28, at, curve);
    svg.text(left + 38, at + 4.5, shortened(chart.series[i].name, narrow ? 42 : 90));
  }
  return svg.str();
}

}  // namespace tavlab
