#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/game.h"

namespace tavlab {

inline constexpr std::string_view kCaptureKind = "capture";

/// The kinds of moves of a family: "capture", then those that it names in `move_kinds`. A move may
/// be of several kinds, or of none.
template <Game G>
std::vector<std::string_view> move_kind_names() {
  std::vector<std::string_view> names = {kCaptureKind};
  if constexpr (G::capabilities.move_kinds) {
    names.insert(names.end(), G::move_kinds.begin(), G::move_kinds.end());
  }
  return names;
}

/// The number of a kind among move_kind_names(). Throws UserError, without a location, if there is
/// none of that name.
template <Game G>
std::size_t move_kind_number(std::string_view kind) {
  const std::vector<std::string_view> names = move_kind_names<G>();
  const auto found = std::ranges::find(names, kind);
  if (found == names.end()) {
    throw UserError(fmt::format("these rules have no moves of the kind '{}'; kinds: {}", kind,
                                fmt::join(names, ", ")));
  }
  return static_cast<std::size_t>(found - names.begin());
}

/// Whether a legal move is of the kind with this number.
template <Game G>
bool is_of_move_kind(const typename G::Rules& rules, const typename G::Position& position,
                     typename G::Move move, std::size_t number) {
  if (number == 0) return G::is_capture(rules, position, move);
  if constexpr (G::capabilities.move_kinds) {
    return G::is_of_kind(rules, position, move, number - 1);
  }
  return false;
}

/// What a player abstains from: moves of some kinds. The opponent does not. (Restricted play
/// measures what the right to such moves is worth: Jaffe et al. 2012, "Evaluating competitive game
/// balance with restricted play".)
struct Restriction {
  Side side = Side::first;
  std::uint32_t kinds = 0;  ///< a bit for each kind's number; 0: nothing

  bool operator==(const Restriction&) const = default;
};

/// Whether a legal move is of one of the kinds.
template <Game G>
bool is_of_any_kind(const typename G::Rules& rules, const typename G::Position& position,
                    typename G::Move move, std::uint32_t kinds) {
  for (std::size_t number = 0; kinds >> number != 0; ++number) {
    if ((kinds >> number & 1) != 0 && is_of_move_kind<G>(rules, position, move, number)) {
      return true;
    }
  }
  return false;
}

}  // namespace tavlab
