#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/match/match_limits.h"

namespace tavlab {

/// What others use of a calibration.json: who is how strong under some rules.
struct StoredCalibration {
  std::string path;
  std::string version;  ///< of the program that made it
  std::string rules;    ///< the id of a rule set
  std::string rules_hash;
  std::vector<std::string> agents;  ///< canonical, with the limits under which they played
  std::vector<double> ratings;      ///< overall, in Elo, by agent
  std::string nets;                 ///< the nets that agents name, as nets_of_agents
  std::string hash;

  RuleSet current;  ///< those rules as they are now

  /// Whether it describes the agents of today: made by this version, for rules as they are, with
  /// nets as they are. Throws UserError that says what is newer, and the command to repeat.
  void check_current() const;
};

/// Agents with the limits of a match, if it has any, in place of their own. Empty if their texts
/// cannot say these: a clock, or odds.
std::vector<std::string> players_of(const std::vector<std::string>& agents,
                                    const MatchLimits& limits);

/// The nets and learned evaluations that agents name, also as `auto` under these rules, each
/// with a hash of its content, a line for each.
std::string nets_of_agents(const std::vector<std::string>& agents, const RuleSet& rules);

/// Reads `path`, a calibration.json or the folder of one; or a folder with folders of calibrations,
/// named by their rule sets: then that of `rules`, which are loaded without changes. Throws
/// UserError.
StoredCalibration load_calibration(const std::filesystem::path& path, const RuleSet& rules);

/// What a command is given to load the rule set without its changes: its id, or the path of its
/// file.
std::string name_to_load(const RuleSet& rules);

}  // namespace tavlab
