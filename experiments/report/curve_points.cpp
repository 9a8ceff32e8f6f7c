#include "experiments/report/curve_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "experiments/stats/isotonic.h"
#include "experiments/stats/logistic.h"
#include "experiments/summary/labels.h"

namespace tavlab {
namespace {

/// Where monotonic scores cross one half; falling ones are reversed first.
Interval crossing(const std::vector<ScoreAt>& scores, bool falls) {
  std::vector<double> parameters, values, weights;
  for (const ScoreAt& each : scores) {
    const double mean = each.points / each.games;
    parameters.push_back(each.parameter);
    values.push_back(falls ? 1.0 - mean : mean);
    weights.push_back(each.games);
  }
  return isotonic_crossing(parameters, isotonic_regression(values, weights));
}

/// The scores that a logistic curve fits. As long as it does not fit, removes the end whose score
/// is farther from one half, but never the values around the crossing. Far from the crossing, the
/// scores of real agents level off before 0 and 1; a curve fitted to them misses the crossing.
std::vector<ScoreAt> near_crossing(std::vector<ScoreAt> scores) {
  constexpr double kMisfit = 0.2;  // a small misfit moves the crossing by more than its interval
  const auto from_half = [](const ScoreAt& each) {
    return std::abs(each.points / each.games - 0.5);
  };
  while (scores.size() > 2) {
    const LogisticFit fit = fit_logistic(scores);
    if (lack_of_fit_p_value(fit, scores) >= kMisfit) break;
    const Interval between = crossing(scores, fit.slope < 0);
    const bool low_free = scores[1].parameter <= between.low;
    const bool high_free = scores[scores.size() - 2].parameter >= between.high;
    if (!low_free && !high_free) break;
    if (low_free && (!high_free || from_half(scores.front()) > from_half(scores.back()))) {
      scores.erase(scores.begin());
    } else {
      scores.pop_back();
    }
  }
  return scores;
}

std::string end_text(double value) {
  return std::isfinite(value) ? fmt::format("{:.1f}", value) : value > 0 ? "∞" : "−∞";
}

}  // namespace

std::optional<std::int64_t> as_number(const std::string& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const std::string* setting(const StoredCell& cell, const std::string& key) {
  for (const auto& [name, value] : cell.settings) {
    if (name == key) return &value;
  }
  return nullptr;
}

std::string curve_context(const StoredCell& cell, const std::string& key) {
  std::string text = cell.group;
  for (const auto& [name, value] : cell.settings) {
    if (name != key) text += ", " + setting_text(name, value);
  }
  return text;
}

std::vector<std::string> numeric_keys(const Summary& summary) {
  std::vector<std::string> keys;
  std::map<std::string, std::set<std::int64_t>> values;
  for (const CellSummary& cell : summary.cells) {
    for (const auto& [key, value] : cell.cell.settings) {
      const auto number = as_number(value);
      if (number && values[key].insert(*number).second && values[key].size() == 2) {
        keys.push_back(key);
      }
    }
  }
  return keys;
}

std::vector<BalancePoint> balance_points(const Summary& summary, const std::string& key) {
  struct Curve {
    BalancePoint found;
    std::vector<ScoreAt> scores;
    bool whole = true;
  };
  std::vector<Curve> curves;
  for (const CellSummary& cell : summary.cells) {
    const std::string* value = setting(cell.cell, key);
    const auto number = value == nullptr ? std::nullopt : as_number(*value);
    if (!number) continue;
    const std::string context = curve_context(cell.cell, key);
    auto curve = std::ranges::find_if(curves, [&](const Curve& each) {
      return each.found.agents == cell.cell.agents.name && each.found.context == context;
    });
    if (curve == curves.end()) {
      curve = curves.insert(curves.end(),
                            Curve{{cell.cell.agents.name, context, {}, {}, 0, {}, {}}, {}});
    }
    const auto games = static_cast<double>(cell.finished());
    curve->whole = curve->whole && games > 0;
    curve->scores.push_back({static_cast<double>(*number), cell.score.mean * games, games});
  }
  std::vector<BalancePoint> points;
  for (Curve& curve : curves) {
    if (curve.scores.size() < 3 || !curve.whole) continue;
    std::ranges::sort(curve.scores, {}, &ScoreAt::parameter);
    curve.found.played = {curve.scores.front().parameter, curve.scores.back().parameter};
    try {
      const std::vector<ScoreAt> near = near_crossing(curve.scores);
      const LogisticFit fit = fit_logistic(near);
      curve.found.fitted = {near.front().parameter, near.back().parameter};
      curve.found.point = fit.balance_point();
      curve.found.interval = balance_profile_interval(near);
      curve.found.between = crossing(curve.scores, fit.slope < 0);
    } catch (const std::invalid_argument&) {
      continue;
    }
    if (std::isfinite(curve.found.point)) points.push_back(curve.found);
  }
  return points;
}

std::string balance_point_text(const BalancePoint& point) {
  if (!point.within_played()) {
    return fmt::format("none from {:.0f} to {:.0f}", point.played.low, point.played.high);
  }
  std::string text = fmt::format("{:.1f} [{}, {}]", point.point, end_text(point.interval.low),
                                 end_text(point.interval.high));
  const bool below = !std::isfinite(point.between.low), above = !std::isfinite(point.between.high);
  if (below && above) return text;
  if (below) return text + fmt::format(", below {:.0f}", point.between.high);
  if (above) return text + fmt::format(", above {:.0f}", point.between.low);
  return text + fmt::format(", between {:.0f} and {:.0f}", point.between.low, point.between.high);
}

}  // namespace tavlab
