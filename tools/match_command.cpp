// tavlab match RULES --first AGENT --second AGENT --games N --seed S [--sprt elo0=0,elo1=20]
#include "selfplay/match/match.h"

#include <fmt/format.h>

#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "experiments/match/match_text.h"
#include "experiments/match/sequential_match.h"
#include "experiments/run/interrupt.h"
#include "experiments/run/progress.h"
#include "experiments/summary/labels.h"
#include "selfplay/match/match_summary.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

/// Default maximum of games for a test. Most decide after a small part of them.
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
};

int exit_code_of(SprtState state) {
  switch (state) {
    case SprtState::accept_h1:
      return kSuccess;
    case SprtState::accept_h0:
      return kRefuted;
    case SprtState::go_on:
      break;
  }
  return kUndecided;
}

std::string progress_note(const MatchReport& report) {
  std::string note = report.settings.swap ? fmt::format("Elo {}", elo_text(report.elo()))
                                          : fmt::format("{} {:.3f}", report.first_side,
                                                        report.summary.first_side().score());
  if (report.test != nullptr) note += ", " + sprt_text(*report.test);
  return note;
}

void run(MatchArguments options, Context& context) {
  options.settings.rule_set = options.rules.load();
  std::optional<SprtSettings> sprt;
  if (!options.sprt.empty()) sprt = SprtSettings::parse(options.sprt);
  if (options.two_game || sprt) {
    options.settings.swap = true;
    if (options.games % 2 != 0) {
      throw UserError(
          fmt::format("--{} needs an even number of --games", sprt ? "sprt" : "two-game"));
    }
  }
  const auto [first_side, second_side] =
      visit_game(options.settings.rule_set, [](auto game, const auto&) {
        using G = decltype(game);
        return std::pair<std::string_view, std::string_view>(G::first_player_name,
                                                             G::second_player_name);
      });
  const auto print_record = [&, first = first_side, second = second_side](const GameRecord& game) {
    if (options.records) fmt::print("{}\n", game_json(game, first, second));
  };
  MatchSummary all;
  std::optional<SequentialMatch> test;
  if (sprt) test.emplace(*sprt, print_record);
  const MatchReport report{options.settings, first_side,
                           second_side,      test ? test->summary() : all,
                           options.two_game, test ? &*test : nullptr};

  std::vector<std::uint64_t> numbers(options.games);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  StopOnSignal stop;
  Progress progress("games", options.games);
  play_games(
      options.settings, numbers, options.threads,
      [&](const GameRecord& game) {
        if (test) {
          test->add(game);
          if (test->decided()) stop.request_stop();
        } else {
          all.add(game);
          print_record(game);
        }
        progress.update(report.summary.games(), [&] { return progress_note(report); });
      },
      stop.token());
  progress.finish();
  if (test) context.exit_code = exit_code_of(test->state());
  const bool interrupted = InterruptGuard::asked_to_stop() && !(test && test->decided()) &&
                           report.summary.games() < options.games;
  if (interrupted) context.exit_code = kInterrupted;
  if (options.json) {
    fmt::print("{}\n", match_json(report));
  } else if (!options.records) {
    fmt::print("{}", match_text(report));
    if (interrupted) fmt::print("  interrupted: only the finished games are counted\n");
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
                   "Agent of the first side (see `tavlab help agents`)")
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
  command->add_flag("--swap", settings.swap, "Swap the agents' sides in every odd game");
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
  add_threads_option(*command, options->threads);
  add_json_flag(
      *command, options->json,
      "Print one JSON document; with --records JSON lines: one for each game, then the summary");
  command->footer(
      "Elo: of the first agent against the second, with half of its 95 % interval; LOS: the\n"
      "likelihood of superiority of the first agent. Both are based on pairs of games with the\n"
      "same opening and swapped sides (--swap), otherwise on single games.\n"
      "--sprt: the generalized sequential probability ratio test of fishtest on the points of\n"
      "such pairs, H0: Elo is elo0, H1: it is elo1; alpha and beta are the probabilities of\n"
      "accepting H1 if H0 is true and H0 if H1 is true, by default 0.05. Elo is logistic (of the\n"
      "expected score) or normalized by the standard deviation of a game. Use different openings\n"
      "(--opening): repeated games give no new information. Pairs are counted in the order of\n"
      "their numbers, so the decision does not depend on --threads.\n"
      "Exit code with --sprt: 0 if H1 was accepted, 1 if H0, 3 if undecided. Always: 2 for a user\n"
      "error, 130 after Ctrl-C, 70 for an internal error.");
  command->callback([options, command, &context] {
    if (!options->sprt.empty() && command->count("--games") == 0) options->games = kGamesOfTest;
    run(*options, context);
  });
}

}  // namespace tavlab::cli
