#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"

namespace tavlab::reference {

/// A cell, counted from a1 along the ranks; kNowhere is off the board.
using Cell = int;
inline constexpr Cell kNowhere = -1;

/// One class of cells, or rather what it does to pieces. Kinds are letters (a d k c n), victim
/// groups are 'A' (attackers), 'D' (defenders) and 'K' (king).
struct ClassRules {
  std::string stop, pass, reenter;
  std::string hostile_always, hostile_when_empty;
  std::string shelter;
};

/// The rules of one rule set with cells and kinds resolved. Immutable.
struct Rules {
  int size = 0;
  std::string start_board;  ///< one letter a cell from a1 on, '.' where empty
  char first = 'a';
  std::vector<char> cell_class;  ///< '.', or 't' throne, 'x' corner, 'A', 'D' camps
  std::vector<int> region;       ///< number of the region of a cell that is not plain
  std::map<char, ClassRules> classes;
  std::map<char, int> range;  ///< by kind; a number no board reaches when unlimited

  std::string armed;
  bool weak = false;
  std::string on_throne, beside_throne, on_edge, beside_corner, elsewhere;
  bool delayed = false;
  bool optional = false;
  std::string leaders;
  bool linnaean = false;
  std::string shieldwall;
  bool flank_move = true, king_immune = true;

  std::string escape;
  bool exit_fort = false;
  std::string encirclement;
  std::string no_move_attackers, no_move_defenders;

  std::string repetition_result, repetition_scope;
  int repetition_count = 3;
  int king_side_moves = 0, quiet_plies = 0, total_plies = 0;

  std::string dice;
  int faces = 6;
  std::string dice_parity;
  bool dice_exact = false, dice_reroll = false;
};

/// Everything about a game but its past.
struct State {
  std::string board;
  char side = 'a';
  bool pending = false;
  std::string roll;  ///< "even", "3", ...; empty while a roll is due or without dice
  int king_moves = 0, quiet = 0, plies = 0;
  std::string result = "unfinished";
  std::string reason;
};

struct Move {
  Cell from = kNowhere, to = kNowhere;
  std::set<Cell> declined;  ///< neighbours of `to` in the directions whose captures are declined
};

/// A game of tafl by core/tafl/RULES.md, written to be compared with the page line by line and for
/// nothing else: it shares no code with core and uses only the keys and values of a rule set. The
/// files of this folder follow the sections of the page.
class ReferenceGame {
 public:
  explicit ReferenceGame(const RuleSet& rule_set);

  void start();
  void set_position(const std::string& text);

  [[nodiscard]] std::string to_move() const;
  [[nodiscard]] bool over() const { return state_.result != "unfinished"; }
  [[nodiscard]] std::string result() const { return state_.result; }
  [[nodiscard]] std::string reason() const { return state_.reason; }
  [[nodiscard]] std::string position_text() const;

  [[nodiscard]] bool is_chance() const;
  [[nodiscard]] std::vector<std::pair<std::string, double>> chance_outcomes() const;
  void play_chance(const std::string& text);

  /// Sorted.
  [[nodiscard]] std::vector<std::string> legal_moves() const;
  [[nodiscard]] std::vector<std::string> captured_by(const std::string& move) const;
  void play(const std::string& move);

  /// For makers of positions: the board's size, whether games start with commanders or knights, the
  /// class of a cell ('.', 't', 'x', 'A', 'D'), whether the king would escape on a cell, and
  /// whether a position may hold a piece of this kind on it.
  [[nodiscard]] int size() const { return rules_->size; }
  [[nodiscard]] bool has_leaders() const;
  [[nodiscard]] char class_of(const std::string& cell) const;
  [[nodiscard]] bool is_escape(const std::string& cell) const;
  [[nodiscard]] bool may_hold(char kind, const std::string& cell) const;

 private:
  /// What a move captures in one of the four directions, the king by a shieldwall apart.
  struct Captured {
    std::set<Cell> men;
    bool king_in_row = false;
  };

  // Reading a rule set.
  void assign_classes(const RuleSet& rule_set, const std::vector<Cell>& marked, Rules& rules) const;
  [[nodiscard]] std::vector<int> numbered_regions() const;

