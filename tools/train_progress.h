#pragma once

#include <string>

#include "selfplay/generate/group.h"

namespace tavlab::cli {

/// How fast nets judge positions, in a few words for a line of progress.
std::string play_note(const SelfPlayCounts& counts);

}  // namespace tavlab::cli
