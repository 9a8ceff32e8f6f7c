#include "selfplay/protocol/uci.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/words.h"

namespace tavlab::uci {
namespace {

using protocol::joined;
using protocol::number;
using Words = std::vector<std::string_view>;
using Kind = Command::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 11> kCommands = {{
    {"uci", Kind::uci},
    {"isready", Kind::isready},
    {"setoption", Kind::setoption},
    {"ucinewgame", Kind::ucinewgame},
    {"position", Kind::position},
    {"go", Kind::go},
    {"stop", Kind::stop},
    {"ponderhit", Kind::ponderhit},
    {"debug", Kind::debug},
    {"d", Kind::draw},
    {"quit", Kind::quit},
}};

/// Longer than any game: a host that sends more is broken.
constexpr std::int64_t kMaxMilliseconds = std::int64_t{1} << 40;

std::size_t find(const Words& words, std::string_view word, std::size_t from = 0) {
  const auto begin = words.begin() + static_cast<std::ptrdiff_t>(std::min(from, words.size()));
  return static_cast<std::size_t>(std::find(begin, words.end(), word) - words.begin());
}

/// `setoption name N value V`; names and values may contain spaces.
void read_option(const Words& words, Command& command) {
  if (words.size() < 3 || words[1] != "name") {
    throw UserError("setoption is written: setoption name NAME value VALUE");
  }
  const std::size_t value = find(words, "value", 3);
  command.name = joined(words, 2, value);
  command.value = joined(words, value + 1, words.size());
}

/// `position startpos|fen TEXT [moves M...]`.
void read_position(const Words& words, Command& command) {
  const std::size_t moves = find(words, "moves", 1);
  if (words.size() > 1 && words[1] == "startpos") {
    if (moves > 2) command.ignored = joined(words, 2, moves);
  } else if (words.size() > 1 && words[1] == "fen" && moves > 2) {
    command.position = joined(words, 2, moves);
  } else {
    throw UserError("position is written: position startpos|fen TEXT [moves M...]");
  }
  for (std::size_t i = moves + 1; i < words.size(); ++i) command.moves.emplace_back(words[i]);
}

std::int64_t milliseconds(std::string_view key, std::string_view text) {
  const auto value = number<std::int64_t>(text);
  if (!value) throw UserError(fmt::format("go: {} must be a number, not {}", key, in_quotes(text)));
  return std::clamp<std::int64_t>(*value, 0, kMaxMilliseconds);
}

template <typename Number>
Number at_least_1(std::string_view key, std::string_view text) {
  const auto value = number<std::int64_t>(text);
  if (!value || *value < 1) {
    throw UserError(
        fmt::format("go: {} must be a number of at least 1, not {}", key, in_quotes(text)));
  }
  return static_cast<Number>(std::min<std::uint64_t>(static_cast<std::uint64_t>(*value),
                                                     std::numeric_limits<Number>::max()));
}

void ignore(Command& command, std::string_view word) {
  if (!command.ignored.empty()) command.ignored += ' ';
  command.ignored += word;
}

void read_go(const Words& words, Command& command) {
  Go& go = command.go;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view key = words[i];
    if (key == "infinite") {
      go.infinite = true;
      continue;
    }
    if (key == "ponder") {
      go.ponder = true;
      continue;
    }
    const bool last = i + 1 == words.size();
    const std::string_view value = last ? std::string_view{} : words[i + 1];
    if (key == "movetime") {
      go.movetime = milliseconds(key, value);
    } else if (key == "wtime" || key == "btime") {
      go.time[key == "wtime" ? 0 : 1] = milliseconds(key, value);
    } else if (key == "winc" || key == "binc") {
      go.increment[key == "winc" ? 0 : 1] = milliseconds(key, value);
    } else if (key == "movestogo") {
      go.moves_to_go = at_least_1<int>(key, value);
    } else if (key == "nodes") {
      go.nodes = at_least_1<std::uint64_t>(key, value);
    } else if (key == "depth") {
      go.depth = at_least_1<int>(key, value);
    } else if (key == "mate") {
      ignore(command, key);
    } else {
      ignore(command, key);
      continue;
    }
    ++i;
  }
}

/// The value after a key, as a number.
std::optional<std::int64_t> number_after(const Words& words, std::string_view key) {
  const std::size_t at = find(words, key, 1);
  return at + 1 < words.size() ? number<std::int64_t>(words[at + 1]) : std::nullopt;
}

int small(std::int64_t value) {
  return static_cast<int>(std::clamp<std::int64_t>(value, -1'000'000, 1'000'000));
}

SearchInfo read_info(const Words& words) {
  SearchInfo thought;
  // What follows these may be anything.
  const std::size_t line = std::min(find(words, "pv", 1), find(words, "string", 1));
  const Words facts(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(line));
  // Bounds, and values of moves other than the best, are not the position's value.
  const auto says = [&](std::string_view word) { return find(facts, word, 1) < facts.size(); };
  if (says("lowerbound") || says("upperbound") || number_after(facts, "multipv").value_or(1) > 1) {
    return thought;
  }
  if (const auto depth = number_after(facts, "depth")) thought.depth = std::max(0, small(*depth));
  if (const auto nodes = number_after(facts, "nodes"); nodes && *nodes > 0) {
    thought.nodes = static_cast<std::uint64_t>(*nodes);
  }
  if (const auto time = number_after(facts, "time"); time && *time > 0) {
    thought.seconds = static_cast<double>(std::min(*time, kMaxMilliseconds)) / 1000.0;
  }
  if (const auto cp = number_after(facts, "cp")) {
    thought.score = score_of_centipawns(std::clamp(small(*cp), -100'000, 100'000));
  } else if (const auto mate = number_after(facts, "mate")) {
    const int moves = small(*mate);
    thought.score = moves > 0 ? 1.0 : 0.0;
    thought.plies_to_end = moves > 0 ? 2 * moves - 1 : 2 * moves;
  }
  if (line < words.size() && words[line] == "pv") {
    for (std::size_t i = line + 1; i < words.size(); ++i) thought.line.emplace_back(words[i]);
  }
  return thought;
}

}  // namespace

