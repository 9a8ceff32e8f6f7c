// What families declare about their solvers is what there is: a file of theirs that is missing or
// misnamed does not compile.
#include "core/families.h"
#include "solve/deadlock.h"
#include "solve/exact.h"
#include "solve/prover.h"

namespace tavlab {
namespace {

template <FamilyGame... G>
constexpr bool as_declared(GameList<G...>) {
  return ((G::capabilities.exact_tables == Exact<G>::available &&
           G::capabilities.limit_proofs == Prover<G>::available &&
           G::capabilities.deadlock_search == DeadlockSearch<G>::available) &&
          ...);
}

static_assert(as_declared(Games{}),
              "a family declares a solver that it does not have, or has one that it does not "
              "declare (Capabilities in core/game.h)");

}  // namespace
}  // namespace tavlab
