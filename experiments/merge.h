#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "experiments/experiment.h"

namespace tavlab {

/// The result of a merge.
struct MergeOutcome {
  Summary summary;
  std::uint64_t taken = 0;  ///< games that the folder did not have
  std::uint64_t known = 0;  ///< games that it already had, or that several stores had
};

/// Merges the games of several stores of one experiment or claim (its shards) into the store of
/// `folder`, which is created if it does not exist, and writes summaries and report there, for a
/// claim with its verdict. Merging the same stores again changes nothing. Throws UserError for
/// stores of different experiments, rules, agents, limits or versions, for a game that differs
/// between two stores, and for a damaged store: nothing is taken from that store or those after it;
/// what was merged before stays.
MergeOutcome merge_experiments(const std::vector<std::filesystem::path>& stores,
                               const std::filesystem::path& folder,
                               const ExperimentOptions& options = {});

}  // namespace tavlab
