#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "experiments/experiment.h"

namespace tavlab {

/// What a merge did.
struct MergeOutcome {
  Summary summary;
  std::uint64_t taken = 0;  ///< games that the folder did not have
  std::uint64_t known = 0;  ///< games that it had, or that several stores had
};

/// Puts the games of several stores of one experiment or claim (its shards) into the store of
/// `folder`, which is made if it does not exist, and writes summaries and report there, for a
/// claim with its verdict. Merging the
/// same stores again changes nothing. Throws UserError for stores of different experiments, rules,
/// agents, limits or versions, for a game that two stores have differently, and for a damaged
/// store: nothing of that store and of those behind it is taken, what came before stays.
MergeOutcome merge_experiments(const std::vector<std::filesystem::path>& stores,
                               const std::filesystem::path& folder,
                               const ExperimentOptions& options = {});

}  // namespace tavlab
