#pragma once

#include <fmt/format.h>

#include "core/error.h"

namespace tavlab {

/// A random opening that ends the game is drawn again, at most this many times.
inline constexpr int kOpeningAttempts = 1000;

/// Throws the UserError for an opening that ended the game each time.
[[noreturn]] inline void throw_opening_too_long(int plies) {
  throw UserError(
      fmt::format("an opening of {} random plies is too long for these rules: the game is over "
                  "before its end",
                  plies));
}

}  // namespace tavlab
