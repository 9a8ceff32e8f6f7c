#include "selfplay/agents/agent_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/families.h"
#include "nn/backends.h"
#include "selfplay/agents/agent_help.h"
#include "selfplay/alphabeta/settings.h"

namespace tavlab {
namespace {

using Type = AgentOption::Type;

constexpr std::string_view kSecondsHelp = "time limit for a move; games are then not reproducible";

constexpr double kMaxThreads = 256;    ///< of an alpha-beta search
constexpr double kMaxEvaluators = 25;  ///< threads of a tree search: 200 leaves, 8 for each

AgentOption symmetry_option() {
  return {"symmetry",
          Type::choice,
          "random",
          "with a net: whether each position is evaluated under a random symmetry of the rules",
          0,
          0,
          {"random", "none"}};
}
AgentOption backend_option() {
  return {"backend",
          Type::choice,
          "auto",
          "with a net: its backend; torch needs a build with LibTorch",
          0,
          0,
          {kBackends.begin(), kBackends.end()}};
}
AgentOption device_option() {
  return {"device",
          Type::choice,
          "cpu",
          "with a net: its device",
          0,
          0,
          {"cpu", "cuda:0", "cuda:1", "cuda:2", "cuda:3"}};
}

AgentOption clock_option() {
  return {"clock",
          Type::choice,
          "wall",
          "the clock that measures `seconds`: cpu counts the processor time of the search's main "
          "thread only, not of other threads or devices; it is hardly affected by other load",
          0,
          0,
          {"wall", "cpu"}};
}

AgentOption forbid_option() {
  return {"forbid",
          Type::choices,
          "",
          "kinds of moves from which the agent abstains as long as it has others, also where it "
          "looks ahead; its opponent does not; which there are depends on the rules",
          0,
          0,
          all_move_kinds()};
}

AgentOption command_option() {
  return {"cmd", Type::command, "",
          "the program with its arguments, in quotes; no shell, but inner quotes keep blanks"};
}
/// The options of all programs, after those of their protocols.
std::vector<AgentOption> program_options(std::vector<AgentOption> own) {
  own.insert(own.begin(), command_option());
  own.push_back(
      {"timeout", Type::integer, "",
       "milliseconds after which a move loses the game; default: 5000 more than its time, "
       "60000 without a time limit",
       1, 1e9});
  own.push_back(
      {"startup", Type::integer, "10000",
       "time limit in milliseconds for replies that need no search, such as the handshake", 1,
       1e9});
  own.push_back({"log",
                 Type::file,
                 "",
                 "a file to which the dialogue and the program's standard error are appended",
                 0,
                 0,
                 {},
                 false});
  return own;
}
AgentOption movetime_option() {
  return {"movetime", Type::integer, "", "milliseconds for a move", 1, 1e9};
}

const std::vector<AgentKind>& kinds() {
  static const std::vector<AgentKind> all = {
      {"random", "a uniformly random legal move", {}, "", {forbid_option()}},
      {"greedy",
       "plays the move with the best handcrafted evaluation one ply ahead, or an immediate win; "
       "ignores replies and rolls",
       {},
       "",
       {
           {"ties",
            Type::choice,
            "random",
            "which of the best moves is played: a random one, or the first found",
            0,
            0,
            {"random", "first"}},
           forbid_option(),
       }},
      {"mcts",
       "Monte Carlo tree search (PUCT), exact at chance events, with proven wins and losses",
       {"sims", "nodes", "seconds"},
       "sims=800",
       {
           {"sims", Type::integer, "", "simulations for a move", 1, 1e9},
           {"nodes", Type::integer, "", "maximum number of nodes in the tree", 1, 1e9},
           {"seconds", Type::real, "", kSecondsHelp, 0.001, 1e6},
           clock_option(),
           {"memory", Type::integer, "",
            "maximum size of the tree in MiB; when it is full, the search continues without adding "
            "to "
            "it; default: the machine's memory divided by 8 times its cores, from 64 to 4096",
            1, 1e6},
           {"rollout",
            Type::choice,
            "random",
            "how a leaf is evaluated: by a random game, by one that sees wins and captures one ply "
            "ahead, or by the handcrafted evaluation alone",
            0,
            0,
            {"random", "informed", "none"}},
           {"cutoff", Type::integer, "",
            "plies after which a rollout is cut off and evaluated; default: played to the end", 1,
            1e6},
           {"net", Type::net, "",
            "a net that evaluates moves and leaves, in place of rollouts: a file of `tavlab "
            "train`, or the name of a net that comes with tavlab; auto: the one that comes with "
            "tavlab for the rules"},
           {"eval", Type::evaluation, "",
            "a learned evaluation that evaluates leaves, in place of rollouts: a file of `tavlab "
            "evaluate train`, or the name of one that comes with tavlab; auto: the one that comes "
            "with tavlab for the rules, else the handcrafted one"},
           {"prior",
            Type::choice,
            "uniform",
            "which moves are tried first, with eval: any, or those that lead to better positions; "
            "stronger at equal time where it was measured, with a fifth of the simulations",
            0,
            0,
            {"uniform", "lookahead"}},
           symmetry_option(),
           backend_option(),
           device_option(),
           {"leaves", Type::integer, "1",
            "positions evaluated in one batch; more than 1 widens the search, and is faster "
            "with a net",
            1, 200},
           {"threads", Type::integer, "1",
            "threads that evaluate leaves; more than 1 have at least 8 leaves each in a batch", 1,
            kMaxEvaluators},
           {"gumbel", Type::integer, "0",
            "Gumbel search: number of moves considered at the root, sampled from the policy and "
            "reduced by sequential halving; for few simulations with a net; 0 is PUCT",
            0, 1000},
           {"cpuct", Type::real, "",
            "exploration constant of PUCT; default 2, with a net or prior=lookahead 1", 0, 1000},
           {"fpu", Type::real, "0.2",
            "first-play urgency reduction: how far below its parent an unvisited move is valued", 0,
            1},
           {"noise", Type::real, "0", "share of Dirichlet noise in the root's move probabilities",
            0, 1},
           {"temperature", Type::real, "0",
            "0 plays the most visited move; t > 0 draws one by visits to the power of 1/t", 0, 100},
           {"endgame", Type::file, "",
            "a table of `tavlab solve`, which evaluates the positions in it"},
           {"reuse",
            Type::choice,
            "on",
            "whether the subtree of the moves played is kept for the next search",
            0,
            0,
            {"on", "off"}},
           forbid_option(),
       }},
      {"alphabeta",
       "alpha-beta search with iterative deepening; expectimax at "
       "chance events",
       {"depth", "nodes", "seconds"},
       "depth=4",
       {
           {"depth", Type::integer, "",
            "plies; captures and threats to win are extended; chance events do not count", 1, 64},
           {"nodes", Type::integer, "", "positions visited for a move", 1, 1e12},
           {"seconds", Type::real, "", kSecondsHelp, 0.001, 1e6},
           {"table", Type::integer, "16", "size of the transposition table in MB; 0 for none", 0,
            4096},
           {"net", Type::evaluation, "",
            "a learned evaluation in place of the handcrafted one: a file of `tavlab evaluate "
            "train`, or the name of one that comes with tavlab; auto: the one that comes with "
            "tavlab for the rules, if it beats the handcrafted one in equal time, else the latter"},
           {"threads", Type::integer, "1",
            "threads of one search, which share its table; with more than 1 games are not "
            "reproducible",
            1, kMaxThreads},
           {"eval",
            Type::choice,
            "full",
            "how positions are evaluated: by the full handcrafted evaluation, or by "
            "material alone, in families that have such an evaluation",
            0,
            0,
            {"full", "material"}},
           {"ties",
            Type::choice,
            "first",
            "which of the best moves is played: the first found, or a random one",
            0,
            0,
            {"first", "random"}},
           clock_option(),
           {"selective",
            Type::choice,
            "",
            "whether moves that look bad are searched less deeply or skipped: far stronger in the "
            "same time; off is an exact search of its depth, a fixed yardstick; default: on if "
            "nodes or seconds are limited",
            0,
            0,
            {"on", "off"}},
           {"without",
            Type::choices,
            "",
            "techniques to leave out of a selective search, to measure their worth",
            0,
            0,
            {kSearchFeatures.begin(), kSearchFeatures.end()}},
           {"endgame", Type::file, "",
            "a table of `tavlab solve`: positions in it are not searched"},
           forbid_option(),
       }},
      {"net",
       "a net without search: one ply ahead by its value, with exact values of finished games",
       {},
       "",
       {
           {"file", Type::net, "",
            "a net: a file of `tavlab train`, or the name of a net that comes with tavlab; auto: "
            "the one that comes with tavlab for the rules"},
           {"by",
            Type::choice,
            "value",
            "plays the move whose position has the best value, or the one that the "
            "policy finds most likely",
            0,
            0,
            {"value", "policy"}},
           forbid_option(),
           symmetry_option(),
           backend_option(),
           device_option(),
       },
       "file"},
      {"table",
       "perfect play from a table of `tavlab solve`; the first of several best moves",
       {},
       "",
       {{"file", Type::file, "", "the table's file"}},
       "file"},
      {"uci",
       "a program that speaks the protocol modelled on UCI (docs/protocols.md); it is sent "
       "all moves and rolls, and loses a game by a crash, a timeout, an illegal move or an invalid "
       "answer",
       {"movetime", "nodes", "depth"},
       "movetime=1000",
       program_options({
           movetime_option(),
           {"nodes", Type::integer, "", "nodes for a move", 1, 1e12},
           {"depth", Type::integer, "", "plies", 1, 1e6},
           {"rules", Type::text, "",
            "the value of the program's option Rules, or none; default: the rule set, if the "
            "program has that option"},
           {"option.", Type::text, "", "option.NAME=VALUE sets an option of the program"},
       })},
      {"htp",
       "a program that speaks HTP, the text protocol for attackers and defenders; without minutes "
       "and increment it is not timed",
       {},
       "",
       program_options({
           {"minutes", Type::real, "", "minutes on the program's clock, for a game", 0, 1e6},
           {"increment", Type::real, "", "seconds added to the program's clock by each move", 0,
            1e6},
       })},
      {"otep",
       "a program that speaks OTEP, a protocol for attackers and defenders; without movetime it "
       "has "
       "no clock",
       {},
       "",
       program_options({
           movetime_option(),
           {"rules", Type::text, "", "the rules record; default: that of the rule set"},
       })},
  };
  return all;
}

}  // namespace

const AgentOption* AgentKind::find(std::string_view key) const {
  const auto found = std::ranges::find_if(options, [&](const AgentOption& option) {
    return option.key.ends_with('.') ? key.size() > option.key.size() && key.starts_with(option.key)
                                     : key == option.key;
  });
  return found == options.end() ? nullptr : &*found;
}

std::span<const AgentKind> agent_kinds() { return kinds(); }

bool takes_operand_only(const AgentKind& kind) {
  return !kind.operand.empty() && kind.options.size() == 1;
}

std::string agent_help(const AgentKind& kind) {
  std::string out =
      fmt::format("{}{}: {}\n", kind.name, kind.operand.empty() ? "" : ":FILE", kind.help);
  for (const AgentOption& option : kind.options) {
    std::string fallback;
    if (!option.fallback.empty()) fallback = fmt::format("; default {}", option.fallback);
    out += fmt::format("  {:<12} {}\n               ({}{})\n", option.key, option.help,
                       option.allowed(), fallback);
  }
  if (!kind.limits.empty()) {
    out += fmt::format("  Limits: {}; {} where none is given.\n", fmt::join(kind.limits, ", "),
                       kind.default_limit);
  }
  return out;
}

std::string agents_help() {
  std::string out =
      "An agent is a name and, after a colon, options separated by commas:\n"
      "  name[:key=value[,key=value]...]\n"
      "for instance random, greedy, mcts:sims=800, mcts:rollout=informed,sims=200, "
      "alphabeta:depth=4.\n"
      "A value in double quotes may contain commas; a backslash in it escapes \" and \\:\n"
      "  uci:cmd=\"my-engine --threads 1\",movetime=500\n"
      "Where several limits are given, the first that is reached ends the search.\n";
  for (const AgentKind& kind : kinds()) out += '\n' + agent_help(kind);
  return out;
}

}  // namespace tavlab
