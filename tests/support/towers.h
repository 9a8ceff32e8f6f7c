#pragma once

namespace tavlab {

/// Whether there are towers that pieces lie in when they are captured, any number at a time, and
/// that they may come out of again. Elsewhere one leaves the board for each square of a capture.
template <typename G>
bool has_towers(const typename G::Rules& rules) {
  if constexpr (requires { rules.parameters.stacking; }) {
    return rules.parameters.stacking;
  } else {
    return false;
  }
}

}  // namespace tavlab
