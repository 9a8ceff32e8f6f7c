#pragma once

#include <memory>

#include "selfplay/agents/agent_factory.h"
#include "tests/support/toy_games.h"

// The agents of the toy games are slow to compile: toy_agents.cpp instantiates them for all tests.
namespace tavlab {

extern template std::unique_ptr<Agent<toy::TicTacToe>> make_agent<toy::TicTacToe>(
    const AgentSpec&, const toy::TicTacToe::Rules&);
extern template std::unique_ptr<Agent<toy::Race>> make_agent<toy::Race>(const AgentSpec&,
                                                                        const toy::Race::Rules&);
extern template std::unique_ptr<Agent<toy::Chase>> make_agent<toy::Chase>(const AgentSpec&,
                                                                          const toy::Chase::Rules&);
extern template std::unique_ptr<Agent<toy::Wide>> make_agent<toy::Wide>(const AgentSpec&,
                                                                        const toy::Wide::Rules&);

}  // namespace tavlab
