#pragma once

#include <fmt/format.h>

#include <string>

#include "core/error.h"

namespace tavlab {

/// A random opening that ends the game is drawn again, at most this many times.
inline constexpr int kOpeningAttempts = 1000;

/// Throws the UserError for an opening that ended the game each time.
template <typename Rules>
[[noreturn]] void throw_opening_too_long(const Rules& rules, int plies) {
  std::string name = "these rules";
  if constexpr (requires { rules.parameters.identity.id; }) {
    name = "the rules " + rules.parameters.identity.id;
  }
  throw UserError(
      fmt::format("an opening of {} random plies is too long for {}: the game is over before its "
                  "end",
                  plies, name));
}

}  // namespace tavlab
