// External programs as agents: the same games as by built-in agents, and faults that lose a game,
// no more.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <stop_token>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/io/files.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/match/game_runner.h"
#include "selfplay/match/match.h"
#include "tests/support/refusal.h"
#include "tests/support/temporary_folder.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

const std::string kEngine = MISBEHAVING_ENGINE;

/// The text of an agent that is a program.
std::string program(const std::string& protocol, const std::string& arguments,
                    const std::string& options = "") {
  return protocol + ":cmd=\"" + kEngine + " --protocol " + protocol + ' ' + arguments + '"' +
         options;
}

/// A game between two agents, with its settings fixed: not even the agents' texts affect it.
std::string game(const std::string& rules, const std::string& first, const std::string& second,
                 int opening, int max_plies = 60) {
  return visit_game(load_rule_set(rules), [&](auto family, const auto& compiled) {
    using G = decltype(family);
    GameRunner<G> runner(*compiled);
    const auto one = make_agent<G>(AgentSpec::parse(first), *compiled);
    const auto two = make_agent<G>(AgentSpec::parse(second), *compiled);
    GameSetup setup;
    setup.opening_plies = opening;
    setup.max_plies = max_plies;
    setup.opening_seed = 5;
    setup.seed = 6;
    std::string all;
    for (int i = 0; i < 2; ++i) {  // the second game shows that the first is forgotten
      const GameRecord record = *runner.play(setup, *one, *two);
      all += record.moves + ": " + record.reason + '\n';
    }
    return all;
  });
}

std::vector<GameRecord> match(const std::string& first, const std::string& second,
                              std::uint64_t games, const std::string& rules = "brandubh-7") {
  MatchSettings settings;
  settings.rule_set = load_rule_set(rules);
  settings.first_agent = first;
  settings.second_agent = second;
  settings.swap = true;
  settings.opening_plies = 2;
  std::vector<std::uint64_t> numbers(games);
  std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
  std::vector<GameRecord> records;
  play_games(settings, numbers, 2, [&](const GameRecord& record) { records.push_back(record); });
  std::ranges::sort(records, {}, &GameRecord::number);
  return records;
}

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// How many processes have this word in their command line.
int processes_with(const std::string& word) {
  int count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    if (name == std::to_string(::getpid())) continue;
    if (content(entry.path() / "cmdline").find(word) != std::string::npos) ++count;
  }
  return count;
}

/// A word for command lines that no other test has.
std::string token() {
  static int number = 0;
  return "token-" + std::to_string(::getpid()) + '-' + std::to_string(++number);
}

