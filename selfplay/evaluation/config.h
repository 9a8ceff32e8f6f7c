#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/match/match_limits.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// How the games that a learned evaluation learns from are played.
struct EvaluationGamesOptions {
  /// Shards of earlier games, or folders with them, from which the first round learns; if there are
  /// any, `first_agent` plays no round.
  std::vector<std::string> datasets;
  std::string first_agent = "alphabeta:nodes=1000,table=4";    ///< plays the first rounds
  std::uint64_t first_rounds = 1;                              ///< number of these rounds
  std::string agent = "alphabeta:net=NET,nodes=1000,table=4";  ///< plays later ones; NET: newest
  std::uint64_t positions = 300'000;  ///< minimum number of searched positions of a round
  /// The sides' nodes differ by up to this factor, so that both win equally often; 1: they are
  /// equal.
  double balance = 1.0;
  int opening_plies = 8;  ///< most random plies at the start; each number from 4 is equally likely
  int max_plies = 300;    ///< longer games are cut off
};

/// How a learned evaluation learns from them.
struct EvaluationLearnOptions {
  int batch = 1024;
  double epochs = 2.0;                ///< passes through the window in a round
  double learning_rate = 1e-3;        ///< at the start of a round
  double final_learning_rate = 2e-5;  ///< at its end, along a cosine
  std::uint64_t window = 6'000'000;   ///< positions of the newest rounds that are learned from
  /// The weight of the game's result in the target; the rest is the search's value. A game that is
  /// cut off counts as a draw: its values alone would teach an evaluation only what it says
  /// already.
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

/// The config for training a learned evaluation, a TOML file. It determines the result.
struct EvaluationConfig {
  std::string title;
  std::uint64_t seed = 1;
  std::vector<VariedRules> rules;
  int width = 64;                    ///< of the first layer
  bool correct_handcrafted = false;  ///< learns a correction to the handcrafted evaluation
  /// A learned evaluation to start from, of other rules on the same board, with which `first_agent`
  /// plays no round; empty: random weights.
  std::string from;
  std::uint64_t rounds = 8;
  EvaluationGamesOptions games;
  EvaluationLearnOptions learn;
  EvaluationMatchOptions match;

  std::string text;  ///< of the file
};

/// Parses a config. Throws UserError, naming the file, the line and the key.
EvaluationConfig parse_evaluation_config(std::string_view text, std::string_view origin);
/// The config with another seed.
EvaluationConfig with_seed(const EvaluationConfig& config, std::uint64_t seed,
                           std::string_view origin);
/// Reads the config of a file, whose path ends in .toml or contains a slash, or a built-in one by
/// name.
EvaluationConfig load_evaluation_config(std::string_view id_or_path);
std::vector<std::string> builtin_evaluation_ids();

/// The part of a config that may not change during a run: all but the title, the rounds, the match
/// and the comments.
std::string evaluation_identity(const EvaluationConfig& config);

}  // namespace tavlab
