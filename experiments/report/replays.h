#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "experiments/report/fields.h"

namespace tavlab {

/// A note at a position of a replayed game, before its next move.
struct ReplayNote {
  std::string text;
  /// Shaded squares by name, with strengths from 0 to 1.
  std::vector<std::pair<std::string, double>> shades;
};

/// A game to step through.
struct Replay {
  RuleSet rules;
  std::string moves;   ///< as in GameRecord
  std::string title;   ///< of the drawing, and before the result
  std::string agents;  ///< who played; may be empty
  std::string result;
  std::vector<ReplayNote> notes;  ///< at the start and after each move; or none
  std::string position = {};      ///< where the game starts; empty: at the start of the rules
};

/// A section of a page: the games on boards, with the script that steps through them. Games that
/// cannot be replayed by their rules are omitted; empty if none is left.
Markup replays_html(std::string_view heading, std::string_view legend,
                    const std::vector<Replay>& replays);

}  // namespace tavlab