/// Killed processes end soon, but not at once.
void expect_no_process(const std::string& word) {
  for (int tries = 0; processes_with(word) > 0; ++tries) {
    ASSERT_LT(tries, 10'000) << "processes are left behind";
  }
}

struct Played {
  const char* protocol;
  const char* rules;
  const char* agent;
  int opening;
};

void PrintTo(const Played& played, std::ostream* stream) {
  *stream << played.protocol << ' ' << played.rules << ' ' << played.agent;
}

class PlayedByPrograms : public testing::TestWithParam<Played> {};

/// Over pipes, both sides, with the opening told.
TEST_P(PlayedByPrograms, IsTheSameGame) {
  const auto& [protocol, rules, text, opening] = GetParam();
  const std::string agent = text;
  const bool limits = std::string(protocol) == "uci";
  const std::string outside =
      program(protocol, std::string("--rules ") + rules + " --agent " + agent,
              limits ? ",depth=" + agent.substr(agent.size() - 1) : std::string(",timeout=600000"));
  const std::string inside = game(rules, agent, agent, opening);
  EXPECT_EQ(game(rules, outside, outside, opening), inside);
  EXPECT_EQ(game(rules, agent, outside, opening), inside);
  EXPECT_THAT(inside, testing::Not(HasSubstr("forfeit")));
}

INSTANTIATE_TEST_SUITE_P(All, PlayedByPrograms,
                         testing::Values(Played{"uci", "brandubh-7", "alphabeta:depth=2", 0},
                                         Played{"uci", "helmfrid-9", "alphabeta:depth=2", 5},
                                         Played{"uci", "ur-finkel", "alphabeta:depth=2", 3},
                                         Played{"uci", "tavreli", "alphabeta:depth=1", 4},
                                         Played{"uci", "bashni", "alphabeta:depth=2", 4},
                                         Played{"htp", "brandubh-7", "alphabeta:depth=2", 0},
                                         Played{"htp", "copenhagen-11", "alphabeta:depth=1", 6},
                                         Played{"otep", "brandubh-7", "alphabeta:depth=2", 0},
                                         Played{"otep", "tavlei-9", "alphabeta:depth=2", 5},
                                         Played{"otep", "copenhagen-11", "alphabeta:depth=1", 6}));

TEST(ProgramAgent, PlaysAWholeGame) {
  for (const char* protocol : {"uci", "htp", "otep"}) {
    const std::string agent =
        program(protocol, "--rules brandubh-7 --agent alphabeta:depth=2", ",timeout=600000");
    const std::string games = game("brandubh-7", agent, agent, 0, 1000);
    EXPECT_THAT(games, testing::ContainsRegex("king (escaped|captured)\n.*king (escaped|captured)"))
        << protocol;
  }
}

TEST(ProgramAgent, TellsTheOpeningAndItsRolls) {
  const TemporaryFolder folder;
  const std::string log = (folder.path() / "log").string();
  const std::string moves = game("ur-finkel", program("uci", "", ",log=" + log), "random", 4, 12);
  const std::string text = content(log);
  const std::string opening = moves.substr(0, moves.find(": "));
  std::size_t end = 0;
  for (int words = 0; words < 6; ++words) end = opening.find(' ', end) + 1;
  EXPECT_THAT(text, HasSubstr("> setoption name Rules value ur-finkel\n"));
  EXPECT_THAT(text, HasSubstr("> position startpos moves " + opening.substr(0, end)));
  EXPECT_THAT(text, HasSubstr("< bestmove "));
  EXPECT_THAT(text, HasSubstr("> quit\n"));
}

/// Positions that recur by the opening's moves are known: a repetition is illegal, and a program
/// without the opening's moves would walk into it.
TEST(ProgramAgent, KnowsRepetitionsWithTheOpening) {
  for (const char* protocol : {"uci", "htp", "otep"}) {
    for (int opening = 0; opening < 2; ++opening) {
      const std::string moves = game(
          "copenhagen-11", program(protocol, "--rules copenhagen-11 --agent greedy:ties=first"),
          "greedy:ties=first", 2 * opening, 200);
      EXPECT_THAT(moves, testing::Not(HasSubstr("forfeit"))) << protocol;
    }
  }
}

TEST(ProgramAgent, SetsRulesWithOverrides) {
  const std::string rules = "brandubh-7{king.armed=none}";
  const std::string outside = program("uci", "--rules chess --agent alphabeta:depth=1", ",depth=1");
  EXPECT_EQ(game(rules, outside, outside, 2),
            game(rules, "alphabeta:depth=1", "alphabeta:depth=1", 2));
}

/// Engines answer options in words: some confirm them, some refuse them.
TEST(ProgramAgent, TellsAPoliteEngineFromOneThatRefuses) {
  const TemporaryFolder folder;
  const fs::path engine = folder.path() / "engine";
  std::ofstream(engine) << R"(while read line; do
  case "$line" in
    uci) echo option name Rules type string; echo option name Level type spin; echo uciok ;;
    setoption*Rules*) echo info string Rules are set ;;
    setoption*Level*9) echo info string Level must be from 1 to 3 ;;
    setoption*Level*) echo info string Level is set ;;
    isready) echo readyok ;;
    go*) echo bestmove d1-c1 ;;
    quit) exit ;;
  esac
