#pragma once

#include <optional>
#include <string_view>

#include "core/text.h"

namespace tavlab {

/// The seconds in the time of a clock: "300s", "5m", or without a unit in units of `unit` seconds.
/// People's clocks count minutes and those of matches seconds. Nothing if it is no number.
inline std::optional<double> clock_seconds(std::string_view text, double unit) {
  constexpr double kMinute = 60;
  if (text.ends_with('s')) unit = 1;
  if (text.ends_with('m')) unit = kMinute;
  if (text.ends_with('s') || text.ends_with('m')) text.remove_suffix(1);
  const std::optional<double> number = finite_number(text);
  return number ? std::optional(*number * unit) : std::nullopt;
}

}  // namespace tavlab
