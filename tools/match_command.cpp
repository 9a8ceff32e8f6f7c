// tavlab match RULES --first AGENT --second AGENT --games N [--sprt elo0=0,elo1=20] [--out DIR]
#include "selfplay/match/match.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/notice.h"
#include "experiments/config/agent_nets.h"
#include "experiments/match/match_tally.h"
#include "experiments/match/match_text.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/store/game_info.h"
#include "experiments/stored_match.h"
#include "tools/cli.h"
#include "tools/run_options.h"

namespace tavlab::cli {
namespace {

namespace fs = std::filesystem;

/// Default maximum number of games of a test. Most tests decide after a small part of them.
constexpr std::uint64_t kGamesOfTest = 100'000;

struct MatchArguments {
  RulesArguments rules;
  MatchSettings settings;
  std::uint64_t games = 100;
  int threads = 1;
  std::string sprt;
  bool two_game = false;
  bool json = false;
  bool records = false;
  PlayConditions conditions;
  std::string out;
  std::string shard;
  bool force = false;
  bool quiet = false;
};

int exit_code_of(SprtState state) {
  switch (state) {
    case SprtState::accept_h1:
      return kSuccess;
    case SprtState::accept_h0:
      return kRefuted;
    case SprtState::undecided:
      break;
  }
  return kUndecided;
}

/// The games of a match without a folder, in case it is interrupted.
class FinishedGames {
 public:
  void add(const GameRecord& game) {
    if (!all_) return;
    bytes_ += sizeof(GameRecord) + game.moves.size() + game.values.size();
    all_ = bytes_ <= kMostBytes;
    all_ ? games_.push_back(game) : games_.clear();
  }
  [[nodiscard]] std::span<const GameRecord> games() const { return games_; }
  /// Whether there were too many to remember.
  [[nodiscard]] bool too_many() const { return !all_; }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;
  std::vector<GameRecord> games_;
  std::size_t bytes_ = 0;
  bool all_ = true;
};

void play_unstored(const MatchArguments& options, MatchTally& tally, FinishedGames& finished,
                   const MatchReport& report) {
  std::vector<std::uint64_t> numbers(options.games);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  StopOnSignal stop;
  Progress progress("games", options.games);
  if (options.quiet) progress.silence();
  progress.show_table([&] { return match_lines(report); });
  play_games(
      options.settings, numbers, options.threads,
      [&](const GameRecord& game) {
        tally.add(game);
        finished.add(game);
        if (tally.decided()) stop.request_stop();
        progress.update(report.summary.games(), [&] { return match_note(report); });
      },
      stop.token());
  progress.finish();
}

StoredMatchOptions stored_options(const MatchArguments& options) {
  StoredMatchOptions stored;
  stored.games = options.games;
  stored.seed = options.settings.seed;
  stored.opening_plies = options.settings.opening_plies;
  stored.max_plies = options.settings.max_plies;
  stored.conditions = options.conditions;
  stored.threads = options.threads;
  stored.shard = Shard::parse(options.shard);
  stored.force = options.force;
  stored.quiet = options.quiet;
  stored.rules = options.rules.name;
  stored.overrides = options.rules.overrides;
  stored.first = options.settings.first_agent;
  stored.second = options.settings.second_agent;
  stored.swap = options.settings.swap;
  stored.sprt = options.sprt;
  return stored;
}

bool play_stored(const MatchArguments& options, MatchTally& tally, const MatchReport& report) {
  const InterruptGuard guard;
  return play_stored_match(stored_options(options), options.out, tally, report);
}

constexpr std::string_view kOddPairs = "--swap with --out needs an even number of --games";

/// Keeps the games of an interrupted match without a folder in a new one, and says how to go on.
std::string keep(const MatchArguments& options, const FinishedGames& finished,
                 const MatchReport& report) {
  const auto lost = [](std::string_view why) {
    return fmt::format("stopped; its games are not kept: {}", why);
  };
  if (finished.too_many()) return lost("they are too many to do so at the end; use --out DIR");
  if (finished.games().empty()) {
    return "stopped before a game was finished. The same command begins again.";
  }
  if (options.settings.swap && options.games % 2 != 0) return lost(kOddPairs);
  const std::string folder = free_folder_for("match-" + options.settings.rule_set.id);
  try {
    const InterruptGuard guard;
    constexpr std::size_t kMany = 1000;  // which takes seconds
    if (finished.games().size() > kMany) {
      notice(stderr, "stopping: {} games are written to {}\n", finished.games().size(), folder);
    }
    keep_match(stored_options(options), folder, finished.games(), report);
  } catch (const UserError& error) {
    return lost(error.what());
  }
  return fmt::format(
      "stopped; finished games are stored in {}. The same command with --out {} resumes.", folder,
      folder);
}

void run(MatchArguments options, Context& context) {
  options.settings.rule_set = options.rules.load();
  std::optional<SprtSettings> sprt;
  if (!options.sprt.empty()) sprt = SprtSettings::parse(options.sprt);
  const std::string_view pairs = sprt                                   ? "--sprt"
                                 : options.two_game                     ? "--two-game"
                                 : !options.conditions.openings.empty() ? "--openings"
                                                                        : "";
  if (!pairs.empty()) options.settings.swap = true;
  const bool stores_pairs = options.settings.swap && !options.out.empty();
  if ((!pairs.empty() || stores_pairs) && options.games % 2 != 0) {
    throw UserError(pairs.empty() ? std::string(kOddPairs)
                                  : fmt::format("{} needs an even number of --games", pairs));
  }
  if (!options.shard.empty() && (options.out.empty() || sprt)) {
    throw UserError(sprt ? "--shard excludes --sprt: a test counts pairs in order"
                         : "--shard needs --out");
  }
  options.conditions.apply(options.settings);
  const MatchSettings& settings = options.settings;
  if (!options.quiet && settings.first_agent != settings.second_agent && settings.same_agents()) {
    notice(stderr,
           "both agents are the same: with a limit of the match, '{}' and '{}' differ in "
           "nothing\n",
           settings.first_agent, settings.second_agent);
  }
  const GameInfo names = describe_game(options.settings.rule_set);
  const auto print_record = [&](const GameRecord& game) {
    if (options.records) {
      fmt::print("{}\n", game_json(game, names.first_player, names.second_player));
    }
  };
  MatchTally tally(sprt, print_record);
  const MatchReport report{options.settings, names.first_player, names.second_player,
                           tally.summary(),  options.two_game,   tally.test()};
  FinishedGames finished;
  bool complete = true;
  if (options.out.empty()) {
    if (!options.quiet) {
      const std::vector<std::string> agents = {options.settings.first_agent,
                                               options.settings.second_agent};
      const std::string missing =
          missing_evaluation_note(agents, shipped_evaluation_text(options.settings.rule_set));
      if (!missing.empty()) notice(stderr, "{}\n", missing);
      notice(stderr, "{}", repeated_openings_text(options.settings, options.games));
    }
    play_unstored(options, tally, finished, report);
    complete = !InterruptGuard::asked_to_stop() || tally.decided() ||
               report.summary.games() >= options.games;
  } else {
    complete = play_stored(options, tally, report);
  }
  if (tally.test() != nullptr) context.exit_code = exit_code_of(tally.test()->state());
  if (!complete) context.stopped();
  if (options.json) {
    fmt::print("{}\n", match_json(report, complete));
  } else if (!options.records) {
    fmt::print("{}", match_text(report));
    if (!complete) fmt::print("  interrupted: only the finished games are counted\n");
    if (!options.out.empty())
      fmt::print("report: {}\n", (fs::path(options.out) / "report.html").string());
  }
  if (!complete) {
    notice(stderr, "{}\n",
           options.out.empty() ? keep(options, finished, report)
                               : "stopped; finished games are stored. The same command resumes.");
  }
}

}  // namespace

void add_match_command(App& app, Context& context) {
  const auto options = std::make_shared<MatchArguments>();
  MatchSettings& settings = options->settings;
  App* command = app.add_subcommand("match", "Play games between two agents");
  options->rules.add_to(*command);
  command
      ->add_option("--first", settings.first_agent,
                   "Agent of the first side (see `tavlab help agents` and `help notation`)")
      ->capture_default_str();
  command->add_option("--second", settings.second_agent, "Agent of the second side")
      ->capture_default_str();
  command
      ->add_option(
          "--games", options->games,
          fmt::format("Number of games; with --sprt the maximum, default {}", kGamesOfTest))
      ->capture_default_str()
      ->check(in_range(1, 100000000));
  add_seed_option(*command, settings.seed, "Seed of all games");
  command->add_flag("--swap", settings.swap, "Swap the agents' sides in every second game");
  command->add_option("--opening", settings.opening_plies, "Random plies at the start of each game")
      ->capture_default_str()
      ->check(in_range(0, 1000));
  command
      ->add_option("--max-plies", settings.max_plies,
                   "Stop games as unfinished after this many plies")
      ->capture_default_str()
      ->check(in_range(1, 1000000));
  command
      ->add_option("--sprt", options->sprt,
                   "elo0=E,elo1=E[,alpha=A][,beta=B][,model=logistic|normalized]: stop as soon as "
                   "a sequential test has decided whether the first agent is elo1 or elo0 stronger "
                   "than the second; implies --swap")
      ->check(not_empty("write it as in elo0=0,elo1=20"));
  command->add_flag("--two-game", options->two_game,
                    "Score pairs of games with sides swapped: game points, then captured pieces");
  command->add_flag("--records", options->records,
                    "Print each finished game as a line of JSON; without --json, no summary");
  command
      ->add_option("--out", options->out,
                   "Keep every game in this folder, with a report; a match in it is resumed. By "
                   "default only an interrupted match is kept, in runs/match-RULES")
      ->check(folder_name());
  command
      ->add_option("--shard", options->shard,
                   "K/N: only the games of the K-th of N parts, into a separate folder")
      ->check(not_empty("omit the option for the whole match"));
  add_force_flag(*command, options->force);
  add_quiet_flag(*command, options->quiet);
  add_threads_option(*command, options->threads);
  add_minutes_option(*command, context);
  add_play_conditions(*command, options->conditions);
  add_json_flag(
      *command, options->json,
      "Print one JSON document; with --records JSON lines: one for each game, then the summary");
  command->footer(
      play_conditions_help() +
      "Elo: of the first agent against the second, with half of its 95 % interval; LOS: the\n"
      "likelihood of superiority of the first agent. Both are based on pairs of games with the\n"
      "same opening and swapped sides (--swap), otherwise on single games.\n"
      "--sprt: the generalized sequential probability ratio test of fishtest on the points of\n"
      "such pairs, H0: Elo is elo0, H1: it is elo1; alpha and beta are the probabilities of\n"
      "accepting H1 if H0 is true and H0 if H1 is true, by default 0.05. Elo is logistic (of the\n"
      "expected score) or normalized by the standard deviation of a game. Use different openings\n"
      "(--opening): repeated games give no new information. Pairs are counted in the order of\n"
      "their numbers, so the decision does not depend on --threads.\n"
      "--out DIR: every finished game is stored; the same command resumes after Ctrl-C or a kill,\n"
      "and plays more games when --games is higher. Other settings are refused. DIR has the\n"
      "format of an experiment with one cell: `tavlab experiment report` and `merge` accept it.\n"
      "--json: first_agent, second_agent and each side by its name have their games won, drawn\n"
      "and lost, and a score; score_interval is that of the first side. score_interval and elo\n"
      "are for a number of games fixed in advance; after a test that ended early, sprt.estimate\n"
      "counts in that it did. pairs: how many had 0, 1/2, 1, 3/2 and 2 points.\n"
      "Exit code with --sprt: 0 if H1 was accepted, 1 if H0, 3 if undecided. Always: 2 for a user\n"
      "error, 3 after --minutes, 130 after Ctrl-C, 70 for an internal error.");
  command->callback([options, command, &context] {
    if (!options->sprt.empty() && command->count("--games") == 0) options->games = kGamesOfTest;
    run(*options, context);
  });
}

}  // namespace tavlab::cli
