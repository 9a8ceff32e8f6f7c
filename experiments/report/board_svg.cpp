#include "experiments/report/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "experiments/report/svg.h"
#include "experiments/text/board_text.h"

namespace tavlab {
namespace {

constexpr double kCell = kSquareEdge;

void draw_diamond(Svg& svg, double x, double y, std::string_view css_class) {
  svg.polygon({{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}}, css_class);
}

void draw_tafl_piece(Svg& svg, char piece, double x, double y) {
  const double r = kCell * 0.36;
  switch (piece) {
    case 'a':
      svg.circle(x, y, r, "piece-first");
      return;
    case 'c':
      svg.circle(x, y, r, "piece-first");
      draw_diamond(svg, x, y, "mark-first");
      return;
    case 'n':
      svg.circle(x, y, r, "piece-second");
      draw_diamond(svg, x, y, "mark-second");
      return;
    case 'k':
    case 'K':
      svg.circle(x, y, r + 1.5, "piece-king");
      svg.line(x, y - 7, x, y + 7, "cross");
      svg.line(x - 7, y, x + 7, y, "cross");
      return;
    default:
      svg.circle(x, y, r, "piece-second");
  }
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// The figures of a square from the bottom up: "(prB+R)" has a ratnik, a bishop, a turned one.
std::vector<std::string> figures_of(std::string_view piece, bool destinies) {
  std::vector<std::string> figures;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    if (piece[i] == '(' || piece[i] == ')' || piece[i] == '\'') continue;
    std::size_t length = 1;
    const bool ratnik = piece[i] == 'p' || piece[i] == 'P';
    const auto destiny = [&](char c) {
      return std::string_view("rnbqhRNBQH").find(c) != std::string_view::npos;
    };
    if (piece[i] == '+' || (destinies && ratnik && i + 1 < piece.size() && destiny(piece[i + 1]))) {
      length = 2;
    }
    figures.emplace_back(piece.substr(i, length));
    i += length - 1;
  }
  return figures;
}

/// A light disc for White's, a dark one for Black's; several figures are counted.
void draw_disc(Svg& svg, bool white, const std::string& label, std::size_t figures, double x,
               double y) {
  svg.circle(x, y, kCell * 0.4, white ? "piece-second" : "piece-first");
  svg.text(x, y + 4.5, label, white ? "figure on-light" : "figure on-dark", Svg::Anchor::middle);
  if (figures > 1) {
    svg.text(x + 14, y + 14, fmt::format("{}", figures), "count", Svg::Anchor::end);
  }
}

void draw_piece(Svg& svg, std::string_view piece, std::string_view family, double x, double y) {
  if (family == "tafl") return draw_tafl_piece(svg, piece.front(), x, y);
  const std::vector<std::string> figures = figures_of(piece, family == "tavreli");
  if (figures.empty()) return;
  const std::string& top = figures.back();
  if (family == "ur") {
    // Capitals have turned.
    const bool white = top == "w" || top == "W";
    draw_disc(svg, white, is_upper(top.front()) ? "○" : "", figures.size(), x, y);
    return;
  }
  std::string label = top.front() == '+' ? top.substr(1) : top;
  const bool white = is_upper(label.front());
  for (char& c : label) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  // A ratnik shows its destiny small, a figure that was one a plus.
  if (label.size() == 2) label[1] = static_cast<char>(label[1] - 'A' + 'a');
  if (top.front() == '+') label += '+';
  draw_disc(svg, white, label, figures.size(), x, y);
}

bool holds(const std::vector<std::string>& cells, const std::string& name) {
  return std::ranges::find(cells, name) != cells.end();
}

}  // namespace

std::string_view square_mark(std::string_view kind) {
  // As the rules' own drawings have them.
  for (const auto& [known, mark] :
       std::initializer_list<std::array<std::string_view, 2>>{{"rosettes", "*"},
                                                              {"depots", "o"},
                                                              {"shared_depots", "O"},
                                                              {"islands", "="},
                                                              {"finish", "x"}}) {
    if (kind == known) return mark;
  }
  return kind.substr(0, 1);
}

namespace {

/// The squares with their marks and names.
Svg draw_squares(const GameInfo& game, const BoardText& board, const std::string& title) {
  const double bottom = kBoardTop + kCell * static_cast<double>(board.ranks);
  const double right = kBoardLeft + kCell * static_cast<double>(board.files);
  Svg svg(right + 2, bottom + 23, title, "board");
  for (std::size_t row = 0; row < board.ranks; ++row) {
    svg.text(kBoardLeft - 8, kBoardTop + kCell * (static_cast<double>(row) + 0.5) + 4,
             fmt::format("{}", board.ranks - row), "small", Svg::Anchor::end);
  }
  for (std::size_t i = 0; i < board.squares.size(); ++i) {
    if (board.squares[i] == "_") continue;
    const double x = kBoardLeft + kCell * static_cast<double>(board.column(i));
    const double y = kBoardTop + kCell * static_cast<double>(board.row(i));
    const std::string name = board.name(i);
    svg.rect(x, y, kCell, kCell, holds(game.camps, name) ? "cell camp" : "cell");
    const double low = 5, middle = kCell / 2, high = kCell - 5;
    if (holds(game.corners, name)) {
      svg.line(x + low, y + low, x + high, y + high, "special");
      svg.line(x + low, y + high, x + high, y + low, "special");
    }
    if (holds(game.throne, name)) {
      svg.polygon({{x + middle, y + 1},
                   {x + kCell - 1, y + middle},
                   {x + middle, y + kCell - 1},
                   {x + 1, y + middle}},
                  "throne");
    }
    for (const auto& [kind, names] : game.squares) {
      if (!holds(names, name)) continue;
      svg.text(x + middle, y + middle + 5, square_mark(kind), "small", Svg::Anchor::middle);
    }
  }
  for (std::size_t file = 0; file < board.files; ++file) {
    svg.text(kBoardLeft + kCell * (static_cast<double>(file) + 0.5), bottom + 17,
             std::string(1, static_cast<char>('a' + static_cast<int>(file))), "small",
             Svg::Anchor::middle);
  }
  return svg;
}

}  // namespace

std::string board_svg(const GameInfo& game, std::string_view family, const std::string& title) {
  const auto board = read_board(game.position);
  if (!board) return {};
  Svg svg = draw_squares(game, *board, title);
  for (std::size_t i = 0; i < board->squares.size(); ++i) {
    if (board->squares[i].empty() || board->squares[i] == "_") continue;
    draw_piece(svg, board->squares[i], family,
               kBoardLeft + kCell * (static_cast<double>(board->column(i)) + 0.5),
               kBoardTop + kCell * (static_cast<double>(board->row(i)) + 0.5));
  }
  return svg.str();
}

std::string board_svg_with(const GameInfo& game, const std::string& title,
                           std::string_view pieces) {
  const auto board = read_board(game.position);
  if (!board) return {};
  Svg svg = draw_squares(game, *board, title);
  svg.group("pieces", pieces);
  return svg.str();
}

std::string piece_svg(std::string_view piece, std::string_view family) {
  Svg svg(kCell, kCell, piece, "piece");
  draw_piece(svg, piece, family, kCell / 2, kCell / 2);
  return svg.str();
}

}  // namespace tavlab
