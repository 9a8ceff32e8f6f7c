#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "core/error.h"
#include "core/game.h"
#include "core/move_kinds.h"
#include "core/solving/exact.h"
#include "core/text.h"
#include "nn/evaluation/shared_evaluation.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/alphabeta_agent.h"
#include "selfplay/agents/greedy_agent.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/agents/net_agent.h"
#include "selfplay/agents/program_agent.h"
#include "selfplay/agents/restricted_agent.h"
#include "selfplay/agents/search_agent.h"
#include "selfplay/agents/table_agent.h"

namespace tavlab {

/// Makes the agent of an `alphabeta` spec.
template <Game G>
std::unique_ptr<Agent<G>> make_alphabeta_agent(const AgentSpec& spec,
                                               const typename G::Rules& rules) {
  AlphaBetaSettings settings;
  settings.depth = static_cast<int>(spec.integer("depth").value_or(0));
  settings.nodes = static_cast<std::uint64_t>(spec.integer("nodes").value_or(0));
  settings.seconds = spec.real("seconds").value_or(0.0);
  settings.table_megabytes = static_cast<std::size_t>(spec.integer("table").value());
  settings.threads = static_cast<int>(spec.integer("threads").value());
  settings.random_ties = spec.choice("ties") == "random";
  settings.material = spec.choice("eval") == "material";
  settings.cpu_time = spec.choice("clock") == "cpu";
  SearchFeatures features = SearchFeatures::all();
  for (const std::size_t feature : spec.choices("without")) features.remove(feature);
  if (is_selective(spec)) settings.features = features;
  if (spec.choice("selective") != "off") settings.features_in_limits = features;
  if (settings.material && !G::capabilities.material) {
    throw UserError(
        fmt::format("agent '{}': these rules have no evaluation by material alone; use "
                    "eval=full",
                    spec.canonical()));
  }
  std::string net = spec.file("net");
  if (net == kShippedEvaluation) net = shipped_evaluation_of<G>(rules);
  if (!net.empty()) {
    if constexpr (G::capabilities.features) {
      if (settings.material) {
        throw UserError(
            fmt::format("agent '{}': net and eval=material exclude each other", spec.canonical()));
      }
      settings.learned = read_shared_evaluation<G>(net, rules);
    } else {
      throw UserError(
          fmt::format("agent '{}': this family has no learned evaluations", spec.canonical()));
    }
  }
  SharedTable<G> endgames;
  if (const std::string file = spec.file("endgame"); !file.empty()) {
    endgames = open_table<G>(file, rules);
  }
  try {
    return std::make_unique<AlphaBetaAgent<G>>(settings, std::move(endgames));
  } catch (const std::bad_alloc&) {
    throw UserError(fmt::format("agent '{}': not enough memory for a table of {} MB",
                                spec.canonical(), settings.table_megabytes));
  }
}

/// The agent of a spec, whose moves are not restricted.
template <Game G>
std::unique_ptr<Agent<G>> make_free_agent(const AgentSpec& spec, const typename G::Rules& rules) {
  if (spec.name() == "alphabeta") return make_alphabeta_agent<G>(spec, rules);
  if (spec.name() == "greedy") {
    return std::make_unique<GreedyAgent<G>>(spec.choice("ties") == "random");
  }
  if (spec.name() == "mcts") return make_search_agent<G>(spec, rules);
  if (spec.name() == "net") return make_net_agent<G>(spec, rules);
  if (spec.name() == "table") return make_table_agent<G>(spec, rules);
  if (spec.kind().find("cmd") != nullptr) return make_program_agent<G>(spec, rules);
  if (spec.name() == "random") return std::make_unique<RandomAgent<G>>();
  throw std::logic_error(fmt::format("agent '{}' is not implemented", spec.canonical()));
}

/// The kinds of moves that an agent abstains from, as in Restriction. Throws UserError for those
/// that the rules do not have.
template <Game G>
std::uint32_t forbidden_kinds(const AgentSpec& spec) {
  std::uint32_t kinds = 0;
  if (spec.kind().find("forbid") == nullptr) return kinds;
  const std::string forbidden = spec.text("forbid");
  for (const std::string_view kind : split(forbidden, '+')) {
    if (kind.empty()) continue;
    try {
      kinds |= 1U << move_kind_number<G>(kind);
    } catch (const UserError& error) {
      throw UserError(fmt::format("agent '{}': {}", spec.canonical(), error.what()));
    }
  }
  if (kinds != 0 && spec.kind().find("endgame") != nullptr && !spec.file("endgame").empty()) {
    throw UserError(
        fmt::format("agent '{}': forbid and endgame exclude each other, as the table's values are "
                    "those of free play",
                    spec.canonical()));
  }
  return kinds;
}

template <Game G>
std::unique_ptr<Agent<G>> make_agent(const AgentSpec& spec, const typename G::Rules& rules) {
  const std::uint32_t kinds = forbidden_kinds<G>(spec);
  std::unique_ptr<Agent<G>> agent = make_free_agent<G>(spec, rules);
  if (kinds == 0) return agent;
  return std::make_unique<RestrictedAgent<G>>(std::move(agent), kinds);
}

}  // namespace tavlab

// Tests that include this file for other games do not compile tavlab's games again.
#include "selfplay/agents/agents_elsewhere.h"
