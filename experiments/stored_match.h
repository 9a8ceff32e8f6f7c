#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "experiments/compare/generated_run.h"
#include "experiments/match/match_tally.h"
#include "experiments/match/match_text.h"

namespace tavlab {

/// A match whose games are kept in a folder.
struct StoredMatchOptions : GeneratedRunOptions {
  std::string rules;
  std::vector<std::string> overrides;
  std::string first, second;  ///< agents
  bool swap = false;
  Shard shard;
  std::string sprt;  ///< for the command that is stored
};

/// Plays the games of a match that `folder` lacks, as an experiment of one cell, until a test of
/// the tally has decided, and writes its report and match.json there. Every stored game is added to
/// `tally`, those of earlier runs first; `report` is about the tally. Returns whether all games
/// that are needed are stored; if not, a signal ended the match. An InterruptGuard must be alive.
/// Throws UserError.
bool play_stored_match(const StoredMatchOptions& options, const std::filesystem::path& folder,
                       MatchTally& tally, const MatchReport& report);

/// Stores games of a match that were played without a folder in a new one, with the report and
/// match.json, so that play_stored_match goes on with them. Throws UserError.
void keep_match(const StoredMatchOptions& options, const std::filesystem::path& folder,
                std::span<const GameRecord> games, const MatchReport& report);

}  // namespace tavlab
