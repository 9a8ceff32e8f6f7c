#pragma once

#include "core/tafl/tafl.h"
#include "solve/prover.h"
#include "solve/tafl/limit_prover.h"

namespace tavlab {

template <int Words>
struct Prover<Tafl<Words>> {
  static constexpr bool available = true;
  using Search = tafl::LimitProver<Words>;
};

}  // namespace tavlab
