#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "experiments/review/review.h"

namespace tavlab {

/// For the terminal: a line for each move, then the turning points.
std::string review_text(const GameReview& review);

/// One JSON document with all games, without a newline.
std::string reviews_json(std::span<const GameReview> reviews);

/// A page with the value of each position over the game, the turning points, and the games to step
/// through. `command` made it.
std::string reviews_html(std::span<const GameReview> reviews, std::uint64_t seed,
                         const std::string& command);

}  // namespace tavlab
