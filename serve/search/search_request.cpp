#include "serve/search/search_request.h"
#include "nn/shipped_nets.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "nn/shipped_nets.h"
#include "serve/api/answers.h"
#include "serve/api/levels.h"

namespace tavlab::serve {
namespace {

constexpr std::string_view kAnalyst = "alphabeta:net=auto,table=64";
/// Before a throw, there are many searches, each of a part of the time.
constexpr std::string_view kAnalystOfThrows = "alphabeta:net=auto,table=16";

std::uint64_t seed_of(const Json& request) {
  constexpr double kMaxSeed = 9007199254740991.0;  // exact in JavaScript
  return static_cast<std::uint64_t>(number_field(request, "seed", 1, 0, kMaxSeed));
}

/// What searches if a browser asks for a kind of engine rather than an agent. Tree search with a
/// net tells a policy and, of games with draws, shares of wins; alpha-beta is the stronger one.
std::string analyst_of(std::string_view engine, const RuleSet& rules, bool before_throw) {
  if (engine == "alphabeta") return std::string(before_throw ? kAnalystOfThrows : kAnalyst);
  if (engine != "net") throw UserError("'engine' must be alphabeta or net");
  const std::string net = shipped_net_for(identity_of(rules));
  if (net.empty()) throw UserError("no net that comes with tavlab plays these rules");
  return "mcts:net=" + net;
}

}  // namespace

Search analysis_request(const Json& request) {
  const std::optional<std::string> agent = optional_text(request, "agent");
  const std::string engine = optional_text(request, "engine").value_or("alphabeta");
  const GameRequest asked = game_request(request);
  std::unique_ptr<ServedGame> game = played_game(asked);
  const bool before_throw = game->view().node == NodeKind::chance;
  const std::string analyst = agent ? *agent : analyst_of(engine, asked.rule_set, before_throw);
  Search search{std::move(game), browser_agent(analyst), {}, seed_of(request)};
  search.limits.infinite = !agent;
  return search;
}

double seconds_of(const Json& request, double most) {
  return number_field(request, "seconds", 10, 0.01, most);
}

Search reply_request(const Json& request) {
  const std::optional<std::string> agent = optional_text(request, "agent");
  const int level = static_cast<int>(number_field(request, "level", 1, 1, 100));
  return {played_game(game_request(request)),
          browser_agent(agent ? *agent : agent_of_level(level)),
          {},
          seed_of(request)};
}

}  // namespace tavlab::serve