TurnLimits turn_limits(const Go& go, Side to_move) {
  TurnLimits limits;
  limits.infinite = go.infinite;
  limits.nodes = go.nodes;
  limits.depth = go.depth;
  limits.moves_to_go = go.moves_to_go;
  if (go.movetime) limits.seconds = static_cast<double>(*go.movetime) / 1000.0;
  const auto clock = [&](int player) -> std::optional<PlayerClock> {
    if (!go.time[player]) return std::nullopt;
    return PlayerClock{static_cast<double>(*go.time[player]) / 1000.0,
                       static_cast<double>(go.increment[player]) / 1000.0};
  };
  limits.clock = clock(to_move == Side::first ? 0 : 1);
  limits.others = clock(to_move == Side::first ? 1 : 0);
  return limits;
}

Command parse_command(std::string_view line) {
  Command command;
  const Words words = words_in(line);
  if (words.empty()) return command;
  const auto* const known =
      std::ranges::find(kCommands, words[0], &std::pair<std::string_view, Kind>::first);
  if (known == kCommands.end()) {
    command.kind = Kind::unknown;
    command.name = words[0];
    return command;
  }
  command.kind = known->second;
  if (command.kind == Kind::setoption) read_option(words, command);
  if (command.kind == Kind::position) read_position(words, command);
  if (command.kind == Kind::go) read_go(words, command);
  return command;
}

std::string option_line(const OptionLine& option) {
  std::string line = fmt::format("option name {} type {}", option.name, option.type);
  if (option.type != "button") line += fmt::format(" default {}", option.fallback);
  if (!option.minimum.empty())
    line += fmt::format(" min {} max {}", option.minimum, option.maximum);
  return line;
}

