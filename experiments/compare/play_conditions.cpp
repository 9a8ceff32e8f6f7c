#include "experiments/compare/play_conditions.h"

#include <fmt/format.h>

#include "experiments/text/command_text.h"

namespace tavlab {

std::string PlayConditions::options() const {
  std::string text;
  const auto add = [&text](std::string_view option, const std::string& value) {
    text += fmt::format(" --{}", option);
    add_word(text, value);
  };
  if (!openings.empty()) add("openings", openings);
  if (time > 0.0) add("time", fmt::format("{}", time));
  if (!clock.empty()) add("clock", clock);
  if (nodes > 0) add("nodes", fmt::format("{}", nodes));
  if (margin) add("time-margin", fmt::format("{}", *margin));
  if (!odds.empty()) add("odds", odds);
  if (!adjudicate.empty()) add("adjudicate", adjudicate);
  return text;
}

PlayConditions PlayConditions::seen_from(const std::filesystem::path& folder) const {
  PlayConditions seen = *this;
  if (!openings.empty() && !is_enumeration(openings)) {
    seen.openings =
        std::filesystem::proximate(openings, std::filesystem::absolute(folder)).string();
  }
  return seen;
}

void PlayConditions::apply(MatchSettings& settings) const {
  if (!openings.empty()) {
    settings.openings = load_openings(openings, settings.rule_set, settings.seed);
  }
  if (time > 0.0) settings.limits.seconds = time;
  if (!clock.empty()) settings.limits.clock = MatchLimits::parse_clock(clock);
  if (nodes > 0) settings.limits.nodes = nodes;
  settings.limits.margin = margin;
  if (!odds.empty()) settings.limits.odds = MatchLimits::parse_odds(odds);
  if (!adjudicate.empty()) settings.adjudication = Adjudication::parse(adjudicate);
}

std::string repeated_openings_text(const MatchSettings& settings, std::uint64_t games) {
  if (settings.openings == nullptr) return {};
  const std::size_t openings = settings.openings->lines.size();
  const char* const unit = settings.swap ? "pairs of games" : "games";
  const std::uint64_t number = settings.swap ? games / 2 : games;
  if (number <= openings) return {};
  return openings == 1
             ? fmt::format("all {} {} have the same opening\n", number, unit)
             : fmt::format("{} {} have only {} openings, which repeat\n", number, unit, openings);
}

}  // namespace tavlab
