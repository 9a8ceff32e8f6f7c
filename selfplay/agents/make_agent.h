#pragma once

#include <memory>

#include "core/game.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {

/// Makes the agent of a spec for these rules, which must outlive it. Throws UserError if the agent
/// cannot play them.
///
/// Instantiated for tavlab's games in selfplay/agents/agents_of_game.cpp.in. For other games
/// include agent_factory.h.
template <Game G>
std::unique_ptr<Agent<G>> make_agent(const AgentSpec& spec, const typename G::Rules& rules);

}  // namespace tavlab
