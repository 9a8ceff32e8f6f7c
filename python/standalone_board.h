#pragma once

#include <string>
#include <string_view>

#include "core/picture.h"

namespace tavlab::python {

/// A board as an SVG drawing with its style, so that it can be shown by itself.
std::string standalone_board(const Picture& picture, std::string_view title);

}  // namespace tavlab::python
