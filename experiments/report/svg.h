#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tavlab {

/// An inline drawing as a separate file with a <style>.
std::string standalone_svg(std::string_view inline_svg, std::string_view style);

/// An inline SVG drawing, built shape by shape. Classes of the page's style sheet define the looks,
/// so that drawings follow light and dark mode. All texts are escaped.
class Svg {
 public:
  enum class Anchor { start, middle, end };

  /// `title` describes the drawing to those who cannot see it.
  Svg(double width, double height, std::string_view title, std::string_view css_class = "plot");

  void line(double x1, double y1, double x2, double y2, std::string_view css_class);
  /// `hint` is a tooltip.
  void rect(double x, double y, double width, double height, std::string_view css_class,
            std::string_view hint = {});
  void circle(double x, double y, double radius, std::string_view css_class,
              std::string_view hint = {});
  void polygon(const std::vector<std::pair<double, double>>& points, std::string_view css_class,
               std::string_view hint = {});
  void polyline(const std::vector<std::pair<double, double>>& points, std::string_view css_class);
  /// Any outline; `data` is the value of SVG's attribute d, never a user's text.
  void path(std::string_view data, std::string_view css_class);
  void text(double x, double y, std::string_view content, std::string_view css_class = {},
            Anchor anchor = Anchor::start);

  /// A group of shapes given as markup.
  void group(std::string_view css_class, std::string_view markup);

  /// The shapes of another drawing, with its origin at x and y, scaled.
  void place(double x, double y, double scale, const Svg& shapes);

  /// Shapes without a drawing, to be placed in one or in an element of a template.
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
