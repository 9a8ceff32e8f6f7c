// Whether the families have what they declare.
#include "core/families.h"
#include "core/race_of_families.h"
#include "core/record_texts_of_families.h"
#include "core/solving/deadlock.h"
#include "core/solving/exact.h"
#include "core/solving/prover.h"

namespace tavlab {
namespace {

template <FamilyGame... G>
constexpr bool as_declared(GameList<G...>) {
  return ((G::capabilities.record_texts == RecordTexts<G>::exist &&
           G::capabilities.race == Race<G>::exist &&
           G::capabilities.exact_tables == Exact<G>::available &&
           G::capabilities.limit_proofs == Prover<G>::available &&
           G::capabilities.deadlock_search == DeadlockSearch<G>::available) &&
          ...);
}

static_assert(
    as_declared(Games{}),
    "a family declares record texts or a solver that it does not have, or has one that it "
    "does not declare (Capabilities in core/game.h)");

}  // namespace
}  // namespace tavlab
