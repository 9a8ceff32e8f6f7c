#pragma once

#include <string>

#include "experiments/human/human_play.h"

namespace tavlab {

/// For a terminal: tables for each rule set, and what they do and do not say.
std::string human_play_text(const HumanPlay& play);

}  // namespace tavlab
