#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// An inline drawing as a file of its own, with a <style> in it.
std::string standalone_svg(std::string_view inline_svg, std::string_view style);

/// An inline SVG drawing, built shape by shape. Looks come from the page's style sheet through
/// classes, so that drawings follow light and dark. All texts are escaped.
class Svg {
 public:
  enum class Anchor { start, middle, end };

  /// `title` says what the drawing shows, to those who cannot see it.
  Svg(double width, double height, std::string_view title, std::string_view css_class = "plot");

  void line(double x1, double y1, double x2, double y2, std::string_view css_class);
  /// `hint` is shown when the pointer rests on the shape.
  void rect(double x, double y, double width, double height, std::string_view css_class,
            std::string_view hint = {});
  void circle(double x, double y, double radius, std::string_view css_class,
              std::string_view hint = {});
  void polygon(const std::vector<std::pair<double, double>>& points, std::string_view css_class,
               std::string_view hint = {});
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view css_class);
  /// Any outline; `data` as SVG's attribute d has it, never a text of somebody's.
  void path(std::string_view data, std::string_view css_class);
  void text(double x, double y, std::string_view content, std::string_view css_class = {},
            Anchor anchor = Anchor::start);

  /// A group of shapes that are markup already.
  void group(std::string_view css_class, std::string_view markup);

  /// The shapes of another drawing, its origin at x and y, larger or smaller.
  void place(double x, double y, double scale, const Svg& shapes);

  /// Shapes alone: to be placed in a drawing, or in an element of a template.
  [[nodiscard]] static Svg shapes() { return {}; }
  [[nodiscard]] const std::string& markup() const { return body_; }

  /// The whole drawing.
  [[nodiscard]] std::string str() const { return body_ + "</svg>\n"; }

 private:
  Svg() = default;

  void close(std::string_view element, std::string_view hint);

  std::string body_;
};

}  // namespace tavlab
