// tavlab match RULES --first AGENT --second AGENT --games N --seed S
#include "selfplay/match/match.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>

#include "core/error.h"
#include "core/families.h"
#include "experiments/stats/interval.h"
#include "selfplay/match/match_summary.h"
#include "tools/cli.h"
#include "tools/progress_line.h"

namespace tavlab::cli {
namespace {

struct Options {
  RulesArguments rules;
  MatchSettings settings;
  std::uint64_t games = 100;
  int threads = 1;
  bool two_game = false;
  bool json = false;
  bool records = false;
};

Json tally_json(const Tally& tally) {
  return {{"wins", tally.wins},
          {"draws", tally.draws},
          {"losses", tally.losses},
          {"unfinished", tally.unfinished},
          {"score", tally.games() == tally.unfinished ? Json(nullptr) : Json(tally.score())}};
}

/// The score of finished games with its 95 % Wilson interval.
Interval score_interval(const Tally& tally) {
  return wilson_interval(static_cast<double>(tally.wins) + 0.5 * static_cast<double>(tally.draws),
                         static_cast<double>(tally.games() - tally.unfinished));
}

Json two_game_json(const TwoGameSummary& matches) {
  return {{"matches", matches.matches},
          {"unfinished", matches.unfinished},
          {"first_points", matches.first_points},
          {"second_points", matches.second_points},
          {"first_wins_by_points", matches.first_by_points},
          {"second_wins_by_points", matches.second_by_points},
          {"first_wins_by_captures", matches.first_by_captures},
          {"second_wins_by_captures", matches.second_by_captures},
          {"tied", matches.tied}};
}

Json record_json(const GameRecord& game,
                 const std::pair<std::string_view, std::string_view>& sides) {
  const std::string_view result = game.result == Result::first_wins    ? sides.first
                                  : game.result == Result::second_wins ? sides.second
                                  : game.result == Result::draw        ? "draw"
                                                                       : "unfinished";
  return {{"game", game.number},
          {"swapped", game.swapped},
          {"result", result},
          {"reason", game.reason},
          {"plies", game.plies},
          {fmt::format("captured_{}", sides.first), game.captured_first},
          {fmt::format("captured_{}", sides.second), game.captured_second},
          {"seconds", game.seconds},
          {"moves", game.moves},
          {"values", game.values}};
}

void print_tally(std::string_view name, const Tally& tally) {
  const Interval interval = score_interval(tally);
  fmt::print("  {:<34} {:>6} won {:>6} drawn {:>6} lost", name, tally.wins, tally.draws,
             tally.losses);
  if (tally.unfinished > 0) fmt::print(" {:>6} unfinished", tally.unfinished);
  if (tally.games() == tally.unfinished) {
    fmt::print("   no finished games\n");
  } else {
    fmt::print("   score {:.3f} [{:.3f}, {:.3f}]\n", tally.score(), interval.low, interval.high);
  }
}

void print_summary(const Options& options, const MatchSummary& summary,
                   const std::pair<std::string_view, std::string_view>& sides) {
  const MatchSettings& s = options.settings;
  fmt::print("{}: {} games, seed {}, {} distinct\n", s.rule_set.id, summary.games(), s.seed,
             summary.distinct_games());
  print_tally(fmt::format("first  {}", s.first_agent), summary.agent(0));
  print_tally(fmt::format("second {}", s.second_agent), summary.agent(1));
  print_tally(sides.first, summary.first_side());
  fmt::print("  mean plies {:.1f}, captured {} {:.1f}, {} {:.1f}\n", summary.mean_plies(),
             sides.first, summary.mean_lost(0), sides.second, summary.mean_lost(1));
  for (const auto& [reason, count] : summary.reasons())
    fmt::print("    {:<16} {}\n", reason, count);
  if (!options.two_game) return;
  const TwoGameSummary& m = summary.two_game_matches();
  fmt::print(
      "  two-game matches: {} ({} unfinished); game points {} : {}; won by points {} : {}, by "
      "captures {} : {}, tied {}\n",
      m.matches, m.unfinished, m.first_points, m.second_points, m.first_by_points,
      m.second_by_points, m.first_by_captures, m.second_by_captures, m.tied);
}

void run(Options options) {
  options.settings.rule_set = options.rules.load();
  if (options.two_game) {
    options.settings.swap = true;
    if (options.games % 2 != 0) throw UserError("--two-game needs an even number of --games");
  }
  const std::pair<std::string_view, std::string_view> sides =
      visit_game(options.settings.rule_set, [](auto game, const auto&) {
        using G = decltype(game);
        return std::pair<std::string_view, std::string_view>(G::first_player_name,
                                                             G::second_player_name);
      });
  std::vector<std::uint64_t> numbers(options.games);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  MatchSummary summary;
  ProgressLine progress("games", options.games);
  play_games(options.settings, numbers, options.threads, [&](const GameRecord& game) {
    summary.add(game);
    if (options.records) print_json(record_json(game, sides));
    progress.update(summary.games(),
                    fmt::format("{} {:.3f}", sides.first, summary.first_side().score()));
  });
  progress.finish();
  if (!options.json) {
    if (!options.records) print_summary(options, summary, sides);
    return;
  }
  const Interval interval = score_interval(summary.first_side());
  Json json = {{"rules", options.settings.rule_set.id},
               {"hash", options.settings.rule_set.hash_text()},
               {"first", options.settings.first_agent},
               {"second", options.settings.second_agent},
               {"seed", options.settings.seed},
               {"games", summary.games()},
               {"first_agent", tally_json(summary.agent(0))},
               {"second_agent", tally_json(summary.agent(1))},
               {std::string(sides.first), tally_json(summary.first_side())},
               {"score_interval", {interval.low, interval.high}},
               {"reasons", summary.reasons()},
               {"mean_plies", summary.mean_plies()},
               {"mean_legal_moves", summary.mean_legal_moves()},
               {fmt::format("mean_captured_{}", sides.first), summary.mean_lost(0)},
               {fmt::format("mean_captured_{}", sides.second), summary.mean_lost(1)},
               {"distinct_games", summary.distinct_games()},
               {"seconds", summary.seconds()}};
  if (options.two_game) json["two_game"] = two_game_json(summary.two_game_matches());
  print_json(json);
}

}  // namespace

void add_match_command(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  MatchSettings& settings = options->settings;
  CLI::App* command = app.add_subcommand("match", "Play games between two agents");
  options->rules.add_to(*command);
  command
      ->add_option("--first", settings.first_agent,
                   "Agent of the first side (see `tavlab help agents`)")
      ->capture_default_str();
  command->add_option("--second", settings.second_agent, "Agent of the second side")
      ->capture_default_str();
  command->add_option("--games", options->games, "How many")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000000));
  add_seed_option(*command, settings.seed, "Seed of all games");
  command->add_flag("--swap", settings.swap, "Exchange the agents' sides in every odd game");
  command->add_option("--opening", settings.opening_plies, "Random plies at the start of each game")
      ->capture_default_str()
      ->check(CLI::Range(0, 1000));
  command
      ->add_option("--max-plies", settings.max_plies,
                   "Cut games off, as unfinished, after this many plies")
      ->capture_default_str()
      ->check(CLI::Range(1, 1000000));
  command->add_flag("--two-game", options->two_game,
                    "Score pairs of games with sides exchanged: game points, then captured men");
  command->add_flag("--records", options->records,
                    "Print each game as a line of JSON as it ends; alone, no summary follows");
  add_threads_option(*command, options->threads);
  add_json_flag(
      *command, options->json,
      "Print one JSON document; with --records JSON lines: a line a game, then the summary");
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
