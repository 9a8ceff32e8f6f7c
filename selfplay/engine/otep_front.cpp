#include "selfplay/engine/otep_front.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/two_roles.h"
#include "selfplay/record/foreign_rules.h"

namespace tavlab {
namespace {

std::unique_ptr<EngineGame> game_of_two_roles(const EngineSettings& settings) {
  auto game = make_engine_game(settings);
  if (!game->two_roles()) {
    throw UserError(fmt::format("rules '{}': otep is for {}; use --protocol uci",
                                settings.rule_set.id, protocol::kTwoRoles));
  }
  return game;
}

}  // namespace

OtepFront::OtepFront(EngineSettings settings, LineSink out)
    : settings_(std::move(settings)), out_(std::move(out)), game_(game_of_two_roles(settings_)) {}

bool OtepFront::handle(std::string_view line) {
  settle();
  try {
    return handle_command(otep::parse_command(line));
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return true;
}

void OtepFront::refuse(std::string_view why) { complain(why); }

bool OtepFront::handle_command(const otep::Command& command) {
  using Kind = otep::Command::Kind;
  switch (command.kind) {
    case Kind::none:
    case Kind::finish:
      break;
    case Kind::rules:
      take_rules(command.text);
      break;
    case Kind::clock:
      clock_ = command.clock;
      break;
    case Kind::play:
      play(command.side);
      break;
    case Kind::opponent_move:
      take_moves(command);
      break;
    case Kind::analyze:
      analyze(command);
      break;
    case Kind::move_result:
      if (!command.legal) {
        if (game_->words().size() != own_move_) throw UserError("the last move was the opponent's");
        game_->undo();
        own_move_.reset();
        out_("status the move is taken back");
      }
      break;
    case Kind::error:
      out_("status the host reports an error");
      break;
    case Kind::goodbye:
      return false;
    case Kind::unknown:
      complain(fmt::format("unknown command {}", in_quotes(command.text)));
      break;
  }
  return true;
}

void OtepFront::take_rules(std::string_view text) {
  ForeignGame other = read_foreign_game(text);
  EngineSettings changed = settings_;
  changed.rule_set = std::move(other.rules);
  auto game = game_of_two_roles(changed);
  if (other.position) game->set(other.position, {});
  game_ = std::move(game);
  settings_ = std::move(changed);
  clock_.reset();
  own_move_.reset();
}

void OtepFront::require_turn() const {
  if (game_->node_kind() != NodeKind::decision) {
    throw UserError(fmt::format("the game is over: {}", game_->reason()));
  }
}

TurnLimits OtepFront::limits() const {
  TurnLimits limits;
  if (!clock_) return limits;
  const auto side = static_cast<std::size_t>(game_->to_move());
  const auto seconds = [](std::int64_t milliseconds) {
    return static_cast<double>(milliseconds) / 1000.0;
  };
  if (clock_->main[side] > 0) {
    limits.clock = PlayerClock{seconds(clock_->main[side]), 0.0};
    limits.others = PlayerClock{seconds(clock_->main[1 - side]), 0.0};
  } else if (clock_->overtime > 0 && clock_->overtimes[side] > 0) {
    limits.seconds = seconds(clock_->overtime);
  }
  return limits;
}

void OtepFront::play(Side side) {
  require_turn();
  if (side != game_->to_move()) {
    throw UserError(fmt::format("it is the turn of the {}", game_->player(game_->to_move())));
  }
  thinker_.start([this, limits = limits()](const std::stop_token& stop) {
    try {
      const std::string move = game_->choose(limits, {}, stop);
      const std::string told = game_->foreign_move(move);
      game_->play(move);
      own_move_ = game_->words().size();
      out_(otep::move_line(told));
    } catch (const std::exception& error) {
      complain(error.what());
    }
  });
}

void OtepFront::take_moves(const otep::Command& command) {
  const std::size_t before = game_->words().size();
  try {
    for (const std::string& move : command.moves) game_->play(move);
    if (!command.board.empty() && command.board != game_->foreign_board()) {
      throw UserError(fmt::format("after these moves the board is {}, not {}",
                                  game_->foreign_board(), quotable(command.board)));
    }
  } catch (const UserError&) {
    while (game_->words().size() > before) game_->undo();
    throw;
  }
}

void OtepFront::analyze(const otep::Command& command) {
  require_turn();
  TurnLimits limits;
  limits.seconds = command.seconds;
  thinker_.start([this, limits](const std::stop_token& stop) {
    try {
      SearchInfo last;
      const std::string move = game_->choose(
          limits, [&](const SearchInfo& thought) { last = thought; }, stop);
      if (last.line.empty()) last.line.push_back(move);
      out_(otep::analysis_line(last, game_->to_move()));
    } catch (const std::exception& error) {
      complain(error.what());
    }
  });
}

void OtepFront::settle() {
  thinker_.stop();
  thinker_.wait();
}

void OtepFront::complain(std::string_view what) const { out_(fmt::format("error {}", what)); }

}  // namespace tavlab
