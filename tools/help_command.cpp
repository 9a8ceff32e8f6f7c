// tavlab help TOPIC
#include <fmt/format.h>

#include <memory>

#include "core/error.h"
#include "core/families.h"
#include "core/ruleset/parameter_table.h"
#include "core/text.h"
#include "selfplay/agents/agent_spec.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

constexpr std::string_view kNotation = R"(Positions
  One line: the rows from the top rank down, separated by '/'; runs of empty squares are numbers.
  Then the side to move and other fields, each after a space. Letters, stacks and counters depend on the
  family, see below.

Moves
  from-to in algebraic squares; a1 is bottom left: a4-a2.

Rolls
  With dice, game records have rolls between the moves, in square brackets: [4]. Each turn begins with one.
  A roll that passes the turn is followed by the other side's roll. `tavlab trace` reads this format and prints
  a line of JSON for each roll, with "throw" instead of "legal", "move" and "captured"; "ply" counts moves only.

Games
  `--moves "a4-a3 d5-d8"` plays moves and rolls after a position, so that repetitions count. A move may be followed
  by the squares it captures (d3-d2xe2), which are checked. Files with many games: `tavlab games --help`.
)";

void print_notation() {
  fmt::print("{}", kNotation);
  for (const std::string_view family : family_names()) {
    fmt::print("\nFamily {}\n", family);
    for (const std::string_view line : split(family_notation(family), '\n')) {
      if (!line.empty()) fmt::print("  {}\n", line);
    }
  }
}

constexpr std::string_view kRules = R"(Rule sets
  TOML files: id, family, title, source, optional extends (another rule set's id, or a path), the
  parameters, and [assumed."key"] with value, reason and alternatives for what the source leaves open.
  Built-in ones have ids; a path to a file works wherever an id does. Any parameter can be overridden:
    tavlab perft helmfrid-11 --depth 3 --set king.armed=false --set limits.king_side_moves=15
  Parameters without effect are rejected, such as dice.faces = 4 without dice, or a range of commanders if the
  layout has none. `tavlab rules explain RULES` explains a rule set in sentences, with --lang ru in Russian. A file
  may have the id of a built-in rule set only if it is the same game.
)";

/// The family's parameters with their meanings and values.
void print_parameters() {
  for (const std::string_view family : family_names()) {
    fmt::print("Parameters of {} rule sets\n", family);
    for (const ParameterSpec& spec : find_family_schema(family)->parameters) {
      fmt::print("  {}\n{}      {}\n", spec.key, wrap(spec.help, 92, 6), parameter_facts(spec));
    }
  }
}

void run(const std::string& topic) {
  if (topic == "notation") {
    print_notation();
  } else if (topic == "agents") {
    fmt::print("{}", agents_help());
  } else if (topic == "rules") {
    fmt::print("{}\n", kRules);
    print_parameters();
  } else {
    throw UserError(fmt::format("unknown topic '{}'; topics: agents, notation, rules", topic));
  }
}

}  // namespace

void add_help_command(App& app) {
  const auto topic = std::make_shared<std::string>();
  App* command = app.add_subcommand("help", "Help on agents, notation or rules");
  command->add_option("TOPIC", *topic, "agents, notation or rules")->required();
  command->callback([topic] { run(*topic); });
}

}  // namespace tavlab::cli
