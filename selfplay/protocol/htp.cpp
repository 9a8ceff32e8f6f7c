#include "selfplay/protocol/htp.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/protocol/words.h"

namespace tavlab::htp {
namespace {

using protocol::lower;
using protocol::number;
using Kind = Command::Kind;
using Words = std::vector<std::string_view>;

constexpr std::array<std::string_view, 16> kNames = {
    "board_size",  "final_status", "generate_move", "known_command", "list_commands",    "name",
    "play",        "play_from",    "play_to",       "play_undo",     "protocol_version", "quit",
    "reset_board", "show_board",   "time_settings", "version"};

constexpr int kMaxMinutes = 1'000'000;

Kind kind_of(std::string_view name) {
  const auto* const found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return Kind::unknown;
  return static_cast<Kind>(found - kNames.begin() + static_cast<int>(Kind::board_size));
}

std::string_view word(const Words& words, std::size_t i) {
  return i < words.size() ? words[i] : std::string_view{};
}

Side required_role(std::string_view text) {
  const auto role = parse_role(text);
  if (!role) throw UserError(fmt::format("{} must be attacker or defender", in_quotes(text)));
  return *role;
}

void read_play(const Words& words, Command& command) {
  command.role = required_role(word(words, 1));
  const std::string second = lower(word(words, 2));
  command.resigns = second == "resign" || second == "resigns";
  if (command.resigns) return;
  if (words.size() != 4) throw UserError("play is written: play ROLE FROM TO, or play ROLE resign");
  command.from = second;
  command.to = lower(words[3]);
}

void read_time(const Words& words, Command& command) {
  const std::string kind = lower(word(words, 1));
  if (kind == "un-timed" || kind == "none") return;
  const auto minutes = number<double>(word(words, 2));
  const auto seconds = number<double>(word(words, 3));
  if (kind != "fischer" || !minutes || !seconds || !(*minutes >= 0) || !(*seconds >= 0) ||
      *minutes > kMaxMinutes || *seconds > kMaxMinutes) {
    throw UserError("time_settings is written: time_settings fischer MINUTES SECONDS, or un-timed");
  }
  command.clock = PlayerClock{60.0 * *minutes, *seconds};
}

}  // namespace

std::span<const std::string_view> command_names() { return kNames; }

std::string_view role_text(Side role) { return role == Side::first ? "attacker" : "defender"; }

std::optional<Side> parse_role(std::string_view text) {
  const std::string role = lower(text);
  if (role == "attacker" || role == "attackers" || role == "a") return Side::first;
  if (role == "defender" || role == "defenders" || role == "d") return Side::second;
  return std::nullopt;
}

namespace {

/// The words of a line without its comment.
Words command_words(std::string_view line) { return words_in(line.substr(0, line.find('#'))); }

bool has_game(const Words& words) { return words.size() > 2 && words[0] == "game"; }

}  // namespace

std::string game_of(std::string_view line) {
  const Words words = command_words(line);
  return has_game(words) ? std::string(words[1]) : std::string();
}

bool is_quit(std::string_view line) {
  const Words words = command_words(line);
  const std::size_t at = has_game(words) ? 2 : 0;
  return at < words.size() && kind_of(lower(words[at])) == Command::Kind::quit;
}

Command parse_command(std::string_view line) {
  Command command;
  Words words = command_words(line);
  if (has_game(words)) {
    command.game = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  if (words.empty()) return command;
  command.name = lower(words[0]);
  command.kind = kind_of(command.name);
  switch (command.kind) {
    case Kind::board_size: {
      const auto size = number<int>(word(words, 1));
      if (!size || *size < 1 || *size > 99) throw UserError("board_size is written: board_size 11");
      command.size = *size;
      break;
    }
    case Kind::generate_move:
      command.role = required_role(word(words, 1));
      break;
    case Kind::known_command:
      command.name = word(words, 1);
      break;
    case Kind::play:
      read_play(words, command);
      break;
    case Kind::play_to:
      command.role = required_role(word(words, 1));
      command.from = lower(word(words, 2));
      break;
    case Kind::time_settings:
      read_time(words, command);
      break;
    case Kind::none:
    case Kind::final_status:
    case Kind::list_commands:
    case Kind::name:
    case Kind::play_from:
    case Kind::play_undo:
    case Kind::protocol_version:
    case Kind::quit:
    case Kind::reset_board:
    case Kind::show_board:
    case Kind::version:
    case Kind::unknown:
      break;  // without arguments
  }
  return command;
}

std::string answer(std::string_view game, bool good, std::string_view text) {
  // The server tells games apart by this; its lines have no signs.
  if (!game.empty()) return fmt::format("game {} {}{}", game, good ? "" : "? ", text);
  return fmt::format("{} {}\n", good ? '=' : '?', text);
}

std::string play_line(Side role, std::string_view from, std::string_view to) {
  return fmt::format("play {} {} {}", role_text(role), from, to);
}

std::string generate_line(Side role) { return fmt::format("generate_move {}", role_text(role)); }

std::string time_line(const std::optional<PlayerClock>& clock) {
  if (!clock) return "time_settings un-timed";
  return fmt::format("time_settings fischer {:.6g} {:.6g}", clock->remaining / 60.0,
                     clock->increment);
}

Reply parse_reply(std::string_view line) {
  const std::string_view text = protocol::trimmed(line);
  if (text.empty() || (text[0] != '=' && text[0] != '?')) return {};
  return {text[0] == '=' ? Reply::Kind::good : Reply::Kind::bad,
          std::string(protocol::trimmed(text.substr(1)))};
}

ReplyMove move_of(std::string_view reply, Side role) {
  Words words = words_in(reply);
  if (!words.empty() && lower(words[0]) == "play") words.erase(words.begin());
  if (const auto named = words.empty() ? std::nullopt : parse_role(words[0])) {
    if (*named != role) {
      throw UserError(
          fmt::format("{} was asked, the answer is for {}", role_text(role), role_text(*named)));
    }
    words.erase(words.begin());
  }
  ReplyMove found;
  if (words.empty()) return found;
  const std::string first = lower(words[0]);
  found.resigns = first == "resign" || first == "resigns";
  if (!found.resigns) found.move = words.size() > 1 ? first + '-' + lower(words[1]) : first;
  return found;
}

}  // namespace tavlab::htp
