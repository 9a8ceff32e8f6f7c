#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "experiments/human/human_play.h"
#include "experiments/stats/interval.h"

// How people play, beside what a run of agents finds. The run's folder holds a copy of the
// statistics (kHumanFile), so that every later report has them, too.
namespace tavlab {

/// The statistics in a file of `tavlab games stats --out`, or, if `given` is empty, those that the
/// folder holds, if any. Throws UserError as load_human_play, if those given have no games under
/// any of the rules, and if the folder holds another file where a copy shall be, unless it may be
/// replaced (`force`).
std::optional<HumanPlay> human_play_for(const std::filesystem::path& given,
                                        const std::filesystem::path& folder, bool force,
                                        std::span<const RuleSet> rules);

/// Writes them into a run's folder. Throws UserError.
void keep_human_play(const HumanPlay& play, const std::filesystem::path& folder);

/// The first side's score in the finished games.
ScoreEstimate score_of(const PlayedRules& played);

/// "people, 1,721 games", for figures.
std::string people_label(const PlayedRules& played);

/// "In 1,721 finished games of people (games.csv) the score of the attackers is 0.44, with 95 %
/// confidence in [0.41, 0.47]."
std::string people_sentence(const HumanPlay& play, const PlayedRules& played);

/// {"files": [..], "games": finished ones, "score": .., "low": .., "high": ..}
nlohmann::ordered_json people_json(const HumanPlay& play, const PlayedRules& played);

}  // namespace tavlab
