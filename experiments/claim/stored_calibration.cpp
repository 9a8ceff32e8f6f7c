#include "experiments/claim/stored_calibration.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/files.h"
#include "core/ruleset/names.h"
#include "core/version.h"
#include "experiments/config/agent_nets.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {
namespace {

constexpr std::size_t kMaxCalibrationBytes = std::size_t{1} << 24;
constexpr const char* kFileName = "calibration.json";

std::filesystem::path calibration_file(const std::filesystem::path& path, const RuleSet& rule_set) {
  const std::string& rules = rule_set.id;
  if (std::filesystem::is_regular_file(path)) return path;
  if (std::filesystem::exists(path / kFileName)) return path / kFileName;
  if (std::filesystem::exists(path / rules / kFileName)) return path / rules / kFileName;
  throw UserError(fmt::format(
      "{}: no calibration of {} there; `tavlab calibrate {} --agents ... --out {}` makes one",
      path.string(), rules, name_to_load(rule_set), (path / rules).string()));
}

}  // namespace

std::vector<std::string> players_of(const std::vector<std::string>& agents,
                                    const MatchLimits& limits) {
  if (limits.clock || limits.odds) return {};
  std::vector<std::string> players;
  for (const std::string& agent : agents) {
    AgentSpec player = AgentSpec::parse(agent);
    const auto limit = [&](std::string_view key, const std::string& value) {
      if (std::ranges::find(player.kind().limits, key) == player.kind().limits.end()) return false;
      player = player.limited(key, value);
      return true;
    };
    if (limits.seconds) limit("seconds", fmt::format("{}", *limits.seconds));
    // A tree search counts simulations where an alpha-beta search counts positions (TurnLimits).
    if (limits.nodes && !limit("sims", fmt::format("{}", *limits.nodes))) {
      limit("nodes", fmt::format("{}", *limits.nodes));
    }
    players.push_back(player.canonical());
  }
  return players;
}

std::string nets_of_agents(const std::vector<std::string>& agents, const RuleSet& rules) {
  std::string text = agent_nets_text(agent_nets(agents));
  if (std::ranges::any_of(agents, names_shipped)) {
    text += fmt::format("auto {}\n", shipped_evaluation_text(rules));
  }
  if (std::ranges::any_of(agents, names_shipped_net)) {
    text += fmt::format("auto net {}\n", shipped_net_text(rules));
  }
  return text;
}

void StoredCalibration::check_current() const {
  const std::string repeat = fmt::format("repeat `tavlab calibrate {} --agents {} --out ...`",
                                         name_to_load(current), fmt::join(agents, " "));
  if (version != kVersion) {
    throw UserError(fmt::format("{}: was made by tavlab {}, and this is {}; {}", path, version,
                                kVersion, repeat));
  }
  if (current.hash_text() != rules_hash) {
    throw UserError(fmt::format("{}: the rules of {} have changed since; {}", path, rules, repeat));
  }
  if (nets_of_agents(agents, current) != nets) {
    throw UserError(fmt::format("{}: a net of its agents has changed since; {}", path, repeat));
  }
}

std::string name_to_load(const RuleSet& rules) {
  return rules.origin == "built in" ? base_id(rules.id) : rules.origin;
}

StoredCalibration load_calibration(const std::filesystem::path& path, const RuleSet& rule_set) {
  const std::filesystem::path file = calibration_file(path, rule_set);
  const std::string& rules = rule_set.id;
  StoredCalibration found;
  found.current = rule_set;
  found.path = file.string();
  try {
    const auto json = nlohmann::json::parse(read_file(file, kMaxCalibrationBytes));
    if (json.at("format") != "tavlab calibration") {
      throw UserError(fmt::format("{}: is not a calibration", file.string()));
    }
    found.version = json.at("tavlab_version");
    found.rules = json.at("rules");
    found.rules_hash = json.at("rules_hash");
    found.ratings = json.at("ratings").at("overall").get<std::vector<double>>();
    found.hash = json.at("hash");
    if (!json.at("complete").get<bool>()) {
      throw UserError(fmt::format("{}: the calibration was interrupted; its command finishes it",
                                  file.string()));
    }
    if (!json.contains("nets")) {
      throw UserError(fmt::format(
          "{}: does not say which nets its agents used; run the command that made it again",
          file.string()));
    }
    found.nets = json.at("nets");
    if (const auto& set = json.at("set"); !set.empty()) {
      throw UserError(fmt::format("{}: is a calibration of {} with {}, not of {}", file.string(),
                                  found.rules, fmt::join(set.get<std::vector<std::string>>(), " "),
                                  rules));
    }
    if (json.at("players").is_null()) {
      throw UserError(fmt::format(
          "{}: its games were played with a clock or odds, so that its agents have no limits of "
          "their own; calibrate with --time, --nodes or limits in the agents' texts",
          file.string()));
    }
    for (const auto& agent : json.at("players")) {
      found.agents.push_back(AgentSpec::parse(agent.get<std::string>()).canonical());
    }
  } catch (const nlohmann::json::exception&) {
    throw UserError(
        fmt::format("{}: is damaged, or no calibration of this version of tavlab", file.string()));
  }
  if (found.agents.size() != found.ratings.size() || found.agents.empty()) {
    throw UserError(fmt::format("{}: is damaged: {} agents and {} ratings", file.string(),
                                found.agents.size(), found.ratings.size()));
  }
  if (found.rules != rules) {
    throw UserError(
        fmt::format("{}: is a calibration of {}, not of {}", file.string(), found.rules, rules));
  }
  return found;
}

}  // namespace tavlab
