#pragma once

#include "core/picture.h"

namespace tavlab {

/// Whether there are towers that pieces lie in when they are captured, any number at a time, and
/// that they may come out of again: those that pictures show by their height. Elsewhere one leaves
/// the board for each square of a capture.
template <typename G>
bool has_towers(const typename G::Rules& rules) {
  return G::picture(rules, G::start(rules)).stacks == Picture::Stacks::high;
}

}  // namespace tavlab
