#include "selfplay/match/adjudication.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <system_error>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {

Adjudication Adjudication::parse(std::string_view text) {
  const auto refuse = [text](const std::string& why) {
    throw UserError(fmt::format(
        "adjudicate '{}': {}; example: plies=8,score=0.95,draw=0.02,after=80", text, why));
  };
  Adjudication rule;
  std::set<std::string_view> seen;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t equals = part.find('=');
    const std::string_view key = part.substr(0, equals);
    if (equals == std::string_view::npos) refuse(fmt::format("'{}' has no value", part));
    if (!seen.insert(key).second) refuse(fmt::format("'{}' is given twice", key));
    const std::string_view value = part.substr(equals + 1);
    const auto take = [&](double least, double most) {
      double number = 0.0;
      const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
      if (error != std::errc{} || end != value.data() + value.size() || !(number >= least) ||
          !(number <= most)) {
        refuse(fmt::format("{} must be from {} to {}, not '{}'", key, least, most, value));
      }
      return number;
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
  if (!seen.contains("plies")) refuse("plies is missing");
  if (!rule.score && !rule.draw) refuse("score or draw is missing");
  if (seen.contains("after") && !rule.draw) refuse("after is about draws, but draw is missing");
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
