#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/human/human_play.h"
#include "experiments/report/plot.h"
#include "experiments/stats/interval.h"

// Estimates on one horizontal scale, a row each.
namespace tavlab {

struct ScaleRow {
  std::string label;   ///< beside the row, above it on a narrow scale
  double mean = 0.0;   ///< a dot; NaN for none
  Interval interval;   ///< a line: the uncertainty
  Interval band;       ///< a bar: where the mean lies by who plays; NaN for none
  std::string colour;  ///< class of the style sheet: "s0", "people"
  std::string hover;
};

struct Scale {
  std::string title;
  Interval range;
  std::vector<Interval> regions;  ///< shaded
  std::optional<double> even;     ///< a dashed line
  std::string note;               ///< below
  std::string short_note;         ///< the same on a narrow scale
  bool labelled = true;           ///< false for a single row that needs no label
  std::vector<ScaleRow> rows;
};

std::string scale_svg(const Scale& scale, FigureWidth width);

/// How people score.
ScaleRow people_row(const HumanPlay& play, const PlayedRules& played);

}  // namespace tavlab
