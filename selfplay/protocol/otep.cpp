#include "selfplay/protocol/otep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/words.h"

namespace tavlab::otep {
namespace {

using protocol::lower;
using protocol::number;
using Words = std::vector<std::string_view>;
using Kind = Command::Kind;

constexpr std::int64_t kMaxMilliseconds = std::int64_t{1} << 40;
constexpr double kMaxSeconds = 1e6;

constexpr std::array<std::pair<std::string_view, Kind>, 9> kCommands = {{
    {"rules", Kind::rules},
    {"clock", Kind::clock},
    {"play", Kind::play},
    {"opponent-move", Kind::opponent_move},
    {"analyze", Kind::analyze},
    {"move-result", Kind::move_result},
    {"finish", Kind::finish},
    {"error", Kind::error},
    {"goodbye", Kind::goodbye},
}};

void read_clock(const Words& words, Command& command) {
  std::array<std::int64_t, 5> values{};
  bool good = words.size() == values.size() + 1;
  for (std::size_t i = 0; good && i < values.size(); ++i) {
    const auto value = number<std::int64_t>(words[i + 1]);
    good = value.has_value();
    if (good) values[i] = std::clamp<std::int64_t>(*value, 0, kMaxMilliseconds);
  }
  if (!good) {
    throw UserError(
        "clock is written: clock ATTACKERS-MS DEFENDERS-MS OVERTIME-MS OVERTIMES OVERTIMES");
  }
  command.clock = {{values[0], values[1]}, values[2], {values[3], values[4]}};
}

Side read_side(const Words& words) {
  const std::string side = words.size() > 1 ? lower(words[1]) : std::string();
  if (side == "attackers" || side == "attacker") return Side::first;
  if (side == "defenders" || side == "defender") return Side::second;
  throw UserError("play is written: play attackers, or play defenders");
}

void add_moves(std::string_view word, std::vector<std::string>& moves) {
  for (const std::string_view move : split(word, '|')) {
    if (!move.empty()) moves.emplace_back(move);
  }
}

void read_opponent_move(const Words& words, Command& command) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i].starts_with('/')) {
      command.board = words[i];
      break;
    }
    add_moves(words[i], command.moves);
  }
  if (command.moves.empty()) {
    throw UserError("opponent-move is written: opponent-move MOVES POSITION");
  }
}

void read_analyze(const Words& words, Command& command) {
  const auto lines = words.size() > 1 ? number<int>(words[1]) : std::nullopt;
  const auto seconds = words.size() > 2 ? number<double>(words[2]) : std::nullopt;
  if (!lines || *lines < 1 || !seconds || !(*seconds > 0.0)) {
    throw UserError("analyze is written: analyze LINES SECONDS");
  }
  command.lines = *lines;
  command.seconds = std::min(*seconds, kMaxSeconds);
}

std::string behind(std::string_view line, std::string_view word) {
  const std::string_view text = protocol::trimmed(line);
  return std::string(protocol::trimmed(text.substr(std::min(word.size(), text.size()))));
}

/// Some hosts send a number, where 0 means a legal move.
void read_move_result(const Words& words, Command& command) {
  const std::string_view word = words.size() > 1 ? words[1] : std::string_view();
  command.legal = word == "legal" || word == "0";
  if (command.legal || word == "illegal" || protocol::number<int>(word)) return;
  throw UserError(
      fmt::format("move-result is followed by legal or illegal, not {}", in_quotes(word)));
}

}  // namespace

Command parse_command(std::string_view line) {
  Command command;
  const Words words = words_in(line);
  if (words.empty()) return command;
  const auto* const known =
      std::ranges::find(kCommands, words[0], &std::pair<std::string_view, Kind>::first);
  if (known == kCommands.end()) {
    command.kind = Kind::unknown;
    command.text = words[0];
    return command;
  }
  command.kind = known->second;
  switch (command.kind) {
    case Kind::rules:
      command.text = behind(line, words[0]);
      break;
    case Kind::clock:
      read_clock(words, command);
      break;
    case Kind::play:
      command.side = read_side(words);
      break;
    case Kind::opponent_move:
      read_opponent_move(words, command);
      break;
    case Kind::analyze:
      read_analyze(words, command);
      break;
    case Kind::move_result:
      read_move_result(words, command);
      break;
    case Kind::none:
    case Kind::finish:
    case Kind::error:
    case Kind::goodbye:
    case Kind::unknown:
      break;  // without arguments
  }
  return command;
}

std::string rules_line(std::string_view rules) { return fmt::format("rules {}", rules); }

std::string clock_line(const Clock& clock) {
  return fmt::format("clock {} {} {} {} {}", clock.main[0], clock.main[1], clock.overtime,
                     clock.overtimes[0], clock.overtimes[1]);
}

std::string play_line(Side side) {
  return fmt::format("play {}", side == Side::first ? "attackers" : "defenders");
}

std::string opponent_move_line(std::string_view move, std::string_view board) {
  return fmt::format("opponent-move {} {}", move, board);
}

std::string move_result_line(bool legal) {
  return fmt::format("move-result {}", legal ? "legal" : "illegal");
}

std::string move_text(std::string_view from, std::string_view to,
                      std::span<const std::string> captured) {
  return fmt::format("{}-{}{}{}", from, to, captured.empty() ? "" : "x", fmt::join(captured, "/"));
}

std::string move_line(std::string_view move) { return fmt::format("move {}", move); }

std::string analysis_line(const SearchInfo& thought, Side mover) {
  const double own = 2.0 * thought.score.value_or(0.5) - 1.0;
  return fmt::format("analysis 1 {} {:.3f}", fmt::join(thought.line, "|"),
                     mover == Side::first ? own : -own);
}

Reply parse_reply(std::string_view line) {
  Reply reply;
  const Words words = words_in(line);
  if (words.empty()) return reply;
  if (words[0] == "hello") reply.kind = Reply::Kind::hello;
  if (words[0] == "status") reply.kind = Reply::Kind::status;
  if (words[0] == "error") reply.kind = Reply::Kind::error;
  if (words[0] == "move") {
    reply.kind = Reply::Kind::move;
    if (words.size() > 1) reply.text = words[1];  // else it is no legal move
    return reply;
  }
  if (words[0] == "analysis" && words.size() > 2) {
    reply.kind = Reply::Kind::analysis;
    for (std::size_t i = 2; i < words.size(); ++i) {
      const auto value = number<double>(words[i]);
      if (value) {
        if (std::isfinite(*value)) reply.value = *value;
        break;
      }
      add_moves(words[i], reply.moves);
    }
    return reply;
  }
  if (reply.kind != Reply::Kind::other) reply.text = behind(line, words[0]);
  return reply;
}

}  // namespace tavlab::otep
