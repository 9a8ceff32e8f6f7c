#include "experiments/claim/claim_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/version.h"
#include "experiments/summary/json_values.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

/// Decimals to show for a mean: two digits beyond the width of the interval.
int decimals(double value, const Interval& interval) {
  if (std::abs(value) >= 10.0) return 1;
  const double width = interval.high - interval.low;
  if (!(width > 0.0)) return 3;
  return std::clamp(static_cast<int>(std::ceil(1.0 - std::log10(width))), 3, 6);
}

std::string estimate(const ClaimTest& test) {
  const std::optional<Look> look = test.latest();
  if (!look) return test.exact ? "not solved" : "no games";
  if (test.exact) return fmt::format("{} (proved)", exact_text(look->mean));
  const int digits = decimals(look->mean, look->interval);
  return fmt::format("{:.{}f} [{:.{}f}, {:.{}f}]", look->mean, digits, look->interval.low, digits,
                     look->interval.high, digits);
}

std::string values_text(const ClaimTest& test) {
  return test.exact ? "–" : grouped(test.latest().value_or(Look{}).values);
}

/// For claim.json: "proof" or "games"; null while undecided.
Json decided_by(Verdict verdict, bool by_proof) {
  if (verdict == Verdict::undecided) return nullptr;
  return by_proof ? "proof" : "games";
}

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

/// As in claim.json.
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
  return fmt::format("{}: {} ({:+.3f} from {} to {})",
                     result.claim.hypotheses[trend.hypothesis].text(),
                     open ? "no clear trend" : direction_text(trend.direction), trend.change,
                     result.strengths.front(), result.strengths.back());
}

}  // namespace

std::string outcome_text(const ClaimTest& test) {
  if (test.exact) return std::string(proof_text(test.verdict));
  if (test.decided_after == 0) return std::string(verdict_text(test.verdict));
  return fmt::format("{} after {}", verdict_text(test.verdict), grouped(test.decided_after));
}

std::string_view strength_text(const ClaimResult& result, std::size_t strength) {
  const Verdict verdict = result.verdicts[strength];
  return result.by_proof(strength) ? proof_text(verdict) : verdict_text(verdict);
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

std::string claim_json(const ClaimResult& result) {
  const Claim& claim = result.claim;
  Json json;
  json["format"] = "tavlab claim result";
  json["format_version"] = 1;
  json["tavlab_version"] = kVersion;
  json["claim"] = {{"id", claim.experiment.id},
                   {"title", claim.experiment.title},
                   {"statement", claim.statement},
                   {"source", claim.source},
                   {"alpha", claim.alpha},
                   {"seed", claim.experiment.seed},
                   {"command", result.games.command("DIR")}};
  json["verdict"] = verdict_text(result.headline());
  json["decided_by"] = decided_by(result.headline(), result.by_proof(result.strengths.size() - 1));
  json["sentence"] = verdict_sentence(result);
  json["games"] = result.games.games();
  json["remarks"] = remarks(result);
  json["strengths"] = Json::array();
  for (std::size_t s = 0; s < result.strengths.size(); ++s) {
    Json tests = Json::array();
    for (const ClaimTest& test : result.tests) {
      if (test.strength != s) continue;
      const Hypothesis& hypothesis = claim.hypotheses[test.hypothesis];
      Json one = {{"hypothesis", hypothesis.text()},
                  {"measure", hypothesis.measure},
                  {"arms", hypothesis.arms},
                  {"range", hypothesis.range ? Json{hypothesis.range->low, hypothesis.range->high}
                                             : Json(nullptr)},
                  {"verdict", verdict_text(test.verdict)},
                  {"decided_by", decided_by(test.verdict, test.exact)}};
      const Look look = test.latest().value_or(Look{});
      one["decided_after"] = test.decided_after == 0 ? Json(nullptr) : Json(test.decided_after);
      one["values"] = look.values;
      one["mean"] = test.looks.empty() ? Json(nullptr) : json_number(look.mean);
      one["low"] = test.looks.empty() ? Json(nullptr) : json_number(look.interval.low);
      one["high"] = test.looks.empty() ? Json(nullptr) : json_number(look.interval.high);
      tests.push_back(std::move(one));
    }
    json["strengths"].push_back({{"agents", result.strengths[s]},
                                 {"verdict", verdict_text(result.verdicts[s])},
                                 {"decided_by", decided_by(result.verdicts[s], result.by_proof(s))},
                                 {"tests", std::move(tests)}});
  }
  json["trends"] = Json::array();
  for (const Trend& trend : result.trends) {
    json["trends"].push_back({{"hypothesis", claim.hypotheses[trend.hypothesis].text()},
                              {"direction", direction_text(trend.direction)},
                              {"change", json_number(trend.change)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string claim_markdown(const ClaimResult& result) {
  const Claim& claim = result.claim;
  std::string text =
      fmt::format("### {}\n\n{} says: {}\n\n**{}**\n\n", in_markdown_cell(claim.experiment.title),
                  in_markdown_cell(claim.source), in_markdown_cell(claim.statement),
                  in_markdown_cell(verdict_sentence(result)));
  text +=
      "| agents | hypothesis | mean [at any time] | values | verdict |\n|---|---|---|---|---|\n";
  for (const ClaimTest& test : result.tests) {
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n",
                        in_markdown_cell(result.strengths[test.strength]),
                        in_markdown_cell(claim.hypotheses[test.hypothesis].text()), estimate(test),
                        values_text(test), outcome_text(test));
  }
  text += "\n";
  for (const Trend& trend : result.trends) text += fmt::format("- {}\n", trend_text(result, trend));
  for (const std::string& each : remarks(result)) text += fmt::format("\n{}\n", each);
  text += fmt::format("\n`{}` (seed {}, {} games, tavlab {})\n", result.games.command("DIR"),
                      claim.experiment.seed, grouped(result.games.games()), kVersion);
  if (const std::string& reading = claim.experiment.reading; !reading.empty()) {
    text += fmt::format("\n{}\n", in_markdown_cell(reading));
  }
  return text;
}

std::string claim_text(const ClaimResult& result) {
  const Claim& claim = result.claim;
  std::string text =
      fmt::format("{}\n{} says: {}\n\n", claim.experiment.title, claim.source, claim.statement);
  TextTable table({"", "mean [at any time]", "values", "verdict"});
  for (std::size_t s = 0; s < result.strengths.size(); ++s) {
    table.add_section(fmt::format("{}: {}", result.strengths[s], strength_text(result, s)));
    for (const ClaimTest& test : result.tests) {
      if (test.strength != s) continue;
      table.add({"  " + claim.hypotheses[test.hypothesis].text(), estimate(test), values_text(test),
                 outcome_text(test)});
    }
  }
  text += table.text() + "\n";
  for (const Trend& trend : result.trends) text += fmt::format("{}\n", trend_text(result, trend));
  for (const std::string& each : remarks(result)) text += fmt::format("\n{}\n", each);
  text += fmt::format("\n{}\n", verdict_sentence(result));
  if (const std::string& reading = claim.experiment.reading; !reading.empty()) {
    text += fmt::format("{}\n", reading);
  }
  if (std::ranges::all_of(claim.hypotheses, &Hypothesis::exact)) return text;
  return text + fmt::format(
                    "At each strength the probability of a false verdict is at most {}, however "
                    "often one looks.\n",
                    claim.alpha);
}

}  // namespace tavlab
