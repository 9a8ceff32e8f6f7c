#include "tests/tafl/agreement/made_positions.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/draws.h"
#include "tests/tafl/agreement/drawn_rule_sets.h"

namespace tavlab::agreement {
namespace {

using reference::ReferenceGame;

/// A board being filled at random. Pieces that the rules do not allow on a cell are left out.
class PositionMaker {
 public:
  PositionMaker(const ReferenceGame& game, Random& random)
      : game_(game), leaders_(game.has_leaders()), random_(random), size_(game.size()) {
    const int cells = size_ * size_;
    board_.assign(static_cast<std::size_t>(cells), '.');
  }

  /// The board and the side to move, or nothing if no king could be placed.
  std::optional<std::string> make(const RuleSet& rule_set) {
    using Theme = void (PositionMaker::*)();
    std::vector<Theme> themes = {&PositionMaker::sparse,      &PositionMaker::crowded,
                                 &PositionMaker::hemmed_king, &PositionMaker::hemmed_king,
                                 &PositionMaker::throne,      &PositionMaker::ring};
    if (rule_set.text("capture.shieldwall") != "none") {
      themes.insert(themes.end(), 6, &PositionMaker::shieldwall);
    }
    if (rule_set.flag("exit_fort")) themes.insert(themes.end(), 6, &PositionMaker::fort);
    (this->*any_of(random_, themes))();
    if (std::count(board_.begin(), board_.end(), 'k') == 0) place_king_somewhere();
    if (std::count(board_.begin(), board_.end(), 'k') != 1) return std::nullopt;
    return text();
  }

 private:
  [[nodiscard]] bool inside(int file, int rank) const {
    return file >= 0 && rank >= 0 && file < size_ && rank < size_;
  }
  char& at(int file, int rank) {
    const int cell = rank * size_ + file;
    return board_[static_cast<std::size_t>(cell)];
  }

  char other_piece(char side) {
    if (!leaders_ || !chance(random_, 0.3)) return side;
    return side == 'a' ? 'c' : 'n';
  }

  bool put(int file, int rank, char piece) {
    if (!inside(file, rank) || at(file, rank) != '.') return false;
    const std::string name = cell_name(file, rank);
    if (!game_.may_hold(piece, name) || (piece == 'k' && game_.is_escape(name))) return false;
    if (piece == 'k' && std::count(board_.begin(), board_.end(), 'k') > 0) return false;
    at(file, rank) = piece;
    return true;
  }

  void place_king_somewhere() {
    for (int attempt = 0; attempt < 200; ++attempt) {
      if (put(between(random_, 0, size_ - 1), between(random_, 0, size_ - 1), 'k')) return;
    }
  }

  void sparse() { scatter(between(random_, 1, 8), between(random_, 0, 5)); }

  /// So full that hardly any piece can move.
  void crowded() {
    const int cells = size_ * size_;
    scatter(cells * between(random_, 20, 45) / 100, cells * between(random_, 20, 45) / 100);
  }

  void scatter(int attackers, int defenders) {
    if (std::count(board_.begin(), board_.end(), 'k') == 0) place_king_somewhere();
    for (int i = 0; i < attackers + defenders; ++i) {
      put(between(random_, 0, size_ - 1), between(random_, 0, size_ - 1),
          other_piece(i < attackers ? 'a' : 'd'));
    }
  }

  /// Moves the piece back along a free line, so that a move can bring it to its place.
  void retract(int file, int rank) {
    if (!inside(file, rank) || at(file, rank) == '.') return;
    const char piece = at(file, rank);
    const int files[] = {0, 1, 0, -1};
    const int ranks[] = {1, 0, -1, 0};
    for (int attempt = 0; attempt < 6; ++attempt) {
      const auto direction = random_.below(4);
      int to_file = file;
      int to_rank = rank;
      for (int steps = between(random_, 1, 3); steps > 0; --steps) {
        const int next_file = to_file + files[direction];
        const int next_rank = to_rank + ranks[direction];
        if (!inside(next_file, next_rank) || at(next_file, next_rank) != '.') break;
        to_file = next_file;
        to_rank = next_rank;
      }
      const std::string to = cell_name(to_file, to_rank);
      if ((to_file == file && to_rank == rank) || !game_.may_hold(piece, to)) continue;
      if (piece == 'k' && game_.is_escape(to)) continue;
      return std::swap(at(file, rank), at(to_file, to_rank));
    }
  }

