#include "experiments/claim/claim_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/claim/claim_scale.h"
#include "experiments/claim/claim_words.h"
#include "experiments/claim/source.h"
#include "experiments/report/plot.h"
#include "experiments/report/svg.h"
#include "experiments/report/ticks.h"
#include "experiments/report/web.h"
#include "experiments/report/words_section.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Anchor = Svg::Anchor;

/// The tests of one hypothesis, weakest agents first.
std::vector<const ClaimTest*> tests_of(const ClaimResult& result, std::size_t hypothesis) {
  std::vector<const ClaimTest*> tests;
  for (const ClaimTest& test : result.tests) {
    if (test.hypothesis != hypothesis || test.exact || test.reading != 0) continue;
    if (!test.looks.empty()) tests.push_back(&test);
  }
  return tests;
}

/// The value of a measured score under optimal play, if it is proved for all rules in question.
std::optional<double> proved_mean(const ClaimResult& result, const ClaimTest& test) {
  if (result.claim.hypotheses[test.hypothesis].measure != "score") return std::nullopt;
  double mean = 0.0;
  for (std::size_t side = 0; side < test.parts.front().cells.size(); ++side) {
    const std::optional<double> exact = result.games.cells[test.parts.front().cells[side]].exact;
    if (!exact) return std::nullopt;
    mean += side == 0 ? *exact : -*exact;
  }
  return mean;
}

/// The range of means to draw: the measured ones, the ends of the region and a proved one.
Interval scale_of(const std::vector<const ClaimTest*>& tests, const Region& region,
                  const std::optional<double>& proved = {}) {
  Interval scale{INFINITY, -INFINITY};
  const auto take = [&scale](double value) {
    if (!std::isfinite(value)) return;
    scale.low = std::min(scale.low, value);
    scale.high = std::max(scale.high, value);
  };
  take(region.low);
  take(region.high);
  if (proved) take(*proved);
  for (const ClaimTest* test : tests) {
    take(test->latest()->interval.low);
    take(test->latest()->interval.high);
  }
  const double margin = std::max(0.12 * (scale.high - scale.low), 1e-6);
  return {scale.low - margin, scale.high + margin};
}

/// A plot with the mean on its vertical axis.
struct Plot {
  bool narrow;
  double width, left, right, top = 14, bottom;
  Interval scale;

  Plot(FigureWidth size, const Interval& range)
      : narrow(size == FigureWidth::narrow),
        width(narrow ? 380 : 760),
        left(narrow ? 46 : 60),
        right(width - 16),
        bottom(narrow ? 230 : 280),
        scale(range) {}

  [[nodiscard]] double y(double mean) const {
    const double share =
        (std::clamp(mean, scale.low, scale.high) - scale.low) / (scale.high - scale.low);
    return bottom - share * (bottom - top);
  }

  void draw_ground(Svg& svg, const Region& region) const {
    // A region with `outside` has two parts.
    const auto band = [&](double low, double high) {
      const double upper = y(high), lower = y(low);
      if (lower - upper > 0.5) svg.rect(left, upper, right - left, lower - upper, "region");
    };
    if (region.outside) {
      band(scale.low, region.low);
      band(region.high, scale.high);
    } else {
      band(std::max(region.low, scale.low), std::min(region.high, scale.high));
    }
    const double step = tick_step(scale.high - scale.low);
    for (double tick = std::ceil(scale.low / step) * step; tick <= scale.high; tick += step) {
      svg.line(left, y(tick), right, y(tick), "grid");
      svg.text(left - 7, y(tick) + 4.5, tick_text(tick, step), "small", Anchor::end);
    }
  }
};

void draw_legend(Svg& svg, const Plot& plot, const std::vector<const ClaimTest*>& tests,
                 const ClaimResult& result, double top) {
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const double y = top + 22.0 * static_cast<double>(i);
    svg.line(plot.left, y, plot.left + 28, y, fmt::format("curve s{}", i % 6));
    const std::string label = fmt::format("{}: {}", result.strengths[tests[i]->strength],
                                          verdict_text(tests[i]->verdict));
    svg.text(plot.left + 38, y + 4.5, shortened(label, plot.narrow ? 42 : 90));
  }
}

/// The legend's last row, after `rows` others.
void draw_proved_legend(Svg& svg, const Plot& plot, std::size_t rows, double top) {
  const double y = top + 22.0 * static_cast<double>(rows);
  draw_proved(svg, plot.left + 14, y, "proved");
  svg.text(plot.left + 38, y + 4.5, kProvedLegend);
}

