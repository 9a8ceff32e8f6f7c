#include "experiments/text/board_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace tavlab {
namespace {

constexpr std::size_t kMaxFiles = 26;  // named by letters

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether ratniks have destinies: BOARD SIDE CASTLING UNMOVED EP instead of FEN's four fields.
bool has_destinies(std::string_view position) {
  std::size_t fields = 0;
  for (std::size_t begin = 0; begin < position.size();) {
    const std::size_t end = std::min(position.find(' ', begin), position.size());
    if (position.substr(begin, end - begin).find('=') == std::string_view::npos) ++fields;
    begin = end + 1;
  }
  return fields >= 5;
}

/// The end of a square's content that begins at `begin`.
std::size_t end_of_square(std::string_view board, std::size_t begin, bool destinies) {
  std::size_t end = begin + 1;
  if (board[begin] == '(') {
    end = std::min(board.find(')', begin), board.size() - 1) + 1;
  } else if (board[begin] == '+' || (destinies && (board[begin] == 'p' || board[begin] == 'P'))) {
    ++end;
  }
  if (end < board.size() && board[end] == '\'') ++end;
  return std::min(end, board.size());
}

}  // namespace

std::optional<std::size_t> BoardText::index(std::string_view name) const {
  if (name.size() < 2 || name.front() < 'a' || name.front() > 'z') return std::nullopt;
  const auto file = static_cast<std::size_t>(name.front() - 'a');
  std::size_t rank = 0;
  const char* last = name.data() + name.size();
  const auto [end, error] = std::from_chars(name.data() + 1, last, rank);
  if (error != std::errc{} || end != last || rank < 1 || rank > ranks || file >= files) {
    return std::nullopt;
  }
  const std::size_t found = (ranks - rank) * files + file;
  if (squares[found] == "_") return std::nullopt;
  return found;
}

std::string BoardText::name(std::size_t index) const {
  return fmt::format("{}{}", static_cast<char>('a' + static_cast<int>(column(index))),
                     ranks - row(index));
}

std::optional<BoardText> read_board(std::string_view position) {
  const bool destinies = has_destinies(position);
  const std::string_view text = position.substr(0, position.find(' '));
  std::vector<std::vector<std::string>> rows(1);
  for (std::size_t i = 0; i < text.size();) {
    std::vector<std::string>& row = rows.back();
    if (text[i] == '/') {
      rows.emplace_back();
      ++i;
    } else if (is_digit(text[i])) {
      std::size_t run = 0;
      while (i < text.size() && is_digit(text[i]) && run <= kMaxFiles) {
        run = 10 * run + static_cast<std::size_t>(text[i++] - '0');
      }
      row.resize(row.size() + std::min(run, kMaxFiles + 1));
    } else {
      const std::size_t end = end_of_square(text, i, destinies);
      row.emplace_back(text.substr(i, end - i));
      i = end;
    }
  }
  BoardText board;
  board.ranks = rows.size();
  for (const auto& row : rows) board.files = std::max(board.files, row.size());
  if (board.files < 2 || board.files > kMaxFiles || board.ranks < 2) return std::nullopt;
  for (auto& row : rows) {
    row.resize(board.files, "_");
    board.squares.insert(board.squares.end(), row.begin(), row.end());
  }
  return board;
}

}  // namespace tavlab
