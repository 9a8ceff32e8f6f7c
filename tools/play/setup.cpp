#include "tools/play/setup.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/text.h"

namespace tavlab::play {

ClockSetting clock_setting(std::string_view where, std::string_view text) {
  constexpr double kMostMinutes = 10'000, kMostSeconds = 10'000;
  const std::vector<std::string_view> parts = split(text, '+');
  const std::optional<double> minutes = finite_number(parts.front());
  const std::optional<double> seconds =
      parts.size() > 1 ? finite_number(parts[1]) : std::optional(0.0);
  if (parts.size() > 2 || !minutes || !seconds || *minutes <= 0 || *minutes > kMostMinutes ||
      *seconds < 0 || *seconds > kMostSeconds) {
    throw UserError(
        fmt::format("{}: {} is not a clock; 5+3 is five minutes, and three seconds after each move",
                    where, in_quotes(text)));
  }
  return {std::chrono::duration<double>(*minutes * 60), std::chrono::duration<double>(*seconds)};
}

}  // namespace tavlab::play
