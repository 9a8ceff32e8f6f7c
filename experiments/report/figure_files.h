#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/summary/summary.h"

namespace tavlab {

/// A figure of a report as a separate file, drawn wide.
struct NamedFigure {
  std::string name;  ///< of its file: "curve-1"
  std::string svg;
};

/// Writes figures as files: DIR/figures/NAME.svg.
void write_figures(const std::vector<NamedFigure>& figures, const std::filesystem::path& folder);

/// The curves of the score against numeric parameters: "curve-1", ...
std::vector<NamedFigure> curve_figures(const Summary& summary);

}  // namespace tavlab
