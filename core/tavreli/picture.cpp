#include "core/tavreli/picture.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "core/subscript.h"
#include "core/tavreli/position_text.h"
#include "core/tavreli/words.h"

namespace tavlab::tavreli {
namespace {

constexpr std::size_t kPieceKinds = 5;  ///< kinds from volkhv to vsadnik

/// All kinds of pieces, without the right to a double step, which pictures do not show.
std::vector<Piece> pieces_of(const Rules& rules, Side side) {
  std::vector<Piece> all;
  for (std::size_t kind = 0; kind < kPieceKinds; ++kind) {
    all.push_back(Piece::of(side, static_cast<Kind>(kind)));
  }
  if (rules.parameters.promotion == Promotion::choice) {
    all.push_back(Piece::ratnik(side, Kind::ratnik, false));
    return all;
  }
  constexpr std::array destinies = {Kind::ratoborets, Kind::vsadnik, Kind::luchnik, Kind::knyaz,
                                    Kind::helgi};
  for (const Kind kind : destinies) all.push_back(Piece::ratnik(side, kind, false));
  for (const Kind kind : destinies) {
    all.push_back(Piece::ratnik(side, kind, false).turned_over());
  }
  return all;
}

std::string name_of(const Rules& rules, Piece piece) {
  std::string name = kind_name_in_both(rules, piece.acts_as());
  if (!piece.is_ratnik() || piece.destiny() == Kind::ratnik) return name;
  return piece.turned() ? name + ", a ratnik turned over"
                        : fmt::format("{}, to be a {}", name, kind_name(rules, piece.destiny()));
}

/// Letters on the disc: a ratnik shows its destiny in lower case, a turned one a plus.
std::string letters_of(Piece piece) {
  std::string letters = piece_text(Piece::from_code(piece.code() & 0x7fU));  // as White's
  if (letters.front() == '+') return letters.substr(1) + '+';
  if (letters.size() == 2) letters[1] = static_cast<char>(letters[1] - 'A' + 'a');
  return letters;
}

}  // namespace

Picture picture(const Rules& rules, const Position& p) {
  Picture picture = empty_board(8, 8);
  chequer(picture);
  picture.players = {"white", "black"};
  if (rules.parameters.stacking) picture.stacks = Picture::Stacks::high;
  std::array<std::uint8_t, kPieceCodes> look_of{};
  for (const Side side : {Side::first, Side::second}) {
    for (const Piece piece : pieces_of(rules, side)) {
      look_of[piece.code()] = static_cast<std::uint8_t>(picture.looks.size());
      picture.looks.push_back({side, name_of(rules, piece), piece_text(piece),
                               letter_of(piece.acts_as(), side), letters_of(piece),
                               PieceLook::Emblem::none});
    }
  }
  for (int square = 0; square < 64; ++square) {
    auto& pieces = picture.at(at(7 - rank_of(square)), at(file_of(square))).pieces;
    for (const Piece piece : tower(p, square)) {
      pieces.push_back(look_of[piece.not_fresh().code()]);
    }
  }
  const auto count = [&](const char* what, int used, int limit) {
    if (used > 0) picture.beside.push_back(fmt::format("{}: {} of {}", what, used, limit));
  };
  count("plies towards a draw", p.quiet, rules.parameters.quiet_plies);
  count("plies", p.plies, rules.parameters.total_plies);
  return picture;
}

std::vector<std::string> move_squares(Move move) {
  if (move.special() != Move::Special::castling) {
    return {square_name(move.from()), square_name(move.to())};
  }
  return {square_name(move.from()), square_name((move.from() + move.to()) / 2),
          square_name(move.to())};
}

}  // namespace tavlab::tavreli
