#include "experiments/config/agent_nets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/io/files.h"
#include "core/random.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"
#include "nn/shipped_nets.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {
namespace {

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

std::uint64_t content_hash(const std::filesystem::path& path) {
  return hash_text(read_file(path, kMaxBytes));
}

/// Adds the nets that one agent names.
void add_nets(const std::string& agent, std::map<std::string, std::uint64_t>& nets) {
  const AgentSpec spec = AgentSpec::parse(agent);
  for (const AgentOption& option : spec.kind().options) {
    using Type = AgentOption::Type;
    if (option.type != Type::net && option.type != Type::evaluation) continue;
    const std::string name = spec.file(option.key);
    const bool evaluation = option.type == Type::evaluation;
    const std::string key = (evaluation ? "evaluation " : "net ") + name;
    const bool shipped = name == (evaluation ? kShippedEvaluation : kShippedNet);
    if (name.empty() || shipped || nets.contains(key)) continue;
    nets.emplace(key, content_hash(evaluation ? find_evaluation(name) : find_net(name)));
  }
}

/// Whether an agent has a file of this type and name.
bool has_file(const std::string& agent, AgentOption::Type type, std::string_view name) {
  const AgentSpec spec = AgentSpec::parse(agent);
  return std::ranges::any_of(spec.kind().options, [&](const AgentOption& option) {
    return option.type == type && spec.file(option.key) == name;
  });
}

std::map<std::string, std::string> lines_of(const std::string& text) {
  std::map<std::string, std::string> hashes;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = line.find(' ');
    if (blank != std::string::npos) hashes[line.substr(blank + 1)] = line.substr(0, blank);
  }
  return hashes;
}

/// unequal_evaluations_note for one kind of file: which agents have it from `auto`, where a cell
/// keeps it, and what it is called.
std::string unequal_note(std::span<const ExperimentCell> cells,
                         bool (*has_it)(const std::string& agent),
                         std::string ExperimentCell::*kept, std::string_view what) {
  // The arms that each agent plays, by its file there, both in order.
  struct Arms {
    std::string file;
    std::vector<std::string> names;
  };
  std::map<std::string, std::vector<Arms>> by_agent;
  for (const ExperimentCell& cell : cells) {
    for (const std::string& agent : {cell.agents.first, cell.agents.second}) {
      if (!has_it(agent)) continue;
      std::vector<Arms>& all = by_agent[agent];
      auto found = std::ranges::find(all, cell.*kept, &Arms::file);
      if (found == all.end()) found = all.insert(all.end(), {cell.*kept, {}});
      if (std::ranges::count(found->names, cell.arm()) == 0) found->names.push_back(cell.arm());
    }
  }
  std::erase_if(by_agent, [](const auto& each) { return each.second.size() < 2; });
  if (by_agent.empty()) return {};
  std::vector<std::string> agents, files;
  for (const auto& [agent, unused] : by_agent) agents.push_back(agent);
  for (const Arms& arms : by_agent.begin()->second) {  // the same for all that take `auto`
    const std::string name = arms.file.empty() ? "none" : arms.file.substr(0, arms.file.find(' '));
    files.push_back(fmt::format("{} in '{}'", name, fmt::join(arms.names, "', '")));
  }
  const bool one = agents.size() == 1;
  return fmt::format(
      "{} {} not equally strong under these rules, so that their games do not compare the rules: "
      "{} {} is {}.",
      fmt::join(agents, " and "), one ? "is" : "are", one ? "its" : "their", what,
      fmt::join(files, "; "));
}

}  // namespace

std::map<std::string, std::uint64_t> agent_nets(const ExperimentConfig& config) {
  std::map<std::string, std::uint64_t> nets;
  for (const ExperimentCell& cell : config.cells) {
    add_nets(cell.agents.first, nets);
    add_nets(cell.agents.second, nets);
  }
  return nets;
}

std::map<std::string, std::uint64_t> agent_nets(std::span<const std::string> agents) {
  std::map<std::string, std::uint64_t> nets;
  for (const std::string& agent : agents) add_nets(agent, nets);
  return nets;
}

bool names_shipped(const std::string& agent) {
  return has_file(agent, AgentOption::Type::evaluation, kShippedEvaluation);
}

bool names_shipped_net(const std::string& agent) {
  return has_file(agent, AgentOption::Type::net, kShippedNet);
}

std::string shipped_evaluation_text(const RuleSet& rules) {
  const std::string name = shipped_evaluation_for(identity_of(rules));
  if (name.empty()) return {};
  return fmt::format("{} {:016x}", name, evaluation_hash(name));
}

std::string shipped_net_text(const RuleSet& rules) {
  const std::string name = shipped_net_for(identity_of(rules));
  if (name.empty()) return {};
  return fmt::format("{} {:016x}", name, content_hash(find_net(name)));
}

std::string missing_evaluation_note(std::span<const std::string> agents,
                                    std::string_view evaluation) {
  std::vector<std::string> without;
  for (const std::string& agent : agents) {
    const bool known = std::ranges::find(without, agent) != without.end();
    if (evaluation.empty() && names_shipped(agent) && !known) without.push_back(agent);
  }
  if (without.empty()) return {};
  return fmt::format(
      "no learned evaluation comes with tavlab for these rules, so that {} {} without one",
      fmt::join(without, " and "), without.size() == 1 ? "plays" : "play");
}

std::string unequal_evaluations_note(std::span<const ExperimentCell> cells) {
  const std::string evaluations =
      unequal_note(cells, names_shipped, &ExperimentCell::evaluation, "learned evaluation");
  const std::string nets = unequal_note(cells, names_shipped_net, &ExperimentCell::net, "net");
  return evaluations + (evaluations.empty() || nets.empty() ? "" : " ") + nets;
}

std::uint64_t evaluation_hash(std::string_view file) { return content_hash(find_evaluation(file)); }

std::string agent_nets_text(const std::map<std::string, std::uint64_t>& nets) {
  std::string text;
  for (const auto& [name, hash] : nets) text += fmt::format("{:016x} {}\n", hash, name);
  return text;
}

std::string replaced_net(const std::string& stored, const std::string& now) {
  const std::map<std::string, std::string> before = lines_of(stored);
  for (const auto& [name, hash] : lines_of(now)) {
    const auto found = before.find(name);
    if (found != before.end() && found->second != hash) return name;
  }
  return {};
}

}  // namespace tavlab
