#include "experiments/report/curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "experiments/report/curve_points.h"
#include "experiments/report/svg.h"
#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

/// The data area.
struct Frame {
  bool narrow;
  double width;
  double left;
  double right;
  double top = 16;
  double bottom;

  explicit Frame(FigureWidth size)
      : narrow(size == FigureWidth::narrow),
        width(narrow ? 380 : 760),
        left(narrow ? 40 : 54),
        right(width - 16),
        bottom(narrow ? 256 : 316) {}

  [[nodiscard]] double height_of(double score) const { return bottom - score * (bottom - top); }
};

struct Series {
  std::string name;
  std::vector<const CellSummary*> cells;
};

struct Panel {
  std::string name;
  std::vector<Series> series;
};

Series& series_of(Panel& panel, const std::string& name) {
  auto found = std::ranges::find(panel.series, name, &Series::name);
  if (found == panel.series.end())
    found = panel.series.insert(panel.series.end(), Series{name, {}});
  return *found;
}

/// Whether it shows proved values beside measured ones.
bool has_exact(const Panel& panel) {
  return std::ranges::any_of(panel.series, [](const Series& series) {
    return std::ranges::any_of(series.cells,
                               [](const CellSummary* cell) { return cell->exact.has_value(); });
  });
}

/// The horizontal axis: numbers to scale, names separately at the right.
class Axis {
 public:
  Axis(const Frame& frame, const Panel& panel, const std::string& key)
      : frame_(frame), inset_(frame.narrow ? 16.0 : 30.0), name_width_(frame.narrow ? 52.0 : 70.0) {
    for (const Series& series : panel.series) {
      for (const CellSummary* cell : series.cells) {
        const std::string& value = *setting(cell->cell, key);
        if (const auto number = as_number(value)) {
          numbers_.insert(*number);
        } else if (std::ranges::count(names_, value) == 0) {
          names_.push_back(value);
        }
      }
    }
    data_right_ = frame.right - name_width_ * static_cast<double>(names_.size()) - inset_;
  }

  [[nodiscard]] double place(const std::string& value) const {
    if (const auto number = as_number(value)) return place(static_cast<double>(*number));
    const auto index = std::ranges::find(names_, value) - names_.begin();
    return data_right_ + name_width_ * static_cast<double>(index + 1);
  }

  /// For numbers only; those outside the scale are placed at its end.
  [[nodiscard]] double place(double number) const {
    const auto low = static_cast<double>(*numbers_.begin());
    const auto high = static_cast<double>(*numbers_.rbegin());
    const double range = high > low ? high - low : 1.0;
    const double begin = frame_.left + inset_;
    return begin + (std::clamp(number, low, high) - low) / range * (data_right_ - begin);
  }

  void draw(Svg& svg) const {
    double last = -100.0;
    for (const std::int64_t number : numbers_) {
      const std::string text = fmt::format("{}", number);
      const double x = place(text);
      svg.line(x, frame_.bottom, x, frame_.bottom + 5, "axis");
      if (x - last < 26.0) continue;  // labels must not touch
      svg.text(x, frame_.bottom + 20, text, "small", Anchor::middle);
      last = x;
    }
    for (const std::string& name : names_) {
      svg.text(place(name), frame_.bottom + 20, name, "small", Anchor::middle);
    }
    if (!names_.empty() && !numbers_.empty()) {
      const double x = data_right_ + name_width_ / 2.0;
      svg.line(x, frame_.top, x, frame_.bottom, "break");
    }
  }

 private:
  std::set<std::int64_t> numbers_;
  std::vector<std::string> names_;
  const Frame& frame_;
  double inset_;
  double name_width_;
  double data_right_ = 0.0;
};

