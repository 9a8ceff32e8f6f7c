#pragma once

#include <string>

#include "experiments/summary.h"

namespace tavlab {

/// The report as one HTML document that needs nothing else: no network, no script. It is also
/// well-formed XML.
std::string report_html(const Summary& summary);

}  // namespace tavlab
