#pragma once

#include <string>

#include "experiments/claim/claim_run.h"

namespace tavlab {

/// Output formats of a claim's result. The keys of the JSON document are documented in
/// experiments/claims/README.md; keys are only ever added.
std::string claim_json(const ClaimResult& result);
/// For pasting.
std::string claim_markdown(const ClaimResult& result);
/// For a terminal.
std::string claim_text(const ClaimResult& result);

}  // namespace tavlab