std::string info_line(const SearchInfo& thought) {
  std::string line = "info";
  // Hosts show nothing without a depth; for a tree search it is the length of its line.
  const auto depth = thought.depth > 0 ? static_cast<std::size_t>(thought.depth)
                                       : std::max<std::size_t>(1, thought.line.size());
  line += fmt::format(" depth {}", depth);
  if (thought.plies_to_end) {
    const int plies = *thought.plies_to_end;
    line += fmt::format(" score mate {}", plies > 0 ? (plies + 1) / 2 : (plies - 1) / 2);
  } else if (thought.score) {
    line += fmt::format(" score cp {}", thought.centipawns());
  }
  if (thought.wdl) {
    const long win = std::clamp(std::lround(1000.0 * (*thought.wdl)[0]), 0L, 1000L);
    const long draw = std::clamp(std::lround(1000.0 * (*thought.wdl)[1]), 0L, 1000 - win);
    line += fmt::format(" wdl {} {} {}", win, draw, 1000 - win - draw);
  }
  line += fmt::format(" nodes {}", thought.nodes);
  if (thought.seconds >= 0.001) {  // a shorter time says nothing about the speed
    const double speed = static_cast<double>(thought.nodes) / thought.seconds;
    line += fmt::format(" nps {:.0f}", std::min(speed, 1e15));
  }
  line += fmt::format(" time {:.0f}", 1000.0 * thought.seconds);
  if (!thought.line.empty()) line += fmt::format(" pv {}", fmt::join(thought.line, " "));
  return line;
}

std::string bestmove_line(std::string_view move, std::string_view reply) {
  std::string line = fmt::format("bestmove {}", move.empty() ? "(none)" : move);
  if (!reply.empty()) line += fmt::format(" ponder {}", reply);
  return line;
}

Reply parse_reply(std::string_view line) {
  Reply reply;
  const Words words = words_in(line);
  if (words.empty()) return reply;
  if (words[0] == "uciok") reply.kind = Reply::Kind::uciok;
  if (words[0] == "readyok") reply.kind = Reply::Kind::readyok;
  if (words[0] == "id" && words.size() > 2 && words[1] == "name") {
    reply.kind = Reply::Kind::id;
    reply.name = joined(words, 2, words.size());
  }
  if (words[0] == "option" && words.size() > 2 && words[1] == "name") {
    reply.kind = Reply::Kind::option;
    reply.name = joined(words, 2, find(words, "type", 2));
  }
  if (words[0] == "info") {
    reply.kind = Reply::Kind::info;
    reply.thought = read_info(words);
  }
  if (words[0] == "bestmove") {
    reply.kind = Reply::Kind::bestmove;
    if (words.size() > 1) reply.move = words[1];  // else it is no legal move
  }
  return reply;
}

std::string setoption_line(std::string_view name, std::string_view value) {
  return fmt::format("setoption name {} value {}", name, value);
}

std::string position_line(const std::optional<std::string>& position,
                          std::span<const std::string> moves) {
  std::string line = position ? "position fen " + *position : "position startpos";
  if (!moves.empty()) line += fmt::format(" moves {}", fmt::join(moves, " "));
  return line;
}

std::string go_line(const TurnLimits& limits, Side to_move) {
  std::string line = "go";
  const auto milliseconds = [](double seconds) {
    return std::to_string(std::clamp<std::int64_t>(std::llround(1000.0 * std::min(seconds, 1e9)), 1,
                                                   kMaxMilliseconds));
  };
  if (limits.infinite) return line + " infinite";
  if (limits.clock) {
    const PlayerClock others = limits.others.value_or(*limits.clock);
    const bool first = to_move == Side::first;
    const PlayerClock& white = first ? *limits.clock : others;
    const PlayerClock& black = first ? others : *limits.clock;
    line += fmt::format(" wtime {} btime {}", milliseconds(white.remaining),
                        milliseconds(black.remaining));
    if (white.increment > 0.0 || black.increment > 0.0) {
      line += fmt::format(" winc {:.0f} binc {:.0f}", 1000.0 * white.increment,
                          1000.0 * black.increment);
    }
    if (limits.moves_to_go > 0) line += fmt::format(" movestogo {}", limits.moves_to_go);
  }
  if (limits.seconds) line += " movetime " + milliseconds(*limits.seconds);
  if (limits.nodes) line += fmt::format(" nodes {}", *limits.nodes);
  if (limits.depth) line += fmt::format(" depth {}", *limits.depth);
  return line;
}

}  // namespace tavlab::uci
