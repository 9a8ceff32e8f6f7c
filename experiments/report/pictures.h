#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/picture.h"
#include "core/ruleset/ruleset.h"

// Pictures of games by rules that a store or an experiment has. Rules or games of an older version
// may not be playable any more: then there is no picture, and reports show texts instead.
namespace tavlab {

/// The start position, or nothing.
std::optional<Picture> start_picture(const RuleSet& rule_set);

/// A position by its text, or nothing.
std::optional<Picture> picture_of(const RuleSet& rule_set, std::string_view position);

/// Replays a game from its record (GameRecord::moves). `shown` gets the start and each position
/// that a move leads to, with the dice that were rolled there and with that move as the picture's
/// last one, and the move's text, which has the dice rolled before it in front; at the start it is
/// empty. Returns whether the record is a game by these rules; `shown` may have got its beginning
/// even if not.
bool each_picture(const RuleSet& rule_set, std::string_view moves,
                  const std::function<void(const Picture&, const std::string& move)>& shown);

}  // namespace tavlab
