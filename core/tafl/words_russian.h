#pragma once

#include "core/tafl/parameters.h"
#include "core/tafl/rules.h"
#include "core/words.h"

namespace tavlab::tafl {

/// The description of the game with these parameters, in Russian.
Words words_in_russian(const Parameters& parameters);

template <int Words>
tavlab::Words words_in_russian(const Rules<Words>& rules) {
  return words_in_russian(rules.parameters);
}

}  // namespace tavlab::tafl
