#pragma once

#include <string>
#include <vector>

#include "core/tafl/parameters.h"
#include "core/words.h"

namespace tavlab::tafl {

/// The description of the game with these parameters.
Words words(const Parameters& parameters);

/// How positions, moves and rolls are written, for all rules of the family.
std::string_view notation();

}  // namespace tavlab::tafl
