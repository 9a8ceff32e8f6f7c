#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.h"

// Shared by config.cpp (the file) and config_design.cpp (the cells); nothing else includes this.
namespace tavlab {

/// A config as read, before expansion.
struct ExperimentDesign {
  std::string_view origin;
  std::filesystem::path folder;
  std::vector<ExperimentArm> arms;
  std::vector<AgentPair> agents;
  MatchMode match = MatchMode::single;
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int opening_plies = 0;
  int max_plies = 2000;
  std::string openings;  ///< as load_openings reads them; empty for random plies
  MatchLimits limits;
  std::optional<Adjudication> adjudication;
};

inline constexpr std::uint64_t kMaxCells = 10'000;
inline constexpr std::int64_t kMaxGames = 1'000'000'000;

/// Every combination of an arm's rule sets and grid values with a pair of agents, arms in order,
/// agents outermost so that cells of one strength are adjacent. Throws UserError for invalid rules,
/// and for two cells that would play the same games.
std::vector<ExperimentCell> expand_design(const ExperimentDesign& design);

}  // namespace tavlab
