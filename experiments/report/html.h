#pragma once

#include <string>

#include "experiments/summary.h"

namespace tavlab {

/// What a run that is more than an experiment says in its report.
struct ReportFrame {
  std::string verdict;  ///< HTML under the title, in place of what the intervals say in brief
  std::string figures;  ///< HTML before the experiment's own figures
  std::string command;  ///< that makes it again; empty: `tavlab experiment run ...`
};

/// The report as one HTML document that needs nothing else: no network, no script. It is also
/// well-formed XML.
std::string report_html(const Summary& summary, const ReportFrame& frame = {});

/// A drawing in both widths under one caption; the style sheet shows the one that fits.
std::string figure_html(const std::string& wide, const std::string& narrow,
                        const std::string& caption);

}  // namespace tavlab
