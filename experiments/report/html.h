#pragma once

#include <string>
#include <string_view>

#include "experiments/summary/summary.h"

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

/// A page's beginning up to its main part, with the style sheet; and its end.
std::string page_start(const std::string& title);
inline constexpr std::string_view kPageEnd = "</main></body></html>\n";

/// A drawing in both widths under one caption; the style sheet shows the one that fits.
std::string figure_html(const std::string& wide, const std::string& narrow,
                        const std::string& caption);

}  // namespace tavlab
