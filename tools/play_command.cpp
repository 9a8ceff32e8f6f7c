// tavlab play RULES | --load FILE: a person against an agent in the terminal.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <memory>
#include <string>

#include "core/error.h"
#include "core/families.h"
#include "core/near.h"
#include "core/ruleset/names.h"
#include "core/text.h"
#include "experiments/run/interrupt.h"
#include "selfplay/agents/levels.h"
#include "tools/cli.h"
#include "tools/play/saved_game.h"
#include "tools/play/session.h"
#include "tools/terminal.h"

namespace tavlab::cli {
namespace {

struct PlayArguments {
  RulesArguments rules;
  std::string position;
  std::string moves;
  std::string load;
  std::string first;
  std::string second;
  std::string side;
  std::string level;
  std::string clock;
  std::string hint = "alphabeta:net=auto,nodes=200000";
  std::uint64_t seed = 1;
  bool ascii = false;
};

constexpr std::string_view kOpponent = "alphabeta:net=auto,nodes=200000";

constexpr const char* kPlayFooter =
    "A person plays the first side against alphabeta:net=auto,nodes=200000 unless options say\n"
    "otherwise. Which side is the first is part of the rules, and so is which of them begins;\n"
    "--side takes a side by its name. In the game, `help` lists the commands. On a terminal the\n"
    "board is redrawn in place, Tab completes moves, and the arrow keys recall lines; in a pipe\n"
    "every position is printed as plain text. With --color never or NO_COLOR it has no colours.";

/// The number of the side with this name. Throws UserError.
std::size_t side_number(const RuleSet& rules, const std::string& name) {
  return visit_game(rules, [&](auto game, const auto&) {
    using G = decltype(game);
    const std::optional<Side> side = side_named<G>(folded(name));
    if (side) return static_cast<std::size_t>(*side);
    throw UserError(fmt::format("--side: is {}, but the sides are {} and {}{}", in_quotes(name),
                                G::first_player_name, G::second_player_name,
                                near_note(name, std::array<std::string_view, 2>{
                                                    G::first_player_name, G::second_player_name})));
  });
}

/// Who plays, from the options or else from a saved game.
void seat_players(play::Setup& setup, const PlayArguments& options) {
  const bool chosen = !options.side.empty() || !options.level.empty() || !options.first.empty() ||
                      !options.second.empty();
  if (!chosen && !setup.players[0].empty() && !setup.players[1].empty()) return;
  setup.introduction.clear();
  std::string opponent(kOpponent);
  if (!options.level.empty()) {
    const Level& level = level_named("--level", options.level);
    opponent = level.agent;
    setup.introduction = play::level_text(setup.rules, level);
  }
  std::size_t person = options.side.empty() ? 0 : side_number(setup.rules, options.side);
  if (options.side.empty() && setup.players[1] == play::kHuman) person = 1;  // of a saved game
  setup.players[person] = play::kHuman;
  setup.players[1 - person] = opponent;
  if (!options.first.empty()) setup.players[0] = options.first;
  if (!options.second.empty()) setup.players[1] = options.second;
}

play::Setup setup_of(const PlayArguments& options) {
  play::Setup setup;
  setup.hint = options.hint;
  setup.seed = options.seed;
  if (!options.clock.empty()) setup.clock = play::clock_setting("--clock", options.clock);
  if (options.rules.name.empty() && options.load.empty()) {
    throw UserError("play: give the RULES (see `tavlab rules list`), or a game with --load FILE");
  }
  if (options.rules.name.empty() && !options.rules.overrides.empty()) {
    throw UserError("--set: changes RULES; a saved game has its own");
  }
  if (!options.rules.name.empty()) {
    setup.rules = options.rules.load();
    setup.rules_name = options.rules.name;
    setup.settings = options.rules.overrides;
  }
  if (!options.load.empty()) {
    play::SavedGame saved = play::load_game(options.load);
    if (!options.rules.name.empty()) {
      const std::string name = base_id(setup.rules.id);
      if (!saved.rules.empty() && base_id(saved.rules) != name) {
        throw UserError(fmt::format("game file '{}': is a game of {}, not of {}; leave RULES out",
                                    options.load, in_quotes(saved.rules), name));
      }
      saved.rules.clear();  // those of the command line
    }
    if (options.rules.name.empty() && saved.rules.empty()) {
      throw UserError(
          fmt::format("game file '{}': does not name its rules; give RULES, too", options.load));
    }
    setup = going_on(std::move(setup), saved);
  } else {
    setup.position = options.position;
    for (const std::string_view word : words_in(options.moves)) setup.words.emplace_back(word);
    setup.words_from = "--moves";
  }
  seat_players(setup, options);
  return setup;
}

int run(const PlayArguments& options) {
  std::setlocale(LC_CTYPE, "");  // for the letters that a person types
  Terminal terminal = terminal_of(stdout);
  terminal.interactive = terminal.interactive && isatty(STDIN_FILENO) != 0;
  const play::BoardStyle style{terminal.unicode && !options.ascii, terminal.color};
  play::Setup setup = setup_of(options);
  const std::string title = fmt::format("{}: {}\n", setup.rules.id, setup.rules.title);
  const StopOnSignal stop;
  play::Screen screen(terminal);
  play::Session session(std::move(setup), screen, style, stop.token());
  if (!screen.in_place()) fmt::print("{}", title);  // on a terminal it is above the board
  return session.run();
}

}  // namespace

void add_play_command(App& app, Context& context) {
  const auto options = std::make_shared<PlayArguments>();
  App* command = app.add_subcommand("play", "Play against an agent in the terminal");
  options->rules.add_to(*command);
  command->get_option("RULES")->required(false);
  Option* first =
      command->add_option("--first", options->first, "Player of the first side: human or an agent");
  Option* second = command->add_option("--second", options->second,
                                       "Player of the second side: human or an agent");
  command->add_option("--side", options->side, "The side that a person plays, by its name")
      ->excludes(first)
      ->excludes(second);
  command
      ->add_option("--level", options->level,
                   "The opponent: 1 (beginner) to 6 (strongest), or a level's name")
      ->excludes(first)
      ->excludes(second);
  command->add_option(
      "--clock", options->clock,
      "A person's time: 5+3 is 5 minutes (300s: seconds, as `match` counts), and 3 seconds "
      "after each move");
  Option* load = command->add_option("--load", options->load, "Go on with a saved game");
  command->add_option("--hint", options->hint, "The agent that gives hints")->capture_default_str();
  add_position_option(*command, options->position);
  command->get_option("--position")->excludes(load);
  command
      ->add_option("--moves", options->moves,
                   "Moves and rolls played from there, separated by spaces; repetitions count over "
                   "them")
      ->excludes(load);
  add_seed_option(*command, options->seed, "Seed of the agents and the dice");
  command->add_flag("--ascii", options->ascii, "Draw the board in ASCII");
  command->footer(kPlayFooter);
  command->callback([options, &context] { context.exit_code = run(*options); });
}

}  // namespace tavlab::cli
