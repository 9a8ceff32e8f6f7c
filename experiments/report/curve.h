#pragma once

#include <string>
#include <vector>

#include "experiments/report/plot.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// A figure with its caption.
struct Figure {
  std::string caption;
  std::string svg;
};

/// The first side's score against each numeric parameter that the design varies (such as a limit on
/// moves), with error bars and the line of an even game. Values that are not numbers, such as
/// `none`, are placed separately at the right. With several agents, there is a figure per group of
/// rules, with a series for each strength; otherwise all groups are in one figure.
std::vector<Figure> score_curves(const Summary& summary, FigureWidth width);

}  // namespace tavlab
