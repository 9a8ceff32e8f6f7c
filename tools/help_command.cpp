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
  One line: the rows from the top rank down, with '/' between them; runs of empty squares are numbers.
  Then the side to move and whatever else the rules need, each after a blank. What letters, stacks and
  counters there are is a matter of the family, see below.

Moves
  from-to in algebraic squares; a1 is bottom left: a4-a2.

Rolls
  Under rules with dice, rolls stand in game records between the moves, in square brackets: [4]. Each turn
  begins with one. After a roll that passes the turn the other side's follows.
  `tavlab trace` takes them so, and prints a line of JSON for each, with "throw" instead of "legal", "move"
  and "captured"; "ply" counts moves only.
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
  What is set must mean something: dice.faces = 4 without dice, or a range of commanders where the layout
  has none, is refused. `tavlab rules explain RULES` says what a rule set amounts to, in sentences. A file has an id of its own, unless it is the same game as the built-in of that id.
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
    throw UserError(fmt::format("no help on '{}'; topics: agents, notation, rules", topic));
  }
}

}  // namespace

void add_help_command(App& app) {
  const auto topic = std::make_shared<std::string>();
  App* command = app.add_subcommand("help", "Explain: agents, notation, rules");
  command->add_option("TOPIC", *topic, "agents, notation or rules")->required();
  command->callback([topic] { run(*topic); });
}

}  // namespace tavlab::cli
