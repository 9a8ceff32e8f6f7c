// Engines as hosts see them: lines in, lines out.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/families.h"
#include "core/record_texts_of_families.h"
#include "selfplay/engine/front.h"
#include "selfplay/record/foreign_rules.h"
#include "tests/support/refusal.h"

namespace tavlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// An engine and its output.
class Host {
 public:
  explicit Host(const std::string& rules, const std::string& agent,
                const std::string& protocol = "uci") {
    EngineSettings settings{load_rule_set(rules), agent, 1};
    front_ = make_engine_front(protocol, settings, [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      lines_.emplace_back(line);
      said_.notify_all();
    });
    front_->greet();
  }

  bool tell(std::string_view line) { return front_->handle(line); }

  /// Waits for a line that begins with `start`.
  std::string until(const std::string& start) {
    std::unique_lock lock(mutex_);
    for (;;) {
      while (next_ < lines_.size()) {
        if (lines_[next_++].starts_with(start)) return lines_[next_ - 1];
      }
      said_.wait(lock);
    }
  }

  /// Whether a line that begins with `start` came after the last one waited for.
  bool has_said(const std::string& start) {
    const std::lock_guard lock(mutex_);
    return std::any_of(lines_.begin() + static_cast<std::ptrdiff_t>(next_), lines_.end(),
                       [&](const std::string& line) { return line.starts_with(start); });
  }

  std::string ask(std::string_view line, const std::string& start) {
    tell(line);
    return until(start);
  }

 private:
  std::mutex mutex_;
  std::condition_variable said_;
  std::vector<std::string> lines_;
  std::size_t next_ = 0;
  std::unique_ptr<EngineFront> front_;  ///< last: its thread writes
};

TEST(UciEngine, Introduces) {
  Host host("helmfrid-9", "alphabeta:depth=2");
  host.tell("uci");
  EXPECT_THAT(host.until("id name"), HasSubstr("alphabeta:depth=2"));
  EXPECT_THAT(host.until("option name Rules"), HasSubstr("helmfrid-9"));
  EXPECT_EQ(host.until("option name Hash"), "option name Hash type spin default 16 min 0 max 4096");
  host.until("uciok");
  EXPECT_EQ(host.ask("isready", "readyok"), "readyok");
  EXPECT_FALSE(host.tell("quit"));
}

TEST(UciEngine, PlaysAGameWithItself) {
  Host host("brandubh-7", "alphabeta:depth=1");
  std::string line = "position startpos moves";
  int plies = 0;
  for (; plies < 400; ++plies) {
    host.tell(line);
    const std::string answer = host.ask("go", "bestmove ");
    if (answer == "bestmove (none)") break;
    line += answer.substr(8);
  }
  EXPECT_GT(plies, 5);
  EXPECT_LT(plies, 400);
  EXPECT_THAT(host.ask("d", ""), HasSubstr("The game is over"));
}

/// Rolls are words among the moves; before a roll there is nothing to choose.
TEST(UciEngine, IsToldRolls) {
  Host host("ur-finkel", "greedy");
  host.tell("position startpos");
  host.tell("go");
  EXPECT_THAT(host.until("info string"), HasSubstr("a roll is due"));
  host.until("bestmove (none)");
  host.tell("position startpos moves [2]");
  EXPECT_EQ(host.ask("go", "bestmove"), "bestmove hand-c1");
  host.tell("position startpos moves 2 hand-c1 [9]");
  EXPECT_THAT(host.until("info string"), HasSubstr("roll '[9]'"));
}

/// Repetition decides by the history, which a position alone does not have.
TEST(UciEngine, KnowsTheHistory) {
  Host host("brandubh-7", "random");
  const std::string shuffle = " a4-a3 c4-c3 a3-a4 c3-c4";
  host.tell("position startpos moves" + shuffle + " a4a3 c4c3 a3a4 c3c4");
  EXPECT_THAT(host.until("info string"), HasSubstr("repeats a position"));
}

TEST(UciEngine, SearchesUntilItIsStopped) {
  for (const char* agent : {"alphabeta:depth=1", "mcts:sims=10", "random"}) {
    Host host("brandubh-7", agent);
    host.tell("position startpos");
    host.tell("go infinite");
    EXPECT_EQ(host.ask("isready", "readyok"), "readyok") << agent;
    host.tell("stop");
    EXPECT_NE(host.until("bestmove"), "bestmove (none)") << agent;
  }
}

