#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/summary.h"

namespace tavlab {

/// What a report says that its summary does not.
struct ReportFrame {
  std::string verdict;  ///< HTML under the title, in place of what the intervals say in brief
  std::string figures;  ///< HTML before the experiment's own figures
  std::string games;    ///< HTML before the rules, see replay_section.h
};

/// The report as one HTML document that needs nothing else: no network; a script of its own where
/// games can be stepped through. It is also well-formed XML.
std::string report_html(const Summary& summary, const ReportFrame& frame = {});

/// The figures of a report that stand for themselves, drawn wide, by the names of their files.
struct NamedFigure {
  std::string name;  ///< "curve-1"
  std::string svg;
};

/// Writes figures as files: DIR/figures/NAME.svg.
void write_figures(const std::vector<NamedFigure>& figures, const std::filesystem::path& folder);

/// The curves of the score against numbers of the rules: "curve-1", ...
std::vector<NamedFigure> curve_figures(const Summary& summary);

/// A drawing in both widths under one caption; the style sheet shows the one that fits.
std::string figure_html(const std::string& wide, const std::string& narrow,
                        const std::string& caption);

}  // namespace tavlab
