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

/// The verdict of one test: "refuted after 54", "proved".
std::string outcome_text(const ClaimTest& test);

/// The verdict at a strength: "supported", or "proved" where exact values alone decide.
std::string_view strength_text(const ClaimResult& result, std::size_t strength);

/// Caveats for the reader, one sentence each.
std::vector<std::string> remarks(const ClaimResult& result);

/// The verdict in one sentence: "Played by ..., the strongest of this claim's agents, the claim is
/// refuted (...)."; where exact values decide, with the reason. A second sentence gives the number
/// of proved hypotheses, if these do not decide.
std::string verdict_sentence(const ClaimResult& result);

}  // namespace tavlab
