// tavlab dataset info|verify|show|export
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/ruleset/names.h"
#include "experiments/folder/output_folder.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "selfplay/dataset/export.h"
#include "selfplay/dataset/game_totals.h"
#include "selfplay/dataset/moves_text.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"
#include "selfplay/generate/game_in_play.h"
#include "selfplay/run_folder.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

struct DatasetArguments {
  std::vector<std::string> paths;
  bool json = false;
  std::uint64_t game = 0;
  std::string out;
  int max_size = 0;  ///< 0: the size of the games' board
  bool side_heads = false;
  double lambda = 1.0;
  bool force = false;
};

Json totals_json(const GameTotals& totals) {
  const ResultCounts& results = totals.results;
  return {{"games", results.games()},         {"first_wins", results.wins},
          {"draws", results.draws},           {"second_wins", results.losses},
          {"unfinished", results.unfinished}, {"events", totals.events},
          {"decisions", totals.decisions},    {"positions", totals.positions}};
}

void print_totals(const std::string& name, const GameTotals& totals) {
  const ResultCounts& results = totals.results;
  fmt::print("{:<32} {:>7} {:>8} {:>6} {:>8} {:>10} {:>10} {:>10}\n", name, results.games(),
             results.wins, results.draws, results.losses, results.unfinished, totals.decisions,
             totals.positions);
}

/// Prints the shards of one run for `dataset info`: what they have in common, a line for each, and
/// all rules.
class RunLines {
 public:
  void add(const fs::path& path, const ShardInfo& info, const GameTotals& totals) {
    std::string common = fmt::format("{}: {}; searched by {}; seed {}", path.parent_path().string(),
                                     info.family, info.agent, info.seed);
    if (common != common_) {
      finish();
      fmt::print("{}\n", common);
      fmt::print("{:<32} {:>7} {:>8} {:>6} {:>8} {:>10} {:>10} {:>10}\n", "shard", "games", "won",
                 "drawn", "lost", "unfinished", "decisions", "to learn");
      common_ = std::move(common);
    }
    for (const RuleSet& rules : info.rules) ids_.insert(rules.id);
    print_totals(path.filename().string(), totals);
  }
  void finish() {
    if (!ids_.empty()) fmt::print("by {}\n\n", rule_set_names(ids_));
    ids_.clear();
  }

 private:
  std::string common_;
  std::set<std::string> ids_;
};

Json shard_json(const fs::path& path, const ShardInfo& info, const GameTotals& totals) {
  std::error_code ignored;
  Json json = {{"file", path.string()}, {"bytes", fs::file_size(path, ignored)},
               {"family", info.family}, {"seed", info.seed},
               {"agent", info.agent},   {"net", info.net},
               {"rules", Json::array()}};
  for (const RuleSet& rules : info.rules) {
    json["rules"].push_back({{"id", rules.id}, {"hash", rules.hash_text()}});
  }
  json.update(totals_json(totals));
  return json;
}

void info(const DatasetArguments& options) {
  GameTotals all;
  Json shards = Json::array();
  RunLines lines;
  const std::vector<fs::path> paths = shards_at(options.paths);
  std::optional<Progress> progress;  // only without lines for shards
  if (options.json) progress.emplace("shards", paths.size());
  for (const fs::path& path : paths) {
    const DatasetShard shard = read_shard(path);
    GameTotals totals;
    totals.add(shard.games);
    all.add(shard.games);
    if (options.json) {
      shards.push_back(shard_json(path, shard.info, totals));
      progress->update(shards.size(), fmt::format("{} games", all.results.games()));
    } else {
      lines.add(path, shard.info, totals);
    }
  }
  if (progress) progress->finish();
  if (options.json) return print_json({{"shards", shards}, {"all", totals_json(all)}});
  lines.finish();
  print_totals("all", all);
}

void verify(const DatasetArguments& options) {
  const std::vector<fs::path> shards = shards_at(options.paths);
  Progress line("shards", shards.size());
  std::uint64_t games = 0, done = 0;
  for (const fs::path& path : shards) {
    const DatasetShard shard = read_shard(path);
    verify_games(shard, path.string());
    games += shard.games.size();
    line.update(++done, fmt::format("{} games", games));
  }
  line.finish();
  if (options.json) {
    return print_json({{"shards", shards.size()}, {"games", games}, {"correct", true}});
  }
  fmt::print("{} games in {} shards: all moves are legal, all results correct\n", games,
             shards.size());
}

