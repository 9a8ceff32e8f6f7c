#pragma once

#include "experiments/match/match_text.h"
#include "experiments/report/fields.h"

namespace tavlab {

/// What a match says about its agents, for the head of its report: their scores, the score of the
/// first side, the difference in Elo and the sequential test, if there was one.
Markup match_html(const MatchReport& report);

}  // namespace tavlab
