// tavlab help [TOPIC|COMMAND]
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <span>

#include "core/error.h"
#include "core/families.h"
#include "core/language.h"
#include "core/near.h"
#include "core/ruleset/parameter_table.h"
#include "core/ruleset/ruleset.h"
#include "core/text.h"
#include "core/translation.h"
#include "selfplay/agents/agent_help.h"
#include "tools/cli.h"
#include "tools/color.h"
#include "tools/fitted_text.h"
#include "tools/usage.h"

namespace tavlab::cli {
namespace {

constexpr std::string_view kNotation = R"(Sides
  The first and the second side have names, below, by which --side takes them. Scores are those of the first
  side. Which side begins is a rule: the first need not.

Positions
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

constexpr std::string_view kNotationRussian = R"(Стороны
  У первой и второй стороны есть имена, см. ниже; их понимает --side. Очки считаются за первую сторону. Какая
  сторона ходит первой, говорят правила: не обязательно первая.

Позиции
  Одна строка: ряды сверху вниз через '/'; пустые поля подряд записываются числом. Затем чей ход и другие
  сведения, каждое через пробел. Буквы, стопки и счётчики зависят от семейства игр, см. ниже.

Ходы
  откуда-куда, поля по-шахматному; a1 слева внизу: a4-a2.

Броски
  В играх с костями между ходами стоят броски в квадратных скобках: [4]. Ход начинается с броска. После броска,
  который передаёт ход, бросает противник. `tavlab trace` читает такие записи и на каждый бросок печатает строку
  JSON, в которой вместо "legal", "move" и "captured" стоит "throw"; "ply" считает только ходы.

Партии
  `--moves "a4-a3 d5-d8"` играет ходы и броски из позиции, чтобы считались повторения. После хода могут быть
  названы взятые поля (d3-d2xe2), они проверяются. Файлы со многими партиями: `tavlab games --help`.
)";

void print_notation(Language language) {
  const bool russian = language == Language::russian;
  fmt::print("{}", russian ? kNotationRussian : kNotation);
  for (const std::string_view family : family_names()) {
    fmt::print("\n{} {}\n", russian ? "Семейство" : "Family", family);
    const std::string notation = notation_in(language, family);
    for (const std::string_view line : split(notation, '\n')) {
      if (!line.empty()) fmt::print("  {}\n", line);
    }
  }
}

constexpr std::string_view kRules = R"(Rule sets
  TOML files: id, family, title, source, optional extends (another rule set's id, or a path), the
  parameters, and [assumed."key"] with value, reason and alternatives for what the source leaves open.
  Built-in ones have ids; a path to a file works wherever an id does. Any parameter can be overridden:
    tavlab perft helmfrid-11 --depth 3 --set king.armed=none --set limits.king_side_moves=15
  Parameters without effect are rejected, such as dice.faces = 4 without dice, or a range of commanders if the
  layout has none. `tavlab rules show RULES` explains a rule set in sentences, with --lang ru in Russian. `tavlab
  rules new NAME --from RULES` writes a file to begin with, and `tavlab rules check FILE` finds all its mistakes.
  A file may have the id of a built-in rule set only if it is the same game.
)";

/// The family's parameters with their meanings and values.
/// Of some families, by default of all. `command`: `rules`, with what else may have been meant.
void print_rules(std::span<const std::string> wanted, const CLI::App& command) {
  const std::vector<std::string_view> known = family_names();
  for (const std::string& family : wanted) {
    if (std::ranges::find(known, family) != known.end()) continue;
    std::vector<std::string> names(known.begin(), known.end());
    for (const CLI::App* each : commands_of(command)) names.push_back(each->get_name());
    throw UserError(fmt::format("unknown family or command {}{}; families: {}", in_quotes(family),
                                near_note(family, names), fmt::join(known, ", ")));
  }
  if (wanted.empty()) fmt::print("{}\n", kRules);
  for (const std::string_view family : known) {
    if (!wanted.empty() && std::ranges::find(wanted, family) == wanted.end()) continue;
    fmt::print("Parameters of {} rule sets\n", family);
    for (const ParameterSpec& spec : find_family_schema(family)->parameters) {
      fmt::print("  {}\n{}      {}\n", spec.key, wrap(spec.help, 92, 6), parameter_facts(spec));
    }
  }
}

/// What people want to do, and the commands for it.
constexpr std::string_view kTasks = R"(Learn the rules
  tavlab rules list                    all rule sets; `rules find WORD` searches them
  tavlab rules show RULES              one in sentences, and what is special about it
  tavlab rules diff A B                what differs between two
  tavlab rules new NAME --from RULES   a file of your own; `rules check` finds its mistakes
  tavlab help rules FAMILY             what its rule sets can say: all parameters
Play
  tavlab play RULES                    in the terminal, against an agent or a person
  tavlab serve                         in the browser, with analysis and reports
  tavlab engine                        an agent for other programs
Understand positions and games
  tavlab analyze RULES                 the best moves of a position
  tavlab games review FILE             the mistakes in recorded games; `games` also checks and converts
  tavlab trace RULES --moves MOVES     every legal move at every ply, for programs
  tavlab openings RULES                all openings of a given length
Compare agents
  tavlab match RULES                   games between two, with Elo and sequential tests
  tavlab ladder RULES --agents ...     ratings of several
  tavlab regret RULES --table FILE     mistakes against perfect play
  tavlab decisions RULES --agent A     how many moves are about as good as the best
Compare rules
  tavlab experiment run CONFIG         a designed experiment with a report; `experiment list`
  tavlab compare A B                   parameters, positions and games of two rule sets
  tavlab calibrate RULES --agents ...  how even a game is between the best
  tavlab limit RULES --agents ...      the fair limit of moves
  tavlab claim run CLAIM               what a source says, put to the test; `claim list`. Most claims are
                                       played by agents that `calibrate` chooses first: it says how
Train
  tavlab train CONFIG                  a net by self-play; `train list`, `net list`
  tavlab evaluate train CONFIG         a learned evaluation for alpha-beta; `evaluate list`
  tavlab selfplay RULES --net NET      games for `tavlab learn`, on many machines
  tavlab learn CONFIG --data DIR       a net from such games
  tavlab dataset info PATH             what is in them
  tavlab net show NET                  what a net is, and how it was trained
Solve
  tavlab solve RULES                   exact tables
  tavlab prove RULES --limit N         proofs within a limit of moves
Measure
  tavlab perft RULES --depth N         move generation
  tavlab playout RULES                 random games
  tavlab bench                         speeds on this machine
In the shell
  tavlab completion SHELL              names completed by the tab key

`tavlab help COMMAND` explains a command, with examples; `tavlab help agents`, `notation` and `rules` what
several commands take; `tavlab help agents mcts` one kind of agent.

Options mean the same everywhere: --set KEY=VALUE changes a parameter of RULES; --out is where results go, a
folder, or a file where there is one document; --games, --seed and --threads say how many, which and on how
many threads; --minutes stops as Ctrl-C does; --quiet shows no progress; --json prints one JSON document.

Exit codes: 0 done; 1 the answer is no, or `prove` found no proof; 2 a mistake in what was asked; 3 stopped by
--minutes, or a test left undecided; 130 stopped by Ctrl-C; 70 a bug in tavlab.
)";

