#include "experiments/limit/limit_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "experiments/human/human_check.h"
#include "experiments/report/svg.h"
#include "experiments/report/ticks.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

/// The data area.
struct LimitFrame {
  bool narrow;
  double width, left, right, top, bottom;
  double first, last;  ///< limits

  LimitFrame(const LimitResult& result, FigureWidth size)
      : narrow(size == FigureWidth::narrow),
        width(narrow ? 380 : 760),
        left(narrow ? 40 : 54),
        right(width - 16),
        top(34),
        bottom(narrow ? 270 : 330),
        first(result.limits.front()),
        last(std::max(result.limits.back(), result.limits.front() + 1)) {}

  [[nodiscard]] double x(double limit) const {
    const double inset = narrow ? 10 : 16;
    return left + inset + (limit - first) / (last - first) * (right - left - 2 * inset);
  }
  [[nodiscard]] double y(double score) const { return bottom - score * (bottom - top); }
};

void draw_limit_axes(Svg& svg, const LimitFrame& frame, const GameInfo& game) {
  svg.text(frame.left - 30, 16, fmt::format("score of {}", in_sentence(game.first_player)),
           "small");
  for (const double score : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    svg.line(frame.left, frame.y(score), frame.right, frame.y(score),
             score == 0.5 ? "even" : "grid");
    svg.text(frame.left - 8, frame.y(score) + 4.5, fmt::format("{}", score), "small", Anchor::end);
  }
  const double step = std::max(1.0, tick_step((frame.last - frame.first) / 1.5));
  for (double tick = std::ceil(frame.first / step) * step; tick <= frame.last; tick += step) {
    svg.line(frame.x(tick), frame.bottom, frame.x(tick), frame.bottom + 5, "axis");
    svg.text(frame.x(tick), frame.bottom + 20, tick_text(tick, step), "small", Anchor::middle);
  }
  svg.text((frame.left + frame.right) / 2, frame.bottom + 42,
           fmt::format("limit on the moves of {}", in_sentence(game.second_player)), "",
           Anchor::middle);
}

void draw_limit_curve(Svg& svg, const LimitFrame& frame, const LimitResult& result,
                      const LimitView& view, const std::string& colour,
                      const std::string& line_class) {
  std::vector<std::pair<double, double>> band, line;
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    const double x = frame.x(result.limits[n]);
    band.emplace_back(x, frame.y(view.band[n].high));
    if (!std::isnan(view.estimate[n])) line.emplace_back(x, frame.y(view.estimate[n]));
  }
  for (std::size_t n = result.limits.size(); n-- > 0;) {
    band.emplace_back(frame.x(result.limits[n]), frame.y(view.band[n].low));
  }
  if (band.size() > 2) {
    svg.polygon(band, "band " + colour);
  } else {
    svg.line(band[0].first, band[0].second, band[1].first, band[1].second, "bar " + colour);
  }
  if (line.size() > 1) svg.polyline(line, line_class);
  for (std::size_t n = 0; n < result.limits.size(); ++n) {
    if (std::isnan(view.estimate[n])) continue;
    svg.circle(frame.x(result.limits[n]), frame.y(view.estimate[n]), 3, "dot " + colour,
               fmt::format("{}, limit {}: {}, {} games", view.name, result.limits[n],
                           estimate_text(view, n), view.games(result, n)));
  }
}

/// The limits that may be even: runs of them, to the border where that is open.
void draw_even_limits(Svg& svg, const LimitFrame& frame, const LimitResult& result,
                      const LimitView& view, double y, const std::string& colour) {
  const std::vector<std::size_t>& even = view.even.even;
  for (std::size_t begin = 0; begin < even.size();) {
    std::size_t end = begin;
    while (end + 1 < even.size() && even[end + 1] == even[end] + 1) ++end;
    const bool to_left = even[begin] == 0, to_right = even[end] + 1 == result.limits.size();
    const double from = to_left ? frame.left : frame.x(result.limits[even[begin]]) - 3;
    const double to = to_right ? frame.right : frame.x(result.limits[even[end]]) + 3;
    svg.line(from, y, to, y, "crossing " + colour);
    begin = end + 1;
  }
}

/// What people would score with a limit, where it lies within the figure.
void draw_people(Svg& svg, const LimitFrame& frame, const PlayedRules& people) {
  for (const LimitPoint& point : people.limits) {
    const ScoreEstimate score = estimate_score(point.results);
    if (point.limit < frame.first || point.limit > frame.last || score.games == 0) continue;
    const double x = frame.x(point.limit);
    svg.line(x, frame.y(score.interval.high), x, frame.y(score.interval.low), "people");
    svg.circle(x, frame.y(score.mean), 4, "people",
               fmt::format("people, limit {}: {:.2f} [{:.2f}, {:.2f}], {} games", point.limit,
                           score.mean, score.interval.low, score.interval.high, score.games));
  }
}

}  // namespace

std::string limit_figure(const LimitResult& result, std::span<const LimitView> views,
                         FigureWidth width) {
  const LimitFrame frame(result, width);
  const GameInfo& game = result.games.cells.front().cell.game;
  const bool any_proved = std::ranges::any_of(
      result.limits, [&](int limit) { return result.proved.score(limit).has_value(); });
  const PlayedRules* people = result.people();
  if (people != nullptr && people->results.finished() == 0) people = nullptr;
  const double rows = static_cast<double>(views.size()) + (any_proved ? 2.0 : 1.0) +
                      (people != nullptr ? 1.0 : 0.0);
  Svg svg(frame.width, frame.bottom + 56 + 22.0 * rows,
          fmt::format("Score of {} against the limit on the moves of {}",
                      in_sentence(game.first_player), in_sentence(game.second_player)),
          frame.narrow ? "plot narrow" : "plot wide");
  draw_limit_axes(svg, frame, game);
  const double apart = std::min(7.0, 60.0 / static_cast<double>(views.size()));
  double even_y = frame.y(0.5) - apart * static_cast<double>(views.size() - 1) / 2.0;
  double row = frame.bottom + 66;
  const auto legend = [&](const std::string& text) {
    svg.text(frame.left + 40, row + 4.5, shortened(text, frame.narrow ? 42 : 90));
    row += 22;
  };
  for (std::size_t i = 0; i < views.size(); ++i) {
    const std::string colour = fmt::format("s{}", i % 6);
    // When the colours are used up, they repeat with dashed lines.
    const std::string line_class = fmt::format("curve {}{}", colour, i < 6 ? "" : " dashed");
    draw_limit_curve(svg, frame, result, views[i], colour, line_class);
    draw_even_limits(svg, frame, result, views[i], even_y, colour);
    even_y += apart;
    svg.line(frame.left, row, frame.left + 30, row, line_class);
    svg.circle(frame.left + 15, row, 3, "dot " + colour);
    legend(views[i].name);
  }
  svg.line(frame.left, row, frame.left + 30, row, "crossing s0");
  legend("limits that may be even");
  if (any_proved) {
    for (const int limit : result.limits) {
      if (const auto score = result.proved.score(limit)) {
        draw_proved(svg, frame.x(limit), frame.y(*score), "proved",
                    fmt::format("limit {}: proved {}", limit, *score));
      }
    }
    draw_proved(svg, frame.left + 15, row, "proved");
    legend(std::string(kProvedLegend));
  }
  if (people != nullptr) {
    draw_people(svg, frame, *people);
    svg.circle(frame.left + 15, row, 4, "people");
    legend(people_label(*people) + ", limit imposed later");
  }
  return svg.str();
}

}  // namespace tavlab
