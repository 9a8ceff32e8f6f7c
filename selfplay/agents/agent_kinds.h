#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/agents/agent_option.h"

namespace tavlab {

/// A kind of agent, for the parser and the help.
struct AgentKind {
  std::string_view name;
  std::string_view help;
  /// The options that limit a search; at least one of them is always set.
  std::vector<std::string_view> limits;
  std::string_view default_limit;  ///< "key=value", used if no limit is given
  std::vector<AgentOption> options;
  /// The option whose value is the whole text after the colon, without a key: `table:FILE`.
  std::string_view operand = {};

  [[nodiscard]] const AgentOption* find(std::string_view key) const;
};

/// Every kind of agent.
std::span<const AgentKind> agent_kinds();

/// The text of `tavlab help agents`: the grammar, all agents and their options.
std::string agents_help();

}  // namespace tavlab
