#include "selfplay/match/adjudication.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {

Adjudication Adjudication::parse(std::string_view text) {
  const auto refuse = [text](const std::string& why) {
    throw UserError(fmt::format(
        "adjudicate '{}': {}; example: plies=8,score=0.95,draw=0.02,after=80", text, why));
  };
  Adjudication rule;
  const auto given = key_values(text, refuse);
  for (const auto& pair : given) {
    const std::string_view key = pair.first, value = pair.second;
    const auto take = [&](double least, double most) {
      const std::optional<double> number = finite_number(value);
      if (!number || !(*number >= least) || !(*number <= most)) {
        refuse(fmt::format("{} must be from {} to {}, not '{}'", key, least, most, value));
      }
      return number.value_or(least);
    };
    const auto whole = [&](int least, int most) {
      const double number = take(least, most);
      if (number != std::floor(number)) refuse(fmt::format("{} must be a whole number", key));
      return static_cast<int>(number);
    };
    if (key == "plies") {
      rule.plies = whole(1, 1000);
    } else if (key == "score") {
      rule.score = take(0.5, 1.0);
    } else if (key == "draw") {
      rule.draw = take(0.0, 0.5);
    } else if (key == "after") {
      rule.after = whole(0, 1'000'000);
    } else {
      refuse(fmt::format("unknown key '{}'", key));
    }
  }
  if (!given.contains("plies")) refuse("plies is missing");
  if (!rule.score && !rule.draw) refuse("score or draw is missing");
  if (given.contains("after") && !rule.draw) refuse("after applies to draws, but draw is missing");
  return rule;
}

std::string Adjudication::text() const {
  std::string text = fmt::format("plies={}", plies);
  if (score) text += fmt::format(",score={}", *score);
  if (draw) text += fmt::format(",draw={}", *draw);
  if (after > 0) text += fmt::format(",after={}", after);
  return text;
}

Result Adjudicator::after_move(std::size_t agent, std::optional<double> value, int plies) {
  if (!rule_ || !value) return Result::unfinished;
  Streaks& own = streaks_[agent];
  const auto count = [](int& streak, bool holds) { streak = holds ? streak + 1 : 0; };
  count(own.first, rule_->score && *value >= *rule_->score);
  count(own.second, rule_->score && 1.0 - *value >= *rule_->score);
  count(own.draw, rule_->draw && std::abs(*value - 0.5) <= *rule_->draw);
  const int needed = (rule_->plies + 1) / 2;
  const auto agreed = [&](int Streaks::*of) {
    return std::min(streaks_[0].*of, streaks_[1].*of) >= needed;
  };
  if (agreed(&Streaks::first)) return Result::first_wins;
  if (agreed(&Streaks::second)) return Result::second_wins;
  if (agreed(&Streaks::draw) && plies >= rule_->after) return Result::draw;
  return Result::unfinished;
}

}  // namespace tavlab
