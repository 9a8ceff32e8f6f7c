#include "experiments/claim/claim_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/claim/measure_words.h"
#include "experiments/human/human_check.h"
#include "experiments/summary/labels.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

/// Why exact values decide the claim, for the strongest agents and therefore for all.
std::string proof_reason(const ClaimResult& result) {
  const std::vector<Hypothesis>& hypotheses = result.claim.hypotheses;
  const std::size_t strongest = result.strengths.size() - 1;
  std::vector<std::string> reasons;
  for (const ClaimTest& test : result.tests) {
    if (test.strength != strongest || !test.exact || test.verdict != result.headline()) continue;
    reasons.push_back(fmt::format("{}, {} it is {}", hypotheses[test.hypothesis].text(),
                                  test.verdict == Verdict::refuted ? "but" : "and",
                                  exact_text(test.latest()->mean)));
  }
  if (result.headline() == Verdict::supported && reasons.size() > 1) {
    return fmt::format("all of its {} hypotheses are true", reasons.size());
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

/// " Of its 5 hypotheses 2 are proved."; empty if none is.
std::string share_proved(const ClaimResult& result) {
  const auto proved = std::ranges::count_if(result.tests, [](const ClaimTest& test) {
    return test.strength == 0 && test.exact && test.verdict == Verdict::supported;
  });
  if (proved == 0) return {};
  return fmt::format(" Of its {} hypotheses {} {} proved.", result.claim.hypotheses.size(), proved,
                     proved == 1 ? "is" : "are");
}

/// On which side of the region a refuted mean lies: " (below 0.35)"; empty for other verdicts.
std::string side_text(const ClaimResult& result, const ClaimTest& test) {
  const Region& region = result.claim.hypotheses[test.hypothesis].region;
  if (test.verdict != Verdict::refuted) return {};
  if (region.outside) return fmt::format(" (from {} to {})", region.low, region.high);
  if (test.latest()->interval.high < region.low) return fmt::format(" (below {})", region.low);
  return fmt::format(" (above {})", region.high);
}

/// Decimals that an interval of this width can support.
int digits_of(const Look& look) {
  if (std::abs(look.mean) >= 10.0) return 1;
  const double width = look.interval.high - look.interval.low;
  if (!(width > 0.0)) return 3;
  return std::clamp(static_cast<int>(std::ceil(0.3 - std::log10(width))), 2, 6);
}

/// "0.42", rounded away from the mean, so that no interval looks narrower than it is.
std::string down(double value) { return fmt::format("{:.2f}", std::floor(100.0 * value) / 100.0); }
std::string up(double value) { return fmt::format("{:.2f}", std::ceil(100.0 * value) / 100.0); }

const GameInfo& game_of(const ClaimResult& result, const ClaimTest& test) {
  return result.games.cells[test.parts.front().cells.front()].cell.game;
}

/// Of 100 points.
std::string percent(double value) { return fmt::format("{:.0f}", 100.0 * value); }

/// What the strongest agents say about one score, for people who do not read tables.
std::string score_sentence(const ClaimResult& result, const ClaimTest& test) {
  const Hypothesis& hypothesis = result.claim.hypotheses[test.hypothesis];
  const GameInfo& game = game_of(result, test);
  const Look look = *test.latest();
  const Interval& band = look.band;
  const bool one = percent(band.low) == percent(band.high);
  const std::string between =
      one ? fmt::format("about {} of 100 points between the strongest agents", percent(band.low))
          : fmt::format(
                "{} to {} of 100 points between the strongest agents, depending on who plays",
                percent(band.low), percent(band.high));
  return fmt::format("{}: {} score {}; with its uncertainty {} to {}.", hypothesis.arms.front(),
                     in_sentence(game.first_player), between,
                     fmt::format("{:.0f}", std::floor(100.0 * look.interval.low)),
                     fmt::format("{:.0f}", std::ceil(100.0 * look.interval.high)));
}

std::string movement_sentence(const ClaimResult& result, const ClaimTest& test) {
  const Movement& movement = *test.movement;
  const std::string interval =
      fmt::format("[{}, {}]", down(movement.interval.low), up(movement.interval.high));
  const double within = result.claim.tolerance * test.width;
  const std::string_view state = movement.state == Movement::State::converged ? "converged"
                                 : movement.state == Movement::State::moving
                                     ? "not converged"
                                     : "open whether it has converged";
  return fmt::format(
      "The last two doublings of search moved it by {:+.2f} {}, against {:.2g} that "
      "is tolerated: {}.",
      movement.change, interval, within, state);
}

/// Where a reading of the rules changes the verdict on a hypothesis, or the worst of them.
std::string readings_sentence(const ClaimResult& result, const ClaimTest& base) {
  const ClaimTest* far = nullptr;
  double most = 0.0;
  for (const ClaimTest& test : result.tests) {
    if (test.reading == 0 || test.hypothesis != base.hypothesis || test.looks.empty()) continue;
    const double away = std::abs(test.latest()->mean - base.latest()->mean);
    if (far != nullptr && away <= most) continue;
    far = &test;
    most = away;
  }
  if (far == nullptr) return {};
  return fmt::format(
      "Of the other readings of the rules, {} changes it most, to {:.2f} [{}, {}]: {}.",
      result.claim.readings[far->reading].name, far->latest()->mean,
      down(far->latest()->interval.low), up(far->latest()->interval.high),
      verdict_text(far->verdict));
}

std::string pairing_sentence(const ClaimTest& test) {
  double sum = 0.0;
  std::size_t count = 0;
  for (const ClaimPart& part : test.parts) {
    if (!part.pairing) continue;
    sum += *part.pairing;
    ++count;
  }
  if (count == 0) return {};
  return fmt::format(
      "Games of both arms with the same opening are pairs: their differences have "
      "{:.2f} times the variance of independent games.",
      sum / static_cast<double>(count));
}

/// Why a claim is undecided, for a sentence.
std::string_view because_words(const ClaimResult& result) {
  if (result.exhausted && result.outcome.because == Because::budget) {
    return "too few different openings to tell";
  }
  if (result.exhausted && result.outcome.because == Because::convergence_open) {
    return "too few different openings to tell whether deeper search changes the result";
  }
  switch (result.outcome.because) {
    case Because::agents_disagree:
      return "the agents disagree";
    case Because::not_converged:
      return "deeper search still changes the result";
    case Because::convergence_open:
      return "too few games to tell whether deeper search changes the result";
    case Because::readings_disagree:
      return "readings of the rules disagree";
    case Because::one_kind:
      return "only one kind of agents played";
    case Because::budget:
      return "too few games to tell";
    case Because::decided:
      break;
  }
  return "";
}

}  // namespace

std::string_view direction_text(Trend::Direction direction) {
  switch (direction) {
    case Trend::Direction::rises:
      return "rises with strength";
    case Trend::Direction::falls:
      return "falls with strength";
    case Trend::Direction::open:
      break;
  }
  return "no trend told apart";
}

std::string trend_text(const ClaimResult& result, const Trend& trend) {
  const bool open = trend.direction == Trend::Direction::open;
  return fmt::format("{}: {} ({:+.3f} a step [{:+.3f}, {:+.3f}], {:+.3f} from {} to {})",
                     result.claim.hypotheses[trend.hypothesis].text(),
                     open ? "no clear trend" : direction_text(trend.direction), trend.slope,
                     trend.interval.low, trend.interval.high, trend.change,
                     result.strengths.front(), result.strengths.back());
}

std::string mean_text(const ClaimTest& test) {
  if (test.looks.empty()) return "–";
  const Look look = *test.latest();
  return fmt::format("{:.{}f}", look.mean, digits_of(look));
}

std::string interval_text(const ClaimTest& test) {
  if (test.looks.empty() || test.exact) return "–";
  const Look look = *test.latest();
  const int digits = digits_of(look);
  const double unit = std::pow(10.0, -digits);
  return fmt::format("[{:.{}f}, {:.{}f}]", std::floor(look.interval.low / unit) * unit, digits,
                     std::ceil(look.interval.high / unit) * unit, digits);
}

std::string outcome_text(const ClaimResult& result, const ClaimTest& test) {
  if (test.exact) return std::string(proof_text(test.verdict));
  if (test.disagree) return "agents disagree";
  if (test.decided_after == 0) return std::string(verdict_text(test.verdict));
  return fmt::format("{}{} after {}", verdict_text(test.verdict), side_text(result, test),
                     grouped(test.decided_after));
}

std::string_view strength_text(const ClaimResult& result, std::size_t strength) {
  const Verdict verdict = result.verdicts[strength];
  return result.by_proof(strength) ? proof_text(verdict) : verdict_text(verdict);
}

std::string verdict_words(const Outcome& outcome) {
  if (outcome.verdict != Verdict::undecided) return std::string(verdict_text(outcome.verdict));
  return fmt::format("undecided: {}", because_text(outcome.because));
}

std::string verdict_sentence(const ClaimResult& result) {
  const std::size_t strongest = result.strengths.size() - 1;
  const std::string_view verdict = strength_text(result, strongest);
  const bool all_exact = std::ranges::all_of(result.claim.hypotheses, &Hypothesis::exact);
  if (result.by_proof(strongest)) {
    return fmt::format("{} the claim is {}: {}.",
                       all_exact ? "Under optimal play of both sides" : "Whoever plays,", verdict,
                       proof_reason(result));
  }
  if (result.claim.players.kinds() > 0 && !all_exact) {
    const bool decided = result.outcome.verdict != Verdict::undecided;
    const std::string words = decided ? std::string(verdict_text(result.outcome.verdict))
                                      : fmt::format("undecided: {}", because_words(result));
    return fmt::format("Played by agents of {} kind{}, each against each, the claim is {}.{}",
                       result.claim.players.kinds(), result.claim.players.kinds() == 1 ? "" : "s",
                       words, share_proved(result));
  }
  if (all_exact) return fmt::format("Under optimal play of both sides the claim is {}.", verdict);
  if (result.strengths.size() == 1) {
    return fmt::format("Played by {}, the claim is {}.{}", result.strengths.front(), verdict,
                       share_proved(result));
  }
  std::string others;
  for (std::size_t i = 0; i + 1 < result.strengths.size(); ++i) {
    others += fmt::format("{}{} by {}", i == 0 ? "" : ", ", verdict_text(result.verdicts[i]),
                          result.strengths[i]);
  }
  return fmt::format("Played by {}, the strongest of this claim's agents, the claim is {} ({}).{}",
                     result.strengths.back(), verdict, others, share_proved(result));
}

std::string hypothesis_title(const ClaimResult& result, std::size_t hypothesis) {
  const Hypothesis& asked = result.claim.hypotheses[hypothesis];
  const auto test = std::ranges::find(result.tests, hypothesis, &ClaimTest::hypothesis);
  return hypothesis_words(asked, game_of(result, *test).first_player);
}

std::string evidence_on(const ClaimResult& result, std::size_t hypothesis) {
  if (result.claim.players.kinds() == 0) return {};
  const auto found = std::ranges::find_if(result.tests, [&](const ClaimTest& test) {
    return test.hypothesis == hypothesis && test.strength + 1 == result.strengths.size() &&
           test.reading == 0 && !test.exact && !test.looks.empty();
  });
  if (found == result.tests.end()) return {};
  const ClaimTest& test = *found;
  const Hypothesis& asked = result.claim.hypotheses[hypothesis];
  std::string text;
  if (asked.measure == "score" && asked.arms.size() == 1) {
    text = score_sentence(result, test);
  } else {
    const Look look = *test.latest();
    const int digits = digits_of(look);
    text = fmt::format(
        "{}: {:.{}f} on average over all pairs of the strongest agents, {:.{}f} to {:.{}f} by "
        "pair; with its uncertainty {}.",
        hypothesis_title(result, hypothesis), look.mean, digits, look.band.low, digits,
        look.band.high, digits, interval_text(test));
  }
  if (const PlayedRules* const people = result.people_on(hypothesis)) {
    text += " " + people_sentence(*result.human, *people);
  }
  if (test.movement) text += " " + movement_sentence(result, test);
  for (const std::string& more : {readings_sentence(result, test), pairing_sentence(test)}) {
    if (!more.empty()) text += " " + more;
  }
  return text;
}

std::vector<std::string> evidence(const ClaimResult& result) {
  std::vector<std::string> all;
  for (std::size_t h = 0; h < result.claim.hypotheses.size(); ++h) {
    if (std::string text = evidence_on(result, h); !text.empty()) all.push_back(std::move(text));
  }
  return all;
}

std::vector<std::string> remarks(const ClaimResult& result) {
  std::vector<std::string> all;
  if (std::ranges::none_of(result.claim.hypotheses, &Hypothesis::exact)) {
    all.emplace_back(
        "This describes how the agents named here play, not the value of the game: stronger "
        "players may reverse a verdict.");
  } else if (!std::ranges::all_of(result.claim.hypotheses, &Hypothesis::exact)) {
    all.emplace_back(
        "Measured values, unlike proved ones, describe how the agents named here play, not the "
        "value of the game: stronger players may reverse a verdict on them.");
  }
  const bool solved = std::ranges::all_of(
      result.tests, [](const ClaimTest& test) { return !test.exact || !test.looks.empty(); });
  if (!result.spent || !solved) {
    all.emplace_back(
        "The run was stopped before everything was decided or its budget was spent; the same "
        "command resumes it, and its numbers will change.");
  }
  if (result.exhausted) {
    all.emplace_back(
        "All openings were played, and from the same openings these agents play the same games "
        "again, which do not count. More games need longer openings, such as plies=4,unique, in a "
        "new version of the claim and another folder.");
  } else if (result.spent && result.outcome.verdict == Verdict::undecided &&
             (result.outcome.because == Because::budget ||
              result.outcome.because == Because::convergence_open)) {
    all.emplace_back("The budget of games is spent; with a larger --games the run goes on.");
  }
  if (result.claim.version > 1) {
    all.push_back(fmt::format("This is version {} of the claim. {}", result.claim.version,
                              result.claim.replaces));
  }
  for (const std::string& each : result.claim.unplayable) {
    all.push_back(fmt::format("A reading of the rules that cannot be played: {}.", each));
  }
  if (result.changed) {
    all.emplace_back(
        "The hypotheses were changed after games had been played: the stated probability of a "
        "false verdict holds only for hypotheses fixed beforehand.");
  }
  if (result.waiting > 0) {
    all.push_back(fmt::format(
        "{} games do not count yet: games with lower numbers are missing, perhaps in other shards.",
        grouped(result.waiting)));
  }
  const auto outside = [](const ClaimTest& test) {
    const std::optional<Look> look = test.latest();
    return look && !test.exact &&
           (look->mean < look->interval.low || look->mean > look->interval.high);
  };
  if (std::ranges::any_of(result.tests, outside)) {
    all.emplace_back(
        "A mean lies outside its interval: the interval is the intersection of those at all looks, "
        "the mean is over the games so far.");
  }
  return all;
}

}  // namespace tavlab
