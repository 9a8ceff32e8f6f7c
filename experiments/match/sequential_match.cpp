#include "experiments/match/sequential_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/text.h"

namespace tavlab {
namespace {

constexpr double kGreatestElo = 1000.0;

std::string_view model_text(EloModel model) {
  return model == EloModel::logistic ? "logistic" : "normalized";
}

}  // namespace

SprtSettings SprtSettings::parse(std::string_view text) {
  const auto refuse = [text](const std::string& why) {
    throw UserError(
        fmt::format("sprt '{}': {}; example: elo0=0,elo1=20,alpha=0.05,beta=0.05,"
                    "model=logistic",
                    text, why));
  };
  SprtSettings settings;
  const auto given = key_values(text, refuse);
  for (const auto& [key, value] : given) {
    if (key == "model") {
      if (value != "logistic" && value != "normalized") {
        refuse(fmt::format("model must be logistic or normalized, not '{}'", value));
      }
      settings.hypotheses.model = value == "logistic" ? EloModel::logistic : EloModel::normalized;
      continue;
    }
    double* const number = key == "elo0"    ? &settings.hypotheses.elo0
                           : key == "elo1"  ? &settings.hypotheses.elo1
                           : key == "alpha" ? &settings.alpha
                           : key == "beta"  ? &settings.beta
                                            : nullptr;
    if (number == nullptr) refuse(fmt::format("unknown key '{}'", key));
    const std::optional<double> read = finite_number(value);
    if (!read) refuse(fmt::format("{} must be a number, not '{}'", key, value));
    *number = *read;
  }
  for (const char* const key : {"elo0", "elo1"}) {
    if (!given.contains(key)) refuse(fmt::format("{} is missing", key));
  }
  const EloHypotheses& hypotheses = settings.hypotheses;
  const double greatest =
      hypotheses.model == EloModel::logistic ? kGreatestElo : kGreatestNormalizedElo;
  if (!(std::abs(hypotheses.elo0) <= greatest && std::abs(hypotheses.elo1) <= greatest)) {
    refuse(fmt::format("elo0 and elo1 must be from {} to {}", -greatest, greatest));
  }
  if (!(hypotheses.elo0 < hypotheses.elo1)) refuse("elo0 must be less than elo1");
  for (const double rate : {settings.alpha, settings.beta}) {
    if (!(rate > 0.0 && rate < 0.5)) refuse("alpha and beta must be above 0 and below 0.5");
  }
  return settings;
}

std::string SprtSettings::text() const {
  return fmt::format("elo0={},elo1={},alpha={},beta={},model={}", hypotheses.elo0, hypotheses.elo1,
                     alpha, beta, model_text(hypotheses.model));
}

SequentialMatch::SequentialMatch(const SprtSettings& settings,
                                 std::function<void(const GameRecord&)> counted)
    : settings_(settings),
      bounds_(sprt_bounds(settings.alpha, settings.beta)),
      counted_(std::move(counted)) {}

void SequentialMatch::add(const GameRecord& game) {
  if (decided()) return;
  waiting_.emplace(game.number, game);
  // While both games of the next pair have finished.
  while (!decided() && waiting_.contains(next_) && waiting_.contains(next_ + 1)) {
    for (const std::uint64_t number : {next_, next_ + 1}) count(waiting_.at(number));
    waiting_.erase(next_);
    waiting_.erase(next_ + 1);
    next_ += 2;
    if (summary_.pairs().pairs() == 0) continue;
    ratio_ = log_likelihood_ratio(summary_.pairs(), settings_.hypotheses);
    state_ = sprt_state(ratio_, bounds_);
  }
}

void SequentialMatch::count(const GameRecord& game) {
  summary_.add(game);
  if (counted_) counted_(game);
}

std::optional<SprtEstimate> SequentialMatch::estimate() const {
  const auto& by_points = summary_.pairs().by_points;
  const auto seen = std::ranges::count_if(by_points, [](std::uint64_t count) { return count > 0; });
  if (seen < 2) return std::nullopt;
  return estimate_after_sprt(summary_.pairs(), settings_.hypotheses, bounds_);
}

std::string_view sprt_state_text(SprtState state) {
  switch (state) {
    case SprtState::accept_h0:
      return "H0 accepted";
    case SprtState::accept_h1:
      return "H1 accepted";
    case SprtState::undecided:
      break;
  }
  return "undecided";
}

}  // namespace tavlab
