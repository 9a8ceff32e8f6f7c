#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/claim/claim_run.h"

namespace tavlab {

// What every output format of a claim says in words.

/// The verdict in one sentence: "Played by agents of 2 kinds, each against each, the claim is
/// undecided: agents disagree."; where exact values decide, with the reason. A second sentence
/// gives the number of proved hypotheses, if these do not decide.
std::string verdict_sentence(const ClaimResult& result);
/// "supported", "undecided: not converged".
std::string verdict_words(const Outcome& outcome);

/// What the strongest agents of ladders say about each hypothesis: the band, whether it has
/// converged, the reading that changes it most, what pairs of games gain. A paragraph each.
std::vector<std::string> evidence(const ClaimResult& result);
/// A hypothesis in words, as a heading.
std::string hypothesis_title(const ClaimResult& result, std::size_t hypothesis);
/// The paragraph on one hypothesis; empty without ladders or games.
std::string evidence_on(const ClaimResult& result, std::size_t hypothesis);

/// Caveats for the reader, one sentence each.
std::vector<std::string> remarks(const ClaimResult& result);

/// The verdict at a strength: "supported", or "proved" where exact values alone decide.
std::string_view strength_text(const ClaimResult& result, std::size_t strength);

/// The verdict of one test: "refuted (below 0.4) after 54", "proved".
std::string outcome_text(const ClaimResult& result, const ClaimTest& test);

/// The mean of a test; "–" before the first game.
std::string mean_text(const ClaimTest& test);
/// Its interval, rounded outwards to the digits that it can support; "–" for exact values.
std::string interval_text(const ClaimTest& test);

/// As in claim.json.
std::string_view direction_text(Trend::Direction direction);
std::string trend_text(const ClaimResult& result, const Trend& trend);

}  // namespace tavlab