/// A search's result: the value for the first side, and the policy's targets.
template <Game G>
Json decision_json(const typename G::Rules& rules, const typename G::Position& position,
                   const StoredGame& game, const SearchedDecision& decision) {
  Json policy = Json::array();
  for (const PolicyEntry& entry : likeliest_moves(game, decision, decision.policy_count)) {
    policy.push_back({{"move", G::move_text(rules, position, G::Move::from_word(entry.move))},
                      {"target", entry.target},
                      {"visits", entry.visits}});
  }
  return {{"score", decision.value().score()}, {"full", decision.full}, {"policy", policy}};
}

template <Game G>
Json game_json(const typename G::Rules& rules, const StoredGame& game) {
  GameState<G> state(rules);
  Json events = Json::array();
  std::size_t next = 0;
  for (std::size_t e = 0; e < game.events.size(); ++e) {
    const GameEvent& event = game.events[e];
    Json one = {
        {event.chance ? "roll" : "move",
         event.chance ? G::chance_text(rules, static_cast<std::uint8_t>(event.word))
                      : G::move_text(rules, state.position(), G::Move::from_word(event.word))},
        {"opening", e < game.opening_events}};
    for (; next < game.decisions.size() && game.decisions[next].event == e; ++next) {
      one["search"] = decision_json<G>(rules, state.position(), game, game.decisions[next]);
    }
    events.push_back(one);
    play_events(state, std::span(&event, 1));
  }
  Json json = {
      {"events", events}, {"result", result_text<G>(game.result)}, {"reason", game.reason}};
  if (next < game.decisions.size()) {
    json["end"] = decision_json<G>(rules, state.position(), game, game.decisions[next]);
  }
  return json;
}

template <Game G>
void show_game(const typename G::Rules& rules, const StoredGame& game) {
  constexpr std::size_t kMaxMoves = 5;
  GameState<G> state(rules);
  std::size_t next = 0;
  for (std::size_t e = 0; e <= game.events.size(); ++e) {
    std::string note;
    for (; next < game.decisions.size() && game.decisions[next].event == e; ++next) {
      const SearchedDecision& decision = game.decisions[next];
      note = fmt::format("{} {:.3f}{}", player_name<G>(Side::first), decision.value().score(),
                         decision.full ? "" : ", fast");
      for (const PolicyEntry& entry : likeliest_moves(game, decision, kMaxMoves)) {
        note += fmt::format("  {} {:.0f} % ({})",
                            G::move_text(rules, state.position(), G::Move::from_word(entry.move)),
                            100.0 * double{entry.target}, entry.visits);
      }
    }
    if (e == game.events.size()) {
      if (!note.empty()) fmt::print("{:>5}  {:<14} {}\n", e + 1, "-", note);
      break;
    }
    const GameEvent& event = game.events[e];
    const std::string text =
        event.chance ? G::chance_text(rules, static_cast<std::uint8_t>(event.word))
                     : G::move_text(rules, state.position(), G::Move::from_word(event.word));
    fmt::print("{:>5}  {:<14} {}\n", e + 1, text,
               e < game.opening_events ? "random opening" : note);
    play_events(state, std::span(&event, 1));
  }
  fmt::print("{}: {} ({})\n", game.number, result_text<G>(game.result), game.reason);
}

void show(const DatasetArguments& options) {
  for (const fs::path& path : shards_at(options.paths)) {
    const DatasetShard shard = read_shard(path);
    verify_games(shard, path.string());
    for (const StoredGame& game : shard.games) {
      if (game.number != options.game) continue;
      const RuleSet& rule_set = shard.info.rules[game.rules];
      if (options.json) {
        Json json = {{"game", game.number}, {"rules", rule_set.id}, {"agent", shard.info.agent}};
        visit_game(rule_set, [&](auto family, const auto& rules) {
          json.update(game_json<decltype(family)>(*rules, game));
        });
        return print_json(json);
      }
      fmt::print("game {} by {}; searched by {}\n", game.number, rule_set.id, shard.info.agent);
      return visit_game(rule_set, [&](auto family, const auto& rules) {
        show_game<decltype(family)>(*rules, game);
      });
    }
  }
  throw UserError(
      fmt::format("--game: no game {} in {}", options.game, fmt::join(options.paths, ", ")));
}