/// While it ponders it reports no move, whatever its limits; then they apply.
TEST(UciEngine, PondersUntilTheMoveIsPlayed) {
  for (const char* limits : {"wtime 2000 btime 2000", "movetime 1", "depth 1", "nodes 10", ""}) {
    for (const char* agent : {"alphabeta:depth=1", "mcts:sims=10", "random"}) {
      Host host("brandubh-7", agent);
      host.tell("position startpos moves d1-c1");
      host.tell(std::string("go ponder ") + limits);
      EXPECT_EQ(host.ask("isready", "readyok"), "readyok") << agent;
      EXPECT_FALSE(host.has_said("bestmove")) << agent << ' ' << limits;
      host.tell("ponderhit");
      EXPECT_NE(host.until("bestmove"), "bestmove (none)") << agent << ' ' << limits;
      host.tell("ponderhit");  // has no further effect
      EXPECT_NE(host.ask("go depth 1", "bestmove"), "bestmove (none)");
    }
  }
}

/// Only time is counted from there on.
TEST(UciEngine, PonderingKeepsTheLimitOfNodes) {
  Host host("helmfrid-9", "alphabeta:depth=60");
  host.tell("position startpos moves d1-c1");
  host.tell("go ponder wtime 1000000000 btime 1000000000 nodes 100");
  host.tell("ponderhit");
  EXPECT_NE(host.until("bestmove"), "bestmove (none)");
}

TEST(UciEngine, GivesUpPonderingWhenAnotherMoveIsPlayed) {
  Host host("brandubh-7", "alphabeta:depth=1");
  host.tell("position startpos moves d1-c1");
  host.tell("go ponder wtime 1000000 btime 1000000");
  host.ask("stop", "bestmove");
  host.tell("go ponder wtime 1000000 btime 1000000");
  host.tell("position startpos moves d1-b1");
  host.until("bestmove");
  EXPECT_NE(host.ask("go movetime 1", "bestmove"), "bestmove (none)");
}

TEST(UciEngine, TellsTheReplyThatItExpects) {
  Host host("brandubh-7", "alphabeta:depth=3");
  EXPECT_THAT(host.ask("go", "bestmove"), testing::Not(HasSubstr(" ponder ")));
  host.tell("setoption name Ponder value true");
  EXPECT_THAT(host.ask("go", "bestmove"), HasSubstr(" ponder "));
  EXPECT_THAT(host.ask("setoption name Ponder value maybe", "info"), HasSubstr("true or false"));
}

TEST(UciEngine, EndsASearchWhereTheGameChanges) {
  Host host("brandubh-7", "mcts:sims=1000000000,cutoff=10");
  host.tell("go infinite");
  host.tell("position startpos");
  EXPECT_NE(host.until("bestmove"), "bestmove (none)");
  host.tell("go infinite");  // and the end of the engine ends the search
}

TEST(UciEngine, ReportsWhatItThinks) {
  Host host("helmfrid-9", "alphabeta:depth=3");
  host.tell("go");
  for (const char* depth : {"info depth 1 ", "info depth 2 ", "info depth 3 "}) {
    EXPECT_THAT(host.until(depth), HasSubstr(" pv "));
  }
  host.until("bestmove");
  EXPECT_THAT(host.ask("go nodes 3000", "info depth"), HasSubstr("score cp"));
  host.until("bestmove");
}

/// Also where an iteration that was cut off has found a better move.
TEST(UciEngine, ReportsTheMoveThatItPlays) {
  Host host("helmfrid-9", "alphabeta");
  for (int nodes = 500; nodes < 10'000; nodes += 500) {
    host.tell("ucinewgame");
    host.tell("go nodes " + std::to_string(nodes));
    std::string expected;
    for (std::string line;; expected = line) {
      line = host.until("");
      if (!line.starts_with("bestmove ")) continue;
      EXPECT_THAT(expected + ' ', HasSubstr(" pv " + line.substr(9) + ' ')) << nodes;
      break;
    }
  }
}

TEST(UciEngine, ReportsDrawsWhereTheyWereMeasured) {
  Host host("tavlei-9", "alphabeta:depth=2");
  EXPECT_THAT(host.ask("go", "info depth 2"), HasSubstr(" wdl "));
}

TEST(UciEngine, LivesOnAfterWrongInput) {
  Host host("brandubh-7", "random");
  host.tell("position startpos moves d1-c1");
  for (const std::string line :
       {"nonsense", "position", "position fen x", "position startpos moves z9z9", "go depth x",
        "setoption name Nothing value 1", "setoption name Rules value nowhere",
        "setoption name Agent value alphabeta:depth=none", "setoption name Threads value 4"}) {
    EXPECT_THAT(host.ask(line, "info string"), StartsWith("info string ")) << line;
  }
  EXPECT_THAT(host.ask("d", ""), HasSubstr("To move: defenders")) << "the game is as it was";
  EXPECT_NE(host.ask("go", "bestmove"), "bestmove (none)");
}

