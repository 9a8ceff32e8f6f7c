#include "experiments/config/agent_nets.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/io/files.h"
#include "core/random.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"
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
    if (name.empty() || (evaluation && name == kShippedEvaluation) || nets.contains(key)) continue;
    nets.emplace(key, content_hash(evaluation ? find_evaluation(name) : find_net(name)));
  }
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
  const AgentSpec spec = AgentSpec::parse(agent);
  return std::ranges::any_of(spec.kind().options, [&](const AgentOption& option) {
    return option.type == AgentOption::Type::evaluation &&
           spec.file(option.key) == kShippedEvaluation;
  });
}

std::string shipped_evaluation_text(const RuleSet& rules) {
  const std::string name = shipped_evaluation_for(identity_of(rules));
  if (name.empty()) return {};
  return fmt::format("{} {:016x}", name, evaluation_hash(name));
}

std::string unequal_evaluations_note(std::span<const ExperimentCell> cells) {
  // By agents, then by evaluation: the name of a cell.
  std::map<std::string, std::map<std::string, std::string>> arms;
  for (const ExperimentCell& cell : cells) {
    for (const std::string& agent : {cell.agents.first, cell.agents.second}) {
      if (names_shipped(agent)) arms[agent].emplace(cell.evaluation, cell.arm());
    }
  }
  for (const auto& [agent, evaluations] : arms) {
    if (evaluations.size() < 2) continue;
    std::string text = fmt::format(
        "{} is not equally strong under these rules, so that their games do not compare "
        "the rules: its learned evaluation is",
        agent);
    for (const auto& [evaluation, arm] : evaluations) {
      const std::string name =
          evaluation.empty() ? "none" : evaluation.substr(0, evaluation.find(' '));
      text += fmt::format(" {} in '{}',", name, arm);
    }
    text.back() = '.';
    return text;
  }
  return {};
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
