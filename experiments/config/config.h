#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "selfplay/match/match.h"

namespace tavlab {

/// single: independent games. two_game: games 2k and 2k+1 are a match on one opening in which the
/// agents exchange sides, scored by game points and then by captured pieces.
enum class MatchMode : std::uint8_t { single, two_game };

std::string_view match_mode_text(MatchMode mode);

/// Who plays whom. Each pair is its own cell, so that strengths are never pooled.
struct AgentPair {
  std::string name;   ///< as reports show it
  std::string first;  ///< canonical text of the agent on the first side
  std::string second;
};

/// A parameter and its values.
struct GridAxis {
  std::string key;
  std::vector<std::string> values;
};

/// A part of a design: some rule sets, with fixed overrides, and a grid over others.
struct ExperimentArm {
  std::string name;  ///< empty for the arm described by the top level of a config
  std::vector<std::string> rules;
  std::vector<std::pair<std::string, std::string>> set;
  std::vector<GridAxis> grid;
};

/// One point of the design: everything that determines its games, and how many are wanted.
struct ExperimentCell {
  std::string label;  ///< unique within the experiment
  std::string group;  ///< the arm's name, or the rule set's id
  std::vector<std::pair<std::string, std::string>> settings;  ///< its point of the grid
  RuleSet rule_set;
  AgentPair agents;
  MatchMode match = MatchMode::single;
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int opening_plies = 0;
  int max_plies = 2000;
  std::shared_ptr<const OpeningSuite> openings = nullptr;  ///< in place of random plies
  MatchLimits limits = {};
  std::optional<Adjudication> adjudication = std::nullopt;
  /// The learned evaluation and the net that `auto` stands for under these rules, with hashes of
  /// their content; empty if there is none, or if no agent of the design uses it.
  std::string evaluation = {}, net = {};

  /// The label without the agents: the group and the settings.
  [[nodiscard]] std::string arm() const;
  [[nodiscard]] MatchSettings match_settings() const;

  /// Hash over everything that determines game number n of this cell: content hash of the rules,
  /// agents, openings, limits, adjudication, cap on plies, exchange of sides, seed. Two cells with
  /// the same identity play the same games, whatever their names; stored games belong to an
  /// identity.
  [[nodiscard]] std::string identity() const;
};

/// An experiment as its TOML file describes it, expanded. See experiments/README.md for the format.
struct ExperimentConfig {
  std::string id;
  std::string title;
  std::string question;
  std::string reading;           ///< what its games show and what they do not; may be empty
  std::string origin;            ///< path, or "built in"
  std::filesystem::path folder;  ///< absolute, of the file; empty if built in
  std::string text;              ///< the file itself
  std::uint64_t seed = 1;
  std::vector<ExperimentCell> cells;
};

/// Loads a built-in experiment by its id, or a file by its path (anything that contains '/' or ends
/// in ".toml"). `games` overrides the number of games of each cell, `seed` the seed. Throws
/// UserError.
ExperimentConfig load_experiment(std::string_view id_or_path,
                                 std::optional<std::uint64_t> games = {},
                                 std::optional<std::uint64_t> seed = {});

/// The text of a config file, with another seed if one is given.
std::string seeded(std::string_view toml_text, std::string_view origin,
                   std::optional<std::uint64_t> seed);

/// The folder of a file, "." if the path names none.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Parses an experiment from TOML text; `origin` names it in errors. Rule sets given by a relative
/// path are searched below `folder`. Throws UserError.
ExperimentConfig parse_experiment(std::string_view toml_text, std::string_view origin,
                                  const std::filesystem::path& folder = {},
                                  std::optional<std::uint64_t> games = {});

/// Ids of the experiments compiled into the binary, sorted.
std::vector<std::string> builtin_experiment_ids();

}  // namespace tavlab
