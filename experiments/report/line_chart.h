#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// A point of a line, with an optional interval.
struct LinePoint {
  double x = 0.0;
  double y = 0.0;
  std::optional<Interval> interval;
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;  ///< by rising x
};

/// Numbers over a continuous quantity such as time.
struct LineChart {
  std::string title;
  std::string x_label;
  std::vector<LineSeries> series;
  std::optional<Interval> range;  ///< of y; by default that of the points
  std::optional<double> even;     ///< height of a dashed line
};

/// The chart as inline SVG; intervals are bands. Empty without points.
std::string line_chart_svg(const LineChart& chart, FigureWidth width);

}  // namespace tavlab