  /// The cell `along` cells from a corner on one of the four edges, `deep` cells inside.
  [[nodiscard]] std::pair<int, int> edge_cell(unsigned edge, int along, int deep) const {
    const int last = size_ - 1;
    switch (edge) {
      case 0:
        return {along, deep};
      case 1:
        return {along, last - deep};
      case 2:
        return {deep, along};
      default:
        return {last - deep, along};
    }
  }

  void shieldwall() {
    const auto edge = random_.below(4);
    const char victims = chance(random_, 0.5) ? 'd' : 'a';
    const char captors = victims == 'd' ? 'a' : 'd';
    const int length = std::array{1, 2, 2, 3, 3, 4}[random_.below(6)];
    const int first = between(random_, 0, size_ - length);
    std::vector<std::pair<int, int>> ends;
    std::vector<std::pair<int, int>> anvils;
    for (int along = first - 1; along <= first + length; ++along) {
      const bool end = along < first || along >= first + length;
      const auto [file, rank] = edge_cell(edge, along, end ? 0 : 1);
      if (!end) {
        const auto [row_file, row_rank] = edge_cell(edge, along, 0);
        if (!chance(random_, 0.15) || !put(row_file, row_rank, victims == 'd' ? 'k' : 'a')) {
          put(row_file, row_rank, other_piece(victims));
        }
      }
      if (chance(random_, 0.04)) continue;
      const bool king = captors == 'd' && chance(random_, 0.15) && put(file, rank, 'k');
      if (!king && !put(file, rank, other_piece(captors))) continue;
      anvils.emplace_back(file, rank);
      if (end) ends.emplace_back(file, rank);
    }
    if (!anvils.empty()) {
      const auto [file, rank] =
          any_of(random_, ends.empty() || chance(random_, 0.3) ? anvils : ends);
      retract(file, rank);
    }
    to_move_ = captors;
    scatter(between(random_, 0, 6), between(random_, 0, 4));
  }

  void hemmed_king() {
    const int last = size_ - 1;
    const int middle = size_ / 2;
    const auto coordinate = [&] {
      switch (random_.below(4)) {
        case 0:
          return between(random_, 0, 1) * last;
        case 1:
          return middle + between(random_, -1, 1);
        case 2:
          return chance(random_, 0.5) ? 1 : last - 1;
        default:
          return between(random_, 0, last);
      }
    };
    const int file = coordinate();
    const int rank = coordinate();
    if (!put(file, rank, 'k')) return;
    const std::array<std::pair<int, int>, 4> around = {
        {{file, rank + 1}, {file + 1, rank}, {file, rank - 1}, {file - 1, rank}}};
    for (const auto& [x, y] : around) {
      if (chance(random_, 0.75)) put(x, y, other_piece('a'));
    }
    const auto& [x, y] = around[random_.below(4)];
    retract(x, y);
    to_move_ = chance(random_, 0.8) ? 'a' : 'd';
    scatter(between(random_, 0, 5), between(random_, 0, 5));
  }

  void fort() {
    const auto edge = random_.below(4);
    const int width = between(random_, 2, 4);
    const int depth = between(random_, 1, 2);
    const int first = between(random_, 0, size_ - width);
    std::vector<std::pair<int, int>> wall;
    for (int along = first - 1; along <= first + width; ++along) {
      for (int deep = 0; deep <= depth; ++deep) {
        const bool rim = along < first || along >= first + width || deep == depth;
        const bool outer_corner = deep == depth && (along < first || along >= first + width);
        if (!rim || (outer_corner && chance(random_, 0.6))) continue;
        const auto [file, rank] = edge_cell(edge, along, deep);
        if (!chance(random_, 0.04) && put(file, rank, other_piece('d')))
          wall.emplace_back(file, rank);
      }
    }
    const auto [king_file, king_rank] =
        edge_cell(edge, between(random_, first, first + width - 1), 0);
    put(king_file, king_rank, 'k');
    if (chance(random_, 0.3)) {  // something inside
      const auto [file, rank] = edge_cell(edge, between(random_, first, first + width - 1),
                                          between(random_, 0, depth - 1));
      put(file, rank, other_piece(chance(random_, 0.5) ? 'a' : 'd'));
    }
    if (!wall.empty()) {
      const auto [file, rank] = any_of(random_, wall);
      retract(file, rank);
    }
    to_move_ = chance(random_, 0.9) ? 'd' : 'a';
    scatter(between(random_, 1, 8), between(random_, 0, 4));
  }

