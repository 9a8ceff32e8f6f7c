#pragma once

#include <string>

#include "selfplay/agents/agent_kinds.h"

namespace tavlab {

/// The part of `agents_help` about one kind: what it is, and its options.
std::string agent_help(const AgentKind& kind);

/// Whether the kind's operand is all that it takes: `table:FILE`, but `net:FILE,by=policy`.
bool takes_operand_only(const AgentKind& kind);

}  // namespace tavlab
