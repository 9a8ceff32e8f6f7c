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

/// The first side's score against each parameter that the design varies over numbers (a limit on
/// moves, say), with error bars and the line of an even game. A value that is no number, such as
/// `none`, stands apart to the right. Where several agents play, a figure shows one group of rules
/// with a series for each strength; else all groups in one figure.
std::vector<Figure> score_curves(const Summary& summary, FigureWidth width);

}  // namespace tavlab
