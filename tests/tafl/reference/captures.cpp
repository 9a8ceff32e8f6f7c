// RULES.md, "Custodial captures", "Shieldwall" and "Declining".
#include <algorithm>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

// ---------------------------------------------------------------------------------------------
// RULES.md, "Custodial captures".

bool ReferenceGame::may_be_hammer(char kind) const {
  return kind != 'k' || rules_->armed == "full" || rules_->armed == "hammer";
}

bool ReferenceGame::may_be_anvil(char kind) const {
  return kind != 'k' || rules_->armed == "full" || rules_->armed == "anvil";
}

/// Whether cell w is by its class hostile to a piece of this group on cell v.
bool ReferenceGame::class_is_hostile(const std::string& board, Cell w, char group, Cell v) const {
  const ClassRules& rules = class_rules(w);
  const bool hostile = contains(rules.hostile_always, group) ||
                       (contains(rules.hostile_when_empty, group) && at(board, w) == kEmpty);
  return hostile && !same_region(v, w);
}

/// "A piece on a camp cell whose class lists its group under `shelter` is not captured there."
bool ReferenceGame::sheltered(const std::string& board, Cell v) const {
  const char piece = at(board, v);
  return contains(class_rules(v).shelter, piece == 'k' ? 'K' : group_of(piece));
}

bool ReferenceGame::linnaean_capture(const std::string& board, char mover, Cell v, Cell w) const {
  if (!rules_->linnaean || !is_attackers(mover) || !is_defender_or_knight(at(board, v)))
    return false;
  if (class_at(w) != 't' || at(board, w) != 'k') return false;
  for (const int direction : kDirections) {
    const Cell neighbour = step(w, direction);
    if (neighbour == v) continue;
    if (neighbour == kNowhere || !is_attackers(at(board, neighbour))) return false;
  }
  return true;
}

/// Whether the piece that moved to t captures its neighbour in this direction.
bool ReferenceGame::custody_captures(const std::string& board, Cell t, int direction) const {
  const char mover = at(board, t);
  const Cell v = step(t, direction);
  if (v == kNowhere || side_of(at(board, v)) != other_side(side_of(mover))) return false;
  if (at(board, v) == 'k' || sheltered(board, v) || !may_be_hammer(mover)) return false;
  const Cell w = step(v, direction);
  if (w == kNowhere) return false;
  if (side_of(at(board, w)) == side_of(mover) && may_be_anvil(at(board, w))) return true;
  return class_is_hostile(board, w, group_of(at(board, v)), v) ||
         linnaean_capture(board, mover, v, w);
}

// ---------------------------------------------------------------------------------------------
// RULES.md, "Shieldwall".

/// The row captured by the piece that moved to t, if its neighbour in this direction is in one.
ReferenceGame::Captured ReferenceGame::shieldwall(const std::string& board, Cell t,
                                                  int direction) const {
  const char mover = at(board, t);
  const char victims = other_side(side_of(mover));
  const Cell nearest = step(t, direction);
  if (rules_->shieldwall == "none" || !may_be_hammer(mover)) return {};
  if (nearest == kNowhere || side_of(at(board, nearest)) != victims || !on_edge(nearest)) return {};

  const auto is_anvil = [&](Cell cell) {
    return cell != kNowhere && (cell == t || (side_of(at(board, cell)) == side_of(mover) &&
                                              may_be_anvil(at(board, cell))));
  };
  const auto closes = [&](Cell end, Cell last) {
    if (end == kNowhere) return false;
    if (is_anvil(end)) return true;
    return rules_->shieldwall == "corner_closes" && class_at(end) == 'x' &&
           class_is_hostile(board, end, victims == 'a' ? 'A' : 'D', last);
  };

  for (const int inwards : kDirections) {
    // The edge whose inside lies in direction `inwards`; it must be nearest's.
    if (step(nearest, opposite(inwards)) != kNowhere) continue;
    const bool front_move = direction == opposite(inwards);
    const bool flank_move =
        direction != inwards && !front_move && step(t, opposite(inwards)) == kNowhere;
    if (!flank_move && (!front_move || rules_->flank_move)) continue;

    // The maximal run of the victims along the edge.
    const int along = (inwards + 1) % 4;
    Cell first = nearest;
    Cell before = step(first, opposite(along));
    while (before != kNowhere && side_of(at(board, before)) == victims) {
      first = before;
      before = step(first, opposite(along));
    }
    std::vector<Cell> row;
    Cell after = first;
    while (after != kNowhere && side_of(at(board, after)) == victims) {
      row.push_back(after);
      after = step(after, along);
    }
    const bool fronted = std::all_of(row.begin(), row.end(),
                                     [&](Cell cell) { return is_anvil(step(cell, inwards)); });
    if (row.size() < 2 || !fronted) continue;
    if (!closes(before, row.front()) || !closes(after, row.back())) continue;

    Captured captured;
    for (const Cell cell : row) {
      if (sheltered(board, cell)) continue;
      if (at(board, cell) != 'k') {
        captured.men.insert(cell);
      } else if (!rules_->king_immune) {
        captured.king_in_row = true;
      }
    }
    return captured;  // a row at a corner cell of the board is never closed, so there is no second
  }
  return {};
}

// ---------------------------------------------------------------------------------------------
// All captures of a move.

ReferenceGame::Captured ReferenceGame::captured_in(const std::string& board, Cell t,
                                                   int direction) const {
  Captured captured = shieldwall(board, t, direction);
  if (custody_captures(board, t, direction)) captured.men.insert(step(t, direction));
  return captured;
}

/// RULES.md, "Declining": of a declined direction only the capture of the king stays.
ReferenceGame::Captured ReferenceGame::captures(const State& before, const Move& move) const {
  std::string board = before.board;
  std::swap(at(board, move.from), at(board, move.to));
  Captured all;
  for (const int direction : kDirections) {
    const Captured here = captured_in(board, move.to, direction);
    all.king_in_row |= here.king_in_row;
    if (!move.declined.contains(step(move.to, direction))) {
      all.men.insert(here.men.begin(), here.men.end());
    }
  }
  return all;
}

std::vector<std::string> ReferenceGame::captured_by(const std::string& text) const {
  const Move move = parse(text);
  std::string board = state_.board;
  std::swap(at(board, move.from), at(board, move.to));
  const Captured captured = captures(state_, move);
  std::vector<std::string> names;
  for (const Cell cell : captured.men) names.push_back(name(cell));
  if ((captured.king_in_row || king_captured_by(board, move.to)) && !rules_->delayed) {
    names.push_back(name(static_cast<Cell>(board.find('k'))));
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace tavlab::reference
