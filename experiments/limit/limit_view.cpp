#include "experiments/limit/limit_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/stats/bid.h"

namespace tavlab {
namespace {

LimitView view_of(const LimitResult& result, std::string name, std::optional<std::size_t> agent,
                  std::span<const double> estimate, std::span<const Interval> band) {
  LimitView view{std::move(name), agent, estimate, band, even_places(band), {}, {}, {}};
  const std::vector<double> limits(result.limits.begin(), result.limits.end());
  view.crossing = estimated_crossing(limits, estimate);
  view.possible_bids = possible_bids(band);
  if (std::ranges::none_of(estimate, [](double score) { return std::isnan(score); })) {
    std::vector<double> values;
    for (const double score : estimate) values.push_back(1.0 - score);
    view.bids = equilibrium_bids(values);
  }
  return view;
}

}  // namespace

std::uint64_t LimitView::games(const LimitResult& result, std::size_t limit) const {
  if (agent) return result.curves.games(limit, *agent, *agent).finished();
  std::uint64_t games = 0;
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    for (std::size_t j = 0; j < result.agents.size(); ++j) {
      games += result.curves.games(limit, i, j).finished();
    }
  }
  return games;
}

std::vector<LimitView> limit_views(const LimitResult& result) {
  std::vector<LimitView> views;
  const LimitCurves& curves = result.curves;
  if (result.agents.size() > 1) {
    views.push_back(view_of(result, "best of all agents", std::nullopt, curves.value.estimate,
                            curves.value.band));
  }
  for (std::size_t i = 0; i < result.agents.size(); ++i) {
    const FallingCurve& mirror = curves.pair(i, i);
    views.push_back(view_of(result, result.agents[i], i, mirror.estimate, mirror.band));
  }
  return views;
}

std::string even_text(const LimitResult& result, const LimitView& view) {
  const EvenPlaces& even = view.even;
  if (!even.ordered) return limits_text(result, even.even);
  if (!even.even.empty()) {
    const int first = result.limits[even.even.front()], last = result.limits[even.even.back()];
    if (even.open_before() && even.open_after()) return "unknown";
    if (even.open_before()) return fmt::format("{} or fewer", last);
    if (even.open_after()) return fmt::format("{} or more", first);
    return limits_text(result, even.even);
  }
  if (even.open_after()) return fmt::format("more than {}", result.limits.back());
  if (even.open_before()) return fmt::format("fewer than {}", result.limits.front());
  return fmt::format("between {} and {}", result.limits[even.above.back()],
                     result.limits[even.below.front()]);
}

std::string crossing_text(const LimitResult& result, const LimitView& view) {
  const auto [low, high] = view.crossing;
  if (std::isinf(low) && std::isinf(high)) return "–";
  if (std::isinf(low)) return fmt::format("fewer than {}", result.limits.front());
  if (std::isinf(high)) return fmt::format("more than {}", result.limits.back());
  return fmt::format("between {:.0f} and {:.0f}", low, high);
}

std::string limits_text(const LimitResult& result, std::span<const std::size_t> indices) {
  std::string text;
  for (std::size_t begin = 0; begin < indices.size();) {
    std::size_t end = begin;
    while (end + 1 < indices.size() && indices[end + 1] == indices[end] + 1) ++end;
    if (end == begin + 1) end = begin;  // two are listed
    if (!text.empty()) text += ", ";
    text += fmt::format("{}", result.limits[indices[begin]]);
    if (end > begin) text += fmt::format(" to {}", result.limits[indices[end]]);
    begin = end + 1;
  }
  return text.empty() ? "–" : text;
}

std::string pure_text(const LimitResult& result, std::size_t limit) {
  const PureBand& pure = result.curves.value.pure[limit];
  if (std::isnan(pure.low)) return "–";
  return fmt::format("{:.2f} to {:.2f}", pure.low, pure.high);
}

std::string estimate_text(const LimitView& view, std::size_t limit) {
  if (std::isnan(view.estimate[limit])) return "–";
  return fmt::format("{:.2f} [{:.2f}, {:.2f}]", view.estimate[limit],
                     std::floor(100.0 * view.band[limit].low) / 100.0,
                     std::ceil(100.0 * view.band[limit].high) / 100.0);
}

}  // namespace tavlab