/// Series differ in shape as well as in colour.
void draw_marker(Svg& svg, double x, double y, std::size_t index, const std::string& hint) {
  const std::string css = fmt::format("dot s{}", index % 6);
  switch (index % 4) {
    case 0:
      svg.circle(x, y, 5, css, hint);
      return;
    case 1:
      svg.rect(x - 4.5, y - 4.5, 9, 9, css, hint);
      return;
    case 2:
      svg.polygon({{x, y - 6}, {x + 5.5, y + 4}, {x - 5.5, y + 4}}, css, hint);
      return;
    default:
      svg.polygon({{x, y - 6}, {x + 6, y}, {x, y + 6}, {x - 6, y}}, css, hint);
  }
}

/// Where a curve crosses one half, and which curve.
struct Crossing {
  const BalancePoint* found;
  std::size_t series;
};

/// Draws a crossing with its interval at the given height: on the line of an even game or beside
/// it.
void draw_crossing(Svg& svg, const Axis& axis, const Crossing& crossing, double y, double half) {
  const auto& [found_at, index] = crossing;
  const BalancePoint& found = *found_at;
  const double x = axis.place(found.point);
  svg.line(axis.place(found.interval.low), y, axis.place(found.interval.high), y,
           fmt::format("crossing s{}", index % 6));
  svg.line(x, y - half, x, y + half, fmt::format("crossing s{}", index % 6));
}

/// Draws crossings around the line of an even game, one above the other if they would overlap.
void draw_crossings(Svg& svg, const Frame& frame, const Axis& axis,
                    const std::vector<Crossing>& all) {
  if (all.empty()) return;
  const auto count = static_cast<double>(all.size());
  const double apart = std::min(9.0, 60.0 / count);
  double y = frame.height_of(0.5) - apart * (count - 1.0) / 2.0;
  for (const Crossing& each : all) {
    draw_crossing(svg, axis, each, y, all.size() == 1 ? 7 : apart / 2);
    y += apart;
  }
}

/// Draws proved values, one point for each parameter value and rules: midway between the series
/// that have it, which differ in agents only, or in the colour of the only one.
class ProvedPoints {
 public:
  void take(const CellSummary& cell, const std::string& value, double x, std::size_t series) {
    if (!cell.exact) return;
    Point& point = points_[{value, cell.cell.rules_hash}];
    point.cell = &cell;
    point.places.push_back(x);
    point.css = point.places.size() > 1 ? "proved" : fmt::format("proved s{}", series % 6);
  }

  void draw(Svg& svg, const Frame& frame, bool by_series) const {
    for (const auto& [key, point] : points_) {
      const double x = std::accumulate(point.places.begin(), point.places.end(), 0.0) /
                       static_cast<double>(point.places.size());
      draw_proved(svg, x, frame.height_of(*point.cell->exact), by_series ? point.css : "proved",
                  fmt::format("{}: proved {}", short_label(point.cell->cell),
                              exact_text(*point.cell->exact)));
    }
  }

 private:
  struct Point {
    const CellSummary* cell = nullptr;
    std::vector<double> places;
    std::string css;
  };

  std::map<std::pair<std::string, std::string>, Point> points_;
};