done)";
  const std::string agent = "uci:cmd=\"sh " + engine.string() + '"';
  EXPECT_THAT(game("brandubh-7", agent + ",option.Level=2", "random", 0), StartsWith("d1-c1 "));
  EXPECT_THAT(refusal([&] { match(agent + ",option.Level=9", "random", 2); }),
              HasSubstr("not accept the option 'Level' with the value '9': Level must be from"));
}

TEST(ProgramAgent, AnalyzesWhatIsAskedFor) {
  visit_game(load_rule_set("brandubh-7"), [&](auto family, const auto& rules) {
    using G = decltype(family);
    const auto agent = make_agent<G>(
        AgentSpec::parse(program("uci", "--agent alphabeta:depth=3", ",depth=3")), *rules);
    GameState<G> state(*rules);
    state.play(G::parse_move(*rules, state.position(), "d1-c1"));
    Random random(1);
    Analysis<G> analysis;
    agent->start_game();
    const auto move = agent->choose(state, random, &analysis);  // a position without its history
    EXPECT_EQ(analysis.depth, 3);
    EXPECT_GT(analysis.nodes, 10U);
    EXPECT_EQ(analysis.principal_variation.front(), move);
    EXPECT_EQ(analysis.candidates.front().move, move);
    EXPECT_EQ(agent->value(), analysis.value);
  });
}

/// A stop ends its thinking and is not the program's fault.
TEST(ProgramAgent, MovesAtOnceAfterAStop) {
  visit_game(load_rule_set("brandubh-7"), [&](auto family, const auto& rules) {
    using G = decltype(family);
    const auto agent = make_agent<G>(
        AgentSpec::parse(program("uci", "", ",nodes=1000000000000,timeout=600000")), *rules);
    agent->start_game();
    std::stop_source stop;
    stop.request_stop();
    agent->stop_when(stop.get_token());
    agent->start_game();
    GameState<G> state(*rules);
    Random random(1);
    for (int time = 0; time < 2; ++time) {
      const auto move = agent->choose(state, random, nullptr);
      MoveList<G> legal;
      state.legal_moves(legal);
      EXPECT_NE(std::find(legal.begin(), legal.end(), move), legal.end());
    }
  });
}

/// After a fault it is restarted, even in the same game.
TEST(ProgramAgent, IsStartedAnewAfterAFault) {
  visit_game(load_rule_set("brandubh-7"), [&](auto family, const auto& rules) {
    using G = decltype(family);
    const auto agent = make_agent<G>(
        AgentSpec::parse(program("uci", "--at 1 --fault illegal --token " + token())), *rules);
    agent->start_game();
    GameState<G> state(*rules);
    Random random(1);
    for (int time = 0; time < 2; ++time) {
      try {
        agent->choose(state, random, nullptr);
        FAIL() << "its move is not legal";
      } catch (const Forfeit& fault) {
        EXPECT_EQ(fault.cause(), Forfeit::Cause::illegal_move);
        EXPECT_THAT(fault.what(), HasSubstr("a1"));
      }
    }
  });
}

TEST(ProgramAgent, LogsOnlyToFilesOfItsOwn) {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& log) {
    return refusal([&] { game("brandubh-7", program("uci", "", ",log=" + log), "random", 4, 2); });
  };
  const std::string precious = (folder.path() / "precious").string();
  write_file(precious, "not a log\n");
  EXPECT_THAT(error(precious), HasSubstr("is not a tavlab log"));
  const std::string link = (folder.path() / "link").string();
  std::filesystem::create_symlink(precious, link);
  EXPECT_THAT(error(link), HasSubstr("symbolic link"));
  EXPECT_THAT(error(folder.path().string()), HasSubstr("log"));
  EXPECT_EQ(content(precious), "not a log\n");
  const std::string log = (folder.path() / "log").string();
  EXPECT_EQ(error(log), "none");
  EXPECT_EQ(error(log), "none") << "it is continued";
}

