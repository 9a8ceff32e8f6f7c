#pragma once

#include <string>
#include <vector>

#include "experiments/claim/claim_run.h"

namespace tavlab {

/// The forms in which a claim's result leaves the program; the keys of the JSON document are
/// documented in experiments/claims/README.md and only ever added to.
std::string claim_json(const ClaimResult& result);
/// For pasting.
std::string claim_markdown(const ClaimResult& result);
/// For a terminal.
std::string claim_text(const ClaimResult& result);

/// What a reader of the numbers must know besides, a sentence each; mostly nothing.
std::vector<std::string> remarks(const ClaimResult& result);

/// The verdict in one sentence: "Played by the strongest agents tried, ..., the claim is refuted
/// (...)."
std::string verdict_sentence(const ClaimResult& result);

}  // namespace tavlab
