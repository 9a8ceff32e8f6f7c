#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "experiments/config/config.h"

namespace tavlab {

/// The nets and learned evaluations that a config's agents name, as in "net a.safetensors" and
/// "evaluation NAME", with a hash of each file's content: a different file under the same name is a
/// different agent. Not `auto`, which cells keep (ExperimentCell::evaluation, net). Throws
/// UserError for a file that cannot be read.
std::map<std::string, std::uint64_t> agent_nets(const ExperimentConfig& config);
/// The same of single agents.
std::map<std::string, std::uint64_t> agent_nets(std::span<const std::string> agents);

/// Whether an agent's learned evaluation, or its net, is the one that comes with tavlab for the
/// rules.
bool names_shipped(const std::string& agent);
bool names_shipped_net(const std::string& agent);
/// That evaluation, and that net: its name and a hash of its content, since another version may
/// come with another one, which is another agent. Empty if there is none.
std::string shipped_evaluation_text(const RuleSet& rules);
std::string shipped_net_text(const RuleSet& rules);

/// A notice for agents whose evaluation is `auto` under rules for which none comes with tavlab:
/// they play without. Empty if there are no such agents. `evaluation` is shipped_evaluation_text.
std::string missing_evaluation_note(std::span<const std::string> agents,
                                    std::string_view evaluation);

/// A notice if an agent of several cells has its learned evaluation or its net from `auto`, and not
/// the same one under all their rules, or none under some: it is a weaker player there, so that the
/// cells do not compare the rules. Empty if there is no such agent.
std::string unequal_evaluations_note(std::span<const ExperimentCell> cells);

/// A hash of the content of a learned evaluation, by its path or name.
std::uint64_t evaluation_hash(std::string_view file);

/// One line for each: its hash, a space, its kind and name.
std::string agent_nets_text(const std::map<std::string, std::uint64_t>& nets);

/// The kind and name of the first net of `now` with a different hash in `stored`, both written by
/// agent_nets_text; empty if there is none.
std::string replaced_net(const std::string& stored, const std::string& now);

}  // namespace tavlab
