#include "experiments/claim/trend.h"

#include "experiments/stats/normal_mixture.h"

namespace tavlab {
namespace {

struct Point {
  double x, mean, weight;
};

Trend trend_through(const std::vector<Point>& points, double target, double alpha) {
  double weights = 0.0, center = 0.0, spread = 0.0, product = 0.0;
  for (const Point& each : points) {
    weights += each.weight;
    center += each.weight * each.x;
  }
  center /= weights;
  for (const Point& each : points) {
    spread += each.weight * (each.x - center) * (each.x - center);
    product += each.weight * (each.x - center) * each.mean;
  }
  Trend trend;
  trend.change = points.back().mean - points.front().mean;
  trend.slope = product / spread;
  const double half = mixture_half_width(1.0 / spread, target, alpha);
  trend.interval = {trend.slope - half, trend.slope + half};
  if (trend.interval.low > 0.0) trend.direction = Trend::Direction::rises;
  if (trend.interval.high < 0.0) trend.direction = Trend::Direction::falls;
  return trend;
}

}  // namespace

std::vector<Trend> trends_of(const Claim& claim, const ClaimMonitor& monitor) {
  std::vector<Trend> trends;
  const double alpha = claim.alpha / static_cast<double>(claim.hypotheses.size());
  for (std::size_t h = 0; h < claim.hypotheses.size(); ++h) {
    std::vector<Point> points;
    double width = 1.0;
    for (const ClaimTest& test : monitor.tests()) {
      if (test.hypothesis != h || test.exact || test.reading != 0 || test.looks.empty()) continue;
      const Look& look = test.looks.back();
      if (!(look.variance > 0.0)) continue;
      points.push_back({static_cast<double>(test.strength), look.mean, 1.0 / look.variance});
      width = test.width;
    }
    if (points.size() < 2) continue;
    // Narrowest where steps of the tolerance can just be told from none.
    const double step = claim.tolerance * width;
    Trend trend = trend_through(points, step * step / 8.0, alpha);
    trend.hypothesis = h;
    trends.push_back(trend);
  }
  return trends;
}

}  // namespace tavlab
