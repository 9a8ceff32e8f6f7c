#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nn/learner.h"
#include "nn/net_spec.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// Options of learning from the games of the window.
struct LearnOptions {
  LearnerOptions learner;
  int batch = 256;            ///< positions per step
  double replay_ratio = 4.0;  ///< how often a position is trained on, on average
  double learning_rate = 1e-3;
  double final_learning_rate = 1e-4;       ///< reached in the last round, along a cosine
  int warmup_steps = 200;                  ///< in which the learning rate rises from 0
  double value_lambda = 1.0;               ///< TD(lambda) of value targets: BatchMaker::set_lambda
  std::uint64_t value_lambda_rounds = 10;  ///< rounds in which it falls from 1 (results only)
  double win_discount = 1.0;      ///< discount of a win per ply: BatchMaker::set_win_discount
  std::uint64_t window = 20'000;  ///< initial positions of the window (window_size)
  std::uint64_t max_window = 1'000'000;  ///< its maximum
  std::uint64_t start = 5'000;           ///< minimum number of positions before the first step
};

/// The matches that measure the net during training.
struct LadderConfig {
  std::string agent = "mcts:net=NET,sims=100";  ///< NET stands for the net
  std::vector<std::string> opponents;  ///< EARLIER stands for the net of half as many rounds
  std::uint64_t games = 40;            ///< against each opponent, with sides exchanged
  double every_minutes = 5.0;
  int opening_plies = 2;
  std::string table;  ///< of `tavlab solve`, to measure what moves lose against perfect play
};

/// The config of a training run, a TOML file. It determines the result.
struct TrainConfig {
  std::string title;
  std::uint64_t seed = 1;
  std::vector<VariedRules> rules;
  /// A net to start from (start_from in nn/warm_start.h), a file or the name of one that comes with
  /// tavlab; empty: random weights.
  std::string from;
  NetSpec net;
  SelfPlayOptions selfplay;
  std::uint64_t games_per_round = 200;
  int past_every = 10;  ///< rounds between the nets kept as opponents
  LearnOptions learn;
  LadderConfig ladder;
  std::uint64_t rounds = 100;  ///< total number
  double minutes = 0.0;        ///< time after which no round starts; 0: no limit

  std::string text;  ///< of the file
};

/// Parses a config. Throws UserError, naming the file, the line and the key.
TrainConfig parse_train_config(std::string_view text, std::string_view origin);
/// The config with another seed.
TrainConfig with_seed(const TrainConfig& config, std::uint64_t seed, std::string_view origin);
/// The config with another net to start from. Throws UserError if it names one itself.
TrainConfig starting_from(const TrainConfig& config, const std::string& net,
                          std::string_view origin);
/// The config with a net, as strong as the config's own search makes it, as the only opponent in
/// all games: what is trained finds its weaknesses. The trained net plays `side` ("attackers"), or
/// either if it is empty. The net also becomes an opponent of the ladder. Throws UserError if the
/// config has opponents itself, or if there is no such side.
TrainConfig playing_against(const TrainConfig& config, const std::string& net,
                            const std::string& side, std::string_view origin);
/// Reads the config of a file, whose path ends in .toml or contains a slash, or a built-in one by
/// name.
TrainConfig load_train_config(std::string_view id_or_path);
std::vector<std::string> builtin_training_ids();

/// The part of a config that may not change during a run: all but the ladder, the end and the
/// comments. Configs with the same text are the same training.
std::string identity_text(const TrainConfig& config);

}  // namespace tavlab
