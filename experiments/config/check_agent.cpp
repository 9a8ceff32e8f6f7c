#include "experiments/config/check_agent.h"

#include "core/families.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"

namespace tavlab {

void check_agent(const RuleSet& rules, const std::string& agent) {
  visit_game(rules, [&](auto family, const auto& compiled) {
    make_agent<decltype(family)>(AgentSpec::parse(agent), *compiled);
  });
}

}  // namespace tavlab
