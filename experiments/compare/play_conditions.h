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

  /// The command-line options that set them, each preceded by a space.
  [[nodiscard]] std::string options() const;
  /// The same with the path of an openings file relative to `folder`.
  [[nodiscard]] PlayConditions seen_from(const std::filesystem::path& folder) const;
  /// Applies them to settings whose rules and seed are set. Throws UserError.
  void apply(MatchSettings& settings) const;
};

/// A notice that openings repeat within this many games; empty if there are enough of them.
std::string repeated_openings_text(const MatchSettings& settings, std::uint64_t games);

}  // namespace tavlab
