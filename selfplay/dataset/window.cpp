#include "selfplay/dataset/window.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tavlab {

std::uint64_t window_size(std::uint64_t total, std::uint64_t least, std::uint64_t most) {
  constexpr double kExponent = 0.75, kSlope = 0.4;
  if (total <= least) return std::min(least, most);
  const double growth =
      std::pow(static_cast<double>(total) / static_cast<double>(least), kExponent) - 1.0;
  const double size = static_cast<double>(least) * (1.0 + kSlope * growth / kExponent);
  return std::min(most, static_cast<std::uint64_t>(size));
}

void Window::add(StoredGame game) {
  games_.push_back(std::move(game));
  const StoredGame& kept = games_.back();
  const std::uint64_t serial = dropped_ + games_.size() - 1;
  for (std::uint32_t i = 0; i < kept.decisions.size(); ++i) {
    if (kept.decisions[i].full) samples_.push_back({serial, i});
  }
}

void Window::trim(std::uint64_t size) {
  while (!games_.empty()) {
    const auto of_oldest = static_cast<std::uint64_t>(
        std::ranges::count(games_.front().decisions, true, &SearchedDecision::full));
    if (samples_.size() - of_oldest < size) return;
    drop_oldest();
  }
}

void Window::keep_games(std::uint64_t games) {
  while (games_.size() > games) drop_oldest();
}

void Window::drop_oldest() {
  while (!samples_.empty() && samples_.front().game == dropped_) samples_.pop_front();
  games_.pop_front();
  ++dropped_;
}

Sample Window::draw(Random& random) const {
  const Place place = samples_[random.below(static_cast<std::uint32_t>(samples_.size()))];
  return {&games_[place.game - dropped_], place.decision};
}

}  // namespace tavlab
