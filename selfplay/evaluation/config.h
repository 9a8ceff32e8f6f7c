#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/match/match_limits.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// How the games are played that a learned evaluation learns from.
struct EvaluationGamesOptions {
  /// Shards of earlier games, or folders with them, from which the first round learns; then
  /// `first_agent` plays no round.
  std::vector<std::string> datasets;
  std::string first_agent = "alphabeta:nodes=1000,table=4";    ///< plays the first rounds,
  std::uint64_t first_rounds = 1;                              ///< so many,
  std::string agent = "alphabeta:net=NET,nodes=1000,table=4";  ///< and then, with the newest, this
  std::uint64_t positions = 300'000;  ///< searched positions of a round, at least
  /// Both sides win as often: their nodes differ by up to this factor; 1: by none.
  double balance = 1.0;
  int opening_plies = 8;  ///< most random plies at the start; each number from 4 on as often
  int max_plies = 300;    ///< longer games are cut off
};

/// How it learns from them.
struct EvaluationLearnOptions {
  int batch = 1024;
  double epochs = 2.0;                ///< passes through the window in a round
  double learning_rate = 1e-3;        ///< at the start of a round
  double final_learning_rate = 2e-5;  ///< at its end, along a cosine
  std::uint64_t window = 6'000'000;   ///< the newest rounds with so many positions
  /// The target is the game's result by this share, and the search's value for the rest. A cut off
  /// game counts as a draw: its values alone would teach an evaluation what it says already.
  double result_share = 0.1;
};

/// The match that measures each round's evaluation.
struct EvaluationMatchOptions {
  std::string opponent = "alphabeta:nodes=20000";
  std::string agent = "alphabeta:net=NET,nodes=20000";  ///< NET stands for the evaluation
  std::uint64_t games = 40;                             ///< 0 for none
  MatchLimits limits = {};  ///< nodes and odds, in place of the limits of the agents' texts
  int opening_plies = 4;
};

/// The config of a training of a learned evaluation, a TOML file. It determines the result.
struct EvaluationConfig {
  std::string title;
  std::uint64_t seed = 1;
  std::vector<VariedRules> rules;
  int width = 64;                    ///< of the first layer
  bool correct_handcrafted = false;  ///< it learns what to add to the handcrafted evaluation
  /// A learned evaluation to start from, of other rules on the same board; empty: random weights.
  /// Then `first_agent` plays no round.
  std::string from;
  std::uint64_t rounds = 8;
  EvaluationGamesOptions games;
  EvaluationLearnOptions learn;
  EvaluationMatchOptions match;

  std::string text;  ///< of the file
};

/// Parses a config. Throws UserError, naming the file, the line and the key.
EvaluationConfig parse_evaluation_config(std::string_view text, std::string_view origin);
/// Reads the config of a file, whose path ends in .toml or names a folder, or a built-in one by
/// name.
EvaluationConfig load_evaluation_config(std::string_view id_or_path);
std::vector<std::string> builtin_evaluation_ids();

/// The part of a config that may not change during a run: all but the title, the rounds, the match
/// and the comments.
std::string evaluation_identity(const EvaluationConfig& config);

}  // namespace tavlab
