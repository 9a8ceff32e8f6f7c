// The lines of the protocols, as text.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "core/families.h"
#include "selfplay/protocol/htp.h"
#include "selfplay/protocol/move_words.h"
#include "selfplay/protocol/otep.h"
#include "selfplay/protocol/uci.h"
#include "tests/support/refusal.h"

namespace tavlab {
namespace {

using UciKind = uci::Command::Kind;

TEST(UciText, ReadsPositions) {
  const uci::Command start = uci::parse_command("position startpos moves e1e2 [4]  d6-d3\r");
  EXPECT_EQ(start.kind, UciKind::position);
  EXPECT_EQ(start.position, std::nullopt);
  EXPECT_EQ(start.moves, (std::vector<std::string>{"e1e2", "[4]", "d6-d3"}));
  const uci::Command text = uci::parse_command("position fen 3a3/7 a king_moves=3 moves a4-a5");
  EXPECT_EQ(text.position, "3a3/7 a king_moves=3");
  EXPECT_EQ(text.moves, (std::vector<std::string>{"a4-a5"}));
  for (const char* line : {"position", "position fen", "position fen moves a1a2", "position x"}) {
    EXPECT_NE(refusal([&] { uci::parse_command(line); }), "none") << line;
  }
}

TEST(UciText, ReadsLimits) {
  const uci::Command command =
      uci::parse_command("go wtime 60000 btime 30000 winc 500 movestogo 7 nodes 9 depth 3");
  const TurnLimits first = uci::turn_limits(command.go, Side::first);
  EXPECT_EQ(first.clock->remaining, 60.0);
  EXPECT_EQ(first.clock->increment, 0.5);
  EXPECT_EQ(first.others->remaining, 30.0);
  EXPECT_EQ(first.moves_to_go, 7);
  EXPECT_EQ(first.nodes, 9U);
  EXPECT_EQ(first.depth, 3);
  EXPECT_EQ(uci::turn_limits(command.go, Side::second).clock->remaining, 30.0);
  EXPECT_TRUE(uci::parse_command("go infinite").go.infinite);
  EXPECT_EQ(uci::parse_command("go movetime -5").go.movetime, 0);
  const uci::Command restricted = uci::parse_command("go searchmoves a4a5 d1-d2 depth 2");
  EXPECT_EQ(restricted.ignored, "searchmoves a4a5 d1-d2");
  EXPECT_EQ(restricted.go.depth, 2);
}

TEST(UciText, RefusesNumbersThatAreNone) {
  for (const char* line :
       {"go movetime", "go movetime x", "go depth 0", "go nodes -1", "go wtime 1e3", "setoption",
        "setoption Hash 3", "go depth 99999999999999999999"}) {
    EXPECT_NE(refusal([&] { uci::parse_command(line); }), "none") << line;
  }
  EXPECT_EQ(uci::parse_command("go depth 4000000000").go.depth, 2147483647);
}

TEST(UciText, SaysLimitsAsItReadsThem) {
  TurnLimits limits;
  limits.clock = PlayerClock{12.5, 0.25};
  limits.others = PlayerClock{7.0, 0.25};
  limits.depth = 4;
  for (const Side side : {Side::first, Side::second}) {
    const uci::Command command = uci::parse_command(uci::go_line(limits, side));
    const TurnLimits again = uci::turn_limits(command.go, side);
    EXPECT_EQ(again.clock->remaining, 12.5);
    EXPECT_EQ(again.clock->increment, 0.25);
    EXPECT_EQ(again.others->remaining, 7.0);
    EXPECT_EQ(again.depth, 4);
  }
}

TEST(UciText, SaysThoughtsAsItReadsThem) {
  SearchInfo thought;
  thought.depth = 7;
  thought.nodes = 1000;
  thought.seconds = 0.5;
  thought.score = 0.64;
  thought.wdl = {0.6, 0.08, 0.32};
  thought.line = {"a4-a2", "e5-e6"};
  const std::string line = uci::info_line(thought);
  EXPECT_EQ(line,
            "info depth 7 score cp 100 wdl 600 80 320 nodes 1000 nps 2000 time 500 pv a4-a2 e5-e6");
  const uci::Reply reply = uci::parse_reply(line);
  EXPECT_EQ(reply.kind, uci::Reply::Kind::info);
  EXPECT_NEAR(*reply.thought.score, 0.64, 0.001);
  EXPECT_EQ(reply.thought.line, thought.line);
  thought.seconds = 0.0004;  // says nothing about the speed
  EXPECT_EQ(uci::info_line(thought).find("nps"), std::string::npos);
  thought.plies_to_end = -4;
  EXPECT_NE(uci::info_line(thought).find("score mate -2"), std::string::npos);
  // Mated after one ply, and after three.
  thought.plies_to_end = -1;
  EXPECT_NE(uci::info_line(thought).find("score mate -1"), std::string::npos);
  thought.plies_to_end = -3;
  EXPECT_NE(uci::info_line(thought).find("score mate -2"), std::string::npos);
  thought.plies_to_end = 3;
  EXPECT_EQ(uci::parse_reply(uci::info_line(thought)).thought.plies_to_end, 3);
}

TEST(UciText, ReadsReplies) {
  EXPECT_EQ(uci::parse_reply("bestmove e1e2 ponder x").move, "e1e2");
  EXPECT_EQ(uci::parse_reply("option name Rules type string default x").name, "Rules");
  EXPECT_EQ(uci::parse_reply("\x01\xff nonsense").kind, uci::Reply::Kind::other);
  EXPECT_EQ(uci::parse_reply("info score mate x cp").thought.score, std::nullopt);
  // Neither a bound nor the value of another move.
  EXPECT_EQ(uci::parse_reply("info score cp 900 lowerbound pv a1-a2").thought.score, std::nullopt);
  EXPECT_EQ(uci::parse_reply("info multipv 2 score cp -900 pv a1-a2").thought.score, std::nullopt);
  EXPECT_NE(uci::parse_reply("info multipv 1 score cp 9 pv a1-a2").thought.score, std::nullopt);
  EXPECT_EQ(uci::parse_reply("bestmove").kind, uci::Reply::Kind::bestmove);
}

TEST(HtpText, ReadsCommands) {
  const htp::Command play = htp::parse_command("play Attackers A8 b8 # a comment");
  EXPECT_EQ(play.kind, htp::Command::Kind::play);
  EXPECT_EQ(play.role, Side::first);
  EXPECT_EQ(play.from, "a8");
  EXPECT_EQ(play.to, "b8");
  EXPECT_TRUE(htp::parse_command("play defender resign").resigns);
  const htp::Command wrapped = htp::parse_command("game 17 generate_move d");
  EXPECT_EQ(wrapped.game, "17");
  EXPECT_EQ(wrapped.role, Side::second);
  EXPECT_EQ(htp::parse_command("time_settings fischer 15 10").clock->remaining, 900.0);
  EXPECT_EQ(htp::parse_command("time_settings un-timed").clock, std::nullopt);
  for (const char* line : {"play", "play x a1 a2", "play a a1", "time_settings fischer x 1",
                           "time_settings fischer nan 1", "board_size", "generate_move"}) {
    EXPECT_NE(refusal([&] { htp::parse_command(line); }), "none") << line;
  }
}

TEST(HtpText, ReadsReplies) {
  EXPECT_EQ(htp::move_of(htp::parse_reply("= play attacker D1 d3").text, Side::first).move,
            "d1-d3");
  EXPECT_EQ(htp::move_of(htp::parse_reply("= d1 d3").text, Side::second).move, "d1-d3");
  EXPECT_TRUE(htp::move_of("play defender resigns", Side::second).resigns);
  EXPECT_THROW(htp::move_of("play defender d1 d3", Side::first), UserError);
  EXPECT_EQ(htp::parse_reply("? no").kind, htp::Reply::Kind::bad);
  EXPECT_EQ(htp::parse_reply("what").kind, htp::Reply::Kind::other);
  EXPECT_EQ(htp::answer("", true, "A2 C2"), "= A2 C2\n");
  EXPECT_EQ(htp::answer("5", true, "play attacker d1 d3"), "game 5 play attacker d1 d3");
}

TEST(OtepText, SaysWhatItReads) {
  const otep::Clock clock{{60'000, 50'000}, 5'000, {3, 2}};
  EXPECT_EQ(otep::parse_command(otep::clock_line(clock)).clock, clock);
  EXPECT_EQ(otep::parse_command(otep::play_line(Side::second)).side, Side::second);
  EXPECT_FALSE(otep::parse_command(otep::move_result_line(false)).legal);
  EXPECT_EQ(otep::parse_command("rules  dim:7 start:/7/ \r").text, "dim:7 start:/7/");
  const otep::Command told = otep::parse_command("opponent-move d1-d3|e1-e2xe3 /7/7/");
  EXPECT_EQ(told.moves, (std::vector<std::string>{"d1-d3", "e1-e2xe3"}));
  EXPECT_EQ(told.board, "/7/7/");
  EXPECT_EQ(otep::move_text("d2", "e2", std::vector<std::string>{"e3", "f2"}), "d2-e2xe3/f2");
  EXPECT_EQ(otep::parse_reply(otep::move_line("d2-e2xe3")).text, "d2-e2xe3");
  SearchInfo thought;
  thought.score = 0.75;
  thought.line = {"d1-d3", "e5-e6"};
  const otep::Reply reply = otep::parse_reply(otep::analysis_line(thought, Side::second));
  EXPECT_EQ(reply.moves, thought.line);
  EXPECT_EQ(reply.value, -0.5);
  for (const char* line :
       {"clock 1 2 3 4", "clock 1 2 3 4 x", "play", "play white", "opponent-move",
        "opponent-move /7/7/", "analyze 1", "analyze 0 1", "analyze 1 nan"}) {
    EXPECT_NE(refusal([&] { otep::parse_command(line); }), "none") << line;
  }
  EXPECT_EQ(otep::parse_reply("move").kind, otep::Reply::Kind::move);
}

/// Moves without dashes and marks of captures, in every rule set: each is read as itself, or
/// refused where it would be ambiguous, and never as another move.
TEST(MoveWords, ReadsBareMoves) {
  for (const std::string& id : builtin_rule_set_ids()) {
    visit_game(load_rule_set(id), [&](auto game, const auto& rules) {
      using G = decltype(game);
      Random random(3);
      GameState<G> state(*rules);
      int bare = 0, read = 0;
      for (int ply = 0; ply < 30 && !state.over(); ++ply) {
        if (state.node_kind() == NodeKind::chance) {
          const auto outcome = state.play_random_chance(random);
          EXPECT_FALSE(G::chance_text(*rules, outcome).empty());
          continue;
        }
        MoveList<G> moves;
        state.legal_moves(moves);
        for (const auto move : moves) {
          const std::string text = G::move_text(*rules, state.position(), move);
          EXPECT_EQ(protocol::read_move(state, text), move) << id << ' ' << text;
          ++bare;
          try {
            EXPECT_EQ(protocol::read_move(state, protocol::bare_move(text)), move)
                << id << ' ' << text;
            ++read;
          } catch (const UserError&) {
          }
        }
        state.play(state.random_move(random));
      }
      EXPECT_GE(read, bare * 9 / 10) << id;
    });
  }
}

TEST(MoveWords, ReadsCapturesAsOthersWriteThem) {
  EXPECT_EQ(protocol::bare_move("d2-e2xe3/f2"), "d2e2");
  EXPECT_EQ(protocol::bare_move("D2-E2(xe3)"), "d2e2");
  EXPECT_EQ(protocol::bare_move("c3xe5"), "c3e5");
  EXPECT_EQ(protocol::with_dash("d10c10"), "d10-c10");
  EXPECT_EQ(protocol::with_dash("a1a1"), "a1-a1");
  for (const char* other : {"", "7", "d4", "d4-c4", "d4xc4", "(none)", "e7e8q"}) {
    EXPECT_EQ(protocol::with_dash(other), other);
  }
  EXPECT_EQ(protocol::bare_move("e7-e8Q"), "e7e8q");
}

}  // namespace
}  // namespace tavlab
