#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab {

/// In place of a net's name, in agents: the one that comes with tavlab for the rules.
inline constexpr std::string_view kShippedNet = "auto";

/// The sorted names of the nets that come with tavlab (see `find_net`).
std::vector<std::string> shipped_nets();

/// The name of the net that comes with tavlab for these rules: of those trained for them the one
/// named after them, else the one trained for the fewest rule sets, since learning many costs
/// strength. Empty if there is none. Thread-safe.
std::string shipped_net_for(const RulesIdentity& rules);

}  // namespace tavlab
