#include "selfplay/engine/htp_front.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <exception>
#include <set>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "core/version.h"
#include "selfplay/protocol/two_roles.h"
#include "selfplay/protocol/words.h"

namespace tavlab {
namespace {

std::string upper(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string spaced(const std::set<std::string>& names) {
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace

HtpFront::HtpFront(const EngineSettings& settings, LineSink out)
    : out_(std::move(out)),
      game_(make_engine_game(settings)),
      rules_id_(settings.rule_set.id),
      turn_began_(Clock::now()) {
  if (!game_->two_roles()) {
    throw UserError(fmt::format("rules '{}': htp is for {}; use --protocol uci", rules_id_,
                                protocol::kTwoRoles));
  }
}

bool HtpFront::handle(std::string_view line) {
  // One answer per command, in order: a move that is being searched comes first.
  if (htp::is_quit(line)) thinker_.stop();
  thinker_.wait();
  game_id_ = htp::game_of(line);
  try {
    const htp::Command command = htp::parse_command(line);
    if (command.kind != htp::Command::Kind::none && command.game != current_) {
      new_game();
      current_ = command.game;
    }
    return handle_command(command);
  } catch (const std::exception& error) {
    out_(htp::answer(game_id_, false, error.what()));
  }
  return true;
}

void HtpFront::refuse(std::string_view why) {
  thinker_.wait();
  out_(htp::answer({}, false, why));
}

bool HtpFront::handle_command(const htp::Command& command) {
  using Kind = htp::Command::Kind;
  switch (command.kind) {
    case Kind::none:
      break;
    case Kind::board_size:
      if (command.size != board_size()) {
        throw UserError(
            fmt::format("these rules ({}) have a board of {}", rules_id_, board_size()));
      }
      new_game();
      good("");
      break;
    case Kind::final_status:
      good(status());
      break;
    case Kind::generate_move:
      generate(command);
      break;
    case Kind::known_command: {
      const auto names = htp::command_names();
      good(std::ranges::find(names, command.name) != names.end() ? "true" : "false");
      break;
    }
    case Kind::list_commands:
      good(fmt::format("{}", fmt::join(htp::command_names(), "\n")));
      break;
    case Kind::name:
      good("tavlab");
      break;
    case Kind::play:
      play(command);
      break;
    case Kind::play_from:
      good(from_squares());
      break;
    case Kind::play_to:
      good(to_squares(command));
      break;
    case Kind::play_undo:
      if (!game_->undo()) throw UserError("there is no move to take back");
      resigned_.reset();
      good("");
      break;
    case Kind::protocol_version:
      good("1");
      break;
    case Kind::quit:
      good("");
      return false;
    case Kind::reset_board:
      new_game();
      good("");
      break;
    case Kind::show_board: {
      std::string board = game_->drawing();
      while (board.ends_with('\n')) board.pop_back();
      good('\n' + board);
      break;
    }
    case Kind::time_settings:
      setting_ = command.clock;
      if (setting_) remaining_.fill(setting_->remaining);
      turn_began_ = Clock::now();
      good("");
      break;
    case Kind::version:
      good(kVersion);
      break;
    case Kind::unknown:
      throw UserError(
          fmt::format("unknown command {}; see list_commands", in_quotes(command.name)));
  }
  return true;
}

void HtpFront::new_game() {
  game_->new_game();
  resigned_.reset();
  if (setting_) remaining_.fill(setting_->remaining);
  turn_began_ = Clock::now();
}

void HtpFront::check_turn(Side role) const {
  if (resigned_ || game_->node_kind() != NodeKind::decision) throw UserError("the game is over");
  if (role != game_->to_move()) {
    throw UserError(fmt::format("it is the turn of the {}", htp::role_text(game_->to_move())));
  }
}

void HtpFront::press_clock(Side mover) {
  const auto now = Clock::now();
  if (setting_) {
    double& remaining = remaining_[static_cast<std::size_t>(mover)];
    remaining -= std::chrono::duration<double>(now - turn_began_).count();
    remaining = std::max(0.0, remaining) + setting_->increment;
  }
  turn_began_ = now;
}

void HtpFront::generate(const htp::Command& command) {
  check_turn(command.role);
  TurnLimits limits;
  if (setting_) {
    limits.clock =
        PlayerClock{remaining_[static_cast<std::size_t>(command.role)], setting_->increment};
  }
  thinker_.start([this, limits, role = command.role](const std::stop_token& stop) {
    try {
      const std::string move = game_->choose(limits, {}, stop);
      const auto squares = game_->squares(move);
      game_->play(move);
      press_clock(role);
      good(htp::play_line(role, squares.front(), squares.back()));
    } catch (const std::exception& error) {
      out_(htp::answer(game_id_, false, error.what()));
    }
  });
}

void HtpFront::play(const htp::Command& command) {
  check_turn(command.role);
  if (command.resigns) {
    resigned_ = command.role;
    good("");
    return;
  }
  const std::string move = command.from + '-' + command.to;
  const std::vector<std::string> captured = game_->captured(move);
  game_->play(move);
  press_clock(command.role);
  good(upper(fmt::format("{}", fmt::join(captured, " "))));
}

std::string HtpFront::from_squares() const {
  std::set<std::string> names;
  for (const std::string& move : game_->legal_moves()) names.insert(game_->squares(move).front());
  return spaced(names);
}

std::string HtpFront::to_squares(const htp::Command& command) const {
  check_turn(command.role);
  std::set<std::string> names;
  for (const std::string& move : game_->legal_moves()) {
    const auto squares = game_->squares(move);
    if (squares.front() == command.from) names.insert(squares.back());
  }
  return spaced(names);
}

std::string HtpFront::status() const {
  if (resigned_) return *resigned_ == Side::first ? "defender_wins" : "attacker_wins";
  switch (game_->result()) {
    case Result::first_wins:
      return "attacker_wins";
    case Result::second_wins:
      return "defender_wins";
    case Result::draw:
      return "draw";
    case Result::unfinished:
      break;
  }
  return "ongoing";
}

int HtpFront::board_size() const { return game_->columns(); }

}  // namespace tavlab
