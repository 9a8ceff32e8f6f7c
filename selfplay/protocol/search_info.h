#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tavlab {

/// What a search reports over a protocol, from the point of view of the side to move.
struct SearchInfo {
  int depth = 0;  ///< 0 if unknown
  std::uint64_t nodes = 0;
  double seconds = 0.0;
  std::optional<double> score;  ///< expected, from 0 to 1
  /// Plies to a proven end: positive for a win, negative for a loss.
  std::optional<int> plies_to_end;
  std::optional<std::array<double, 3>> wdl;  ///< probabilities of a win, a draw, a loss
  std::vector<std::string> line;

  /// The score in centipawns, as in chess programs: on a logistic scale on which 100 is an expected
  /// score of 0.64, like that of Elo differences.
  [[nodiscard]] int centipawns() const;
};

/// The inverse of SearchInfo::centipawns.
double score_of_centipawns(int centipawns);

}  // namespace tavlab
