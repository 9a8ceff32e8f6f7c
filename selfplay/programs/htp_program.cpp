#include "selfplay/programs/htp_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/htp.h"
#include "selfplay/protocol/two_roles.h"

namespace tavlab {

HtpProgram::HtpProgram(ProgramSettings settings, ProgramRules rules)
    : Program(std::move(settings), std::move(rules)) {
  if (!this->rules().two_roles) {
    throw UserError(
        fmt::format("htp is for {}, not for {}", protocol::kTwoRoles, in_quotes(this->rules().id)));
  }
}

std::string HtpProgram::obtain(std::string_view command, Clock::time_point deadline) {
  drop_output();
  send(command);
  for (;;) {
    const htp::Reply reply = htp::parse_reply(receive_soon("the answer", deadline));
    if (reply.kind == htp::Reply::Kind::good) return reply.text;
    if (reply.kind == htp::Reply::Kind::bad) {
      throw Forfeit(Forfeit::Cause::protocol,
                    fmt::format("the program refuses '{}': {}", command, quotable(reply.text)));
    }
  }
}

void HtpProgram::begin_game() {
  obtain(fmt::format("board_size {}", rules().columns), soon());
  sent_.clear();
  clock_told_ = false;
}

Program::Answer HtpProgram::ask(const ProgramGame& game, const TurnLimits& limits,
                                const Progress& /*progress*/, const std::stop_token& /*stop*/) {
  if (game.position) {
    throw UserError("htp sends moves from the start of a game and no position; use uci");
  }
  std::vector<std::string> moves;
  moves.reserve(game.events.size());
  for (const ProgramEvent& event : game.events) moves.push_back(event.from + '-' + event.to);
  const bool continues =
      sent_.size() <= moves.size() && std::equal(sent_.begin(), sent_.end(), moves.begin());
  if (!continues) begin_game();
  for (std::size_t i = sent_.size(); i < moves.size(); ++i) {
    const ProgramEvent& event = game.events[i];
    obtain(htp::play_line(event.mover, event.from, event.to), soon());
  }
  // A clock is sent once, before the program's first move; from then on it keeps its own.
  if (limits.clock && !clock_told_) obtain(htp::time_line(limits.clock), soon());
  clock_told_ = true;
  sent_ = moves;
  const std::string answer = obtain(htp::generate_line(game.to_move), deadline_of(limits));
  try {
    const htp::ReplyMove reply = htp::move_of(answer, game.to_move);
    return {reply.move, reply.resigns};
  } catch (const UserError& error) {
    throw Forfeit(Forfeit::Cause::protocol, error.what());
  }
}

void HtpProgram::move_result(const std::optional<ProgramEvent>& played) {
  // It has played the move itself.
  if (played) sent_.push_back(played->from + '-' + played->to);
}

}  // namespace tavlab