  // The board.
  [[nodiscard]] int file(Cell cell) const { return cell % rules_->size; }
  [[nodiscard]] int rank(Cell cell) const { return cell / rules_->size; }
  [[nodiscard]] Cell step(Cell from, int direction) const;
  [[nodiscard]] std::string name(Cell cell) const;
  [[nodiscard]] Cell cell(std::string_view name) const;
  [[nodiscard]] char class_at(Cell cell) const {
    return rules_->cell_class[static_cast<std::size_t>(cell)];
  }
  [[nodiscard]] bool on_edge(Cell cell) const;
  [[nodiscard]] bool beside(Cell cell, char cell_class) const;
  [[nodiscard]] bool same_region(Cell a, Cell b) const;
  [[nodiscard]] const ClassRules& class_rules(Cell cell) const;

  // Moves.
  [[nodiscard]] bool may_stop(char kind, Cell from, Cell to) const;
  [[nodiscard]] bool may_pass(char kind, Cell from, Cell over) const;
  [[nodiscard]] bool distance_fits(int distance, const std::string& roll) const;
  [[nodiscard]] std::vector<Cell> destinations(const State& state, Cell from,
                                               const std::string& roll) const;
  [[nodiscard]] std::vector<Move> moves(const State& state) const;
  [[nodiscard]] std::vector<Move> allowed_moves(const State& state) const;
  [[nodiscard]] bool can_move(const State& state, const std::string& roll) const;
  [[nodiscard]] bool can_move_with_some_roll(const State& state) const;
  [[nodiscard]] std::string text(const Move& move) const;
  [[nodiscard]] Move parse(const std::string& text) const;

  // Captures. Boards are those after the move and before anything is removed.
  [[nodiscard]] bool may_be_hammer(char kind) const;
  [[nodiscard]] bool may_be_anvil(char kind) const;
  [[nodiscard]] bool class_is_hostile(const std::string& board, Cell w, char group, Cell v) const;
  [[nodiscard]] bool sheltered(const std::string& board, Cell v) const;
  [[nodiscard]] bool linnaean_capture(const std::string& board, char mover, Cell v, Cell w) const;
  [[nodiscard]] bool custody_captures(const std::string& board, Cell t, int direction) const;
  [[nodiscard]] Captured shieldwall(const std::string& board, Cell t, int direction) const;
  [[nodiscard]] Captured captured_in(const std::string& board, Cell t, int direction) const;
  [[nodiscard]] Captured captures(const State& before, const Move& move) const;

  // The king's capture.
  [[nodiscard]] bool hostile_to_king(const std::string& board, Cell n, Cell king) const;
  [[nodiscard]] std::string king_mode(Cell king) const;
  [[nodiscard]] bool surrounded(const std::string& board, Cell king) const;
  [[nodiscard]] bool leaders_hold(const std::string& board, Cell king, Cell m, Cell o) const;
  [[nodiscard]] bool king_captured_by(const std::string& board, Cell mover) const;
  [[nodiscard]] bool king_is_held(const std::string& board) const;

  // Ends of the game.
  [[nodiscard]] bool escape_cell(Cell cell) const;
  [[nodiscard]] bool exit_fort_stands(const std::string& board) const;
  [[nodiscard]] bool cut_off(const std::string& board, bool from_escape_cells) const;
  void after_move(State& state, const State& before, const Move& move) const;
  void check_no_legal_move(State& state) const;
  void set_stuck_result(State& state) const;

  // Repetition.
  [[nodiscard]] static std::string repetition_key(const State& state);
  [[nodiscard]] bool triggers(const std::string& next) const;
  [[nodiscard]] bool forbids_repetition(char side) const;
  [[nodiscard]] bool forbidden(const State& state, const Move& move) const;
  void remember(const State& state);
  void begin(const State& state);

  std::shared_ptr<const Rules> rules_;
  State state_;
  std::vector<std::string> past_;           ///< keys of all positions of the game, this one last
  std::map<std::string, int> occurrences_;  ///< how often each has occurred
};

}  // namespace tavlab::reference
