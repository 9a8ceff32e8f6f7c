#include "selfplay/train/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <sstream>
#include <utility>

#include <toml++/toml.h>

#include "core/error.h"
#include "core/families.h"
#include "core/io/embedded.h"
#include "core/io/files.h"
#include "core/io/toml_reader.h"
#include "core/notice.h"
#include "core/solving/exact.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/config_sections.h"
#include "selfplay/near_config.h"
#include "selfplay/train/old_keys.h"

namespace tavlab {

std::span<const EmbeddedFile> embedded_trainings();

namespace {

int integer(TomlReader& reader, std::string_view key, int minimum, int maximum, int fallback) {
  return static_cast<int>(reader.integer(key, minimum, maximum, fallback));
}

/// The names of the sides, the first player's first.
using SideNames = std::array<std::string_view, 2>;

SideNames side_names_of(const RuleSet& rules) {
  return visit_game(rules, [](auto game, const auto&) {
    using G = decltype(game);
    return SideNames{G::first_player_name, G::second_player_name};
  });
}

void check_opponent(TomlReader& reader, const std::string& agent) {
  const toml::node* const node = reader.find("opponent");
  try {
    if (AgentSpec::parse(agent).deterministic()) return;
  } catch (const UserError& error) {
    reader.fail(node, fmt::format("{}: {}", reader.named("opponent"), error.what()));
  }
  reader.fail(node, fmt::format("{}: '{}' plays other games with the same seed; limit its nodes or "
                                "simulations instead of its time",
                                reader.named("opponent"), agent));
}

void read_opponents(TomlReader& reader, SelfPlayOptions& options, const SideNames& sides) {
  if (const toml::node* node = reader.find("opponent")) {
    options.opponents = reader.texts("opponent", *node, "an agent or a list of them");
  }
  options.opponent_share =
      reader.number("opponent_share", 0.0, 1.0).value_or(options.opponent_share);
  options.opponent_teaches = reader.flag("opponent_teaches", options.opponent_teaches);
  const auto side = reader.one_of<std::optional<Side>>(
      "opponent_side",
      {{sides[0], Side::first}, {sides[1], Side::second}, {"either", std::nullopt}},
      std::optional<Side>{});
  options.opponent_side = side;
  if (options.opponents.empty() && options.opponent_share > 0) {
    reader.fail(reader.find("opponent_share"),
                fmt::format("{} needs an agent as {}", reader.named("opponent_share"),
                            reader.named("opponent")));
  }
  for (const std::string& agent : options.opponents) check_opponent(reader, agent);
}

void read_selfplay(TomlReader& reader, SelfPlayOptions& options, const SideNames& sides,
                   std::uint64_t& games_per_round, int& past_every) {
  options.simulations = integer(reader, "simulations", 2, 100'000, options.simulations);
  options.gumbel_moves = integer(reader, "gumbel", 0, 1000, options.gumbel_moves);
  GumbelScale& scale = options.gumbel_scale;
  scale.scale = reader.number("gumbel_scale", 0.001, 100.0).value_or(scale.scale);
  scale.rescaled = reader.flag("gumbel_rescaled", scale.rescaled);
  options.cpuct = reader.number("cpuct", 0.0, 1000.0).value_or(options.cpuct);
  options.full_share = reader.number("full_share", 0.01, 1.0).value_or(options.full_share);
  options.fast_simulations =
      integer(reader, "fast_simulations", 2, 100'000, options.fast_simulations);
  options.noise_weight = reader.number("noise", 0.0, 1.0).value_or(options.noise_weight);
  options.noise_alpha = reader.number("noise_alpha", 0.001, 100.0).value_or(options.noise_alpha);
  options.forced_playouts =
      reader.number("forced_playouts", 0.0, 100.0).value_or(options.forced_playouts);
  options.temperature = reader.number("temperature", 0.0, 100.0).value_or(options.temperature);
  options.temperature_end =
      reader.number("temperature_end", 0.0, 100.0).value_or(options.temperature_end);
  options.temperature_halving =
      integer(reader, "temperature_halving", 1, 10'000, options.temperature_halving);
  options.opening_plies = integer(reader, "opening_plies", 0, 1000, options.opening_plies);
  options.branch_share = reader.number("branch_share", 0.0, 1.0).value_or(options.branch_share);
  options.branch_candidates =
      integer(reader, "branch_candidates", 1, 1000, options.branch_candidates);
  options.past_share = reader.number("past_share", 0.0, 1.0).value_or(options.past_share);
  read_opponents(reader, options, sides);
  if (reader.find("endgame") != nullptr) options.endgame = reader.text("endgame", "a table's file");
  options.max_plies = integer(reader, "max_plies", 2, 60'000, options.max_plies);
  options.resign_below = reader.number("resign_below", 0.0, 0.49).value_or(options.resign_below);
  options.resign_after = integer(reader, "resign_after", 1, 1000, options.resign_after);
  options.play_on_share = reader.number("play_on_share", 0.0, 1.0).value_or(options.play_on_share);
  options.groups = integer(reader, "groups", 1, 1024, options.groups);
  options.games_in_flight = integer(reader, "games_in_flight", 1, 4096, options.games_in_flight);
  options.random_symmetry = reader.flag("random_symmetry", options.random_symmetry);
  options.cache_positions =
      integer(reader, "cache_positions", 0, 16'777'216, options.cache_positions);
  games_per_round = static_cast<std::uint64_t>(
      reader.integer("games_per_round", 1, 1'000'000, static_cast<std::int64_t>(games_per_round)));
  if (games_per_round < static_cast<std::uint64_t>(options.groups)) {
    reader.fail(reader.find("games_per_round"),
                fmt::format("{} must be at least groups, {}: each group plays its share of a round",
                            reader.named("games_per_round"), options.groups));
  }
  past_every = integer(reader, "past_every", 1, 1'000'000, past_every);
  reader.finish();
}

void read_learn(TomlReader& reader, LearnOptions& learn) {
  LearnerOptions& learner = learn.learner;
  using Optimizer = LearnerOptions::Optimizer;
  learner.optimizer = reader.one_of<Optimizer>(
      "optimizer", {{"adamw", Optimizer::adamw}, {"sgd", Optimizer::sgd}}, learner.optimizer);
  using Precision = LearnerOptions::Precision;
  learner.precision = reader.one_of<Precision>(
      "precision",
      {{"auto", Precision::automatic}, {"single", Precision::single}, {"mixed", Precision::mixed}},
      learner.precision);
  learn.batch = integer(reader, "batch", 2, 65'536, learn.batch);
  learn.replay_ratio = reader.number("replay_ratio", 0.01, 1000.0).value_or(learn.replay_ratio);
  learn.learning_rate = reader.number("learning_rate", 0.0, 10.0).value_or(learn.learning_rate);
  learn.final_learning_rate =
      reader.number("final_learning_rate", 0.0, 10.0)
          .value_or(std::min(learn.final_learning_rate, learn.learning_rate));
  learn.warmup_steps = integer(reader, "warmup_steps", 0, 1'000'000, learn.warmup_steps);
  learn.value_lambda = reader.number("value_lambda", 0.0, 1.0).value_or(learn.value_lambda);
  learn.value_lambda_rounds = static_cast<std::uint64_t>(reader.integer(
      "value_lambda_rounds", 0, 1'000'000, static_cast<std::int64_t>(learn.value_lambda_rounds)));
  learn.win_discount = reader.number("win_discount", 0.9, 1.0).value_or(learn.win_discount);
  learn.window = static_cast<std::uint64_t>(
      reader.integer("window", 1, 1'000'000'000, static_cast<std::int64_t>(learn.window)));
  learn.max_window = static_cast<std::uint64_t>(
      reader.integer("max_window", 1, 1'000'000'000, static_cast<std::int64_t>(learn.max_window)));
  learn.start = static_cast<std::uint64_t>(
      reader.integer("start", 1, 1'000'000'000, static_cast<std::int64_t>(learn.start)));
  learner.weight_decay = reader.number("weight_decay", 0.0, 1.0).value_or(learner.weight_decay);
  learner.max_grad_norm = reader.number("max_grad_norm", 1e-6, 1e6).value_or(learner.max_grad_norm);
  learner.average_decay =
      reader.number("average_decay", 0.0, 0.999999).value_or(learner.average_decay);
  LossWeights& weights = learner.weights;
  weights.value = reader.number("value_weight", 0.0, 1000.0).value_or(weights.value);
  weights.moves_left = reader.number("moves_left_weight", 0.0, 1000.0).value_or(weights.moves_left);
  weights.captured = reader.number("captured_weight", 0.0, 1000.0).value_or(weights.captured);
  weights.ownership = reader.number("ownership_weight", 0.0, 1000.0).value_or(weights.ownership);
  reader.finish();
}

void read_ladder(TomlReader& reader, LadderConfig& ladder) {
  if (reader.find("agent") != nullptr) ladder.agent = reader.text("agent", "an agent with NET");
  if (const toml::node* node = reader.find("opponents")) {
    const bool none = node->is_array() && node->as_array()->empty();
    if (!none) ladder.opponents = reader.texts("opponents", *node, "an agent or a list of them");
  }
  std::vector<std::string> agents = ladder.opponents;
  agents.push_back(ladder.agent);
  for (const std::string& agent : agents) {
    try {
      AgentSpec::parse(agent);
    } catch (const UserError& error) {
      const char* const key = agent == ladder.agent ? "agent" : "opponents";
      reader.fail(reader.find(key), fmt::format("{}: {}", reader.named(key), error.what()));
    }
  }
  if (ladder.agent.find("NET") == std::string::npos) {
    reader.fail(reader.find("agent"),
                fmt::format("{} must name the net as NET, as in \"mcts:net=NET,sims=100\"",
                            reader.named("agent")));
  }
  ladder.games = static_cast<std::uint64_t>(
      reader.integer("games", 2, 1'000'000, static_cast<std::int64_t>(ladder.games)));
  ladder.every_minutes = reader.number("every_minutes", 0.0, 1e6).value_or(ladder.every_minutes);
  ladder.opening_plies = integer(reader, "opening_plies", 0, 1000, ladder.opening_plies);
  if (reader.find("table") != nullptr) ladder.table = reader.text("table", "a table's file");
  reader.finish();
}

/// Calls `act`; its UserErrors then name the config.
template <typename Act>
auto naming(std::string_view origin, Act&& act) {
  try {
    return act();
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", origin, error.what()));
  }
}

/// Throws UserError if the net, an opponent or the table of a config is not for all of its rules.
void check_rules(const TrainConfig& config, const RuleVariants& variants) {
  for (std::uint32_t i = 0; i < variants.size(); ++i) {
    visit_game(variants.at(i), [&](auto game, const auto& rules) {
      using G = decltype(game);
      const typename G::Observation fits(*rules, config.net.encoding);
      if (!config.selfplay.endgame.empty()) open_table<G>(config.selfplay.endgame, *rules);
      if (config.selfplay.opponent_share <= 0) return;
      for (const std::string& agent : config.selfplay.opponents) {
        make_agent<G>(AgentSpec::parse(agent), *rules);
      }
    });
  }
}

TrainConfig read_config(std::string_view text, std::string_view origin) {
  toml::table table = parse_toml(text, origin);
  for (const RenamedKey& key : rename_old_keys(table, origin)) {
    notice(stderr, "tavlab: {}: '{}' in [learn] is now called '{}'\n", origin, key.before, key.now);
  }
  TomlReader reader(table, origin, "");
  TrainConfig config;
  config.text = text;
  config.title = reader.find("title") == nullptr ? "" : reader.text("title", "a text");
  config.seed = static_cast<std::uint64_t>(
      reader.integer("seed", 0, std::numeric_limits<std::int64_t>::max(), 1));
  config.rules = read_varied_rules(reader, origin);
  const RuleVariants variants = naming(origin, [&] { return RuleVariants(config.rules); });
  if (reader.find("from") != nullptr) config.from = reader.text("from", "a net");
  config.rounds = static_cast<std::uint64_t>(
      reader.integer("rounds", 1, 1'000'000, static_cast<std::int64_t>(config.rounds)));
  config.minutes = reader.number("minutes", 0.0, 1e7).value_or(config.minutes);
  {
    ConfigSection net(reader, "net", origin);
    config.net = read_net_spec(*net);
    net->finish();
  }
  read_selfplay(*ConfigSection(reader, "selfplay", origin), config.selfplay,
                side_names_of(variants.at(0)), config.games_per_round, config.past_every);
  read_learn(*ConfigSection(reader, "learn", origin), config.learn);
  read_ladder(*ConfigSection(reader, "ladder", origin), config.ladder);
  reader.finish();
  naming(origin, [&] { check_rules(config, variants); });
  return config;
}

}  // namespace

TrainConfig parse_train_config(std::string_view text, std::string_view origin) {
  return read_config(text, origin);
}

TrainConfig with_seed(const TrainConfig& config, std::uint64_t seed, std::string_view origin) {
  return parse_train_config(with_integer(config.text, origin, "seed", seed), origin);
}

TrainConfig starting_from(const TrainConfig& config, const std::string& net,
                          std::string_view origin) {
  if (!config.from.empty()) {
    throw UserError(fmt::format("{}: starts from '{}' already; leave out 'from' or --from", origin,
                                config.from));
  }
  const toml::table key{{"from", net}};
  std::ostringstream text;
  text << toml::toml_formatter(key) << '\n' << config.text;
  return parse_train_config(text.str(), origin);
}

TrainConfig playing_against(const TrainConfig& config, const std::string& net,
                            const std::string& side, std::string_view origin) {
  if (!config.selfplay.opponents.empty()) {
    throw UserError(
        fmt::format("{}: has an opponent in [selfplay] already; leave out 'opponent' "
                    "or --against",
                    origin));
  }
  const SideNames names = side_names_of(RuleVariants(config.rules).at(0));
  if (!side.empty() && side != names[0] && side != names[1]) {
    throw UserError(
        fmt::format("--side: there is no side '{}'; there are {}", side, fmt::join(names, ", ")));
  }
  const std::string opponent = fmt::format("mcts:net={},sims={}", net, config.selfplay.simulations);
  toml::table table = parse_toml(config.text, origin);
  const auto section = [&](std::string_view key) -> toml::table& {
    table.insert(key, toml::table{});  // if it is missing
    return *table[key].as_table();
  };
  toml::table& selfplay = section("selfplay");
  selfplay.insert_or_assign("opponent", opponent);
  selfplay.insert_or_assign("opponent_share", 1.0);
  if (!side.empty()) {
    selfplay.insert_or_assign("opponent_side", std::string(side == names[0] ? names[1] : names[0]));
  }
  toml::array opponents;
  for (const std::string& each : config.ladder.opponents) opponents.push_back(each);
  opponents.push_back(opponent);
  section("ladder").insert_or_assign("opponents", opponents);
  std::ostringstream text;
  text << toml::toml_formatter(table) << '\n';
  return parse_train_config(text.str(), origin);
}

TrainConfig load_train_config(std::string_view id_or_path) {
  if (id_or_path.find('/') != std::string_view::npos || id_or_path.ends_with(".toml")) {
    return read_config(read_file(id_or_path, kMaxConfigBytes), id_or_path);
  }
  if (const EmbeddedFile* const file = find_embedded(embedded_trainings(), id_or_path)) {
    return read_config(file->content, file->name);
  }
  const std::vector<std::string> known = builtin_training_ids();
  throw UserError(fmt::format(
      "no training config '{}'{}; built-in: {}; the path of a file must end in .toml or "
      "contain a slash",
      id_or_path, near_config_note(id_or_path, "train-", known), fmt::join(known, ", ")));
}

std::vector<std::string> builtin_training_ids() { return embedded_ids(embedded_trainings()); }

std::string identity_text(const TrainConfig& config) {
  toml::table table = parse_toml(config.text, "config.toml");
  rename_old_keys(table, "config.toml");
  for (const char* key : {"title", "rounds", "minutes", "ladder"}) table.erase(key);
  std::ostringstream text;
  text << toml::toml_formatter(table);
  return text.str();
}

}  // namespace tavlab
