#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture.h"
#include "experiments/report/svg.h"

// Boards as SVG, drawn from a Picture alone, so that all families look alike. The colours are in
// web/board.css.
namespace tavlab {

/// The edge of a square, in the units of the drawing.
inline constexpr double kSquareEdge = 30;

/// The layout of a drawing: squares, with labels at the edges.
struct BoardPlan {
  explicit BoardPlan(const Picture& picture);

  [[nodiscard]] double x(std::size_t square) const {
    return left + kSquareEdge * static_cast<double>(square % columns);
  }
  [[nodiscard]] double y(std::size_t square) const {
    const std::size_t row = square / columns;
    return top + kSquareEdge * static_cast<double>(row);
  }

  std::size_t columns;
  double left;
  double top = 1;
};

/// The layout of stacks: pieces are smaller than single ones, each a little higher than the one
/// below. Of tall stacks only the top pieces are drawn, with the total number.
struct StackPlan {
  static constexpr std::size_t most = 4;    ///< maximum number of pieces drawn
  static constexpr double scale = 0.82;     ///< size of a piece
  static constexpr double step = 3.6;       ///< from one piece up to the next
  static constexpr double count_at = 24.5;  ///< centre of the number, from the square's corner
  static constexpr double count_radius = 6;
};

/// The place of a piece of a stack, relative to the square's corner.
struct PiecePlace {
  double x;
  double y;
  double scale;
};
/// The places of the drawn pieces of a stack of this height, from the bottom up.
std::vector<PiecePlace> piece_places(std::size_t height);

/// A piece, drawn on one square. `light`: the colour of its disc.
Svg piece_shapes(const PieceLook& look, bool light);

/// The mark of a square, without the square.
Svg mark_shapes(const SquareMark& mark);

/// An empty square.
Svg square_shapes();

/// Shapes of one square as a separate drawing.
std::string one_square_svg(const Svg& shapes, std::string_view title);

/// The picture as a drawing: squares with their marks, labels at the edges, the last move, pieces.
std::string board_svg(const Picture& picture, std::string_view title);

/// The same with `pieces`, as markup, in place of its own: in a group of the class "pieces".
std::string board_svg_with(const Picture& picture, std::string_view title, std::string_view pieces);

/// The notes below a drawn board, one per line: the picture's own, and the contents of stacks.
std::string board_notes(const Picture& picture);

}  // namespace tavlab
