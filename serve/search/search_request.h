#pragma once

#include <cstdint>
#include <memory>

#include "selfplay/agents/agent_spec.h"
#include "selfplay/turn_limits.h"
#include "serve/api/request.h"
#include "serve/game/served_game.h"

namespace tavlab::serve {

/// What a request asks to be searched.
struct Search {
  std::unique_ptr<ServedGame> game;
  AgentSpec agent;
  TurnLimits limits;
  std::uint64_t seed;
};

/// The functions below throw UserError.
/// An analysis of the game's last position by the request's `agent`, with limits of its own, or
/// else by one that searches until it is stopped.
Search analysis_request(const Json& request);
/// How long it may take: the request's `seconds`.
double seconds_of(const Json& request, double most);
/// A move as the agent or the level of the request would play it.
Search reply_request(const Json& request);

}  // namespace tavlab::serve
