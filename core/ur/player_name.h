#pragma once

#include <string_view>

#include "core/side.h"

namespace tavlab::ur {

/// "White" or "Black".
constexpr std::string_view player_name(Side side) {
  return side == Side::first ? "White" : "Black";
}

}  // namespace tavlab::ur
