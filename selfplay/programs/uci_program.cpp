#include "selfplay/programs/uci_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/text.h"
#include "selfplay/protocol/uci.h"
#include "selfplay/protocol/words.h"

namespace tavlab {
namespace {

/// Whether an engine's text about a subject refuses it: engines have no other means than a line of
/// text, in which polite ones also confirm what they accept.
bool refuses(std::string_view said, std::string_view subject) {
  const std::string text = protocol::lower(said);
  if (text.find(protocol::lower(subject)) == std::string::npos) return false;
  constexpr std::array<std::string_view, 12> kRefusals = {
      "unknown", "not ",    "n't ", "no ",   "cannot", "unsupported",
      "invalid", "illegal", "bad ", "wrong", "error",  "must "};
  return std::ranges::any_of(
      kRefusals, [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace

void UciProgram::greet() {
  known_options_.clear();
  send("uci");
  const auto deadline = soon();
  for (;;) {
    const uci::Reply reply = uci::parse_reply(receive_soon("'uciok'", deadline));
    if (reply.kind == uci::Reply::Kind::uciok) break;
    if (reply.kind == uci::Reply::Kind::option) known_options_.push_back(reply.name);
  }
  set_options();
}

void UciProgram::set_options() {
  const auto known = [&](std::string_view name) {
    return std::ranges::any_of(known_options_, [&](const std::string& each) {
      return protocol::lower(each) == protocol::lower(name);
    });
  };
  if (settings().rules != "none" && (known("Rules") || !settings().rules.empty())) {
    const std::string& rules = settings().rules.empty() ? this->rules().id : settings().rules;
    send(uci::setoption_line("Rules", rules));
    // An engine that cannot play them says so and continues with others.
    const std::string said = synchronize();
    // What it says names its reason: the rules, or what it cannot do under them.
    if (refuses(said, "rule") || refuses(said, this->rules().id)) {
      throw UserError(fmt::format("the program does not accept the rules {}: {}", in_quotes(rules),
                                  printable(said)));
    }
  }
  for (const auto& [name, value] : settings().options) {
    if (!known(name)) {
      throw UserError(fmt::format(
          "the program has no option {}; it has {}", in_quotes(name),
          known_options_.empty() ? "none"
                                 : quotable(fmt::format("{}", fmt::join(known_options_, ", ")))));
    }
    send(uci::setoption_line(name, value));
    const std::string said = synchronize();
    if (refuses(said, name)) {
      throw UserError(fmt::format("the program does not accept the option {} with the value {}: {}",
                                  in_quotes(name), in_quotes(value), printable(said)));
    }
  }
}

std::string UciProgram::synchronize() {
  send("isready");
  const auto deadline = soon();
  std::string said;
  for (;;) {
    const std::string line = receive_soon("'readyok'", deadline);
    if (uci::parse_reply(line).kind == uci::Reply::Kind::readyok) return said;
    constexpr std::string_view kString = "info string ";
    if (line.starts_with(kString)) said += line.substr(kString.size()) + ' ';
  }
}

void UciProgram::begin_game() {
  send("ucinewgame");
  synchronize();
}

Program::Answer UciProgram::ask(const ProgramGame& game, const TurnLimits& limits,
                                const Progress& progress, const std::stop_token& stop) {
  std::vector<std::string> words;
  words.reserve(game.events.size());
  for (const ProgramEvent& event : game.events) words.push_back(event.text);
  send(uci::position_line(game.position, words));
  synchronize();
  send(uci::go_line(limits, game.to_move));
  auto deadline = deadline_of(limits);
  std::stop_token stops = stop;
  for (;;) {
    const std::optional<std::string> line = receive("'bestmove'", deadline, stops);
    if (!line) {
      send("stop");
      deadline = Clock::now() + kStopTime;
      stops = {};
      continue;
    }
    uci::Reply reply = uci::parse_reply(*line);
    if (reply.kind == uci::Reply::Kind::bestmove) {
      return {reply.move, protocol::lower(reply.move) == "resign"};
    }
    if (reply.kind != uci::Reply::Kind::info) continue;
    if (!reply.thought.score && reply.thought.line.empty()) continue;
    if (progress) progress(reply.thought);
    set_thought(std::move(reply.thought));
  }
}

}  // namespace tavlab
