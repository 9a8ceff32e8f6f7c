#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result_counts.h"
#include "core/ruleset/ruleset.h"
#include "experiments/human/collected_game.h"
#include "experiments/stats/clustered_share.h"
#include "selfplay/record/games_summary.h"

// How people play: statistics of collections of games, an outside check of what agents find.
namespace tavlab {

/// The quantiles of lengths, in percent.
inline constexpr std::array<int, 5> kLengthQuantiles = {5, 25, 50, 75, 95};

/// The lengths of finished games, in plies.
struct Lengths {
  ShareEstimate mean;  ///< with Student's interval; NaN, and no bounds, where games are too few
  std::array<double, kLengthQuantiles.size()> quantiles{};
  int least = 0, most = 0;
};

/// How games ended, for one reason.
struct EndCount {
  std::string reason;
  ResultCounts results;
};

/// The games as if the second side had had to win within a number of its own moves: a win of it
/// counts if it needed no more, a draw if it came before the last of them. All other games that
/// lasted that long, and all that the first side won, count for the first side. Games that broke
/// off earlier are `unfinished`.
struct LimitPoint {
  int limit = 0;
  ResultCounts results;
};

/// Positions whose movers have ratings from `from` to below `from` + `Agreement::band_width`.
struct AgreementBand {
  std::optional<int> from;  ///< empty: unknown rating
  std::uint64_t positions = 0;
  std::uint64_t games = 0;   ///< from which they are
  std::uint64_t agreed = 0;  ///< where the agent chose the move that was played
  ShareEstimate share;       ///< the games are the clusters
};

/// How often an agent chooses the move that was played, in positions with more than one legal move.
/// Symmetric moves of symmetric positions are the same move.
struct Agreement {
  std::string agent;  ///< canonical
  std::uint64_t seed = 1;
  std::uint64_t choices = 0;  ///< positions with a choice in all games; a sample of them was taken
  bool complete = true;       ///< false: stopped before the whole sample was seen
  double by_chance = 0.0;     ///< the mean share of a random legal move; NaN without positions
  int band_width = 200;
  AgreementBand all;                 ///< `from` is empty
  std::vector<AgreementBand> bands;  ///< by rating, the unknown last; empty if no rating is known
};

/// The games under one rule set.
struct PlayedRules {
  std::string rules;                 ///< id
  std::string rules_hash;            ///< RuleSet::hash_text
  std::array<std::string, 2> sides;  ///< "attackers", "defenders"
  std::uint64_t distinct_games = 0;  ///< different sequences of moves
  ResultCounts results;
  std::vector<EndCount> ends;  ///< most frequent first
  Lengths plies;
  std::array<double, 2> mean_captured{};  ///< by each side in finished games; NaN without any
  std::vector<std::pair<std::string, std::uint64_t>> first_moves;  ///< most frequent first
  std::vector<LimitPoint> limits;
  std::vector<Agreement> agreements;

  /// Of one side or of both together, 95 %, over all games; draws and unfinished ones have their
  /// own shares.
  [[nodiscard]] ShareEstimate share(std::uint64_t count) const {
    return estimate_share(static_cast<double>(count), static_cast<double>(results.games()));
  }
};

struct HumanPlay {
  std::string version;  ///< of tavlab
  std::vector<std::string> files;
  GamesSummary summary;  ///< of all games
  std::vector<LeftOut> left_out;
  std::vector<PlayedRules> rule_sets;  ///< most games first

  /// Whether no agreement was stopped.
  [[nodiscard]] bool complete() const {
    return std::ranges::all_of(rule_sets, [](const PlayedRules& played) {
      return std::ranges::all_of(played.agreements, &Agreement::complete);
    });
  }
  /// The games under the rules with this hash; null if there are none.
  [[nodiscard]] const PlayedRules* find(std::string_view rules_hash) const;
  /// The games under these rules. Throws UserError if there are none; `name` stands for the
  /// statistics in the message.
  [[nodiscard]] const PlayedRules& under(const RuleSet& rules, std::string_view name) const;
};

struct HumanPlayOptions {
  /// Limits of the second side's moves, ascending; empty: kUsualLimits below that of the rules, for
  /// rules that may have one.
  std::vector<int> limits;
  std::vector<std::string> agents;
  std::uint64_t positions = 500;  ///< of each rule set, for each agent the same
  std::uint64_t seed = 1;
  int band_width = 200;  ///< of ratings
  int threads = 1;
};

inline constexpr std::array<int, 9> kUsualLimits = {9, 11, 13, 15, 17, 20, 25, 30, 40};

/// For progress: an agent, the positions that it has seen, from 1, and all that it will see. Called
/// from one thread at a time.
using HumanPlayProgress =
    std::function<void(const std::string& agent, std::uint64_t done, std::uint64_t all)>;

/// The statistics. If `stop` is requested, agreements are of the positions seen so far. Throws
/// UserError if no game counts, if limits do not apply to the rules, and for agents that cannot
/// play them.
HumanPlay human_play(std::span<const CollectedGame> games, const HumanPlayOptions& options,
                     const HumanPlayProgress& progress = {}, const std::stop_token& stop = {});

}  // namespace tavlab