TEST(ProgramAgent, ThatCannotStartIsAnErrorBeforeAnyGame) {
  const auto error = [](const std::string& agent, const std::string& rules = "brandubh-7") {
    return refusal([&] { match(agent, "random", 4, rules); });
  };
  EXPECT_THAT(error("uci:cmd=no-such-engine"), HasSubstr("not found in PATH"));
  EXPECT_THAT(error("uci:cmd=true"), HasSubstr("the program ended (exit code 0), "));
  EXPECT_THAT(error("uci:cmd=cat,startup=50"), HasSubstr("waiting for 'uciok'"));
  EXPECT_THAT(error("otep:cmd=cat,startup=50"), HasSubstr("waiting for 'hello'"));
  EXPECT_THAT(error("uci:cmd=yes,startup=200"), HasSubstr("last lines: "));
  EXPECT_THAT(error("uci:cmd=\"cat /dev/zero\""), HasSubstr("a line of more than 65536"));
  EXPECT_THAT(error(program("uci", "", ",option.Nothing=1")),
              HasSubstr("the program has no option 'Nothing'; it has Rules, Agent"));
  EXPECT_THAT(error(program("uci", "", ",rules=nowhere")),
              HasSubstr("the program does not accept the rules 'nowhere': unknown rule set"));
  EXPECT_THAT(error(program("htp", "--rules helmfrid-9")), HasSubstr("a board of 9"));
  EXPECT_THAT(error(program("htp", ""), "tavreli"),
              HasSubstr("htp is for attackers and defenders"));
  EXPECT_THAT(error(program("otep", ""), "ur-finkel"), HasSubstr("otep is for attackers"));
}

struct Fault {
  const char* name;
  const char* reason;
};

/// Each fault, at the second move that each game asks for.
TEST(Misbehaving, LosesTheGameForItsFault) {
  for (const auto& [name, reason] :
       {Fault{"crash", "crashed"}, Fault{"exit", "crashed"}, Fault{"hang", "timeout"},
        Fault{"late", "timeout"}, Fault{"illegal", "illegal move"},
        Fault{"nonsense", "illegal move"}, Fault{"binary", ""}, Fault{"flood", ""},
        Fault{"long-line", "protocol"}, Fault{"close", "crashed"}, Fault{"children", ""},
        Fault{"deaf", "timeout"}, Fault{"regroup", "timeout"}}) {
    for (const char* protocol : {"uci", "htp", "otep"}) {
      const std::string word = token();
      const auto records =
          match(program(protocol, std::string("--at 2 --fault ") + name + " --token " + word,
                        ",timeout=150,startup=5000"),
                "random", 2);
      ASSERT_EQ(records.size(), 2U);
      for (const GameRecord& record : records) {
        EXPECT_THAT(record.reason, StartsWith(std::string("forfeit: ") + reason))
            << name << ' ' << protocol;
        EXPECT_EQ(record.result, record.swapped ? Result::first_wins : Result::second_wins);
        EXPECT_GT(record.plies, 2);
      }
      expect_no_process(word);
    }
  }
}

/// Games against a program that fails now and then in all ways.
void play_against_all_faults(std::uint64_t games) {
  const std::string word = token();
  const auto records =
      match(program("uci", "--at 0 --fault mixed --token " + word, ",timeout=1000,startup=5000"),
            "alphabeta:depth=1", games);
  EXPECT_EQ(records.size(), games) << "no game is lost";
  std::map<std::string, int> reasons;
  std::uint64_t forfeits = 0;
  for (const GameRecord& record : records) {
    ++reasons[record.reason];
    if (record.reason.starts_with("forfeit: ")) ++forfeits;
    EXPECT_NE(record.result, Result::unfinished);
  }
  EXPECT_GT(forfeits, games / 8);
  if (games < 1000) return expect_no_process(word);  // too few for each fault to occur
  for (const char* reason : {"crashed", "timeout", "illegal move", "protocol"}) {
    EXPECT_GT(reasons[std::string("forfeit: ") + reason], 0) << reason;
  }
  expect_no_process(word);
}

TEST(Misbehaving, LosesNoGame) { play_against_all_faults(MISBEHAVING_GAMES); }

}  // namespace
}  // namespace tavlab
