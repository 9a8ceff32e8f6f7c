#include "experiments/report/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

constexpr double kTop = 34;
constexpr double kRow = 28;
constexpr double kHead = 26;   // height of a section's heading
constexpr double kLabel = 21;  // height of a label above a row, in narrow figures

/// Lays out one row per cell; if there are several sections, with a line for the agents above each.
class Rows {
 public:
  Rows(const Summary& summary, FigureWidth width)
      : narrow_(width == FigureWidth::narrow), sections_(sections(summary)) {
    bottom_ = kTop;
    for (const CellSection& section : sections_) {
      if (sections_.size() > 1) bottom_ += kHead;
      bottom_ += row_height() * static_cast<double>(section.cells.size());
    }
  }

  [[nodiscard]] double width() const { return narrow_ ? 380 : 760; }
  [[nodiscard]] double height() const { return bottom_ + 30; }
  [[nodiscard]] double bottom() const { return bottom_; }
  [[nodiscard]] double left() const { return narrow_ ? 16 : 270; }
  [[nodiscard]] double right() const { return width() - 24; }
  [[nodiscard]] std::string_view css_class() const { return narrow_ ? "plot narrow" : "plot wide"; }

  /// The x coordinate of a share from 0 to 1.
  [[nodiscard]] double at(double share) const { return left() + share * (right() - left()); }

  /// Draws the labels, and calls `draw` with each cell and the middle of its row.
  void each(Svg& svg, const std::function<void(const CellSummary&, double)>& draw) const {
    double y = kTop;
    for (const CellSection& section : sections_) {
      if (sections_.size() > 1) {
        svg.text(0, y + 19, section.agents, "strong");
        y += kHead;
      }
      for (const CellSummary* cell : section.cells) {
        const std::string label = short_label(cell->cell);
        if (narrow_) {
          svg.text(left(), y + 17, shortened(label, 50), "over");
        } else {
          svg.text(left() - 12, y + kRow / 2 + 4.5, shortened(label, 40), "", Anchor::end);
        }
        draw(*cell, y + row_height() - kRow / 2);
        y += row_height();
      }
    }
  }

 private:
  [[nodiscard]] double row_height() const { return narrow_ ? kRow + kLabel : kRow; }

  bool narrow_;
  std::vector<CellSection> sections_;
  double bottom_ = 0.0;
};

/// Smallest of 1, 2, 5 x 10^k that divides the range into at most `most` steps.
double tick_step(double range, int most) {
  double decade = 1.0;
  while (true) {
    for (const double step : {1.0, 2.0, 5.0}) {
      if (range / (step * decade) <= most) return step * decade;
    }
    decade *= 10.0;
  }
}

struct Slice {
  std::uint64_t games;
  const char* css_class;
  std::string name;
};

std::array<Slice, 4> slices(const CellSummary& cell, const std::string& first_player,
                            const std::string& second_player) {
  return {Slice{cell.tally.wins, "first", first_player}, Slice{cell.tally.draws, "draw", "draws"},
          Slice{cell.tally.losses, "second", second_player},
          Slice{cell.tally.unfinished, "unfinished", "unfinished"}};
}

}  // namespace

void draw_proved(Svg& svg, double x, double y, std::string_view css_class, std::string_view hint) {
  constexpr double kHalf = 8.5;
  svg.polygon({{x, y - kHalf}, {x + kHalf, y}, {x, y + kHalf}, {x - kHalf, y}}, css_class, hint);
}

std::string score_figure(const Summary& summary, FigureWidth width) {
  const Rows rows(summary, width);
  const bool proved = summary.any_exact();
  Svg svg(rows.width(), rows.height() + (proved ? 26 : 0),
          fmt::format("Score of {} in each cell with its 95 % interval{}",
                      in_sentence(summary.player(Side::first)),
                      proved ? ", and its value where that is proved" : ""),
          rows.css_class());
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    svg.line(rows.at(share), kTop - 4, rows.at(share), rows.bottom(),
             share == 0.5 ? "even" : "grid");
    svg.text(rows.at(share), rows.bottom() + 18, fmt::format("{}", share), "small", Anchor::middle);
  }
  svg.text(rows.at(0.5) - 10, kTop - 12,
           fmt::format("← better for {}", summary.player(Side::second)), "small", Anchor::end);
  svg.text(rows.at(0.5) + 10, kTop - 12,
           fmt::format("better for {} →", summary.player(Side::first)), "small");
  rows.each(svg, [&](const CellSummary& cell, double y) {
    if (cell.exact) {
      draw_proved(svg, rows.at(*cell.exact), y, "proved",
                  fmt::format("{}: proved {}", cell.cell.label, exact_text(*cell.exact)));
    }
    if (cell.score.games == 0) {
      svg.text(rows.at(0.5) + 8, y + 4.5, "no finished games", "small");
      return;
    }
    const Interval& interval = cell.score.interval;
    svg.line(rows.at(interval.low), y, rows.at(interval.high), y, "bar s0");
    svg.line(rows.at(interval.low), y - 5, rows.at(interval.low), y + 5, "cap s0");
    svg.line(rows.at(interval.high), y - 5, rows.at(interval.high), y + 5, "cap s0");
    svg.circle(rows.at(cell.score.mean), y, 5, "dot s0",
               fmt::format("{}: {} of {} finished games", cell.cell.label, score_text(cell.score),
                           grouped(cell.score.games)));
  });
  if (proved) {
    const double y = rows.bottom() + 42;
    svg.line(rows.left(), y, rows.left() + 28, y, "bar s0");
    svg.circle(rows.left() + 14, y, 5, "dot s0");
    svg.text(rows.left() + 36, y + 4.5, "measured");
    draw_proved(svg, rows.left() + 122, y, "proved");
    svg.text(rows.left() + 138, y + 4.5, kProvedLegend);
  }
  return svg.str();
}

