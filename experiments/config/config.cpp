#include "experiments/config/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <toml++/toml.h>

#include "core/error.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/io/toml_reader.h"
#include "core/near.h"
#include "experiments/config/config_design.h"
#include "experiments/config/config_read.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_experiments();

namespace {

std::vector<GridAxis> read_grid(TomlReader& reader, std::string_view where) {
  std::vector<GridAxis> grid;
  const toml::node* node = reader.find("grid");
  if (node == nullptr) return grid;
  constexpr std::string_view what =
      "a table of parameters with the list of their values, as in \"king.weak\" = [false, true]";
  if (!node->is_table()) reader.fail(node, fmt::format("'grid'{} must be {}", where, what));
  each_parameter(*node->as_table(), [&](const std::string& key, const toml::node& values) {
    const auto* array = values.as_array();
    if (array == nullptr || array->empty()) {
      reader.fail(&values, fmt::format("'{}' in the grid must be the list of its values", key));
    }
    GridAxis axis{key, {}};
    for (const toml::node& value : *array) {
      const std::string text = parameter_text(value);
      if (text.empty()) {
        reader.fail(&value, fmt::format("a value of '{}' in the grid must be a text, an integer, a "
                                        "boolean or a list of texts",
                                        key));
      }
      if (std::ranges::count(axis.values, text) != 0) {
        reader.fail(&value, fmt::format("'{}' in the grid has the value {} twice", key, text));
      }
      axis.values.push_back(text);
    }
    grid.push_back(std::move(axis));
  });
  return grid;
}

std::vector<std::pair<std::string, std::string>> read_set(TomlReader& reader) {
  std::vector<std::pair<std::string, std::string>> set;
  const toml::node* node = reader.find("set");
  if (node == nullptr) return set;
  if (!node->is_table()) {
    reader.fail(node, "'set' must be a table of parameters, as in { \"king.weak\" = true }");
  }
  each_parameter(*node->as_table(), [&](const std::string& key, const toml::node& value) {
    const std::string text = parameter_text(value);
    if (text.empty()) {
      reader.fail(&value,
                  fmt::format("'{}' in 'set' must be a text, an integer, a boolean or a list "
                              "of texts",
                              key));
    }
    set.emplace_back(key, text);
  });
  return set;
}

constexpr std::string_view kRules = "the id or path of a rule set, or a list of them";
constexpr std::string_view kAgents =
    "a list of agents, each a text such as \"mcts:sims=100\" for both sides, or a table "
    "{ first = ..., second = ..., name = ... }";

std::vector<ExperimentArm> read_arms(TomlReader& top, std::string_view origin) {
  std::vector<std::string> rules;
  if (const toml::node* node = top.find("rules")) rules = top.texts("rules", *node, kRules);
  std::vector<GridAxis> grid = read_grid(top, "");
  const toml::node* arms_node = top.find("arm");
  if (arms_node == nullptr) {
    if (rules.empty()) top.fail(nullptr, fmt::format("'rules' is missing; it must be {}", kRules));
    return {{"", std::move(rules), {}, std::move(grid)}};
  }

  const auto* list = arms_node->as_array();
  if (list == nullptr || list->empty()) top.fail(arms_node, "arms are written as [[arm]] tables");
  if (!grid.empty()) {
    top.fail(top.find("grid"), "'grid' beside [[arm]] is ambiguous; write it as [arm.grid]");
  }
  if (list->size() > kMaxCells) {
    top.fail(arms_node, fmt::format("there are {} arms; a design has at most {} cells",
                                    list->size(), kMaxCells));
  }
  std::vector<ExperimentArm> arms;
  for (const toml::node& node : *list) {
    if (!node.is_table()) top.fail(&node, "arms are written as [[arm]] tables");
    TomlReader reader(*node.as_table(), origin, "an arm");
    ExperimentArm arm;
    arm.name = reader.text("name", "a text that is unique among the arms");
    if (std::ranges::find(arms, arm.name, &ExperimentArm::name) != arms.end()) {
      reader.fail(&node, fmt::format("two arms have the name '{}'", arm.name));
    }
    const toml::node* own = reader.find("rules");
    arm.rules = own != nullptr ? reader.texts("rules", *own, kRules) : rules;
    if (arm.rules.empty()) {
      reader.fail(&node, fmt::format("arm '{}' has no 'rules', nor has the top level", arm.name));
    }
    arm.set = read_set(reader);
    arm.grid = read_grid(reader, " of an arm");
    for (const auto& [key, value] : arm.set) {
      if (std::ranges::find(arm.grid, key, &GridAxis::key) != arm.grid.end()) {
        reader.fail(&node, fmt::format("arm '{}' has '{}' in 'set' and in 'grid'", arm.name, key));
      }
    }
    reader.finish();
    arms.push_back(std::move(arm));
  }
  return arms;
}

/// The canonical text of an agent, so that different spellings of an agent are the same agent.
std::string canonical_agent(const TomlReader& reader, const toml::node& node) {
  const auto* text = node.as_string();
  if (text == nullptr) reader.fail(&node, fmt::format("'agents' must be {}", kAgents));
  try {
    return AgentSpec::parse(text->get()).canonical();
  } catch (const UserError& error) {
    reader.fail(&node, error.what());
  }
}

std::vector<AgentPair> read_agents(TomlReader& top, std::string_view origin) {
  const toml::node& node = top.need("agents", kAgents);
  const auto* list = node.as_array();
  if (list == nullptr || list->empty())
    top.fail(&node, fmt::format("'agents' must be {}", kAgents));
  if (list->size() > kMaxCells) {
    top.fail(&node, fmt::format("'agents' has {} entries; a design has at most {} cells",
                                list->size(), kMaxCells));
  }
  std::vector<AgentPair> agents;
  std::set<std::string> names;
  std::set<std::pair<std::string, std::string>> pairs;
  for (const toml::node& item : *list) {
    AgentPair pair;
    if (const auto* table = item.as_table()) {
      TomlReader reader(*table, origin, "an entry of 'agents'");
      pair.first = canonical_agent(reader, reader.need("first", "an agent's text"));
      pair.second = canonical_agent(reader, reader.need("second", "an agent's text"));
      if (reader.find("name") != nullptr) pair.name = reader.text("name", "a text");
      reader.finish();
    } else {
      pair.first = pair.second = canonical_agent(top, item);
    }
    if (pair.name.empty()) {
      pair.name =
          pair.first == pair.second ? pair.first : fmt::format("{} vs {}", pair.first, pair.second);
    }
    if (!names.insert(pair.name).second || !pairs.emplace(pair.first, pair.second).second) {
      top.fail(&item, fmt::format("'agents' has '{}' twice", pair.name));
    }
    agents.push_back(std::move(pair));
  }
  return agents;
}

/// Openings, limits and adjudication.
void read_conditions(TomlReader& top, ExperimentDesign& design) {
  const auto checked = [&](std::string_view key, const auto& read) {
    try {
      return read();
    } catch (const UserError& error) {
      top.fail(top.find(key), error.what());
    }
  };
  if (const toml::node* node = top.find("openings")) {
    design.openings = top.text(
        "openings", "\"plies=N\", \"plies=N,unique\" (and \",sample=M\") or a file of openings");
    if (design.opening_plies > 0) {
      top.fail(node, "'openings' and 'opening_plies' exclude each other; choose one");
    }
  }
  constexpr double kMaxSeconds = 1e6;
  constexpr std::int64_t kMaxNodes = 1'000'000'000'000;
  design.limits.seconds = top.number("time", 0.0, kMaxSeconds);
  if (top.find("clock") != nullptr) {
    const std::string text = top.text("clock", "a text such as \"60+0.5\"");
    design.limits.clock = checked("clock", [&] { return MatchLimits::parse_clock(text); });
  }
  if (const std::int64_t nodes = top.integer("nodes", 1, kMaxNodes, 0); nodes > 0) {
    design.limits.nodes = static_cast<std::uint64_t>(nodes);
  }
  design.limits.margin = top.number("time_margin", 0.0, kMaxSeconds);
  if (top.find("odds") != nullptr) {
    const std::string text = top.text("odds", "a text such as \"second=10\"");
    design.limits.odds = checked("odds", [&] { return MatchLimits::parse_odds(text); });
  }
  const std::string_view key = design.limits.odds    ? "odds"
                               : design.limits.nodes ? "nodes"
                               : design.limits.clock ? "clock"
                                                     : "time";
  checked(key, [&] {
    design.limits.check();
    return 0;
  });
  if (top.find("adjudicate") != nullptr) {
    const std::string text = top.text("adjudicate", "a text such as \"plies=8,score=0.95\"");
    design.adjudication = checked("adjudicate", [&] { return Adjudication::parse(text); });
  }
}

}  // namespace

