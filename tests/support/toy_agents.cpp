#include "tests/support/toy_agents.h"

namespace tavlab {

template std::unique_ptr<Agent<toy::TicTacToe>> make_agent<toy::TicTacToe>(
    const AgentSpec&, const toy::TicTacToe::Rules&);
template std::unique_ptr<Agent<toy::Race>> make_agent<toy::Race>(const AgentSpec&,
                                                                 const toy::Race::Rules&);
template std::unique_ptr<Agent<toy::Chase>> make_agent<toy::Chase>(const AgentSpec&,
                                                                   const toy::Chase::Rules&);
template std::unique_ptr<Agent<toy::Wide>> make_agent<toy::Wide>(const AgentSpec&,
                                                                 const toy::Wide::Rules&);

}  // namespace tavlab