void export_shards(DatasetArguments options, Context& context) {
  if (options.out.empty()) {
    const fs::path first = fs::weakly_canonical(options.paths.front());
    options.out = folder_for("", first.stem().string() + "-planes");
  }
  const std::vector<fs::path> shards = shards_at(options.paths);
  std::set<fs::path> names;
  for (const fs::path& path : shards) {
    if (names.insert(path.stem()).second) continue;
    throw UserError(
        fmt::format("{}: another of these shards has the same file name; export each folder to a "
                    "separate --out",
                    path.string()));
  }
  const InterruptGuard guard;
  const OutputFolder output_folder(options.out);  // locked against other exports
  const auto planes_of = [&](const fs::path& path) {
    return fs::path(options.out) / (path.stem().string() + ".planes.h5");
  };
  if (!options.force) {
    std::vector<std::string> files;
    files.reserve(shards.size());
    for (const fs::path& path : shards) files.push_back(planes_of(path).filename().string());
    refuse_foreign_files(options.out, files);
  }
  Progress line("shards", shards.size());
  std::uint64_t positions = 0, done = 0;
  for (const fs::path& path : shards) {
    const DatasetShard shard = read_shard(path);
    verify_games(shard, path.string());
    ObservationOptions encoding;
    encoding.side_heads = options.side_heads;
    encoding.max_size = options.max_size;
    positions += export_planes(shard, encoding, options.lambda, planes_of(path));
    line.update(++done, fmt::format("{} positions", positions));
    if (!InterruptGuard::asked_to_stop()) continue;
    context.stopped();
    break;
  }
  line.finish();
  if (options.json) {
    return print_json({{"out", options.out},
                       {"complete", done == shards.size()},
                       {"shards", done},
                       {"positions", positions}});
  }
  fmt::print("{} positions of {} shards in {}\n", positions, done, options.out);
}

App& add_verb(App& app, const char* name, const char* help, DatasetArguments& options) {
  App& verb = *app.add_subcommand(name, help);
  verb.add_option("PATH", options.paths, "Shards, or folders with shards games-*.h5")->required();
  add_json_flag(verb, options.json);
  return verb;
}

}  // namespace

void add_dataset_command(App& app, Context& context) {
  const auto options = std::make_shared<DatasetArguments>();
  App& command = *app.add_subcommand("dataset", "Inspect and export self-play games");
  command.require_subcommand(1);
  add_verb(command, "info", "Summarize shards", *options).callback([options] { info(*options); });
  add_verb(command, "verify", "Replay every game and check everything stored about it", *options)
      .callback([options] { verify(*options); });
  App& show_verb =
      add_verb(command, "show", "Show a game with the search results of each move", *options);
  show_verb.add_option("--game", options->game, "The game's number in the run")
      ->required()
      ->check(in_range(std::uint64_t{0}, std::uint64_t{1'000'000'000'000}));
  show_verb.callback([options] { show(*options); });
  App& export_verb =
      add_verb(command, "export", "Export positions as planes, for other trainers (nn/FORMATS.md)",
               *options);
  export_verb
      .add_option("--out", options->out,
                  "Output folder; by default runs/NAME-planes for a PATH NAME")
      ->check(folder_name());
  add_force_flag(export_verb, options->force);
  export_verb
      .add_option(
          "--max-size", options->max_size,
          "The largest board that the policy covers, for families with several board sizes; by "
          "default that of the games")
      ->check(in_range(7, 19));
  export_verb.add_flag("--side-heads", options->side_heads,
                       "A separate policy for each side, for families with unequal sides");
  export_verb
      .add_option("--lambda", options->lambda,
                  "Value targets: 1 the game's result, 0 the search's value, or in between")
      ->capture_default_str()
      ->check(number_between(0.0, 1.0));
  export_verb.callback([options, &context] { export_shards(*options, context); });
}

}  // namespace tavlab::cli
