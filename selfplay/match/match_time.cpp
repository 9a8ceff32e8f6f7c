#include "selfplay/match/match_time.h"

#include <fmt/format.h>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr double kLeastSeconds = 0.001;
constexpr double kMostSeconds = 1e6;

bool in_range(double seconds, double least) { return seconds >= least && seconds <= kMostSeconds; }

}  // namespace

PlayerClock MatchTime::parse_clock(std::string_view text) {
  const std::size_t plus = text.find('+');
  const auto seconds = finite_number(text.substr(0, plus));
  const auto increment =
      plus == std::string_view::npos ? std::optional(0.0) : finite_number(text.substr(plus + 1));
  if (!seconds || !increment || !in_range(*seconds, kLeastSeconds) || !in_range(*increment, 0.0)) {
    throw UserError(fmt::format(
        "clock '{}': write S+INC, seconds for the game from {} to {:.0f} and seconds added after "
        "each move, such as 60+0.5",
        text, kLeastSeconds, kMostSeconds));
  }
  return {*seconds, *increment};
}

void MatchTime::check() const {
  if (seconds && clock) {
    throw UserError("time for each move and a clock for the game exclude each other; choose one");
  }
  if (seconds && !in_range(*seconds, kLeastSeconds)) {
    throw UserError(fmt::format("the time for a move must be from {} to {:.0f} seconds, not {}",
                                kLeastSeconds, kMostSeconds, *seconds));
  }
  if (margin && !any()) {
    throw UserError("a margin needs a time for each move or a clock");
  }
  if (margin && !in_range(*margin, 0.0)) {
    throw UserError(
        fmt::format("the margin must be from 0 to {:.0f} seconds, not {}", kMostSeconds, *margin));
  }
}

std::string MatchTime::text() const {
  std::string text;
  if (seconds) text = fmt::format("{} s a move", *seconds);
  if (clock) {
    text = fmt::format("a clock of {} s, {} s more after each move", clock->remaining,
                       clock->increment);
  }
  if (margin) text += fmt::format(", margin {} s", *margin);
  return text;
}

}  // namespace tavlab
