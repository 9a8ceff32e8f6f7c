#include "experiments/report/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "experiments/report/svg.h"

namespace tavlab {
namespace {

constexpr double kCell = 30;
constexpr double kMargin = 24;
constexpr char kNoSquare = '_';  ///< in position texts of boards that are no full rectangles

/// The rows of a position text, one letter a cell, '.' where it is empty.
std::vector<std::string> board_rows(std::string_view position) {
  std::vector<std::string> rows{""};
  int run = 0;
  const auto end_run = [&] {
    rows.back().append(static_cast<std::size_t>(std::min(run, 99)), '.');
    run = 0;
  };
  for (const char c : position.substr(0, position.find(' '))) {
    if (c >= '0' && c <= '9') {
      run = std::min(run * 10 + (c - '0'), 99);
      continue;
    }
    end_run();
    if (c == '/') {
      rows.emplace_back();
    } else {
      rows.back() += c;
    }
  }
  end_run();
  const std::size_t width = rows.front().size();
  const bool even = std::ranges::all_of(rows, [&](const auto& row) { return row.size() == width; });
  return even && width > 1 && rows.size() > 1 ? rows : std::vector<std::string>{};
}

void draw_piece(Svg& svg, char piece, double x, double y) {
  const double r = kCell * 0.36;
  switch (piece) {
    case 'a':
      svg.circle(x, y, r, "piece-first");
      return;
    case 'c':
      svg.circle(x, y, r, "piece-first");
      svg.polygon({{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}}, "mark-first");
      return;
    case 'd':
      svg.circle(x, y, r, "piece-second");
      return;
    case 'n':
      svg.circle(x, y, r, "piece-second");
      svg.polygon({{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}}, "mark-second");
      return;
    case 'k':
    case 'K':
      svg.circle(x, y, r + 1.5, "piece-king");
      svg.line(x, y - 7, x, y + 7, "cross");
      svg.line(x - 7, y, x + 7, y, "cross");
      return;
    default:  // another family's letter
      svg.circle(x, y, r, "piece-second");
      svg.text(x, y + 5, std::string_view(&piece, 1), "strong", Svg::Anchor::middle);
  }
}

std::string cell_name(std::size_t column, std::size_t rank) {
  return fmt::format("{}{}", static_cast<char>('a' + static_cast<int>(column)), rank);
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

std::string board_svg(const GameInfo& game, const std::string& title) {
  const std::vector<std::string> rows = board_rows(game.position);
  if (rows.empty() || rows.front().size() > 26) return {};
  const std::size_t width = rows.front().size();
  const std::size_t height = rows.size();
  const double right = kMargin + kCell * static_cast<double>(width);
  const double bottom = kCell * static_cast<double>(height);
  Svg svg(right + 2, bottom + kMargin, title, "board");
  for (std::size_t row = 0; row < height; ++row) {
    const double y = 1 + kCell * static_cast<double>(row);
    svg.text(kMargin - 8, y + kCell / 2 + 4, fmt::format("{}", height - row), "small",
             Svg::Anchor::end);
    for (std::size_t column = 0; column < width; ++column) {
      const double x = kMargin + kCell * static_cast<double>(column);
      if (rows[row][column] == kNoSquare) continue;
      const std::string name = cell_name(column, height - row);
      const bool camp = holds(game.camps, name);
      svg.rect(x, y, kCell, kCell, camp ? "cell camp" : "cell");
      const double low = 5;
      const double high = kCell - 5;
      if (holds(game.corners, name)) {
        svg.line(x + low, y + low, x + high, y + high, "special");
        svg.line(x + low, y + high, x + high, y + low, "special");
      }
      if (holds(game.throne, name)) {
        const double middle = kCell / 2;
        svg.polygon({{x + middle, y + 1},
                     {x + kCell - 1, y + middle},
                     {x + middle, y + kCell - 1},
                     {x + 1, y + middle}},
                    "throne");
      }
      for (const auto& [kind, names] : game.squares) {
        if (!holds(names, name)) continue;
        svg.text(x + kCell / 2, y + kCell / 2 + 5, square_mark(kind), "small", Svg::Anchor::middle);
      }
      if (rows[row][column] != '.') {
        draw_piece(svg, rows[row][column], x + kCell / 2, y + kCell / 2);
      }
    }
  }
  for (std::size_t column = 0; column < width; ++column) {
    svg.text(kMargin + kCell * (static_cast<double>(column) + 0.5), bottom + 18,
             std::string(1, static_cast<char>('a' + static_cast<int>(column))), "small",
             Svg::Anchor::middle);
  }
  return svg.str();
}

}  // namespace tavlab
