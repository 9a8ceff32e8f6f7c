#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/claim/stored_calibration.h"

namespace tavlab {

/// A claim's `agents` as a text: "strongest" or "strongest:N kinds", the best agent of a
/// calibration, or the best of each of the N best kinds.
struct PlayersRequest {
  std::size_t kinds = 1;
};

/// Throws UserError for any other text.
PlayersRequest parse_players_request(std::string_view text);

/// Who plays a claim about a game: agents of one or more kinds, each as a ladder of the same number
/// of rungs, weakest first. At each rung every kind plays either side against every kind.
struct ClaimPlayers {
  std::vector<std::vector<std::string>> ladders;  ///< canonical texts, by kind
  std::string calibration;  ///< the hash of that which chose them; empty if they were named

  [[nodiscard]] std::size_t kinds() const { return ladders.size(); }
  [[nodiscard]] std::size_t rungs() const { return ladders.empty() ? 0 : ladders.front().size(); }
  /// The agents of a rung, separated by " | ".
  [[nodiscard]] std::string rung_name(std::size_t rung) const;
};

/// What makes agents independent in their errors: how they search and how they evaluate. Two
/// texts of one kind differ in limits and settings only.
std::string agent_kind(std::string_view agent);

/// A ladder below each of `agents`: half its nodes, simulations or seconds at each rung down.
/// Throws UserError for two agents of one kind, and for one without such a limit if there are
/// doublings.
ClaimPlayers ladders_below(std::span<const std::string> agents, int doublings);

/// The best agent of each kind, by overall rating, the best kinds first, of those that have such a
/// ladder and can play by all of `rules`. Throws UserError if that leaves fewer kinds, and if the
/// calibration rested on other rules, nets or another version.
ClaimPlayers strongest_players(const StoredCalibration& calibration, const PlayersRequest& request,
                               int doublings, std::span<const RuleSet> rules);

}  // namespace tavlab
