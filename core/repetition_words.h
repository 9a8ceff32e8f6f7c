#pragma once

#include <string>
#include <string_view>

#include "core/repetition.h"

namespace tavlab {

/// What happens when a position recurs, as a sentence. `same`: what else must be the same, as in
/// "the same player to move". For families whose players have no other names.
std::string repetition_sentence(const RepetitionRule& rule, std::string_view same);

}  // namespace tavlab
