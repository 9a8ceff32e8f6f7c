// tavlab openings RULES --plies N
#include "core/openings.h"

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <memory>

#include "core/families.h"
#include "core/notice.h"
#include "experiments/run/progress.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct OpeningsArguments {
  RulesArguments rules;
  PositionArguments start;
  int plies = 2;
  bool unique = false;
  bool quiet = false;
  bool json = false;
};

constexpr std::string_view kOpeningsHelp =
    R"(Prints a line of moves and rolls for each opening after which the game continues, sorted by the moves'
texts; `--moves LINE` of other commands plays it. With dice, a turn that passes counts as a ply.

--unique: one line for each position, counting mirror images and rotations as the same position if the
rules have these symmetries; transpositions count once.

JSON:
  rules, plies, unique  as given
  symmetries            of these rules, the identity included
  interrupted           whether Ctrl-C or --minutes ended the search before all were found
  openings              line; with --unique lines, how many lines lead to such positions)";

void run(const OpeningsArguments& options, Context& context) {
  const RuleSet rule_set = options.rules.load();
  const StopOnSignal stop;
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    GameState<G> state = options.start.state<G>(*rules);
    Json openings = Json::array();
    const auto print = [&](const std::string& line, const Json& json) {
      if (options.json) {
        openings.push_back(json);
      } else {
        fmt::print("{}\n", line);
      }
    };
    // Lines that are printed as they are found are progress enough.
    Progress progress(options.unique ? "positions" : "openings", 0);
    if (options.quiet || (!options.unique && !options.json)) progress.silence();
    const auto note = [&](std::uint64_t done) { progress.update(done, std::string_view()); };
    bool stopped = false;
    try {
      if (options.unique) {
        constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
        const auto classes = opening_classes(state, options.plies, kAny, stop.token(), note);
        progress.finish();
        for (const OpeningClass& each : classes) {
          print(each.line, {{"line", each.line}, {"lines", each.lines}});
        }
      } else {
        each_opening(state, options.plies, [&](const std::string& line, const GameState<G>&) {
          if (stop.token().stop_requested()) throw OpeningsStopped{};
          print(line, {{"line", line}});
          note(openings.size());
        });
      }
    } catch (const OpeningsStopped&) {
      progress.finish();
      stopped = true;
      context.stopped();
      notice(stderr, "stopped; {}\n",
             options.unique ? "the classes are known only once all lines were followed; choose "
                              "fewer plies."
                            : "the openings so far are printed. The same command begins again.");
    }
    if (!options.json) return;
    print_json({{"rules", rule_set.id},
                {"plies", options.plies},
                {"unique", options.unique},
                {"interrupted", stopped},
                {"symmetries", Symmetry<G>(*rules).count()},
                {"openings", openings}});
  });
}

}  // namespace

void add_openings_command(App& app, Context& context) {
  const auto options = std::make_shared<OpeningsArguments>();
  App* command = app.add_subcommand("openings", "List all openings of a given length");
  options->rules.add_to(*command);
  command->add_option("--plies", options->plies, "Length of the openings in plies")
      ->check(in_range(1, 12))
      ->capture_default_str();
  options->start.add_to(*command);
  command->add_flag("--unique", options->unique, "One of each class of symmetric positions");
  add_minutes_option(*command, context);
  add_quiet_flag(*command, options->quiet);
  add_json_flag(*command, options->json);
  command->footer(std::string(kOpeningsHelp));
  command->callback([options, &context] { run(*options, context); });
}

}  // namespace tavlab::cli
