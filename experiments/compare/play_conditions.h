#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "selfplay/match/match.h"

namespace tavlab {

/// Openings, limits and adjudication as commands and experiment files write them.
struct PlayConditions {
  std::string openings;          ///< as load_openings reads them; empty for none
  double time = 0.0;             ///< seconds for each move; 0 for no limit
  std::string clock;             ///< "60+0.5"; empty for none
  std::uint64_t nodes = 0;       ///< for each move; 0 for no limit
  std::optional<double> margin;  ///< as in MatchLimits
  std::string odds;              ///< "second=10"; empty for none
  std::string adjudicate;        ///< "plies=8,score=0.95"; empty for never

  /// The options that give them, each after a space.
  [[nodiscard]] std::string options() const;
  /// The same seen from another folder, so that the file of the openings is found from there.
  [[nodiscard]] PlayConditions seen_from(const std::filesystem::path& folder) const;
  /// Puts them into settings whose rules and seed are set. Throws UserError.
  void apply(MatchSettings& settings) const;
};

/// That openings are played again in so many games; empty if there are enough of them.
std::string repeated_openings_text(const MatchSettings& settings, std::uint64_t games);

}  // namespace tavlab
