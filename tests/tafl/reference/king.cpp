// RULES.md, "Capture of the king".
#include <algorithm>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

bool ReferenceGame::hostile_to_king(const std::string& board, Cell n, Cell king) const {
  return is_attackers(at(board, n)) || class_is_hostile(board, n, 'K', king);
}

std::string ReferenceGame::king_mode(Cell king) const {
  if (rules_->weak) return "custodial";
  if (class_at(king) == 't') return rules_->on_throne;
  if (beside(king, 'x') && rules_->beside_corner != "inherit") return rules_->beside_corner;
  if (beside(king, 't')) return rules_->beside_throne;
  if (on_edge(king)) return rules_->on_edge;
  return rules_->elsewhere;
}

bool ReferenceGame::surrounded(const std::string& board, Cell king) const {
  return std::all_of(kDirections.begin(), kDirections.end(), [&](int direction) {
    const Cell n = step(king, direction);
    return n == kNowhere || hostile_to_king(board, n, king);
  });
}

/// Whether m and o, on opposite sides of the king, capture him by `capture.leaders`, m as the
/// mover's cell.
bool ReferenceGame::leaders_hold(const std::string& board, Cell king, Cell m, Cell o) const {
  const bool m_leads = at(board, m) == 'c';
  const bool o_leads = at(board, o) == 'c';
  if (rules_->leaders == "two_leaders") return m_leads && o_leads;
  if (rules_->leaders == "leader_and_corner") {
    return (m_leads && o_leads) ||
           (m_leads && class_at(o) == 'x' && hostile_to_king(board, o, king));
  }
  if (rules_->leaders == "leader_and_any") {
    return (m_leads || o_leads) && hostile_to_king(board, m, king) &&
           hostile_to_king(board, o, king);
  }
  return false;
}

/// Whether a move of the attackers to this cell captures the king by custody, surrounding or
/// leaders.
bool ReferenceGame::king_captured_by(const std::string& board, Cell mover) const {
  if (!is_attackers(at(board, mover))) return false;
  for (const int direction : kDirections) {
    const Cell king = step(mover, direction);
    if (king == kNowhere || at(board, king) != 'k' || sheltered(board, king)) continue;
    const Cell o = step(king, direction);
    const std::string mode = king_mode(king);
    if (mode == "surround" && surrounded(board, king)) return true;
    if (o == kNowhere) continue;
    if (mode == "custodial" && hostile_to_king(board, o, king)) return true;
    if (leaders_hold(board, king, mover, o)) return true;
  }
  return false;
}

/// "Held": the static rule for a king whose capture waits for the reply.
bool ReferenceGame::king_is_held(const std::string& board) const {
  const auto king = static_cast<Cell>(board.find('k'));
  const std::string mode = king_mode(king);
  if (sheltered(board, king)) return false;
  if (mode == "surround" && surrounded(board, king)) return true;
  for (const int direction : kDirections) {
    const Cell m = step(king, direction);
    const Cell o = step(king, opposite(direction));
    if (m == kNowhere || o == kNowhere) continue;
    if (mode == "custodial" && hostile_to_king(board, m, king) && hostile_to_king(board, o, king)) {
      return true;
    }
    if (leaders_hold(board, king, m, o)) return true;
  }
  return false;
}

}  // namespace tavlab::reference
