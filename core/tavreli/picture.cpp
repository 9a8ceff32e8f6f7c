#include "core/tavreli/picture.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>

#include "core/subscript.h"
#include "core/tavreli/notation.h"
#include "core/tavreli/words.h"

namespace tavlab::tavreli {
namespace {

constexpr std::size_t kPieces = 5;     ///< kinds from volkhv to vsadnik
constexpr std::size_t kDestinies = 5;  ///< what a ratnik may be destined for

/// Figures without a ratnik's right to a double step, which pictures do not show.
std::vector<Figure> figures_of(const Rules& rules, Side side) {
  std::vector<Figure> all;
  for (std::size_t kind = 0; kind < kPieces; ++kind) {
    all.push_back(Figure::piece(side, static_cast<Kind>(kind)));
  }
  if (rules.parameters.promotion == Promotion::choice) {
    all.push_back(Figure::ratnik(side, Kind::ratnik, false));
    return all;
  }
  constexpr std::array<Kind, kDestinies> destinies = {Kind::ratoborets, Kind::vsadnik,
                                                      Kind::luchnik, Kind::knyaz, Kind::helgi};
  for (const Kind kind : destinies) all.push_back(Figure::ratnik(side, kind, false));
  for (const Kind kind : destinies) {
    all.push_back(Figure::ratnik(side, kind, false).turned_over());
  }
  return all;
}

std::string name_of(const Rules& rules, Figure figure) {
  std::string name = kind_name_in_both(rules, figure.acts_as());
  if (!figure.is_ratnik() || figure.destiny() == Kind::ratnik) return name;
  return figure.turned() ? name + ", a ratnik turned over"
                         : fmt::format("{}, to be a {}", name, kind_name(rules, figure.destiny()));
}

/// On the disc: a ratnik shows its destiny small, a piece that was one a plus.
std::string letters_of(Figure figure) {
  std::string letters = piece_text(Figure::from_code(figure.code() & 0x7fU));  // as White's
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
  std::array<std::uint8_t, kFigureCodes> look_of{};
  for (const Side side : {Side::first, Side::second}) {
    for (const Figure figure : figures_of(rules, side)) {
      look_of[figure.code()] = static_cast<std::uint8_t>(picture.looks.size());
      picture.looks.push_back({side, name_of(rules, figure), piece_text(figure),
                               letter_of(figure.acts_as(), side), letters_of(figure),
                               PieceLook::Emblem::none});
    }
  }
  for (int square = 0; square < 64; ++square) {
    auto& pieces = picture.at(at(7 - rank_of(square)), at(file_of(square))).pieces;
    for (const Figure figure : tower(p, square)) {
      pieces.push_back(look_of[figure.not_fresh().code()]);
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
