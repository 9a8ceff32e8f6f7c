#pragma once

#include <compare>
#include <map>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::ur_reference {

/// A piece on the board. Players are 'w' and 'b'.
struct Piece {
  char owner = 'w';
  int index = 0;  ///< where it is on its owner's path, from 1
  bool operator==(const Piece&) const = default;
};

/// The squares that are not empty, by name; stacks from the bottom up.
using Board = std::map<std::string, std::vector<Piece>>;

/// A number for each player.
struct Both {
  int white = 0, black = 0;
  int& of(char player) { return player == 'w' ? white : black; }
  [[nodiscard]] int of(char player) const { return player == 'w' ? white : black; }
  bool operator==(const Both&) const = default;
};

/// Everything about a game.
struct State {
  Board board;
  Both hand, home;
  char side = 'w';  ///< to roll or to move
  int roll = 0;     ///< 0: a roll is due
  int barred = 0;   ///< path index of the piece that may not use the extra roll; 0: none
  std::string result = "unfinished";
  std::string reason;
  bool operator==(const State&) const = default;
};

/// Path indices: 0 is the hand, the exit is one more than the squares of the path.
struct Move {
  int from = 0, to = 0;
  auto operator<=>(const Move&) const = default;
};

/// The rules of one rule set, as core/ur/RULES.md says, written to be compared with that page
/// sentence by sentence and for nothing else.
class ReferenceGame {
 public:
  explicit ReferenceGame(const RuleSet& rule_set);

  [[nodiscard]] State start() const;
  /// The position before a roll; what is not on the board or at home is in hand.
  [[nodiscard]] State given(const Board& board, char side, Both home, int barred = 0) const;

  /// The possible rolls and their probabilities.
  [[nodiscard]] const std::map<int, double>& rolls() const { return rolls_; }
  /// What follows the due roll: a move is due, or the turn has passed.
  [[nodiscard]] State after_roll(State state, int roll) const;

  /// Legal moves where one is due, sorted.
  [[nodiscard]] std::vector<Move> moves(const State& state) const;
  [[nodiscard]] State after_move(State state, Move move) const;
  /// The square where the move captures, or an empty text.
  [[nodiscard]] std::string captured_on(const State& state, Move move) const;
  [[nodiscard]] std::string move_text(char side, Move move) const;

  [[nodiscard]] std::string text(const State& state) const;
  /// The same seen by the other player: colours and ranks 1 and 3 change places.
  [[nodiscard]] State swapped(const State& state) const;

  [[nodiscard]] int exit() const { return exit_; }
  [[nodiscard]] int pieces() const { return pieces_; }
  [[nodiscard]] int pieces_to_win() const { return pieces_to_win_; }
  /// The square's name; "hand" and "home" at the ends of the path.
  [[nodiscard]] const std::string& place(char player, int index) const;
  /// Whether a piece may be put there in a position made by hand: what may come to stand together.
  [[nodiscard]] bool can_stand(const Board& board, Piece piece) const;
  /// Whether a piece that has come there rolls again, captures aside.
  [[nodiscard]] bool gives_roll(char player, int index) const;
  [[nodiscard]] bool turned(int index) const { return turned_from_ > 0 && index >= turned_from_; }

 private:
  enum class Landing { no, yes, capture };

  [[nodiscard]] const std::string& class_of(const std::string& square) const;
  [[nodiscard]] bool holds_stack(const std::string& square) const;
  [[nodiscard]] bool has_room(const std::string& square, const std::vector<Piece>& stack) const;
  [[nodiscard]] Landing landing(const State& state, char player, int to) const;
  [[nodiscard]] std::vector<int> movable(const State& state, char player) const;
  [[nodiscard]] std::vector<Move> moves_with(const State& state, int roll) const;
  [[nodiscard]] bool deadlocked(const State& state) const;
  void end_in_deadlock(State& state) const;
  [[nodiscard]] char letter(Piece piece) const;

  std::string board_;
  std::map<char, std::vector<std::string>> path_;  ///< by player; from "hand" to "home"
  int exit_ = 0;
  int pieces_ = 0, pieces_to_win_ = 0;
  std::map<int, double> rolls_;
  std::string opening_;
  std::map<std::string, std::string> classes_;
  bool rosette_extra_ = false, rosette_safe_ = false;
  bool capture_extra_ = false, capture_backward_ = false;
  bool another_piece_ = false;
  int turned_from_ = 0;
  bool kinds_block_ = true;
  int capacity_ = 0;
  bool any_in_depot_ = false;
  std::string finish_;
  bool exit_at_least_ = false;
  bool more_home_wins_ = false;
};

}  // namespace tavlab::ur_reference
