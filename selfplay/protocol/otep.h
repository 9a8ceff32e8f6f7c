#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/side.h"
#include "selfplay/protocol/search_info.h"

/// The lines of OTEP, a protocol for games of attackers and defenders, in both directions. Text
/// only.
namespace tavlab::otep {

/// The time left on both clocks, in milliseconds: both players' main time, then a number of
/// overtimes for each, all of one length.
struct Clock {
  std::array<std::int64_t, 2> main{};
  std::int64_t overtime = 0;
  std::array<std::int64_t, 2> overtimes{};

  bool operator==(const Clock&) const = default;
};

/// A line from the host.
struct Command {
  enum class Kind : std::uint8_t {
    none,  ///< an empty line
    rules,
    clock,
    play,
    opponent_move,
    analyze,
    move_result,
    finish,
    error,
    goodbye,
    unknown
  };
  Kind kind = Kind::none;
  std::string text;                ///< rules; or the unknown word
  Clock clock;                     ///< clock
  Side side = Side::first;         ///< play
  std::vector<std::string> moves;  ///< opponent_move
  std::string board;               ///< opponent_move; may be empty
  int lines = 1;                   ///< analyze
  double seconds = 0.0;            ///< analyze
  bool legal = true;               ///< move_result
};

/// Reads a line. Throws UserError for wrong arguments of a known command.
Command parse_command(std::string_view line);

std::string rules_line(std::string_view rules);
std::string clock_line(const Clock& clock);
std::string play_line(Side side);
std::string opponent_move_line(std::string_view move, std::string_view board);
std::string move_result_line(bool legal);

/// A move in OTEP's notation: "d2-e2xe3/e5".
std::string move_text(std::string_view from, std::string_view to,
                      std::span<const std::string> captured);

std::string move_line(std::string_view move);
/// "analysis 1 d1-d3|e5-e6 0.25": the number of lines, then each with its moves and a value from -1
/// to 1 (best for the attackers).
std::string analysis_line(const SearchInfo& thought, Side mover);

/// A line from an engine.
struct Reply {
  enum class Kind : std::uint8_t { other, hello, move, analysis, status, error };
  Kind kind = Kind::other;
  std::string text;                ///< of a move, a status, an error
  std::vector<std::string> moves;  ///< of an analysis: its first line
  std::optional<double> value;     ///< of it, for the attackers
};
Reply parse_reply(std::string_view line);

}  // namespace tavlab::otep
