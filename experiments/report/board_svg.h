#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture.h"
#include "experiments/report/svg.h"

// Boards as SVG. What is drawn comes from a Picture alone, so that every family is drawn alike; the
// colours are those of web/board.css.
namespace tavlab {

/// Edge of a drawn square, in the units of the drawing.
inline constexpr double kSquareEdge = 30;

/// Where the squares of a picture lie in its drawing, between the labels at its edges.
struct BoardPlan {
  explicit BoardPlan(const Picture& picture);

  [[nodiscard]] double x(std::size_t square) const {
    return left + kSquareEdge * static_cast<double>(square % columns);
  }
  [[nodiscard]] double y(std::size_t square) const {
    return top + kSquareEdge * static_cast<double>(square / columns);
  }

  std::size_t columns;
  double left;
  double top = 1;
};

/// How pieces stand on each other: smaller than one alone, each a little higher than the one below
/// it. Of tall stacks the uppermost pieces are drawn, with the number of all.
struct StackPlan {
  static constexpr std::size_t most = 4;    ///< pieces that are drawn
  static constexpr double scale = 0.82;     ///< of a piece
  static constexpr double step = 3.6;       ///< from one to the next, upwards
  static constexpr double count_at = 24.5;  ///< the middle of the number, from the square's corner
  static constexpr double count_radius = 6;
};

/// Where a piece of a stack is drawn, from the square's corner.
struct PiecePlace {
  double x;
  double y;
  double scale;
};
/// That of each piece that is drawn, from the bottom up, of so many that stand on the square.
std::vector<PiecePlace> piece_places(std::size_t height);

/// A piece, drawn on a ground of one square. `light`: the colour of its disc.
Svg piece_shapes(const PieceLook& look, bool light);

/// The sign of a square that means something, without the square.
Svg mark_shapes(const SquareMark& mark);

/// An empty square.
Svg square_shapes();

/// Shapes of one square as a drawing of its own.
std::string one_square_svg(const Svg& shapes, std::string_view title);

/// The picture as a drawing: squares with their marks, labels at the edges, the last move, pieces.
std::string board_svg(const Picture& picture, std::string_view title);

/// The same with other pieces: markup, put into a group of the class "pieces".
std::string board_svg_with(const Picture& picture, std::string_view title, std::string_view pieces);

/// What is said below a drawn board, a line each: what the picture says beside it, and what stands
/// on each other.
std::string board_notes(const Picture& picture);

}  // namespace tavlab