std::string_view match_mode_text(MatchMode mode) {
  return mode == MatchMode::single ? "single" : "two_game";
}

ExperimentConfig read_experiment(const toml::table& table, std::string_view origin,
                                 const std::filesystem::path& folder,
                                 std::optional<std::uint64_t> games,
                                 std::span<const std::string_view> others,
                                 std::vector<AgentPair> agents) {
  TomlReader top(table, origin, "");
  for (const std::string_view key : others) top.find(key);
  ExperimentConfig config;
  config.origin = origin;
  config.id = top.text("id", "a short text of letters, digits, '-', '_' and '.'");
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  if (!std::ranges::all_of(config.id, plain)) {
    top.fail(top.find("id"), "'id' must be a short text of letters, digits, '-', '_' and '.'");
  }
  config.title = top.text("title", "a text");
  config.question = top.text("question", "a text: what the experiment asks");
  if (top.find("reading") != nullptr) {
    config.reading = top.text("reading", "a text: what the games show and what they do not");
  }
  config.seed = static_cast<std::uint64_t>(
      top.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), std::nullopt));

  ExperimentDesign design;
  design.origin = origin;
  design.folder = folder;
  if (!folder.empty()) config.folder = std::filesystem::absolute(folder);
  design.seed = config.seed;
  design.games = static_cast<std::uint64_t>(top.integer("games", 1, kMaxGames, std::nullopt));
  design.opening_plies = static_cast<int>(top.integer("opening_plies", 0, 1000, 0));
  design.max_plies = static_cast<int>(top.integer("max_plies", 1, 1'000'000, 2000));
  if (design.opening_plies >= design.max_plies) {
    top.fail(
        top.find("opening_plies"),
        fmt::format("'opening_plies' must be below 'max_plies', which is {}", design.max_plies));
  }
  design.match =
      top.one_of<MatchMode>("match",
                            {{match_mode_text(MatchMode::single), MatchMode::single},
                             {match_mode_text(MatchMode::two_game), MatchMode::two_game}},
                            MatchMode::single);
  read_conditions(top, design);
  top.find("agents");
  design.agents = agents.empty() ? read_agents(top, origin) : std::move(agents);
  design.arms = read_arms(top, origin);
  top.finish();
  if (games) design.games = *games;
  if (design.games < 1 || design.games > static_cast<std::uint64_t>(kMaxGames)) {
    throw UserError(
        fmt::format("games per cell must be from 1 to {}, not {}", kMaxGames, design.games));
  }
  if (design.match == MatchMode::two_game && design.games % 2 != 0) {
    throw UserError(fmt::format("{}: two-game matches need an even number of games, not {}", origin,
                                design.games));
  }
  config.cells = expand_design(design);
  return config;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return file.has_parent_path() ? file.parent_path() : ".";
}

