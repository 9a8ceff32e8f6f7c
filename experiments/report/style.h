#pragma once

#include <string_view>

namespace tavlab {

/// The style sheet of reports. Colours are those of Okabe and Ito (2008), which people with every
/// kind of colour vision tell apart; light and dark follow the reader's device; print is light.
std::string_view report_style();

}  // namespace tavlab