void print_tasks() {
  for (const std::string_view line : split(kTasks, '\n')) {
    const bool heading = !line.empty() && line.front() >= 'A' && line.front() <= 'Z';
    const std::string shown = fitted_to_stdout(std::string(line));
    fmt::print("{}\n", heading ? bold(shown) : shown);
  }
}

void print_agents(std::span<const std::string> kinds) {
  if (kinds.empty()) return fmt::print("{}", fitted_to_stdout(agents_help()));
  std::vector<std::string_view> names;
  for (const AgentKind& kind : agent_kinds()) names.push_back(kind.name);
  for (const std::string& name : kinds) {
    const auto kind = std::ranges::find(agent_kinds(), name, &AgentKind::name);
    if (kind == agent_kinds().end()) {
      throw UserError(fmt::format("unknown agent {}{}; agents: {}", in_quotes(name),
                                  near_note(name, names), fmt::join(names, ", ")));
    }
    fmt::print("{}", fitted_to_stdout(agent_help(*kind)));
  }
}

/// Throws UserError that names the help on a family, an agent or a rule set, if the word is one.
void refer_elsewhere(const std::string& word) {
  const auto refer = [&](std::string_view what, std::string_view command) {
    throw UserError(
        fmt::format("{} is {}; see `tavlab {} {}`", in_quotes(word), what, command, word));
  };
  const auto is_among = [&](const auto& names) {
    return std::ranges::find(names, word) != names.end();
  };
  if (is_among(family_names())) refer("a family of rule sets", "help rules");
  if (is_among(builtin_rule_set_ids())) refer("a rule set", "rules show");
  if (std::ranges::find(agent_kinds(), word, &AgentKind::name) != agent_kinds().end()) {
    refer("an agent", "help agents");
  }
  for (const std::string_view family : family_names()) {
    if (find_family_schema(family)->find(word) == nullptr) continue;
    throw UserError(fmt::format("{} is a parameter of the family {}; see `tavlab help rules {}`",
                                in_quotes(word), family, family));
  }
}