  void ring() {
    const int last = size_ - 1;
    const int left = between(random_, 0, 2);
    const int right = last - between(random_, 0, 2);
    const int bottom = between(random_, 0, 2);
    const int top = last - between(random_, 0, 2);
    std::vector<std::pair<int, int>> pieces;
    for (int file = left; file <= right; ++file) {
      for (int rank = bottom; rank <= top; ++rank) {
        const bool rim = file == left || file == right || rank == bottom || rank == top;
        if (rim && put(file, rank, other_piece('a'))) pieces.emplace_back(file, rank);
      }
    }
    for (int i = 0; i < 20; ++i) {
      const int file = between(random_, left + 1, right - 1);
      const int rank = between(random_, bottom + 1, top - 1);
      put(file, rank, i == 0 ? 'k' : other_piece(i < 12 ? 'd' : 'a'));
    }
    if (!pieces.empty()) {
      const auto [file, rank] = any_of(random_, pieces);
      retract(file, rank);
    }
    to_move_ = 'a';
  }

  /// The king on a throne cell with attackers on most sides and a defender on one.
  void throne() {
    std::vector<std::pair<int, int>> cells;
    for (int file = 0; file < size_; ++file) {
      for (int rank = 0; rank < size_; ++rank) {
        if (game_.class_of(cell_name(file, rank)) == 't') cells.emplace_back(file, rank);
      }
    }
    if (cells.empty()) return scatter(8, 4);
    const auto [file, rank] = any_of(random_, cells);
    put(file, rank, 'k');
    const std::array<std::pair<int, int>, 4> around = {
        {{file, rank + 1}, {file + 1, rank}, {file, rank - 1}, {file - 1, rank}}};
    const auto defended = random_.below(5);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& [x, y] = around[i];
      if (!chance(random_, 0.05)) put(x, y, other_piece(i == defended ? 'd' : 'a'));
      if (i != defended) continue;
      const int far_file = x + (x - file);
      const int far_rank = y + (y - rank);
      if (put(far_file, far_rank, other_piece('a'))) retract(far_file, far_rank);
    }
    if (chance(random_, 0.3)) {
      const auto& [x, y] = around[random_.below(4)];
      retract(x, y);
    }
    to_move_ = chance(random_, 0.8) ? 'a' : 'd';
    scatter(between(random_, 0, 6), between(random_, 0, 4));
  }

  std::string text() {
    if (to_move_ == '\0' || chance(random_, 0.1)) to_move_ = chance(random_, 0.5) ? 'a' : 'd';
    std::string rows;
    for (int rank = size_ - 1; rank >= 0; --rank) {
      int empty = 0;
      for (int file = 0; file <= size_; ++file) {
        const char piece = file < size_ ? at(file, rank) : '/';
        if (piece == '.') {
          ++empty;
          continue;
        }
        if (empty > 0) rows += std::to_string(empty);
        empty = 0;
        if (piece != '/' || rank > 0) rows += piece;
      }
    }
    return rows + ' ' + to_move_;
  }

  const ReferenceGame& game_;
  bool leaders_;
  Random& random_;
  int size_;
  std::string board_;
  char to_move_ = '\0';
};

/// Pending mark and counters, here and there, near the limits.
std::string random_extras(const RuleSet& rule_set, bool defenders_to_move, Random& random) {
  std::string text;
  if (rule_set.text("king.capture_takes_effect") == "after_reply" && defenders_to_move &&
      chance(random, 0.2)) {
    text += " pending";
  }
  const auto counter = [&](const char* name, std::string_view key) {
    const auto limit = static_cast<int>(rule_set.integer(key));
    if (limit > 1 && chance(random, 0.3)) {
      text += fmt::format(" {}={}", name, between(random, std::max(1, limit - 6), limit - 1));
    }
  };
  counter("king_moves", "limits.king_side_moves");
  counter("quiet", "limits.quiet_plies");
  counter("plies", "limits.total_plies");
  return text;
}

}  // namespace

std::optional<std::string> make_position(const ReferenceGame& game, const RuleSet& rule_set,
                                         Random& random) {
  const auto board = PositionMaker(game, random).make(rule_set);
  if (!board) return std::nullopt;
  return *board + random_extras(rule_set, board->back() == 'd', random);
}

}  // namespace tavlab::agreement
