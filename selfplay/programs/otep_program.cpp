#include "selfplay/programs/otep_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/otep.h"
#include "selfplay/protocol/two_roles.h"

namespace tavlab {
namespace {

std::int64_t milliseconds(double seconds) {
  return std::llround(1000.0 * std::clamp(seconds, 0.0, 1e9));
}

/// The clock of a turn; nullopt if it is not timed. A fixed time is one overtime, without main
/// time.
std::optional<otep::Clock> clock_of(const TurnLimits& limits, Side to_move) {
  if (limits.clock) {
    const PlayerClock others = limits.others.value_or(*limits.clock);
    const bool first = to_move == Side::first;
    // OTEP has no increments: a move's increment is added once it is made.
    return otep::Clock{{milliseconds((first ? *limits.clock : others).remaining),
                        milliseconds((first ? others : *limits.clock).remaining)},
                       0,
                       {0, 0}};
  }
  if (limits.seconds) return otep::Clock{{0, 0}, milliseconds(*limits.seconds), {1, 1}};
  return std::nullopt;
}

}  // namespace

OtepProgram::OtepProgram(ProgramSettings settings, ProgramRules rules)
    : Program(std::move(settings), std::move(rules)) {
  if (!this->rules().two_roles || this->rules().foreign_text.empty()) {
    throw UserError(fmt::format("otep is for {}, not for {}", protocol::kTwoRoles,
                                in_quotes(this->rules().id)));
  }
}

void OtepProgram::greet() {
  rules_.clear();
  const auto deadline = soon();
  while (otep::parse_reply(receive_soon("'hello'", deadline)).kind != otep::Reply::Kind::hello) {
  }
}

void OtepProgram::begin_game() {
  if (!rules_.empty()) send("finish 0");
  rules_.clear();
  sent_.clear();
}

Program::Answer OtepProgram::ask(const ProgramGame& game, const TurnLimits& limits,
                                 const Progress& progress, const std::stop_token& stop) {
  const std::string& rules = settings().rules.empty() ? game.foreign_rules : settings().rules;
  const bool continues = rules == rules_ && sent_.size() <= game.events.size() &&
                         std::equal(sent_.begin(), sent_.end(), game.events.begin());
  if (!continues) {
    begin_game();
    send(otep::rules_line(rules));
    rules_ = rules;
  }
  for (std::size_t i = sent_.size(); i < game.events.size(); ++i) {
    const ProgramEvent& event = game.events[i];
    send(otep::opponent_move_line(otep::move_text(event.from, event.to, event.captured),
                                  event.foreign_board));
  }
  sent_ = game.events;
  if (const auto clock = clock_of(limits, game.to_move)) send(otep::clock_line(*clock));
  send(otep::play_line(game.to_move));
  const auto deadline = deadline_of(limits);
  for (;;) {
    const std::optional<std::string> line = receive("'move'", deadline, stop);
    if (!line) throw Forfeit(Forfeit::Cause::timeout, "the search was stopped");
    const otep::Reply reply = otep::parse_reply(*line);
    switch (reply.kind) {
      case otep::Reply::Kind::move:
        return {reply.text, false};
      case otep::Reply::Kind::error:
        throw Forfeit(Forfeit::Cause::protocol,
                      fmt::format("the program reports an error: {}", quotable(reply.text)));
      case otep::Reply::Kind::analysis: {
        SearchInfo thought;
        thought.line = reply.moves;
        if (progress) progress(thought);
        set_thought(std::move(thought));
        break;
      }
      case otep::Reply::Kind::other:
      case otep::Reply::Kind::hello:
      case otep::Reply::Kind::status:
        break;
    }
  }
}

void OtepProgram::move_result(const std::optional<ProgramEvent>& played) {
  // It has played the move itself.
  if (played) sent_.push_back(*played);
  send(otep::move_result_line(played.has_value()));
}

}  // namespace tavlab