/// The sequences against the number of games, on a logarithmic axis.
std::string sequence_svg(const ClaimResult& result, std::size_t hypothesis, FigureWidth width) {
  const std::vector<const ClaimTest*> tests = tests_of(result, hypothesis);
  const Region& region = result.claim.hypotheses[hypothesis].region;
  const Plot plot(width, scale_of(tests, region));
  double most = 10.0;
  for (const ClaimTest* test : tests) {
    most = std::max(most, static_cast<double>(test->latest()->values));
  }
  const auto x = [&](double games) {
    return plot.left + std::log(std::max(games, 1.0)) / std::log(most) * (plot.right - plot.left);
  };
  const double legend = 22.0 * static_cast<double>(tests.size()) + 18.0;
  Svg svg(plot.width, plot.bottom + 48 + legend,
          fmt::format("Confidence sequences: {}", result.claim.hypotheses[hypothesis].text()),
          plot.narrow ? "plot narrow" : "plot wide");
  plot.draw_ground(svg, region);
  for (double games = 1.0; games <= most; games *= 10.0) {
    svg.line(x(games), plot.bottom, x(games), plot.bottom + 5, "axis");
    svg.text(x(games), plot.bottom + 20, grouped(static_cast<std::uint64_t>(games)), "small",
             Anchor::middle);
  }
  svg.text((plot.left + plot.right) / 2, plot.bottom + 40, "games, or pairs of games", "small",
           Anchor::middle);
  for (std::size_t i = 0; i < tests.size(); ++i) {
    std::vector<std::pair<double, double>> band, mean;
    for (const Look& look : tests[i]->looks) {
      const double at = x(static_cast<double>(look.values));
      band.emplace_back(at, plot.y(look.interval.high));
      mean.emplace_back(at, plot.y(look.mean));
    }
    for (std::size_t k = tests[i]->looks.size(); k-- > 0;) {
      const Look& look = tests[i]->looks[k];
      band.emplace_back(x(static_cast<double>(look.values)), plot.y(look.interval.low));
    }
    svg.polygon(band, fmt::format("band s{}", i % 6));
    if (mean.size() > 1) svg.polyline(mean, fmt::format("curve s{}", i % 6));
  }
  draw_legend(svg, plot, tests, result, plot.bottom + 62);
  return svg.str();
}

/// The latest interval at each strength, side by side; at the right the proved value, if any.
std::string trend_svg(const ClaimResult& result, std::size_t hypothesis, FigureWidth width) {
  const std::vector<const ClaimTest*> tests = tests_of(result, hypothesis);
  const Region& region = result.claim.hypotheses[hypothesis].region;
  const std::optional<double> proved = proved_mean(result, *tests.front());
  const Plot plot(width, scale_of(tests, region, proved));
  const std::size_t marks = tests.size() + (proved ? 1 : 0);
  const double legend = 22.0 * static_cast<double>(marks) + 8.0;
  Svg svg(plot.width, plot.bottom + 16 + legend,
          fmt::format("Trend over strengths: {}", result.claim.hypotheses[hypothesis].text()),
          plot.narrow ? "plot narrow" : "plot wide");
  plot.draw_ground(svg, region);
  const double step = (plot.right - plot.left) / static_cast<double>(marks + 1);
  std::vector<std::pair<double, double>> path;
  for (std::size_t i = 0; i < tests.size(); ++i) {
    path.emplace_back(plot.left + step * static_cast<double>(i + 1),
                      plot.y(tests[i]->latest()->mean));
  }
  if (path.size() > 1) svg.polyline(path, "trend");
  for (std::size_t i = 0; i < tests.size(); ++i) {
    const Look look = *tests[i]->latest();
    svg.line(path[i].first, plot.y(look.interval.low), path[i].first, plot.y(look.interval.high),
             fmt::format("bar s{}", i % 6));
    svg.circle(path[i].first, path[i].second, 5, fmt::format("dot s{}", i % 6),
               fmt::format("{}: {:.3f} [{:.3f}, {:.3f}]", result.strengths[tests[i]->strength],
                           look.mean, look.interval.low, look.interval.high));
  }
  draw_legend(svg, plot, tests, result, plot.bottom + 24);
  if (proved) {
    draw_proved(svg, plot.right - step, plot.y(*proved), "proved",
                fmt::format("proved: {}", exact_text(*proved)));
    draw_proved_legend(svg, plot, tests.size(), plot.bottom + 24);
  }
  return svg.str();
}