std::string results_figure(const Summary& summary, FigureWidth width) {
  const Rows rows(summary, width);
  Svg svg(rows.width(), rows.height(), "Shares of wins, draws and unfinished games in each cell",
          rows.css_class());
  double x = rows.left();
  for (const Slice& slice :
       slices(summary.cells.front(), summary.player(Side::first), summary.player(Side::second))) {
    svg.rect(x, kTop - 25, 13, 13, slice.css_class);
    svg.text(x + 19, kTop - 14, slice.name, "small");
    x += 30 + 6.4 * static_cast<double>(slice.name.size());
  }
  svg.line(rows.at(0.5), kTop - 4, rows.at(0.5), rows.bottom(), "even");
  rows.each(svg, [&](const CellSummary& cell, double y) {
    double begin = 0.0;
    const GameInfo& game = cell.cell.game;
    for (const Slice& slice : slices(cell, game.first_player, game.second_player)) {
      if (slice.games == 0) continue;
      const double share = static_cast<double>(slice.games) / static_cast<double>(cell.games());
      const std::string percent = fmt::format("{:.0f} %", 100.0 * share);
      svg.rect(
          rows.at(begin), y - 9, share * (rows.right() - rows.left()), 18, slice.css_class,
          fmt::format("{}: {} {}, {}", cell.cell.label, grouped(slice.games), slice.name, percent));
      if (share * (rows.right() - rows.left()) > 38) {
        svg.text(rows.at(begin + share / 2), y + 4.5, percent,
                 fmt::format("small on-{}", slice.css_class), Anchor::middle);
      }
      begin += share;
    }
  });
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    svg.text(rows.at(share), rows.bottom() + 18, fmt::format("{:.0f} %", 100.0 * share), "small",
             Anchor::middle);
  }
  return svg.str();
}

std::string lengths_figure(const Summary& summary, FigureWidth width) {
  const Rows rows(summary, width);
  double longest = 1.0;
  for (const CellSummary& cell : summary.cells) {
    if (cell.finished() == 0) continue;
    longest = std::max(longest, 1.08 * cell.ply_quantiles.back());
  }
  const double step = tick_step(longest, 6);
  const auto place = [&rows, longest](double plies) {
    return rows.at(std::min(plies / longest, 1.0));
  };
  Svg svg(rows.width(), rows.height(), "Length of finished games in plies, in each cell",
          rows.css_class());
  for (double tick = 0.0; tick <= longest; tick += step) {
    svg.line(place(tick), kTop - 4, place(tick), rows.bottom(), "grid");
    svg.text(place(tick), rows.bottom() + 18, fmt::format("{:.0f}", tick), "small", Anchor::middle);
  }
  svg.text(rows.left(), kTop - 12, "plies: dot median, thick half of the games, thin 5 to 95 %",
           "small");
  rows.each(svg, [&](const CellSummary& cell, double y) {
    if (cell.finished() == 0) {
      svg.text(rows.left() + 8, y + 4.5, "no finished games", "small");
      return;
    }
    const double base = y + kRow / 2 - 2;
    const std::uint32_t most =
        *std::max_element(cell.ply_histogram.begin(), cell.ply_histogram.end());
    std::vector<std::pair<double, double>> outline{{place(0), base}};
    for (std::size_t i = 0; i < cell.ply_histogram.size(); ++i) {
      const double left = static_cast<double>(i) * cell.ply_step;
      if (left > longest) break;
      const double top = base - (kRow - 6) * cell.ply_histogram[i] / most;
      outline.emplace_back(place(left), top);
      outline.emplace_back(place(left + cell.ply_step), top);
    }
    outline.emplace_back(outline.back().first, base);
    svg.polygon(outline, "histogram");
    const auto& q = cell.ply_quantiles;
    svg.line(place(q[0]), y, place(q[4]), y, "whisker");
    svg.line(place(q[1]), y, place(q[3]), y, "box");
    svg.circle(place(q[2]), y, 4.5, "median",
               fmt::format("{}: median {:.0f}, quartiles {:.0f} and {:.0f}, 5 to 95 % {:.0f} to "
                           "{:.0f} plies",
                           cell.cell.label, q[2], q[1], q[3], q[0], q[4]));
  });
  return svg.str();
}

}  // namespace tavlab
