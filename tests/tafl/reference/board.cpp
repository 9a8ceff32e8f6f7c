// RULES.md, "Board, cells, regions".
#include <algorithm>
#include <stdexcept>

#include "tests/tafl/reference/game.h"
#include "tests/tafl/reference/pieces.h"

namespace tavlab::reference {

Cell ReferenceGame::step(Cell from, int direction) const {
  const int files[] = {0, 1, 0, -1};
  const int ranks[] = {1, 0, -1, 0};
  const int to_file = file(from) + files[direction];
  const int to_rank = rank(from) + ranks[direction];
  const int size = rules_->size;
  if (to_file < 0 || to_file >= size || to_rank < 0 || to_rank >= size) return kNowhere;
  return to_rank * size + to_file;
}

std::string ReferenceGame::name(Cell at) const {
  return std::string(1, static_cast<char>('a' + file(at))) + std::to_string(rank(at) + 1);
}

Cell ReferenceGame::cell(std::string_view name) const {
  const int to_file = name.at(0) - 'a';
  const int to_rank = std::stoi(std::string(name.substr(1))) - 1;
  const int size = rules_->size;
  if (to_file < 0 || to_file >= size || to_rank < 0 || to_rank >= size) {
    throw std::invalid_argument("no such cell: " + std::string(name));
  }
  return to_rank * size + to_file;
}

bool ReferenceGame::on_edge(Cell at) const {
  const int last = rules_->size - 1;
  return file(at) == 0 || rank(at) == 0 || file(at) == last || rank(at) == last;
}

bool ReferenceGame::beside(Cell at, char cell_class) const {
  return std::any_of(kDirections.begin(), kDirections.end(), [&](int direction) {
    const Cell next = step(at, direction);
    return next != kNowhere && class_at(next) == cell_class;
  });
}

bool ReferenceGame::same_region(Cell a, Cell b) const {
  return rules_->region[static_cast<std::size_t>(a)] == rules_->region[static_cast<std::size_t>(b)];
}

const ClassRules& ReferenceGame::class_rules(Cell at) const {
  return rules_->classes.at(class_at(at));
}

char ReferenceGame::class_of(const std::string& cell_name) const {
  return class_at(cell(cell_name));
}

bool ReferenceGame::has_leaders() const {
  return contains(rules_->start_board, 'c') || contains(rules_->start_board, 'n');
}

bool ReferenceGame::is_escape(const std::string& cell_name) const {
  return escape_cell(cell(cell_name));
}

/// "A parsed position may not have a piece on a cell where its kind may neither stop nor start."
bool ReferenceGame::may_hold(char kind, const std::string& cell_name) const {
  const Cell held = cell(cell_name);
  if (contains(class_rules(held).stop, kind)) return true;
  for (Cell start = 0; start < rules_->size * rules_->size; ++start) {
    if (same_region(start, held) && at(rules_->start_board, start) == kind) return true;
  }
  return false;
}

}  // namespace tavlab::reference
