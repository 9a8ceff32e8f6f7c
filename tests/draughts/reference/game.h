#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::draughts_reference {

/// Players are 'w' and 'b'.
struct Piece {
  char owner = 'w';
  bool king = false;
  bool operator==(const Piece&) const = default;
};

/// Pieces from the top down (texts have them from the bottom up); one without columns.
using Stack = std::vector<Piece>;

/// The squares that are not empty, by name.
using Board = std::map<std::string, Stack>;

/// The state of a game without its earlier positions.
struct State {
  Board board;
  char side = 'w';
  int king_moves = 0, quiet = 0, plies = 0;
  std::string result = "unfinished";  ///< or "white", "black", "draw"
  std::string reason;
};

/// A legal move: all ways that are the same move.
struct Move {
  std::vector<std::vector<std::string>> ways;  ///< squares in order, the first one the start
  std::set<std::vector<std::string>> orders;   ///< the jumped squares of each way, in order
  std::vector<std::string> captured;           ///< squares, sorted, each once
  State after;                                 ///< its result not determined yet
  [[nodiscard]] const std::string& from() const { return ways.front().front(); }
  [[nodiscard]] const std::string& to() const { return ways.front().back(); }
};

/// A piece, or column, on its way through a capture.
struct Walk {
  Board board;   ///< without the moving piece
  Stack walker;  ///< with what it has taken, if that is lifted at once
  std::vector<std::string> squares;
  std::vector<std::string> jumped;  ///< squares in order
  std::vector<Piece> taken;         ///< in the same order
};

/// The player's opponent.
char other(char player);
/// The square this many files to the right and ranks up; it need not be on the board.
std::string beside(const std::string& square, int files, int ranks);

/// The rules of one rule set, written to be compared with core/draughts/RULES.md sentence by
/// sentence. Repetition is left to the caller.
class ReferenceGame {
 public:
  explicit ReferenceGame(const RuleSet& rule_set);

  [[nodiscard]] State start() const;
  /// Reads a position text that is known to be valid.
  [[nodiscard]] State parse(const std::string& text) const;

  /// The canonical text of the position.
  [[nodiscard]] std::string text(const State& state) const;
  /// The same without counters: equal for positions that are equal when repetitions are counted.
  [[nodiscard]] std::string recurrence_text(const State& state) const;

  /// The legal moves; none in a finished game.
  [[nodiscard]] std::vector<Move> legal_moves(const State& state) const;
  /// Determines from pieces, side and counters whether the game is over.
  void adjudicate(State& state) const;
  [[nodiscard]] State adjudicated(State state) const {
    adjudicate(state);
    return state;
  }

  /// How far plies without a capture or crowning are counted with these pieces; 0: not at all.
  [[nodiscard]] int most_quiet(const Board& board) const;

  [[nodiscard]] bool on_board(const std::string& square) const;
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::string last_row(char player) const;

 private:
  // moves.cpp
  struct Jump {
    std::string over, to;
  };
  [[nodiscard]] std::vector<Jump> jumps(const Walk& walk) const;
  [[nodiscard]] std::vector<Jump> jumps_in(const Walk& walk, int files, int ranks) const;
  [[nodiscard]] bool may_be_jumped(const Walk& walk, const std::string& square) const;
  [[nodiscard]] Walk jumped(const Walk& walk, const Jump& jump) const;
  [[nodiscard]] bool landing_is_allowed(const Walk& walk, const Jump& jump) const;
  void complete(const Walk& walk, std::vector<Walk>& all) const;
  [[nodiscard]] std::vector<Walk> captures(const State& state) const;
  [[nodiscard]] std::vector<Walk> chosen(const State& state, std::vector<Walk> all) const;
  [[nodiscard]] std::vector<Walk> steps(const State& state) const;
  [[nodiscard]] bool has_legal_move(const State& state) const;

  // play.cpp
  [[nodiscard]] State played(const State& before, const Walk& walk) const;
  void count_plies(State& state, bool by_king, bool captured, bool crowned) const;
  [[nodiscard]] int few_pieces_limit(const Board& board) const;
  [[nodiscard]] int three_kings_limit(const Board& board) const;
  [[nodiscard]] bool lone_king_on_main_road(const Board& board) const;

  [[nodiscard]] bool is(const char* key, const char* value) const {
    return rule_set_.text(key) == value;
  }
  [[nodiscard]] int limit(const char* key) const;

  RuleSet rule_set_;
  int size_;
  bool columns_;
};

}  // namespace tavlab::draughts_reference
