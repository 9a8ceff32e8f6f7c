#include "serve/search/search_request.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace

Search analysis_request(const Json& request) {
  const std::optional<std::string> agent = optional_text(request, "agent");
  std::unique_ptr<ServedGame> game = played_game(game_request(request));
  const bool before_throw = game->view().node == NodeKind::chance;
  const std::string_view analyst = before_throw ? kAnalystOfThrows : kAnalyst;
  Search search{std::move(game), browser_agent(agent ? *agent : analyst), {}, seed_of(request)};
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
