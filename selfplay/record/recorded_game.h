#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "selfplay/record/game_file.h"

namespace tavlab {

/// A move or roll as it is written in a file, possibly followed by captured squares: "d3-d2xe2".
using RecordedMove = GameFile::Word;

/// Headers for rules that cannot be loaded by their id: the text of a rule set file on one line,
/// and overrides, a line for each (on_one_line).
inline constexpr std::string_view kRulesText = "RulesText", kRulesChanges = "RulesChanges";

/// A game as read from a file. Nothing is known to be legal.
struct RecordedGame {
  int line = 1;                                              ///< where it begins
  std::vector<std::pair<std::string, std::string>> headers;  ///< names and values, in order
  std::string comment;                                       ///< before the first move
  std::vector<RecordedMove> moves;
  std::vector<GameFile::Variation> variations = {};  ///< as far as the format's reader keeps them
  /// "1-0" if the first side won, "0-1", "1/2-1/2", "*" if unfinished; a side's name or colour; or
  /// empty if it is not known.
  std::string result;
  std::optional<std::array<int, 2>> captured;  ///< by the first and the second side, if counted
  std::string termination;    ///< a word such as "timeout" or "resigns" in place of a last move
  std::string foreign_rules;  ///< in another program's notation, see core/record_texts.h
  std::string foreign_board;
  std::string error;  ///< why it cannot be read; then all else may be missing

  /// A header's value, or empty.
  [[nodiscard]] std::string header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
      if (key == name) return value;
    }
    return {};
  }
};

/// Whether a word stands in place of a move of a game that ended off the board: "timeout",
/// "resigns", "resign", "---".
bool is_termination(std::string_view word);

/// A replayed game, to be written in any format.
struct WrittenGame {
  struct Move {
    std::string text;                   ///< in the family's notation
    std::vector<std::string> captured;  ///< squares, as far as records write them
    bool roll = false;
    std::string comment = {};
    std::vector<int> glyphs = {};  ///< see GameFile::Word
  };
  std::vector<std::pair<std::string, std::string>> headers;
  std::string comment;
  std::vector<Move> moves;
  std::string result;                  ///< "1-0", "0-1", "1/2-1/2" or "*"
  std::array<int, 2> captured{};       ///< by the first and the second side
  std::array<std::string, 2> sides;    ///< names: attackers, defenders
  std::array<std::string, 2> colours;  ///< Black, White
  std::string rules;                   ///< id
  bool named_rules = true;             ///< whether that id loads these rules
  /// Otherwise kRulesText and kRulesChanges, if the record has them.
  std::vector<std::pair<std::string, std::string>> rules_headers;
  std::string position;       ///< the start as text, if it is not that of the rules
  std::string foreign_rules;  ///< in another program's notation; empty if there are none
  std::string foreign_board;
};

}  // namespace tavlab
