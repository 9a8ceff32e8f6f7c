#pragma once

#include <cstdint>

#include "experiments/claim/claim.h"

namespace tavlab {

/// Over which readings of the rules a claim runs, besides that of its arms.
enum class ReadingMode : std::uint8_t {
  none,
  singles,  ///< each alternative in the `[assumed]` tables of its rule sets
  pairs,    ///< also each two alternatives of different assumptions
};

/// Adds the readings of a claim whose hypotheses are read, with their cells: for each arm of a
/// hypothesis that games decide, the strongest agents under the changed rules. A reading changes
/// every arm that makes its assumptions. Alternatives that contradict the rest of the rules are
/// noted as unplayable. Throws UserError.
void add_readings(Claim& claim, ReadingMode mode);

}  // namespace tavlab
