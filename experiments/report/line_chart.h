#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/report/plot.h"
#include "experiments/stats/interval.h"

namespace tavlab {

/// A point of a line, with its interval where it has one.
struct LinePoint {
  double x = 0.0;
  double y = 0.0;
  std::optional<Interval> interval;
};

struct LineSeries {
  std::string name;
  std::vector<LinePoint> points;  ///< by rising x
};

/// Numbers over something that goes on, such as time.
struct LineChart {
  std::string title;
  std::string x_label;
  std::vector<LineSeries> series;
  std::optional<Interval> range;  ///< of y; else as the points need it
  std::optional<double> even;     ///< where a dashed line is drawn
};

/// The chart as inline SVG; intervals are bands. Without points it is empty.
std::string line_chart_svg(const LineChart& chart, FigureWidth width);

}  // namespace tavlab
