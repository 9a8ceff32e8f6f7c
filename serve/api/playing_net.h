#pragma once

#include <string>

#include "core/ruleset/ruleset.h"

namespace tavlab::serve {

/// The name of a net that comes with tavlab and plays these rules; empty if there is none.
std::string playing_net(const RuleSet& rules);

}  // namespace tavlab::serve
