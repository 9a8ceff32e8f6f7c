#pragma once

#include <filesystem>

#include "experiments/claim/claim_run.h"

namespace tavlab {

/// What the games of a claim's folder say so far, even during its run. Writes nothing there; files
/// that must be written to read the store go to `scratch`. Throws UserError for a store of another
/// kind of run, or of a shard.
ClaimResult read_claim(const std::filesystem::path& folder, const std::filesystem::path& scratch);

}  // namespace tavlab
