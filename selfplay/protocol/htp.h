#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/side.h"
#include "selfplay/turn_limits.h"

/// The lines of HTP, the text protocol of the server for Copenhagen rules, modelled on GTP, in both
/// directions. Text only.
namespace tavlab::htp {

/// A line from the host.
struct Command {
  enum class Kind : std::uint8_t {
    none,  ///< an empty line, or a comment
    board_size,
    final_status,
    generate_move,
    known_command,
    list_commands,
    name,
    play,
    play_from,
    play_to,
    play_undo,
    protocol_version,
    quit,
    reset_board,
    show_board,
    time_settings,
    version,
    unknown
  };
  Kind kind = Kind::none;
  /// The game, if `game ID` precedes the line; it then precedes the answer, too.
  std::string game;
  std::string name;                  ///< the name of the command, or of the one asked about
  Side role = Side::first;           ///< generate_move, play, play_to
  std::string from, to;              ///< play, play_to
  bool resigns = false;              ///< play
  int size = 0;                      ///< board_size
  std::optional<PlayerClock> clock;  ///< time_settings; none if un-timed
};

/// The game that a line names; empty for none.
std::string game_of(std::string_view line);
/// Whether a line asks to quit.
bool is_quit(std::string_view line);

/// Reads a line. Throws UserError for wrong arguments of a known command.
Command parse_command(std::string_view line);

std::span<const std::string_view> command_names();

std::string_view role_text(Side role);
/// attacker, attackers, a and so on, in any case.
std::optional<Side> parse_role(std::string_view word);

/// An answer, with the empty line that ends it.
std::string answer(std::string_view game, bool good, std::string_view text);

/// `play attacker d1 d3`.
std::string play_line(Side role, std::string_view from, std::string_view to);
std::string generate_line(Side role);
std::string time_line(const std::optional<PlayerClock>& clock);

/// A line from an engine.
struct Reply {
  enum class Kind : std::uint8_t { other, good, bad };
  Kind kind = Kind::other;
  std::string text;  ///< after the sign
};
Reply parse_reply(std::string_view line);

/// The move in the reply to generate_move: "play attacker d1 d3", or without the first words; the
/// squares joined by a dash. Empty for none; `resigns` for a resignation.
struct ReplyMove {
  std::string move;
  bool resigns = false;
};
/// Throws UserError if the reply names the other role.
ReplyMove move_of(std::string_view reply, Side role);

}  // namespace tavlab::htp