/// The rules that the hypotheses compare: those of their arms, without other readings.
std::vector<const StoredCell*> compared_rules(const ClaimResult& result) {
  std::vector<const StoredCell*> rules;
  std::set<std::string> seen;
  for (const ClaimTest& test : result.tests) {
    if (test.reading != 0 || test.parts.empty()) continue;
    for (const std::size_t cell : test.parts.front().cells) {
      const StoredCell& stored = result.games.cells[cell].cell;
      if (seen.insert(stored.rules_hash).second) rules.push_back(&stored);
    }
  }
  return rules;
}

/// The outcome of a test, as a row of the table.
Fields test_fields(const ClaimResult& result, const ClaimTest& test) {
  const Claim& claim = result.claim;
  const Look look = test.latest().value_or(Look{});
  return {{"hypothesis", claim.hypotheses[test.hypothesis].text()},
          {"reading", claim.readings[test.reading].name},
          {"mean", test.exact && !test.looks.empty() ? exact_text(look.mean) : mean_text(test)},
          {"proved", test.exact && !test.looks.empty()},
          {"interval", interval_text(test)},
          {"values", test.exact ? "–" : grouped(look.values)},
          {"verdict", outcome_text(result, test)}};
}

Markup verdict_html(const ClaimResult& result) {
  const Claim& claim = result.claim;
  std::vector<Fields> strengths, notices;
  for (std::size_t s = 0; s < result.strengths.size(); ++s) {
    std::vector<Fields> tests;
    for (const ClaimTest& test : result.tests) {
      if (test.strength == s) tests.push_back(test_fields(result, test));
    }
    strengths.push_back({{"agents", result.strengths[s]},
                         {"verdict", strength_text(result, s)},
                         {"tests", std::move(tests)}});
  }
  for (const std::string& each : remarks(result)) notices.push_back({{"remark", each}});
  std::vector<Fields> scales;
  for (std::size_t h = 0; h < claim.hypotheses.size(); ++h) {
    std::string wide = scale_svg(result, h, FigureWidth::wide);
    if (wide.empty()) continue;
    scales.push_back({{"wide", Markup(std::move(wide))},
                      {"narrow", Markup(scale_svg(result, h, FigureWidth::narrow))},
                      {"title", hypothesis_title(result, h)},
                      {"text", evidence_on(result, h)}});
  }
  return filled("claim.html",
                {{"source", source_name(claim.source)},
                 {"scales", std::move(scales)},
                 {"compared", rules_differences(compared_rules(result))},
                 {"statement", claim.statement},
                 {"verdict", verdict_text(result.headline())},
                 {"sentence", verdict_sentence(result)},
                 {"strengths", std::move(strengths)},
                 {"remarks", std::move(notices)},
                 {"exact", std::ranges::any_of(claim.hypotheses, &Hypothesis::exact)},
                 {"sequential", !std::ranges::all_of(claim.hypotheses, &Hypothesis::exact)},
                 {"alpha", fmt::format("{}", claim.alpha)}});
}

}  // namespace

std::vector<NamedFigure> claim_figures(const ClaimResult& result) {
  std::vector<NamedFigure> figures;
  for (std::size_t h = 0; h < result.claim.hypotheses.size(); ++h) {
    if (tests_of(result, h).empty()) continue;
    figures.push_back(
        {fmt::format("sequence-{}", h + 1), sequence_svg(result, h, FigureWidth::wide)});
    if (result.strengths.size() < 2) continue;
    figures.push_back({fmt::format("trend-{}", h + 1), trend_svg(result, h, FigureWidth::wide)});
  }
  return figures;
}

ReportFrame claim_frame(const ClaimResult& result) {
  std::vector<Fields> figures;
  for (std::size_t h = 0; h < result.claim.hypotheses.size(); ++h) {
    if (tests_of(result, h).empty()) continue;
    const std::string text = result.claim.hypotheses[h].text();
    figures.push_back(figure_fields(
        sequence_svg(result, h, FigureWidth::wide), sequence_svg(result, h, FigureWidth::narrow),
        fmt::format("{}. Lines: means as the games came in; bands: confidence sequences; shaded: "
                    "what the claim asserts.",
                    text)));
    if (result.strengths.size() < 2) continue;
    figures.push_back(figure_fields(trend_svg(result, h, FigureWidth::wide),
                                    trend_svg(result, h, FigureWidth::narrow),
                                    fmt::format("{}, by strength, weakest agents first.", text)));
  }
  ReportFrame frame;
  frame.verdict = verdict_html(result);
  frame.figures =
      filled("figures.html", {{"heading", "Evidence"}, {"figures", std::move(figures)}});
  return frame;
}

}  // namespace tavlab
