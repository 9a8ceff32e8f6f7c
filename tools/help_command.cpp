// tavlab help TOPIC
#include <fmt/format.h>

#include <memory>

#include "core/error.h"
#include "core/ruleset/parameter_table.h"
#include "selfplay/agents/agent_spec.h"
#include "tools/cli.h"

namespace tavlab::cli {
namespace {

constexpr std::string_view kNotation = R"(Positions
  One line: the rows from the top rank down, with '/' between them; runs of empty cells are numbers.
  Then the side to move and whatever else the rules need, each after a blank.

  tafl: pieces a (attacker), d (defender), k (king), c (attacking leader), n (defending leader);
  side to move a or d; then, where they apply, in this order:
    throw=4        with dice: the throw is known and a move is due (parity dice: throw=even or odd)
    pending        the king is captured unless this reply frees him
    king_moves=7   moves that the defenders have made, under a move limit
    quiet=12       plies since the last capture, under a limit of them
    plies=100      plies played, under a limit of them
  Example (helmfrid-9, start): 3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a

  ur: rows 3, 2 and 1, '_' where the board has no square; pieces w (White's), b (Black's), W and B once
  they have turned (where pieces do not turn: on a square that they come to for the second time); a stack
  in brackets, from the bottom up. Then w or b, the player to throw or to move; then, where they apply:
    home=2:3       pieces that are home, White's and Black's
    throw=4        the throw is known and a move is due
    barred=d2      the piece there may not use this extra throw
  What is neither on the board nor home is in hand.
  Example (ur-skiryuk): b1b1__2/2(wB)5/1w2__w1 w home=0:1 throw=3

  tavreli: K volkhv (волхв, king), Q knyaz (князь, queen), R ratoborets (ратоборец, rook), B luchnik (лучник,
  bishop), N vsadnik (всадник, knight), P with a letter a ratnik (ратник, pawn) and its destiny, where H is
  helgi (хельги, queen and knight in one); + and the letter once it has turned over. Capitals are White's. A
  tower in brackets, from the bottom up. Then w or b, the side to move; the castlings left (KQkq or -); the
  files of the ratniks that never left their start squares (ABCabc or -); the square that a double step has
  just crossed, where it can be taken en passant (or -); quiet= and plies= as above.
  Example (a tower on c3): 4k3/8/8/8/8/2(PBNR)5/8/4K3 w - - -
  chess: a FEN.

Moves
  from-to in algebraic squares; a1 is bottom left: a4-a2.
  Where captures may be declined, ~ and the square of the piece not taken: a4-a2~b2, a4-a2~b2~a1. For a
  shieldwall it is the square of the row's piece next to the mover.
  ur: hand-d1 brings a piece on, b2-home takes one off. Where two moves go by the same squares, the path
  indices follow: h2-g2@14-17.
  tavreli: e2-e4 is a whole tower, c3(2)-c6 its two top figures; 0-0 and 0-0-0 castle; in chess e7-e8Q chooses.
  Published games are read too (`tavlab trace --game FILE`): numbers, headers, comments, + x ! ? behind moves,
  capitals, Cyrillic а с е, a missing dash.

Throws
  Under rules with dice, throws stand in game records between the moves: [4] for a die, [even] and [odd]
  for parity dice, [0] to [6] in ur. Each turn begins with one. After a throw that passes the turn the other
  side's follows.
  `tavlab trace` takes them so, and prints a line of JSON for each, with "throw" instead of "legal", "move"
  and "captured"; "ply" counts moves only:
    echo "[2] a4-b4 [3] e7-f7" | tavlab trace helmfrid-9 --set dice.kind=distance --moves -
    {"game":0,"ply":0,"to_move":"attackers","position":"3aaa3/... a","throw":"[2]"}
    {"game":0,"ply":0,"to_move":"attackers","position":"3aaa3/... a throw=2","legal":[...],"move":"a4-b4",...}
)";

constexpr std::string_view kRules = R"(Rule sets
  TOML files: id, family, title, source, optional extends (another rule set's id, or a path), the
  parameters, and [assumed."key"] with value, reason and alternatives for what the source leaves open.
  Built-in ones have ids; a path to a file works wherever an id does. Any parameter can be overridden:
    tavlab perft helmfrid-11 --depth 3 --set king.armed=false --set limits.king_side_moves=15
  What is set must mean something: dice.faces = 4 without dice, or a range of commanders where the layout
  has none, is refused. A file has an id of its own, unless it is the same game as the built-in of that id.
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
    fmt::print("{}", kNotation);
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

void add_help_command(CLI::App& app) {
  const auto topic = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand("help", "Explain: agents, notation, rules");
  command->add_option("TOPIC", *topic, "agents, notation or rules")->required();
  command->callback([topic] { run(*topic); });
}

}  // namespace tavlab::cli
