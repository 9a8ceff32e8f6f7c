#include "experiments/claim/players.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <utility>

#include "core/error.h"
#include "experiments/config/agent_nets.h"
#include "experiments/config/check_agent.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {
namespace {

/// The options that limit a search in proportion to its work.
constexpr std::array<std::string_view, 3> kWorkLimits = {"nodes", "sims", "seconds"};

/// The same agent with half the work; `whole` is that of the ladder's top.
std::string halved(const AgentSpec& agent, std::string_view whole) {
  AgentSpec half = agent;
  bool any = false;
  for (const std::string_view key : kWorkLimits) {
    if (agent.kind().find(key) == nullptr) continue;
    if (key == "seconds") {
      if (const auto seconds = agent.real(key)) {
        half = half.with(key, fmt::format("{}", *seconds / 2.0));
        any = true;
      }
    } else if (const auto work = agent.integer(key)) {
      if (*work < 2) {
        throw UserError(fmt::format(
            "agent '{}': too many doublings below it; {}=1 cannot be halved", whole, key));
      }
      half = half.with(key, fmt::format("{}", *work / 2));
      any = true;
    }
  }
  if (!any) {
    throw UserError(
        fmt::format("agent '{}': a ladder of doublings needs a limit in nodes, sims or seconds, "
                    "which can be halved",
                    whole));
  }
  return half.canonical();
}

/// Throws UserError if the agent's evaluation is the one that comes with tavlab for the rules, and
/// none does for some of them: there the agent would be a different one.
void check_evaluation(const std::string& agent, std::span<const RuleSet> rules) {
  if (!names_shipped(agent)) return;
  for (const RuleSet& each : rules) {
    if (!shipped_evaluation_text(each).empty()) continue;
    throw UserError(
        fmt::format("agent '{}': no learned evaluation comes with tavlab for {}", agent, each.id));
  }
}

/// Why an agent cannot play a claim by these rules; empty if it can.
std::string obstacle(const std::string& agent, int doublings, std::span<const RuleSet> rules) {
  try {
    const std::vector<std::string> alone = {agent};
    ladders_below(alone, doublings);
    for (const RuleSet& each : rules) check_agent(each, agent);
    check_evaluation(agent, rules);
  } catch (const UserError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

PlayersRequest parse_players_request(std::string_view text) {
  constexpr std::string_view kWord = "strongest", kUnit = " kinds";
  PlayersRequest request;
  if (text == kWord) return request;
  if (text.starts_with(kWord) && text.ends_with(kUnit) && text[kWord.size()] == ':') {
    const std::string_view number =
        text.substr(kWord.size() + 1, text.size() - kWord.size() - 1 - kUnit.size());
    const auto [end, error] =
        std::from_chars(number.data(), number.data() + number.size(), request.kinds);
    if (error == std::errc{} && end == number.data() + number.size() && request.kinds >= 1 &&
        request.kinds <= 8) {
      return request;
    }
  }
  throw UserError(fmt::format(
      "agents '{}': as a text it must be \"strongest\" or \"strongest:N kinds\", N from 1 to 8",
      text));
}

std::string ClaimPlayers::rung_name(std::size_t rung) const {
  std::vector<std::string_view> names;
  for (const std::vector<std::string>& ladder : ladders) names.push_back(ladder.at(rung));
  return fmt::format("{}", fmt::join(names, " | "));
}

std::string agent_kind(std::string_view agent) {
  const AgentSpec spec = AgentSpec::parse(agent);
  const auto given = [&](std::string_view key) {
    return spec.kind().find(key) != nullptr && !spec.file(key).empty();
  };
  if (spec.name() == "alphabeta" && given("net")) return "alphabeta, learned evaluation";
  if (spec.name() == "mcts" && given("net")) return "mcts, net";
  if (spec.name() == "mcts" && given("eval")) return "mcts, learned evaluation";
  return std::string(spec.name());
}

ClaimPlayers ladders_below(std::span<const std::string> agents, int doublings) {
  ClaimPlayers players;
  std::vector<std::string> kinds;
  for (const std::string& agent : agents) {
    const std::string top = AgentSpec::parse(agent).canonical();
    const std::string kind = agent_kind(top);
    const auto known = std::ranges::find(kinds, kind);
    if (known != kinds.end()) {
      throw UserError(fmt::format(
          "agents '{}' and '{}' are of one kind ({}); name one of each kind",
          players.ladders[static_cast<std::size_t>(known - kinds.begin())].back(), top, kind));
    }
    kinds.push_back(kind);
    std::vector<std::string> ladder = {top};
    for (int rung = 0; rung < doublings; ++rung) {
      ladder.push_back(halved(AgentSpec::parse(ladder.back()), top));
    }
    std::ranges::reverse(ladder);
    players.ladders.push_back(std::move(ladder));
  }
  return players;
}

ClaimPlayers strongest_players(const StoredCalibration& calibration, const PlayersRequest& request,
                               int doublings, std::span<const RuleSet> rules) {
  calibration.check_current();
  std::vector<std::size_t> order(calibration.agents.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{},
                           [&](std::size_t i) { return calibration.ratings[i]; });
  std::vector<std::string> chosen, kinds, obstacles;
  for (const std::size_t i : order) {
    const std::string kind = agent_kind(calibration.agents[i]);
    if (chosen.size() == request.kinds || std::ranges::find(kinds, kind) != kinds.end()) continue;
    std::string reason = obstacle(calibration.agents[i], doublings, rules);
    if (!reason.empty()) {
      obstacles.push_back(std::move(reason));
      continue;
    }
    chosen.push_back(calibration.agents[i]);
    kinds.push_back(kind);
  }
  if (chosen.size() < request.kinds) {
    throw UserError(fmt::format(
        "{}: has agents of {} kind{} ({}) that can play this claim, and it needs {}; calibrate "
        "more{}{}",
        calibration.path, kinds.size(), kinds.size() == 1 ? "" : "s", fmt::join(kinds, ", "),
        request.kinds, obstacles.empty() ? "" : ". Left out: ", fmt::join(obstacles, "; ")));
  }
  ClaimPlayers players = ladders_below(chosen, doublings);
  players.calibration = calibration.hash;
  return players;
}

}  // namespace tavlab
