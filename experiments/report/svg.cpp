#include "experiments/report/svg.h"

#include <fmt/format.h>

#include "experiments/report/escape.h"

namespace tavlab {
namespace {

std::string point_list(const std::vector<std::pair<double, double>>& points) {
  std::string list;
  for (const auto& [x, y] : points)
    list += fmt::format("{}{:.1f},{:.1f}", list.empty() ? "" : " ", x, y);
  return list;
}

}  // namespace

std::string standalone_svg(std::string_view inline_svg, std::string_view style) {
  std::string text(inline_svg);
  const std::size_t tag = text.find("<svg") + 4;
  text.insert(text.find('>', tag) + 1, "\n" + std::string(style));
  text.insert(tag, " xmlns=\"http://www.w3.org/2000/svg\"");
  return text;
}

Svg::Svg(double width, double height, std::string_view title, std::string_view css_class) {
  body_ = fmt::format(
      "<svg class=\"{}\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\"><title>{}</title>\n", css_class,
      width, height, escaped(title));
}

void Svg::close(std::string_view element, std::string_view hint) {
  if (hint.empty()) {
    body_ += "/>\n";
  } else {
    body_ += fmt::format("><title>{}</title></{}>\n", escaped(hint), element);
  }
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view css_class) {
  body_ +=
      fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n",
                  css_class, x1, y1, x2, y2);
}

void Svg::rect(double x, double y, double width, double height, std::string_view css_class,
               std::string_view hint) {
  body_ +=
      fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\"",
                  css_class, x, y, width, height);
  close("rect", hint);
}

void Svg::circle(double x, double y, double radius, std::string_view css_class,
                 std::string_view hint) {
  body_ += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", css_class,
                       x, y, radius);
  close("circle", hint);
}

void Svg::polygon(const std::vector<std::pair<double, double>>& points, std::string_view css_class,
                  std::string_view hint) {
  body_ += fmt::format("<polygon class=\"{}\" points=\"{}\"", css_class, point_list(points));
  close("polygon", hint);
}

void Svg::polyline(const std::vector<std::pair<double, double>>& points,
                   std::string_view css_class) {
  body_ += fmt::format("<polyline class=\"{}\" points=\"{}\"/>\n", css_class, point_list(points));
}

void Svg::path(std::string_view data, std::string_view css_class) {
  body_ += fmt::format("<path class=\"{}\" d=\"{}\"/>\n", css_class, data);
}

void Svg::place(double x, double y, double scale, const Svg& shapes) {
  const std::string scaled = scale == 1 ? "" : fmt::format(" scale({:g})", scale);
  body_ +=
      fmt::format("<g transform=\"translate({:g} {:g}){}\">{}</g>\n", x, y, scaled, shapes.body_);
}

void Svg::group(std::string_view css_class, std::string_view markup) {
  body_ += fmt::format("<g class=\"{}\">{}</g>\n", css_class, markup);
}

void Svg::text(double x, double y, std::string_view content, std::string_view css_class,
               Anchor anchor) {
  const std::string_view where = anchor == Anchor::start    ? "start"
                                 : anchor == Anchor::middle ? "middle"
                                                            : "end";
  body_ +=
      fmt::format("<text class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n",
                  css_class, x, y, where, escaped(content));
}

}  // namespace tavlab
