#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/side.h"
#include "selfplay/protocol/search_info.h"
#include "selfplay/turn_limits.h"

/// The lines of the protocol of docs/protocols.md that is modelled on UCI (Kahlen and Meyer-Kahlen,
/// "Description of the universal chess interface"), in both directions. Text only: no game, no
/// search, no files.
namespace tavlab::uci {

/// The arguments of `go`. Times are in milliseconds, by player: first (attackers, White), second.
struct Go {
  std::optional<std::int64_t> movetime;
  std::optional<std::int64_t> time[2];
  std::int64_t increment[2] = {0, 0};
  int moves_to_go = 0;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  bool infinite = false;
  bool ponder = false;  ///< searches an expected position; the limits apply from ponderhit on

  bool operator==(const Go&) const = default;
};

/// The limits of a turn of the side to move.
TurnLimits turn_limits(const Go& go, Side to_move);

/// A line from the host.
struct Command {
  enum class Kind : std::uint8_t {
    none,  ///< an empty line
    uci,
    isready,
    setoption,
    ucinewgame,
    position,
    go,
    stop,
    ponderhit,
    debug,
    draw,
    quit,
    unknown
  };
  Kind kind = Kind::none;
  std::string name;                     ///< setoption, or the unknown word
  std::string value;                    ///< setoption
  std::optional<std::string> position;  ///< a position text; empty for the start
  std::vector<std::string> moves;       ///< moves and rolls from there on
  Go go;
  std::string ignored;  ///< words that mean nothing to this engine
};

/// Reads a line. Throws UserError for wrong arguments of a known command.
Command parse_command(std::string_view line);

/// An option as the engine announces it.
struct OptionLine {
  std::string name;
  std::string type;  ///< string, spin, check, combo, button
  std::string fallback;
  std::string minimum, maximum;  ///< of a spin
};

std::string option_line(const OptionLine& option);
std::string info_line(const SearchInfo& thought);
/// With the expected reply, if there is one.
std::string bestmove_line(std::string_view move, std::string_view reply = {});

/// A line from an engine.
struct Reply {
  enum class Kind : std::uint8_t { other, uciok, readyok, id, option, info, bestmove };
  Kind kind = Kind::other;
  std::string name;    ///< of the option, or the engine's
  std::string move;    ///< of bestmove
  SearchInfo thought;  ///< of info
};

/// Reads a line; whatever is not understood is `other`.
Reply parse_reply(std::string_view line);

std::string setoption_line(std::string_view name, std::string_view value);
/// `position startpos moves ...`, or from a position text.
std::string position_line(const std::optional<std::string>& position,
                          std::span<const std::string> moves);
/// The line that sets the limits of a program's turn.
std::string go_line(const TurnLimits& limits, Side to_move);

}  // namespace tavlab::uci
