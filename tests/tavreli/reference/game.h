#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::tavreli_reference {

/// A piece. Players are 'w' and 'b'.
struct Piece {
  char owner = 'w';
  char kind = 'P';      ///< one of KQRBNP
  char destiny = 0;     ///< of a ratnik: one of RNBQH; 0 where ratniks have none
  bool turned = false;  ///< a ratnik that has turned over
  bool fresh = false;   ///< a ratnik that has not lost its right to a double step
  /// The piece whose way of moving it has: one of KQRBNP and H.
  [[nodiscard]] char acts_as() const { return turned ? destiny : kind; }
  bool operator==(const Piece&) const = default;
};

/// Pieces from the bottom up.
using Tower = std::vector<Piece>;

/// The squares that are not empty, by name.
using Board = std::map<std::string, Tower>;

/// Everything about a game but its earlier positions.
struct State {
  Board board;
  char side = 'w';
  std::set<char> castling;  ///< those of KQkq that are left
  std::string crossed;      ///< by the double step just made, even if none can capture there
  int quiet = 0, plies = 0;
  std::string result = "unfinished";  ///< or "white", "black", "draw"
  std::string reason;
  bool operator==(const State&) const = default;
};

struct Move {
  std::string from, to;  ///< the volkhv's squares when castling
  int count = 1;         ///< how many pieces go
  char new_piece = 0;    ///< what a ratnik becomes by its player's choice
  bool double_step = false, en_passant = false, castling = false;
};

/// The player's opponent.
char other(char player);
/// The square this many files to the right and ranks up, or an empty text off the board.
std::string beside(const std::string& square, int files, int ranks);
/// The direction in which the player's ratniks walk: 1 or -1 ranks.
int ahead(char player);
/// The rank where the player's ratniks stand at the start, and the one where they turn over.
char second_rank(char player);
char last_rank(char player);
/// The destiny of the ratnik that starts on the file.
char destiny_of(char file);
/// The top piece on the square, or null.
const Piece* top(const Board& board, const std::string& square);

/// The rules of one rule set, as core/tavreli/RULES.md says, written to be compared with that page
/// sentence by sentence and for nothing else. Repetition is left to the caller.
class ReferenceGame {
 public:
  explicit ReferenceGame(const RuleSet& rule_set);

  [[nodiscard]] State start() const;
  /// Reads a position text that is known to be valid.
  [[nodiscard]] State parse(const std::string& tfen) const;

  /// The canonical text of the position.
  [[nodiscard]] std::string text(const State& state) const;
  /// The same without counters: equal for positions that are equal when repetitions are counted.
  [[nodiscard]] std::string recurrence_text(const State& state) const;

  /// Texts of the legal moves, sorted; none in a finished game.
  [[nodiscard]] std::vector<std::string> legal_moves(const State& state) const;
  /// Throws UserError if the move is not legal.
  [[nodiscard]] State play(const State& state, const std::string& move_text) const;
  /// Whether the move puts pieces on an enemy's piece or takes it, en passant included.
  [[nodiscard]] bool captures(const State& state, const std::string& move_text) const;
  /// Whether the volkhv of the player to move is attacked.
  [[nodiscard]] bool check(const State& state) const { return in_check(state.board, state.side); }

 private:
  // ways.cpp
  [[nodiscard]] std::vector<std::string> reached(const Board& board, const std::string& from) const;
  [[nodiscard]] bool may_be_stood_on(const Board& board, const std::string& square,
                                     char player) const;
  [[nodiscard]] bool attacked(const Board& board, const std::string& square, char by) const;
  [[nodiscard]] bool in_check(const Board& board, char player) const;

  // moves.cpp
  [[nodiscard]] bool may_step_double(const Piece& ratnik, const std::string& square) const;
  [[nodiscard]] std::vector<Move> ratnik_moves(const State& state, const std::string& from) const;
  [[nodiscard]] std::vector<Move> castlings(const State& state) const;
  [[nodiscard]] std::vector<Move> candidates(const State& state) const;
  [[nodiscard]] bool legal(const State& state, const Move& move) const;
  [[nodiscard]] std::vector<Move> legal_ones(const State& state) const;
  [[nodiscard]] Move legal_move(const State& state, const std::string& move_text) const;

  // play.cpp
  [[nodiscard]] State made(const State& before, const Move& move) const;
  void put_on(Tower& target, const Tower& moving, char player) const;
  [[nodiscard]] bool free_top(State& state, const std::string& square, char player) const;

  // ends.cpp
  void adjudicate(State& state) const;
  [[nodiscard]] bool too_few_pieces(const Board& board) const;

  // text.cpp
  [[nodiscard]] std::string piece_text(const Piece& piece, const std::string& square,
                                       bool bottom) const;
  [[nodiscard]] std::string board_text(const Board& board) const;
  [[nodiscard]] std::string en_passant_text(const State& state) const;

  bool stacking_ = true;
  bool volkhv_capture_ = false, into_attack_ = true;
  bool stalemate_loses_ = false;
  bool castling_ = true;
  std::string castling_side_;
  bool en_passant_ = true;
  bool cover_kills_rights_ = false;
  bool own_ahead_ = true;
  std::string double_right_, double_cross_, double_target_;
  bool choice_ = false;
  std::string when_freed_;
  bool reverts_under_any_ = true;
  int quiet_limit_ = 0, total_limit_ = 0;
  bool insufficient_material_ = false;
};

/// The move as it is written; `height` is that of the tower it comes from.
std::string move_text(const Move& move, std::size_t height);

}  // namespace tavlab::tavreli_reference