TEST(UciEngine, TakesOptions) {
  Host host("brandubh-7", "alphabeta:depth=1");
  EXPECT_THAT(host.ask("setoption name Hash value 99999999", "info string"),
              HasSubstr("Hash must be a number from 0 to 4096"));
  host.tell("setoption name Hash value 2");
  host.tell("setoption name rules value tavreli");
  host.tell("uci");
  EXPECT_THAT(host.until("id name"), HasSubstr("alphabeta:depth=1,table=2"));
  host.until("uciok");
  EXPECT_THAT(host.ask("d", ""), HasSubstr("To move: white"));
}

TEST(UciEngine, AHashOfNothingLetsTheAgentSizeItsMemory) {
  Host host("brandubh-7", "mcts:sims=10");
  EXPECT_THAT(host.ask("setoption name Hash value -1", "info string"),
              HasSubstr("Hash must be a number from 0 to 1000000"));
  for (const char* size : {"64", "0"}) {
    host.tell(std::string("setoption name Hash value ") + size);
    host.tell("uci");
    EXPECT_EQ(host.until("option name Hash"),
              std::string("option name Hash type spin default ") + size + " min 0 max 1000000");
    host.until("uciok");
  }
}

TEST(HtpEngine, PlaysAGameWithItself) {
  Host host("brandubh-7", "alphabeta:depth=1", "htp");
  EXPECT_EQ(host.ask("board_size 7", "="), "= \n");
  EXPECT_THAT(host.ask("board_size 11", "?"), HasSubstr("a board of 7"));
  EXPECT_THAT(host.ask("generate_move defender", "?"), HasSubstr("turn of the attacker"));
  int plies = 0;
  std::string status = "= ongoing\n";
  for (; plies < 400 && status == "= ongoing\n"; ++plies) {
    const std::string role = plies % 2 == 0 ? "attacker" : "defender";
    EXPECT_THAT(host.ask("generate_move " + role, "="), StartsWith("= play " + role + ' '));
    status = host.ask("final_status", "=");
  }
  EXPECT_THAT(status, HasSubstr("_wins"));
  EXPECT_EQ(host.ask("play_undo", "="), "= \n");
  EXPECT_EQ(host.ask("final_status", "="), "= ongoing\n");
}

TEST(HtpEngine, QuitsWhileItThinks) {
  Host host("helmfrid-9", "alphabeta:nodes=1000000000000", "htp");
  host.tell("generate_move attacker");
  EXPECT_FALSE(host.tell("quit"));
  EXPECT_THAT(host.until("= play"), HasSubstr("attacker"));
}

TEST(HtpEngine, AnswersInOrderAndByGame) {
  Host host("brandubh-7", "alphabeta:nodes=300000", "htp");
  host.tell("game 5 generate_move attacker");
  host.tell("");
  host.tell("game 5 board_size many");  // wrong already where it is read
  EXPECT_THAT(host.until("game 5 "), StartsWith("game 5 play attacker "));
  EXPECT_THAT(host.until("game 5 "), HasSubstr("board_size 11"));
}

TEST(HtpEngine, AnswersAServerByGame) {
  Host host("brandubh-7", "random", "htp");
  EXPECT_EQ(host.ask("game 3 play attacker d1 c1", "game"), "game 3 ");
  host.tell("");  // is of no game, and ends none
  EXPECT_THAT(host.ask("game 3 generate_move defender", "game"),
              StartsWith("game 3 play defender "));
  EXPECT_THAT(host.ask("game 4 generate_move attacker", "game"),
              StartsWith("game 4 play attacker "));
}

constexpr std::string_view kRecord =
    "dim:7 ks:w atkf:y nj:n cj:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";

TEST(OtepEngine, PlaysAGameWithItself) {
  Host host("helmfrid-9", "alphabeta:depth=1", "otep");
  EXPECT_EQ(host.until(""), "hello");
  host.tell("rules " + std::string(kRecord));
  host.tell("clock 600 600 0 0 0");
  EXPECT_THAT(host.ask("play defenders", "error"), HasSubstr("turn of the attackers"));
  std::string answer;
  int plies = 0;
  for (; plies < 400; ++plies) {
    answer = host.ask(plies % 2 == 0 ? "play attackers" : "play defenders", "");
    if (!answer.starts_with("move ")) break;
    host.tell("move-result legal");
  }
  EXPECT_GT(plies, 5);
  EXPECT_THAT(answer, StartsWith("error the game is over"));
  host.tell("finish 1");
  EXPECT_FALSE(host.tell("goodbye"));
}