/// The help of a command: `words` are its name.
void print_command(const CLI::App& root, std::span<const std::string> words) {
  const CLI::App* command = &root;
  std::string path = "tavlab";
  for (const std::string& word : words) {
    const CLI::App* const below = find_command(*command, word);
    if (below == nullptr) {
      std::vector<std::string> known;
      for (const CLI::App* each : commands_of(*command)) known.push_back(each->get_name());
      if (command == &root) {
        known.emplace_back("agents");
        known.emplace_back("notation");
        for (const AgentKind& kind : agent_kinds()) known.emplace_back(kind.name);
        for (const std::string_view family : family_names()) known.emplace_back(family);
        for (std::string& id : builtin_rule_set_ids()) known.push_back(std::move(id));
      }
      if (command == &root) refer_elsewhere(word);
      throw UserError(fmt::format(
          "unknown {} {}{}; `tavlab help` lists commands; topics: agents, notation, rules",
          command == &root ? "topic or command" : "command", in_quotes(word),
          near_note(word, known)));
    }
    if (command != &root) path += ' ' + command->get_name();
    command = below;
  }
  fmt::print("{}", fitted_to_stdout(command->help(path)));
}

void run(const CLI::App& root, const std::vector<std::string>& words) {
  if (words.empty()) return print_tasks();
  const std::span<const std::string> rest = std::span(words).subspan(1);
  if (words.front() == "agents") return print_agents(rest);
  if (words == std::vector<std::string>{"notation"}) {
    return print_notation(language_of_environment());
  }
  const CLI::App& rules = *find_command(root, "rules");
  const bool is_topic =  // "rules show" is a command
      words.front() == "rules" && (rest.empty() || find_command(rules, rest.front()) == nullptr);
  if (is_topic) return print_rules(rest, rules);
  print_command(root, words);
}

}  // namespace

void add_help_command(App& app, const CLI::App& root) {
  const auto words = std::make_shared<std::vector<std::string>>();
  App* command = app.add_subcommand("help", "What tavlab can do; help on a command or a topic");
  command->add_option(
      "TOPIC", *words,
      "A command, such as rules show; or agents [KIND], notation or rules [FAMILY]");
  command->callback([words, &root] { run(root, *words); });
}

}  // namespace tavlab::cli
