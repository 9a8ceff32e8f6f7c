#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/picture.h"
#include "core/ruleset/ruleset.h"

// Pictures of games by the rules of a store or an experiment. Rules or games of an older version
// may no longer be playable: then there is no picture, and reports show texts instead.
namespace tavlab {

/// The start position; empty if the rules cannot be played.
std::optional<Picture> start_picture(const RuleSet& rule_set);

/// The position of a text; empty if it is not valid.
std::optional<Picture> picture_of(const RuleSet& rule_set, std::string_view position);

/// Replays a game from its record (GameRecord::moves). Calls `shown` for the start and for the
/// position after each move, with the dice rolled there and the move as the picture's last one. Its
/// text is that of the move preceded by its rolls; empty at the start. Returns whether the record
/// is a game by these rules; if not, `shown` may have been called for its beginning. It starts at
/// `position`, or at the start if that is empty.
bool each_picture(const RuleSet& rule_set, std::string_view moves,
                  const std::function<void(const Picture&, const std::string& move)>& shown,
                  std::string_view position = {});

}  // namespace tavlab
