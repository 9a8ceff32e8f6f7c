#include "selfplay/match/match_limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/clock_text.h"

namespace tavlab {
namespace {

constexpr double kMinSeconds = 0.001;
constexpr double kMaxSeconds = 1e6;
constexpr double kMaxOdds = 1e6;

bool in_range(double seconds, double least) { return seconds >= least && seconds <= kMaxSeconds; }

}  // namespace

PlayerClock MatchLimits::parse_clock(std::string_view text) {
  const std::size_t plus = text.find('+');
  const auto seconds = clock_seconds(text.substr(0, plus), 1);
  const auto increment =
      plus == std::string_view::npos ? std::optional(0.0) : finite_number(text.substr(plus + 1));
  if (!seconds || !increment || !in_range(*seconds, kMinSeconds) || !in_range(*increment, 0.0)) {
    throw UserError(fmt::format(
        "clock '{}': write S+INC, seconds for the game from {} to {:.0f} and seconds added after "
        "each move, such as 60+0.5 or 1m+0.5",
        text, kMinSeconds, kMaxSeconds));
  }
  return {*seconds, *increment};
}

SideOdds MatchLimits::parse_odds(std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string_view side = text.substr(0, equals);
  const double factor = finite_number(text.substr(std::min(equals + 1, text.size()))).value_or(0.0);
  if ((side != "first" && side != "second") || factor < 1.0 || factor > kMaxOdds) {
    throw UserError(fmt::format(
        "odds '{}': write SIDE=FACTOR, first or second and how many times less that side has, from "
        "1 to {:.0f}, such as second=10",
        text, kMaxOdds));
  }
  return {side == "first" ? Side::first : Side::second, factor};
}

void MatchLimits::check() const {
  if (seconds && clock) {
    throw UserError("time for each move and a clock for the game exclude each other; choose one");
  }
  if (nodes && measured()) {
    throw UserError("a number of nodes for each move excludes time and a clock; choose one");
  }
  if (nodes && *nodes < 1) throw UserError("the nodes for a move must be at least 1");
  if (odds && !any()) {
    throw UserError("odds need a time for each move, a clock, or a number of nodes");
  }
  if (seconds && !in_range(*seconds, kMinSeconds)) {
    throw UserError(fmt::format("the time for a move must be from {} to {:.0f} seconds, not {}",
                                kMinSeconds, kMaxSeconds, *seconds));
  }
  if (margin && !measured()) {
    throw UserError("a margin needs a time for each move or a clock");
  }
  if (margin && !in_range(*margin, 0.0)) {
    throw UserError(
        fmt::format("the margin must be from 0 to {:.0f} seconds, not {}", kMaxSeconds, *margin));
  }
}

std::string MatchLimits::text() const {
  std::string text;
  if (seconds) text = fmt::format("{} s a move", *seconds);
  if (clock) {
    text = fmt::format("a clock of {} s, {} s more after each move", clock->remaining,
                       clock->increment);
  }
  if (nodes) text = fmt::format("{} nodes a move", *nodes);
  if (margin) text += fmt::format(", margin {} s", *margin);
  if (odds) {
    text += fmt::format(", 1/{} of that for the {} side", odds->factor,
                        odds->side == Side::first ? "first" : "second");
  }
  return text;
}

}  // namespace tavlab
