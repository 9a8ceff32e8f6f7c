// RULES.md, "Ends of the game" and "Exit fort".
#include <algorithm>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

bool ReferenceGame::escape_cell(Cell at) const {
  const char letter = class_at(at);
  if (rules_->escape == "corners") return letter == 'x';
  if (rules_->escape == "edge") return on_edge(at);
  return on_edge(at) && letter != 'A' && letter != 'D';
}

/// RULES.md, "Exit fort".
bool ReferenceGame::exit_fort_stands(const std::string& board) const {
  const auto king = static_cast<Cell>(board.find('k'));
  if (!on_edge(king)) return false;

  std::set<Cell> inside = {king};
  std::vector<Cell> todo = {king};
  while (!todo.empty()) {
    const Cell cell = todo.back();
    todo.pop_back();
    for (const int direction : kDirections) {
      const Cell next = step(cell, direction);
      if (next == kNowhere || is_defender_or_knight(at(board, next))) continue;
      if (inside.insert(next).second) todo.push_back(next);
    }
  }

  for (const Cell cell : inside) {
    if (is_attackers(at(board, cell))) return false;
  }

  bool king_can_move = false;
  for (const int direction : kDirections) {
    const Cell next = step(king, direction);
    if (next != kNowhere && at(board, next) == kEmpty && may_stop('k', king, next)) {
      king_can_move = true;
    }
  }
  if (!king_can_move) return false;

  std::set<Cell> wall;
  std::set<Cell> safe;
  for (Cell cell = 0; cell < rules_->size * rules_->size; ++cell) {
    if (!is_defender_or_knight(at(board, cell))) continue;
    for (const int direction : kDirections) {
      if (inside.contains(step(cell, direction))) wall.insert(cell);
    }
    if (rules_->shieldwall == "none" || !on_edge(cell) || wall.contains(cell)) safe.insert(cell);
  }

  const auto open = [&](Cell cell) {
    if (cell == kNowhere || inside.contains(cell)) return false;
    const ClassRules& rules = class_rules(cell);
    return !safe.contains(cell) || contains(rules.hostile_always, 'D') ||
           contains(rules.hostile_when_empty, 'D');
  };
  bool changed = true;
  while (changed) {
    changed = false;
    for (const Cell cell : std::set<Cell>(safe)) {
      if ((open(step(cell, 0)) && open(step(cell, 2))) ||
          (open(step(cell, 1)) && open(step(cell, 3)))) {
        safe.erase(cell);
        changed = true;
      }
    }
  }
  return std::includes(safe.begin(), safe.end(), wall.begin(), wall.end());
}

/// Whether a flood from the edge (or from the escape cells) through cells without attackers' pieces
/// reaches none of the defenders.
bool ReferenceGame::cut_off(const std::string& board, bool from_escape_cells) const {
  std::vector<bool> reached(board.size());
  std::vector<Cell> todo;
  const auto reach = [&](Cell cell) {
    if (is_attackers(at(board, cell)) || reached[static_cast<std::size_t>(cell)]) return;
    reached[static_cast<std::size_t>(cell)] = true;
    todo.push_back(cell);
  };
  for (Cell cell = 0; cell < rules_->size * rules_->size; ++cell) {
    if (from_escape_cells ? escape_cell(cell) : on_edge(cell)) reach(cell);
  }
  while (!todo.empty()) {
    const Cell cell = todo.back();
    todo.pop_back();
    if (is_defenders(at(board, cell))) return false;
    for (const int direction : kDirections) {
      if (step(cell, direction) != kNowhere) reach(step(cell, direction));
    }
  }
  return true;
}

/// Makes of `state`, a copy of `before`, the state after the move: RULES.md, "Ends of the game",
/// 1 to 7. Repetition is the caller's.
void ReferenceGame::after_move(State& state, const State& before, const Move& move) const {
  const bool attackers_moved = before.side == 'a';
  std::swap(at(state.board, move.from), at(state.board, move.to));
  const char kind = at(state.board, move.to);

  const Captured captured = captures(before, move);
  const bool king_taken = captured.king_in_row || king_captured_by(state.board, move.to);
  const auto king = static_cast<Cell>(state.board.find('k'));
  for (const Cell cell : captured.men) at(state.board, cell) = kEmpty;
  const bool quiet = captured.men.empty() && (!king_taken || rules_->delayed);

  state.side = other_side(before.side);
  state.roll.clear();
  state.pending = king_taken && rules_->delayed;
  state.king_moves += attackers_moved ? 0 : 1;
  state.quiet = quiet ? state.quiet + 1 : 0;
  state.plies += 1;

  // 1
  if (king_taken && !rules_->delayed) {
    at(state.board, king) = kEmpty;
    return finish(state, "attackers", "king captured");
  }
  if (before.pending && kind != 'k' && king_is_held(state.board)) {
    return finish(state, "attackers", "king captured");
  }
  // 2
  if (kind == 'k' && escape_cell(move.to)) return finish(state, "defenders", "king escaped");
  // 3
  if (rules_->exit_fort && !attackers_moved && exit_fort_stands(state.board)) {
    return finish(state, "defenders", "exit fort");
  }
  // 4
  const bool from_edge = rules_->encirclement == "cut_off_from_edge";
  const bool from_escape = rules_->encirclement == "cut_off_from_escape";
  if (attackers_moved && (from_edge || from_escape) && cut_off(state.board, from_escape)) {
    return finish(state, "attackers", "encirclement");
  }
  // 5
  if (!attackers_moved && rules_->king_side_moves > 0 &&
      state.king_moves >= rules_->king_side_moves) {
    return finish(state, "attackers", "move limit");
  }
  // 6
  if (rules_->quiet_plies > 0 && state.quiet >= rules_->quiet_plies) {
    return finish(state, "draw", "quiet plies");
  }
  if (rules_->total_plies > 0 && state.plies >= rules_->total_plies) {
    return finish(state, "draw", "total plies");
  }
  // 7
  check_no_legal_move(state);
}

/// 7, repetition aside.
void ReferenceGame::check_no_legal_move(State& state) const {
  if (!can_move_with_some_roll(state)) set_stuck_result(state);
}

/// 7, for a side to move that has no legal move.
void ReferenceGame::set_stuck_result(State& state) const {
  if (state.pending) return finish(state, "attackers", "king captured");
  if (rules_->encirclement == "immobile" && state.side == 'd' && cut_off(state.board, false)) {
    return finish(state, "attackers", "encirclement");
  }
  const std::string& verdict =
      state.side == 'a' ? rules_->no_move_attackers : rules_->no_move_defenders;
  if (verdict == "loses")
    return finish(state, name_of_side(other_side(state.side)), "no legal move");
  if (verdict == "draws") return finish(state, "draw", "no legal move");
  state.side = other_side(state.side);
  if (!can_move_with_some_roll(state)) finish(state, "draw", "no legal move");
}

}  // namespace tavlab::reference
