#pragma once

#include <string>
#include <string_view>

#include "experiments/claim/claim.h"

namespace tavlab {

/// A measure for people who do not know its name: "rolls that allow no move, as a share" for
/// blocked_share. `first_player` is whose score it is: "attackers".
std::string measure_words(std::string_view measure, std::string_view first_player);

/// A hypothesis without its region: "score of the attackers: helmfrid-9", "length of a game:
/// helmfrid-9 minus tavlei-9".
std::string hypothesis_words(const Hypothesis& hypothesis, std::string_view first_player);

}  // namespace tavlab
