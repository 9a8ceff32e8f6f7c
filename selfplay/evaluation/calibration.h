#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nn/evaluation/value_line.h"

namespace tavlab {

/// Calibrates the values of searches by the results of games, with a line for each bucket of
/// positions, fitted to the results. Searches are often overconfident, and by no means equally so
/// for both sides; labels that repeat this would make each round's evaluation more confident than
/// the one before.
class Calibration {
 public:
  struct Observation {
    std::uint8_t bucket;
    float value;   ///< of a search, for the first player, in [0, 1]
    float result;  ///< of the game: 0, 1/2 or 1
  };

  /// Fits the lines of `buckets` buckets. With few observations they stay near the identity.
  Calibration(std::span<const Observation> observations, int buckets);

  /// The expected score of a value in a bucket; increases with the value.
  [[nodiscard]] double of(int bucket, double value) const {
    return lines_[static_cast<std::size_t>(bucket)].of(value);
  }
  /// The factor by which the logits of values in a bucket are multiplied.
  [[nodiscard]] double slope(int bucket) const {
    return lines_[static_cast<std::size_t>(bucket)].slope;
  }

 private:
  std::vector<ValueLine> lines_;
};

}  // namespace tavlab
