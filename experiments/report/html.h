#pragma once

#include <string>
#include <string_view>

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// What a report says that its summary does not.
struct ReportFrame {
  Markup verdict;  ///< under the title, in place of what the intervals say in brief
  Markup figures;  ///< before the experiment's own figures
  Markup replays;  ///< before the rules, see replay_section.h
};

/// The report as one HTML document that needs nothing else: no network; a script of its own where
/// games can be stepped through. It is also well-formed XML.
std::string report_html(const Summary& summary, const ReportFrame& frame = {});

/// A drawing in both widths under one caption, for figure.html; the style sheet shows the one that
/// fits.
Fields figure_fields(std::string wide, std::string narrow, std::string_view caption);

}  // namespace tavlab
