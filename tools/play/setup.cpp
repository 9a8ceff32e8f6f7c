#include "tools/play/setup.h"

#include <fmt/format.h>

#include <cstddef>

#include "core/error.h"
#include "core/text.h"
#include "experiments/config/agent_nets.h"
#include "selfplay/clock_text.h"

namespace tavlab::play {

std::string level_text(const RuleSet& rules, const Level& level) {
  const auto index = static_cast<std::size_t>(&level - levels().data());
  std::string text = fmt::format("Level {} of {}, {}", index + 1, levels().size(), level.name);
  if (const auto rating = rating_of_level(rules, index); rating && index > 0) {
    const bool at_least = rating->match && (rating->match->at_least || !rating->match->high);
    const bool weaker = names_shipped(level.agent) && shipped_evaluation_text(rules).empty() &&
                        !shipped_evaluation_text(load_rule_set(rating->rules)).empty();
    text += fmt::format(": {}{} Elo above level 1 (measured on {}{})", at_least ? "at least " : "",
                        rating->elo, rating->rules,
                        weaker ? "; weaker here, without its learned evaluation" : "");
  }
  return text + ".\n";
}

ClockSetting clock_setting(std::string_view where, std::string_view text) {
  constexpr double kMostTime = 600'000, kMostSeconds = 10'000;
  const std::vector<std::string_view> parts = split(text, '+');
  const std::optional<double> time = clock_seconds(parts.front(), 60);
  const std::optional<double> seconds =
      parts.size() > 1 ? finite_number(parts[1]) : std::optional(0.0);
  if (parts.size() > 2 || !time || !seconds || *time <= 0 || *time > kMostTime || *seconds < 0 ||
      *seconds > kMostSeconds) {
    throw UserError(
        fmt::format("{}: {} is not a clock; 5+3 is five minutes, and three seconds after each move",
                    where, in_quotes(text)));
  }
  return {std::chrono::duration<double>(*time), std::chrono::duration<double>(*seconds)};
}

}  // namespace tavlab::play