ExperimentConfig parse_experiment(std::string_view toml_text, std::string_view origin,
                                  const std::filesystem::path& folder,
                                  std::optional<std::uint64_t> games) {
  ExperimentConfig config = read_experiment(parse_toml(toml_text, origin), origin, folder, games);
  config.text = toml_text;
  return config;
}

std::string seeded(std::string_view toml_text, std::string_view origin,
                   std::optional<std::uint64_t> seed) {
  return seed ? with_integer(toml_text, origin, "seed", *seed) : std::string(toml_text);
}

ExperimentConfig load_experiment(std::string_view id_or_path, std::optional<std::uint64_t> games,
                                 std::optional<std::uint64_t> seed) {
  if (id_or_path.find('/') != std::string_view::npos || id_or_path.ends_with(".toml")) {
    const std::filesystem::path path(id_or_path);
    const std::string text = seeded(read_file(path, kMaxConfigBytes), path.string(), seed);
    return parse_experiment(text, path.string(), folder_of(path), games);
  }
  if (const EmbeddedFile* const file = find_embedded(embedded_experiments(), id_or_path)) {
    ExperimentConfig config =
        parse_experiment(seeded(file->content, file->name, seed), file->name, {}, games);
    config.origin = "built in";
    return config;
  }
  throw UserError(fmt::format(
      "no experiment '{}'{}; built-in: {}; the path of a file must end in .toml or contain a slash",
      id_or_path, near_note(id_or_path, builtin_experiment_ids()),
      fmt::join(builtin_experiment_ids(), ", ")));
}

std::vector<std::string> builtin_experiment_ids() { return embedded_ids(embedded_experiments()); }

}  // namespace tavlab
