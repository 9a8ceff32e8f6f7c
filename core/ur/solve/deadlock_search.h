#pragma once

#include "core/solving/deadlock.h"
#include "core/ur/solve/deadlock.h"
#include "core/ur/ur.h"

namespace tavlab {

template <>
struct DeadlockSearch<Ur> {
  static constexpr bool available = true;
  static ur::DeadlockProof find(const Ur::Rules& rules) { return ur::find_deadlock(rules); }
};

}  // namespace tavlab
