#pragma once

#include <memory>

#include "core/game.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {

/// The agent that a text names, for a game with these rules, which must outlive it. Throws
/// UserError where the agent cannot play by them.
///
/// Compiled once for every game of tavlab, in selfplay/agents/agents_of_game.cpp.in. For other
/// games include agent_factory.h.
template <Game G>
std::unique_ptr<Agent<G>> make_agent(const AgentSpec& spec, const typename G::Rules& rules);

}  // namespace tavlab