std::string draw_panel(const Panel& panel, const std::string& key, const std::string& first_player,
                       const std::vector<BalancePoint>& even, FigureWidth width) {
  const Frame frame(width);
  const Axis axis(frame, panel, key);
  const bool any_proved = has_exact(panel);
  const double legend =
      26.0 + 22.0 * static_cast<double>(panel.series.size() + (any_proved ? 1 : 0));
  Svg svg(frame.width, frame.bottom + 30 + legend,
          fmt::format("Score of {} against {}{}", in_sentence(first_player), key,
                      any_proved ? ", measured and proved" : ""),
          frame.narrow ? "plot narrow" : "plot wide");
  for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    svg.line(frame.left, frame.height_of(score), frame.right, frame.height_of(score),
             score == 0.5 ? "even" : "grid");
    svg.text(frame.left - 8, frame.height_of(score) + 4.5, fmt::format("{}", score), "small",
             Anchor::end);
  }
  axis.draw(svg);
  svg.text((frame.left + frame.right) / 2, frame.bottom + 42, key, "", Anchor::middle);

  const auto count = static_cast<double>(panel.series.size());
  std::vector<Crossing> crossings;
  ProvedPoints proved;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    // Side by side, so that they do not cover each other.
    const double shift =
        (static_cast<double>(i) - (count - 1.0) / 2.0) * std::min(9.0, 40.0 / count);
    std::vector<std::pair<double, double>> path;
    std::map<std::int64_t, std::pair<double, double>> numbered;
    for (const CellSummary* cell : series.cells) {
      const std::string& value = *setting(cell->cell, key);
      const double x = axis.place(value) + shift;
      proved.take(*cell, value, x, i);
      if (cell->score.games == 0) continue;
      const double y = frame.height_of(cell->score.mean);
      if (const auto number = as_number(value)) numbered[*number] = {x, y};
      svg.line(x, frame.height_of(cell->score.interval.low), x,
               frame.height_of(cell->score.interval.high), fmt::format("bar s{}", i % 6));
    }
    path.reserve(numbered.size());
    for (const auto& [number, point] : numbered) path.push_back(point);
    if (path.size() > 1) svg.polyline(path, fmt::format("curve s{}", i % 6));
    for (const CellSummary* cell : series.cells) {
      if (cell->score.games == 0) continue;
      draw_marker(svg, axis.place(*setting(cell->cell, key)) + shift,
                  frame.height_of(cell->score.mean), i,
                  fmt::format("{}: {}", cell->cell.label, score_text(cell->score)));
    }
    for (const BalancePoint& found : even) {
      const StoredCell& cell = series.cells.front()->cell;
      if (found.within_played() && found.agents == cell.agents.name &&
          found.context == curve_context(cell, key)) {
        crossings.push_back({&found, i});
      }
    }
    const double y = frame.bottom + 62 + 22.0 * static_cast<double>(i);
    svg.line(frame.left, y, frame.left + 30, y, fmt::format("curve s{}", i % 6));
    draw_marker(svg, frame.left + 15, y, i, "");
    const std::string& name = any_proved ? "measured: " + series.name : series.name;
    svg.text(frame.left + 40, y + 4.5, shortened(name, frame.narrow ? 42 : 80));
  }
  proved.draw(svg, frame, panel.series.size() > 1);
  if (any_proved) {
    const double y = frame.bottom + 62 + 22.0 * count;
    draw_proved(svg, frame.left + 15, y, "proved");
    svg.text(frame.left + 40, y + 4.5, kProvedLegend);
  }
  draw_crossings(svg, frame, axis, crossings);
  return svg.str();
}

}  // namespace

std::vector<Figure> score_curves(const Summary& summary, FigureWidth width) {
  std::vector<Figure> figures;
  if (summary.cells.empty()) return figures;
  const bool strengths = sections(summary).size() > 1;
  const std::string first_player = summary.player(Side::first);
  for (const std::string& key : numeric_keys(summary)) {
    const std::vector<BalancePoint> even = balance_points(summary, key);
    std::vector<Panel> panels;
    for (const CellSummary& cell : summary.cells) {
      if (setting(cell.cell, key) == nullptr) continue;
      const std::string name = strengths ? curve_context(cell.cell, key) : std::string();
      auto panel = std::ranges::find(panels, name, &Panel::name);
      if (panel == panels.end()) panel = panels.insert(panels.end(), Panel{name, {}});
      const std::string series = strengths ? cell.cell.agents.name : curve_context(cell.cell, key);
      series_of(*panel, series).cells.push_back(&cell);
    }
    for (const Panel& panel : panels) {
      std::string caption = fmt::format("Score of {} against {}", in_sentence(first_player), key);
      if (!panel.name.empty()) caption += fmt::format(": {}", panel.name);
      figures.push_back({caption, draw_panel(panel, key, first_player, even, width)});
    }
  }
  return figures;
}

}  // namespace tavlab
