#pragma once

#include <string>
#include <string_view>

#include "experiments/report/fields.h"
#include "experiments/summary/summary.h"

namespace tavlab {

/// The parts of a report that do not come from its summary.
struct ReportFrame {
  Markup verdict;  ///< under the title, instead of the conclusions from the intervals
  Markup figures;  ///< before the experiment's own figures
  Markup replays;  ///< before the rules, see replay_section.h
  /// Whether the figures and tables of each cell follow, with intervals for a number of games that
  /// was fixed in advance.
  bool cells = true;
};

/// The report as one self-contained HTML document, with a script if there are games to step
/// through. It is also well-formed XML.
std::string report_html(const Summary& summary, const ReportFrame& frame = {});

/// A drawing in both widths with one caption, for figure.html; the style sheet shows the one that
/// fits.
Fields figure_fields(std::string wide, std::string narrow, std::string_view caption);

}  // namespace tavlab
