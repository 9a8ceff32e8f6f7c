#include "experiments/report/board_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/picture_text.h"

namespace tavlab {
namespace {

using Emblem = PieceLook::Emblem;
using Shape = SquareMark::Shape;

constexpr double kCell = kSquareEdge;
constexpr double kMiddle = kCell / 2;
constexpr double kRadius = 11;
/// Boards with at least this many columns have larger labels, and are drawn larger if there is
/// room; see web/board.css.
constexpr std::size_t kLargeFrom = 10, kWidestFrom = 14;

std::string square_path() { return fmt::format("h{0}v{0}h-{0}z", kCell); }

/// A circle around a point, given relative to the corner.
std::string circle_path(double x, double y, double radius) {
  return fmt::format("m{0:g} {1:g}a{2:g} {2:g} 0 1 0 {3:g} 0a{2:g} {2:g} 0 1 0-{3:g} 0", x - radius,
                     y, radius, 2 * radius);
}

/// A star of eight points, which are visible around a piece.
std::string star_path() {
  constexpr double kOuter = 14, kInner = 9.5;
  std::string path;
  double x = 0, y = 0;
  for (int i = 0; i < 16; ++i) {
    const double angle = std::numbers::pi * i / 8, r = i % 2 == 0 ? kOuter : kInner;
    const double next_x = kMiddle + r * std::sin(angle), next_y = kMiddle - r * std::cos(angle);
    path += fmt::format("{}{:.1f} {:.1f}", i == 0 ? 'm' : 'l', next_x - x, next_y - y);
    x = next_x;
    y = next_y;
  }
  return path + "z";
}

/// A mark's outline relative to the square's corner, and its class.
std::pair<std::string, std::string_view> mark_path(Shape shape) {
  switch (shape) {
    case Shape::shade:
      return {square_path(), "shade"};
    case Shape::hatch:
      return {"m0 10l10-10m-10 20l20-20m-20 30l30-30m-20 30l20-20m-10 20l10-10", "mark thin"};
    case Shape::diamond:
      return {"m15 1l14 14l-14 14l-14-14z", "mark tinted"};
    case Shape::cross:
      return {"m4 4l22 22m0-22l-22 22", "mark"};
    case Shape::star:
      return {star_path(), "mark tinted"};
    case Shape::dot:
      return {circle_path(4, 4, 2) + "m22 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0" +
                  "m0 22a2 2 0 1 0 4 0a2 2 0 1 0-4 0m-22 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
              "mark solid"};
    case Shape::ring:
      return {circle_path(kMiddle, kMiddle, 13.3), "mark"};
    case Shape::bars:
      return {"m2 4h26m-26 4h26m-26 14h26m-26 4h26", "mark thin"};
  }
  return {};
}

std::string ink_class(std::string_view what, bool light) {
  return fmt::format("{} {}", what, light ? "on-light" : "on-dark");
}

void draw_emblem(Svg& svg, Emblem emblem, bool light) {
  switch (emblem) {
    case Emblem::none:
      return;
    case Emblem::cross:
      svg.path("M15 8v14m-7-7h14", ink_class("emblem stroke", light));
      return;
    case Emblem::diamond:
      svg.path("M15 9l6 6l-6 6l-6-6z", ink_class("emblem", light));
      return;
    case Emblem::ring:
      svg.circle(kMiddle, kMiddle, 5, ink_class("emblem ring", light));
      return;
    case Emblem::crown:
      svg.path("M9 20v-9l3.2 3.6l2.8-5.6l2.8 5.6l3.2-3.6v9z", ink_class("emblem", light));
      return;
  }
}

/// Royal pieces have a thicker edge, so that they stand out.
bool is_royal(Emblem emblem) { return emblem == Emblem::cross || emblem == Emblem::crown; }

/// The same shape on many squares, as one element.
class SquarePaths {
 public:
  void add(std::string_view path, std::string_view css_class, double x, double y) {
    auto found = std::ranges::find(all_, css_class, &Path::css_class);
    if (found == all_.end()) found = all_.insert(all_.end(), Path{css_class, {}});
    found->data += fmt::format("M{:g} {:g}{}", x, y, path);
  }
  void draw(Svg& svg) const {
    for (const Path& path : all_) svg.path(path.data, path.css_class);
  }

