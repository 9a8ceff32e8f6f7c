#include "selfplay/evaluation/config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <sstream>

#include <toml++/toml.h>

#include "core/error.h"
#include "core/families.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "nn/evaluation/kernels.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/config_sections.h"
#include "selfplay/near_config.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_evaluations();

namespace {

std::uint64_t count(TomlReader& reader, std::string_view key, std::int64_t minimum,
                    std::int64_t maximum, std::uint64_t fallback) {
  return static_cast<std::uint64_t>(
      reader.integer(key, minimum, maximum, static_cast<std::int64_t>(fallback)));
}

/// Throws UserError unless the text is an agent and, with `learned`, names the evaluation.
void check_agent(TomlReader& reader, std::string_view key, const std::string& agent, bool learned) {
  bool names_it = false;
  try {
    const AgentSpec spec = AgentSpec::parse(agent);
    names_it = (spec.name() == "alphabeta" && spec.file("net") == "NET") ||
               (spec.name() == "mcts" && spec.file("eval") == "NET") ||
               (spec.kind().find("cmd") != nullptr && agent.find("NET") != std::string::npos);
  } catch (const UserError& error) {
    reader.fail(reader.find(key), fmt::format("{}: {}", reader.named(key), error.what()));
  }
  if (learned && !names_it) {
    reader.fail(reader.find(key),
                fmt::format("{} must name the evaluation as NET, as in \"alphabeta:net=NET\"",
                            reader.named(key)));
  }
}

void read_games(TomlReader& reader, EvaluationGamesOptions& games) {
  if (const toml::node* const node = reader.find("datasets")) {
    games.datasets = reader.texts("datasets", *node, "shards, or folders with them");
  }
  if (reader.find("first_agent") != nullptr) {
    games.first_agent = reader.text("first_agent", "an agent");
  }
  if (reader.find("agent") != nullptr) games.agent = reader.text("agent", "an agent with NET");
  games.first_rounds = count(reader, "first_rounds", 1, 1'000'000, games.first_rounds);
  check_agent(reader, "first_agent", games.first_agent, false);
  check_agent(reader, "agent", games.agent, true);
  games.positions = count(reader, "positions", 100, 1'000'000'000, games.positions);
  games.balance = reader.number("balance", 1.0, 10'000.0).value_or(games.balance);
  if (games.balance > 1.0) {
    for (const std::string& agent : {games.first_agent, games.agent}) {
      const AgentSpec spec = AgentSpec::parse(agent);
      if (spec.name() == "alphabeta" && spec.integer("nodes") && !spec.integer("depth") &&
          !spec.real("seconds")) {
        continue;
      }
      reader.fail(reader.find("balance"),
                  fmt::format("{} needs alphabeta with a limit of nodes and no other one, not {}",
                              reader.named("balance"), agent));
    }
  }
  games.opening_plies =
      static_cast<int>(reader.integer("opening_plies", 0, 100, games.opening_plies));
  games.max_plies = static_cast<int>(reader.integer("max_plies", 2, 60'000, games.max_plies));
  reader.finish();
}

void read_learn(TomlReader& reader, EvaluationLearnOptions& learn) {
  learn.batch = static_cast<int>(reader.integer("batch", 2, 1'000'000, learn.batch));
  learn.epochs = reader.number("epochs", 0.01, 1000.0).value_or(learn.epochs);
  learn.learning_rate = reader.number("learning_rate", 0.0, 1.0).value_or(learn.learning_rate);
  learn.final_learning_rate =
      reader.number("final_learning_rate", 0.0, 1.0).value_or(learn.final_learning_rate);
  learn.window = count(reader, "window", 100, 1'000'000'000, learn.window);
  learn.result_share = reader.number("result_share", 0.0, 1.0).value_or(learn.result_share);
  reader.finish();
}

void read_match(TomlReader& reader, EvaluationMatchOptions& match) {
  if (reader.find("opponent") != nullptr) match.opponent = reader.text("opponent", "an agent");
  if (reader.find("agent") != nullptr) match.agent = reader.text("agent", "an agent with NET");
  check_agent(reader, "opponent", match.opponent, false);
  check_agent(reader, "agent", match.agent, true);
  match.games = count(reader, "games", 0, 1'000'000, match.games);
  match.opening_plies =
      static_cast<int>(reader.integer("opening_plies", 0, 100, match.opening_plies));
  const std::uint64_t nodes = count(reader, "nodes", 1, 1'000'000'000, 0);
  if (nodes > 0) match.limits.nodes = nodes;
  if (reader.find("odds") != nullptr) {
    try {
      match.limits.odds =
          MatchLimits::parse_odds(reader.text("odds", "a text such as \"second=10\""));
      match.limits.check();
    } catch (const UserError& error) {
      reader.fail(reader.find("odds"), error.what());
    }
  }
  reader.finish();
}

int pieces_at_start(const RuleSet& rule_set) {
  return visit_game(rule_set, [](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = G::start(*rules);
    return G::piece_count(start, Side::first) + G::piece_count(start, Side::second);
  });
}

/// Throws UserError unless one evaluation can serve all the rules.
void check_rules(const EvaluationConfig& config, std::string_view origin) {
  const RuleVariants variants(config.rules);
  const auto shape_of = [&](std::uint32_t variant) {
    FeatureShape shape;
    visit_game(variants.at(variant), [&](auto game, const auto& rules) {
      using G = decltype(game);
      if constexpr (G::capabilities.features) shape = typename G::Features(*rules).shape();
    });
    return shape;
  };
  const FeatureShape first = shape_of(0);
  if (first.features == 0) {
    throw UserError(
        fmt::format("{}: the family {} has no learned evaluations", origin, variants.family()));
  }
  for (std::uint32_t i = 0; i < variants.size(); ++i) {
    const int pieces = pieces_at_start(variants.at(i));
    if (pieces <= kMaxPieces) continue;
    throw UserError(fmt::format("{}: {} begins with {} pieces; an evaluation supports at most {}",
                                origin, variants.at(i).id, pieces, kMaxPieces));
  }
  for (std::uint32_t i = 1; i < variants.size(); ++i) {
    if (shape_of(i) == first) continue;
    throw UserError(fmt::format(
        "{}: one evaluation cannot serve both {} and {}: their boards or symmetries differ", origin,
        variants.at(0).id, variants.at(i).id));
  }
}

EvaluationConfig read_config(std::string_view text, std::string_view origin) {
  const toml::table table = parse_toml(text, origin);
  TomlReader reader(table, origin, "");
  EvaluationConfig config;
  config.text = text;
  config.title = reader.find("title") == nullptr ? "" : reader.text("title", "a text");
  config.seed = count(reader, "seed", 0, std::numeric_limits<std::int64_t>::max(), config.seed);
  config.rules = read_varied_rules(reader, origin);
  config.width = static_cast<int>(
      reader.integer("width", kEvaluationLane, kEvaluationMostWidth, config.width));
  if (config.width % static_cast<int>(kEvaluationLane) != 0) {
    reader.fail(reader.find("width"),
                fmt::format("{} must be a multiple of {}, not {}", reader.named("width"),
                            kEvaluationLane, config.width));
  }
  config.correct_handcrafted = reader.flag("correct_handcrafted", config.correct_handcrafted);
  if (reader.find("from") != nullptr) config.from = reader.text("from", "a learned evaluation");
  config.rounds = count(reader, "rounds", 1, 1'000'000, config.rounds);
  read_games(*ConfigSection(reader, "games", origin), config.games);
  read_learn(*ConfigSection(reader, "learn", origin), config.learn);
  read_match(*ConfigSection(reader, "match", origin), config.match);
  reader.finish();
  check_rules(config, origin);
  return config;
}

}  // namespace

EvaluationConfig parse_evaluation_config(std::string_view text, std::string_view origin) {
  return read_config(text, origin);
}

EvaluationConfig with_seed(const EvaluationConfig& config, std::uint64_t seed,
                           std::string_view origin) {
  return parse_evaluation_config(with_integer(config.text, origin, "seed", seed), origin);
}

EvaluationConfig load_evaluation_config(std::string_view id_or_path) {
  if (id_or_path.find('/') != std::string_view::npos || id_or_path.ends_with(".toml")) {
    return read_config(read_file(id_or_path, kMaxConfigBytes), id_or_path);
  }
  if (const EmbeddedFile* const file = find_embedded(embedded_evaluations(), id_or_path)) {
    return read_config(file->content, file->name);
  }
  const std::vector<std::string> known = builtin_evaluation_ids();
  throw UserError(fmt::format(
      "no config '{}' for learned evaluations{}; built-in: {}; the path of a file must "
      "end in .toml or contain a slash",
      id_or_path, near_config_note(id_or_path, "evaluate-", known), fmt::join(known, ", ")));
}

std::vector<std::string> builtin_evaluation_ids() { return embedded_ids(embedded_evaluations()); }

std::string evaluation_identity(const EvaluationConfig& config) {
  toml::table table = parse_toml(config.text, "config.toml");
  for (const char* const key : {"title", "rounds", "match"}) table.erase(key);
  std::ostringstream text;
  text << toml::toml_formatter(table);
  return text.str();
}

}  // namespace tavlab
