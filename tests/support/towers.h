#pragma once

#include "core/picture.h"

namespace tavlab {

/// Whether captured pieces, any number at a time, become part of towers, from which they may come
/// free again: the stacks that pictures show by their height. Elsewhere one piece leaves the board
/// for each square of a capture.
template <typename G>
bool has_towers(const typename G::Rules& rules) {
  return G::picture(rules, G::start(rules)).stacks == Picture::Stacks::high;
}

}  // namespace tavlab