 private:
  struct Path {
    std::string_view css_class;
    std::string data;
  };
  std::vector<Path> all_;
};

void draw_labels(Svg& svg, const Picture& picture, const BoardPlan& plan) {
  const double large = picture.columns >= kLargeFrom ? 1.5 : 1.0;
  for (std::size_t row = 0; row < picture.rows; ++row) {
    svg.text(plan.left - 6, plan.y(row * picture.columns) + kMiddle + 4 * large,
             picture.row_labels[row], "small", Svg::Anchor::end);
  }
  const double bottom = plan.top + kCell * static_cast<double>(picture.rows);
  for (std::size_t column = 0; column < picture.columns; ++column) {
    svg.text(plan.x(column) + kMiddle, bottom + 13 * large, picture.column_labels[column], "small",
             Svg::Anchor::middle);
  }
}

/// The squares with their marks and names.
Svg draw_squares(const Picture& picture, const BoardPlan& plan, std::string_view title) {
  const bool is_large = picture.columns >= kLargeFrom;
  Svg svg(
      plan.left + kCell * static_cast<double>(picture.columns) + 2,
      plan.top + kCell * static_cast<double>(picture.rows) + (is_large ? 27 : 19), title,
      is_large ? picture.columns >= kWidestFrom ? "board large widest" : "board large" : "board");
  SquarePaths grounds, marks;
  // Shades first: they are backgrounds, below the other marks of a square.
  for (const bool shades : {true, false}) {
    for (std::size_t i = 0; i < picture.squares.size(); ++i) {
      const Picture::Square& square = picture.squares[i];
      if (!square.exists) continue;
      const double x = plan.x(i), y = plan.y(i);
      if (shades) grounds.add(square_path(), square.dark ? "cell dark" : "cell", x, y);
      for (const std::uint8_t mark : square.marks) {
        const auto& [path, css_class] = mark_path(picture.marks[mark].shape);
        if ((css_class == "shade") == shades) marks.add(path, css_class, x, y);
      }
    }
  }
  grounds.draw(svg);
  marks.draw(svg);
  draw_labels(svg, picture, plan);
  return svg;
}

Svg count_shapes(std::size_t height) {
  Svg svg = Svg::shapes();
  svg.circle(StackPlan::count_at, StackPlan::count_at, StackPlan::count_radius, "count");
  svg.text(StackPlan::count_at, StackPlan::count_at + 3.1, fmt::format("{}", height), "count",
           Svg::Anchor::middle);
  return svg;
}

void draw_stack(Svg& svg, const Picture& picture, const std::vector<std::uint8_t>& pieces, double x,
                double y) {
  const std::vector<PiecePlace> places = piece_places(pieces.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    const PieceLook& look = picture.looks[pieces[pieces.size() - places.size() + i]];
    svg.place(x + places[i].x, y + places[i].y, places[i].scale,
              piece_shapes(look, look.owner == picture.light));
  }
  if (pieces.size() > 1) svg.place(x, y, 1, count_shapes(pieces.size()));
}

}  // namespace

BoardPlan::BoardPlan(const Picture& picture) : columns(picture.columns) {
  std::size_t longest = 0;
  for (const std::string& label : picture.row_labels) longest = std::max(longest, label.size());
  left = 8 + (picture.columns >= kLargeFrom ? 11.0 : 8.0) * static_cast<double>(longest);
}

std::vector<PiecePlace> piece_places(std::size_t height) {
  if (height == 0) return {};
  if (height == 1) return {{0, 0, 1}};
  const std::size_t drawn = std::min(height, StackPlan::most);
  const double corner = (1 - StackPlan::scale) * kMiddle;
  std::vector<PiecePlace> places;
  for (std::size_t i = 0; i < drawn; ++i) {
    const double up = static_cast<double>(i) - static_cast<double>(drawn - 1) / 2;
    places.push_back({corner, corner - StackPlan::step * up, StackPlan::scale});
  }
  return places;
}

Svg piece_shapes(const PieceLook& look, bool light) {
  const bool royal = is_royal(look.emblem);
  Svg svg = Svg::shapes();
  svg.circle(kMiddle, kMiddle, kRadius + (royal ? 0.8 : 0),
             fmt::format("piece {}{}", light ? "light" : "dark", royal ? " royal" : ""));
  if (!look.letters.empty()) {
    svg.text(kMiddle, kMiddle + 4.5, look.letters, ink_class("figure", light), Svg::Anchor::middle);
  }
  draw_emblem(svg, look.emblem, light);
  return svg;
}

Svg mark_shapes(const SquareMark& mark) {
  const auto& [path, css_class] = mark_path(mark.shape);
  Svg svg = Svg::shapes();
  svg.path("M0 0" + path, css_class);
  return svg;
}

Svg square_shapes() {
  Svg svg = Svg::shapes();
  svg.path("M0 0" + square_path(), "cell");
  return svg;
}

std::string one_square_svg(const Svg& shapes, std::string_view title) {
  Svg svg(kCell, kCell, title, "glyph");
  svg.place(0, 0, 1, shapes);
  return svg.str();
}

std::string board_svg(const Picture& picture, std::string_view title) {
  const BoardPlan plan(picture);
  Svg svg = draw_squares(picture, plan, title);
  for (const std::size_t square : picture.last_move) {
    svg.rect(plan.x(square), plan.y(square), kCell, kCell, "moved");
  }
  for (std::size_t i = 0; i < picture.squares.size(); ++i) {
    draw_stack(svg, picture, picture.squares[i].pieces, plan.x(i), plan.y(i));
  }
  return svg.str();
}

std::string board_svg_with(const Picture& picture, std::string_view title,
                           std::string_view pieces) {
  Svg svg = draw_squares(picture, BoardPlan(picture), title);
  svg.group("pieces", pieces);
  return svg.str();
}

std::string board_notes(const Picture& picture) {
  std::string text;
  for (const std::string& line : lines_beside(picture)) {
    if (line.empty()) continue;
    text += (text.empty() ? "" : "\n") + line;
  }
  return text;
}

}  // namespace tavlab
