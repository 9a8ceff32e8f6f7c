#include "core/ur/board.h"

#include <array>
#include <cstddef>

namespace tavlab::ur {
namespace {

/// Whether the board has a square there. All rows have the block of four; the middle row continues
/// to the end, and the outer rows of the standard board resume for the small block.
constexpr bool exists(Board board, Place place) {
  if (place.rank < 0 || place.rank > 2 || place.file < 0) return false;
  if (board == Board::aseb) return place.file < (place.rank == 1 ? 12 : 4);
  return place.file < 8 && (place.rank == 1 || place.file < 4 || place.file > 5);
}

constexpr std::array<Place, kMaxSquares> list_squares(Board board) {
  std::array<Place, kMaxSquares> list{};
  std::size_t n = 0;
  for (int rank = 0; rank < 3; ++rank) {
    for (int file = 0; file < 12; ++file) {
      if (exists(board, {file, rank})) list[n++] = {file, rank};
    }
  }
  return list;
}

constexpr std::array<Place, kMaxSquares> kStandard = list_squares(Board::standard);
constexpr std::array<Place, kMaxSquares> kAseb = list_squares(Board::aseb);

}  // namespace

std::span<const Place> squares(Board board) { return board == Board::aseb ? kAseb : kStandard; }

int files(Board board) { return board == Board::aseb ? 12 : 8; }

int square_at(Board board, Place place) {
  const auto list = squares(board);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].file == place.file && list[i].rank == place.rank) return static_cast<int>(i);
  }
  return -1;
}

std::string square_name(Board board, int square) {
  const Place place = squares(board)[static_cast<std::size_t>(square)];
  return {static_cast<char>('a' + place.file), static_cast<char>('1' + place.rank)};
}

int parse_square(Board board, std::string_view name) {
  if (name.size() != 2) return -1;
  return square_at(board, {name[0] - 'a', name[1] - '1'});
}

int mirrored(Board board, int square) {
  const Place place = squares(board)[static_cast<std::size_t>(square)];
  return square_at(board, {place.file, 2 - place.rank});
}

}  // namespace tavlab::ur
