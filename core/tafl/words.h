#pragma once

#include <string>
#include <vector>

#include "core/tafl/parameters.h"
#include "core/words.h"

namespace tavlab::tafl {

/// The game that the parameters describe, in words.
Words words(const Parameters& parameters);

/// How positions, moves and rolls are written, under whatever rules.
std::string_view notation();

}  // namespace tavlab::tafl
