#pragma once

#include <string>
#include <vector>

#include "experiments/claim/claim_run.h"

namespace tavlab {

/// Output formats of a claim's result. The keys of the JSON document are documented in
/// experiments/claims/README.md; keys are only ever added.
std::string claim_json(const ClaimResult& result);
/// For pasting.
std::string claim_markdown(const ClaimResult& result);
/// For a terminal.
std::string claim_text(const ClaimResult& result);

/// Caveats for the reader, one sentence each.
std::vector<std::string> remarks(const ClaimResult& result);

/// The verdict in one sentence: "Played by ..., the strongest of this claim's agents, the claim is
/// refuted (...)."
std::string verdict_sentence(const ClaimResult& result);

}  // namespace tavlab
