// RULES.md, "Moves".
#include <algorithm>
#include <sstream>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

bool ReferenceGame::may_stop(char kind, Cell from, Cell to) const {
  const ClassRules& region = class_rules(to);
  if (class_at(to) == '.') return true;
  return contains(region.stop, kind) && (same_region(from, to) || contains(region.reenter, kind));
}

bool ReferenceGame::may_pass(char kind, Cell from, Cell over) const {
  if (class_at(over) == '.') return true;
  const ClassRules& region = class_rules(over);
  return contains(region.pass, kind) || (same_region(from, over) && contains(region.stop, kind));
}

/// "With dice.kind = distance, the distance of the move must be at most, or exactly, the roll."
bool ReferenceGame::distance_fits(int distance, const std::string& roll) const {
  if (rules_->dice != "distance") return true;
  const int roll_value = std::stoi(roll);
  return rules_->dice_exact ? distance == roll_value : distance <= roll_value;
}

std::vector<Cell> ReferenceGame::destinations(const State& state, Cell from,
                                              const std::string& roll) const {
  const char kind = at(state.board, from);
  std::vector<Cell> result;
  for (const int direction : kDirections) {
    Cell to = from;
    for (int distance = 1; distance <= rules_->range.at(kind); ++distance) {
      to = step(to, direction);
      if (to == kNowhere || at(state.board, to) != kEmpty) break;
      if (may_stop(kind, from, to) && distance_fits(distance, roll)) result.push_back(to);
      if (!may_pass(kind, from, to)) break;
    }
  }
  return result;
}

/// All moves that the pieces can make, repetition aside; with `capture.optional` one for every
/// subset of the directions in which a move captures.
std::vector<Move> ReferenceGame::moves(const State& state) const {
  std::vector<Move> result;
  for (Cell from = 0; from < rules_->size * rules_->size; ++from) {
    if (side_of(at(state.board, from)) != state.side) continue;
    for (const Cell to : destinations(state, from, state.roll)) {
      if (!rules_->optional) {
        result.push_back({from, to, {}});
        continue;
      }
      std::string board = state.board;
      std::swap(at(board, from), at(board, to));
      std::vector<std::set<Cell>> subsets = {{}};
      for (const int direction : kDirections) {
        if (captured_in(board, to, direction).men.empty()) continue;
        const std::size_t without = subsets.size();
        for (std::size_t i = 0; i < without; ++i) {
          subsets.push_back(subsets[i]);
          subsets.back().insert(step(to, direction));
        }
      }
      for (const std::set<Cell>& declined : subsets) result.push_back({from, to, declined});
    }
  }
  return result;
}

/// The same, less the moves that a repetition rule forbids.
std::vector<Move> ReferenceGame::allowed_moves(const State& state) const {
  std::vector<Move> result = moves(state);
  if (forbids_repetition(state.side)) {
    std::erase_if(result, [&](const Move& move) { return forbidden(state, move); });
  }
  return result;
}

/// Whether the side to move has a move, repetition aside, if `roll` were rolled.
bool ReferenceGame::can_move(const State& state, const std::string& roll) const {
  if (rules_->dice == "parity" && roll != rules_->dice_parity) return false;
  for (Cell from = 0; from < rules_->size * rules_->size; ++from) {
    if (side_of(at(state.board, from)) != state.side) continue;
    if (!destinations(state, from, roll).empty()) return true;
  }
  return false;
}

/// The same with the known roll or, if it is not known, with any.
bool ReferenceGame::can_move_with_some_roll(const State& state) const {
  if (rules_->dice == "none") return can_move(state, "");
  if (!state.roll.empty()) return can_move(state, state.roll);
  if (rules_->dice == "parity") return can_move(state, rules_->dice_parity);
  for (int roll = 1; roll <= rules_->faces; ++roll) {
    if (can_move(state, std::to_string(roll))) return true;
  }
  return false;
}

std::string ReferenceGame::text(const Move& move) const {
  std::set<std::string> declined;
  for (const Cell neighbour : move.declined) declined.insert(name(neighbour));
  std::string result = name(move.from) + '-' + name(move.to);
  for (const std::string& each : declined) result += '~' + each;
  return result;
}

Move ReferenceGame::parse(const std::string& text) const {
  const std::size_t dash = text.find('-');
  const std::string path = text.substr(0, text.find('~'));
  Move move{cell(path.substr(0, dash)), cell(path.substr(dash + 1)), {}};
  std::istringstream rest(text.substr(path.size()));
  std::string declined;
  while (std::getline(rest, declined, '~')) {
    if (!declined.empty()) move.declined.insert(cell(declined));
  }
  return move;
}

std::vector<std::string> ReferenceGame::legal_moves() const {
  std::vector<std::string> result;
  if (over() || is_chance()) return result;
  for (const Move& move : allowed_moves(state_)) result.push_back(text(move));
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace tavlab::reference
