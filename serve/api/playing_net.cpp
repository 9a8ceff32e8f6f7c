#include "serve/api/playing_net.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "nn/shipped_nets.h"
#include "selfplay/agents/make_agent.h"

namespace tavlab::serve {
namespace {

bool plays(const std::string& net, const RuleSet& rules) {
  try {
    visit_game(rules, [&](auto game, const auto& compiled) {
      using G = decltype(game);
      make_agent<G>(AgentSpec::parse("mcts:sims=1,net=" + net), *compiled);
    });
    return true;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace

std::string playing_net(const RuleSet& rules) {
  static std::mutex mutex;
  static std::map<std::uint64_t, std::string> known;
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known.try_emplace(rules.content_hash());
  if (!is_new) return entry->second;
  std::vector<std::string> names = shipped_nets();
  // The one named after the rules was trained for them alone: try it first.
  std::ranges::stable_partition(names, [&](const std::string& name) { return name == rules.id; });
  const auto found =
      std::ranges::find_if(names, [&](const std::string& name) { return plays(name, rules); });
  if (found != names.end()) entry->second = *found;
  return entry->second;
}

}  // namespace tavlab::serve