TEST(OtepEngine, IsToldMoves) {
  Host host("brandubh-7", "greedy:ties=first", "otep");
  const std::string after = "/2t4/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
  EXPECT_THAT(host.ask("opponent-move d1-c1 /7/7/7/7/7/7/7/", "error"),
              HasSubstr("the board is " + after));
  EXPECT_THAT(host.ask("opponent-move d1-d7", "error"), HasSubstr("d1-d7"));
  host.tell("opponent-move d1-c1 " + after);
  const std::string move = host.ask("play defenders", "move ");
  EXPECT_THAT(host.ask("move-result maybe", "error"), HasSubstr("legal or illegal, not 'maybe'"));
  EXPECT_EQ(host.ask("move-result illegal", "status"), "status the move is taken back");
  EXPECT_EQ(host.ask("play defenders", "move "), move);
  host.tell("move-result legal");
  host.tell("opponent-move d2-c2");
  EXPECT_THAT(host.ask("move-result illegal", "error"),
              HasSubstr("the last move was the opponent's"));
  host.tell("rules " + std::string(kRecord));
  host.tell("opponent-move d1-c1|d3-c3 /2t4/3t3/2T4/ttTKTtt/3T3/3t3/3t3/");
  EXPECT_THAT(host.ask("play attackers", ""), StartsWith("move "));
}

TEST(OtepEngine, AnalyzesAndLivesOn) {
  Host host("brandubh-7", "alphabeta:depth=2", "otep");
  EXPECT_THAT(host.ask("analyze 3 0.01", "analysis"), StartsWith("analysis 1 "));
  for (const char* line :
       {"nonsense", "rules", "rules dim:7", "rules dim:8 start:/8/", "play", "clock 1",
        "opponent-move", "analyze x 1", "rules x:y dim:7 start:/7/"}) {
    EXPECT_THAT(host.ask(line, ""), StartsWith("error ")) << line;
  }
  EXPECT_THAT(host.ask("play attackers", ""), StartsWith("move "));
}

/// What the record cannot express is taken from the rule set that it names.
TEST(OtepEngine, TakesARuleSetByItsName) {
  Host host("brandubh-7", "random", "otep");
  visit_game(load_rule_set("helmfrid-9{king.weak=true}"), [&](auto game, const auto& rules) {
    using G = decltype(game);
    if constexpr (RecordTexts<G>::exist) {
      host.tell("rules " + RecordTexts<G>::rules_text(*rules, Side::first));
    }
  });
  EXPECT_THAT(host.ask("play attackers", ""), StartsWith("hello"));
  EXPECT_THAT(host.until(""), StartsWith("move "));
  EXPECT_EQ(read_foreign_game(kRecord).rules.origin, "rules record");
  visit_game(load_rule_set("tavlei-9{limits.king_side_moves=20}"), [&](auto game,
                                                                       const auto& rules) {
    using G = decltype(game);
    if constexpr (RecordTexts<G>::exist) {
      std::string record = RecordTexts<G>::rules_text(*rules, Side::first);
      ForeignGame other = read_foreign_game(record);
      EXPECT_EQ(other.rules.content_hash(), rules->parameters.identity.hash);
      EXPECT_EQ(other.position, std::nullopt);
      record.replace(record.find("start:"), std::string::npos, "start:/9/9/4t4/9/t3K3t/9/9/9/9/");
      other = read_foreign_game(record);
      EXPECT_EQ(other.rules.content_hash(), rules->parameters.identity.hash);
      EXPECT_THAT(other.position.value_or(""), StartsWith("9/9/9/9/a3k3a/9/4a4/9/9 a"));
    }
  });
}

TEST(OtepEngine, IsForAttackersAndDefenders) {
  EXPECT_THAT(refusal([] { Host host("chess", "random", "otep"); }), HasSubstr("otep is for"));
  EXPECT_THAT(refusal([] { Host host("helmfrid-9{dice.kind=parity}", "random", "otep"); }),
              HasSubstr("without dice"));
  // Two moves of the same piece to the same cell may differ in what they capture.
  EXPECT_THAT(refusal([] { Host host("viavuca-11", "random", "otep"); }),
              HasSubstr("without a choice of captures"));
}

TEST(HtpEngine, IsForAttackersAndDefenders) {
  EXPECT_THAT(refusal([] { Host host("chess", "random", "htp"); }), HasSubstr("htp is for"));
  EXPECT_THAT(refusal([] { Host host("ur-finkel", "random", "htp"); }), HasSubstr("htp is for"));
  EXPECT_THAT(refusal([] { Host host("helmfrid-9{dice.kind=parity}", "random", "htp"); }),
              HasSubstr("without dice"));
  EXPECT_THAT(refusal([] { Host host("viavuca-11", "random", "htp"); }),
              HasSubstr("without a choice of captures"));
}

}  // namespace
}  // namespace tavlab
