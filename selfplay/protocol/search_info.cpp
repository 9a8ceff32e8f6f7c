#include "selfplay/protocol/search_info.h"

#include <algorithm>
#include <cmath>

namespace tavlab {
namespace {

constexpr double kScale = 400.0;
constexpr int kMost = 4000;

}  // namespace

int SearchInfo::centipawns() const {
  const double share = std::clamp(score.value_or(0.5), 1e-12, 1.0 - 1e-12);
  const double exact = kScale * std::log10(share / (1.0 - share));
  return static_cast<int>(std::lround(std::clamp<double>(exact, -kMost, kMost)));
}

double score_of_centipawns(int centipawns) {
  return 1.0 / (1.0 + std::pow(10.0, -static_cast<double>(centipawns) / kScale));
}

}  // namespace tavlab
