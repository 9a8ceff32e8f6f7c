#include "experiments/claim/claim_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/text.h"
#include "core/version.h"
#include "experiments/claim/claim_words.h"
#include "experiments/claim/source.h"
#include "experiments/human/human_check.h"
#include "experiments/summary/json_values.h"
#include "experiments/summary/labels.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

std::string estimate(const ClaimTest& test) {
  if (test.looks.empty()) return test.exact ? "not solved" : "no games";
  if (test.exact) return fmt::format("{} (proved)", exact_text(test.latest()->mean));
  return fmt::format("{} {}", mean_text(test), interval_text(test));
}

/// The hypothesis, and the reading of the rules if it is another one.
std::string name_of(const Claim& claim, const ClaimTest& test) {
  const std::string& reading = claim.readings[test.reading].name;
  return claim.hypotheses[test.hypothesis].text() +
         (reading.empty() ? std::string() : fmt::format(" (if {})", reading));
}

std::string values_text(const ClaimTest& test) {
  return test.exact ? "–" : grouped(test.latest().value_or(Look{}).values);
}

/// What cross-play of several kinds of agents adds to a test.
void add_band(Json& json, const ClaimTest& test) {
  if (!test.looks.empty()) {
    const Interval band = test.latest()->band;
    json["band"] = {json_number(band.low), json_number(band.high)};
  }
  json["agents_disagree"] = test.disagree;
  Json pairs = Json::array();
  for (const ClaimPart& part : test.parts) {
    const bool any = part.values > 0;
    pairs.push_back({{"first", part.first},
                     {"second", part.second},
                     {"values", part.values},
                     {"mean", any ? json_number(part.mean) : Json(nullptr)},
                     {"low", any ? json_number(part.interval.low) : Json(nullptr)},
                     {"high", any ? json_number(part.interval.high) : Json(nullptr)},
                     {"pairing", part.pairing ? Json(*part.pairing) : Json(nullptr)}});
  }
  json["pairs"] = std::move(pairs);
  if (test.movement) {
    const Movement& movement = *test.movement;
    json["movement"] = {{"change", json_number(movement.change)},
                        {"low", json_number(movement.interval.low)},
                        {"high", json_number(movement.interval.high)},
                        {"state", movement.state == Movement::State::converged ? "converged"
                                  : movement.state == Movement::State::moving  ? "moving"
                                                                               : "open"}};
  }
}

/// For claim.json: "proof" or "games"; null while undecided.
Json decided_by(Verdict verdict, bool by_proof) {
  if (verdict == Verdict::undecided) return nullptr;
  return by_proof ? "proof" : "games";
}

/// What exactly was played: the hashes of the claim, of its calibration and of the rules of each
/// arm.
std::string hashes_text(const Claim& claim) {
  std::string text = fmt::format("Hashes: claim `{}`", claim.hash());
  if (!claim.players.calibration.empty()) {
    text += fmt::format(", calibration `{}`", claim.players.calibration);
  }
  std::set<std::string> arms;
  for (const ExperimentCell& cell : claim.experiment.cells) {
    if (!arms.insert(cell.arm()).second) continue;
    text +=
        fmt::format(", rules of {} `{}`", in_markdown_cell(cell.arm()), cell.rule_set.hash_text());
  }
  return text + '.';
}

}  // namespace

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
                   {"command", result.games.command("DIR")},
                   {"version", claim.version},
                   {"replaces", claim.replaces.empty() ? Json(nullptr) : Json(claim.replaces)},
                   {"hash", claim.hash()}};
  json["players"] = claim.players.kinds() == 0
                        ? Json(nullptr)
                        : Json{{"calibration", claim.players.calibration.empty()
                                                   ? Json(nullptr)
                                                   : Json(claim.players.calibration)},
                               {"ladders", claim.players.ladders}};
  json["verdict"] = verdict_text(result.headline());
  const bool decided = result.headline() != Verdict::undecided;
  json["because"] = decided ? Json(nullptr) : Json(because_text(result.outcome.because));
  json["p"] = decided ? Json(result.outcome.p) : Json(nullptr);
  json["decided_by"] = decided_by(result.headline(), result.by_proof(result.strengths.size() - 1));
  json["sentence"] = verdict_sentence(result);
  json["evidence"] = evidence(result);
  json["people"] = Json::array();
  for (std::size_t h = 0; h < claim.hypotheses.size(); ++h) {
    const PlayedRules* const people = result.people_on(h);
    if (people == nullptr) continue;
    Json one = {{"hypothesis", claim.hypotheses[h].text()}};
    one.update(people_json(*result.human, *people));
    json["people"].push_back(std::move(one));
  }
  json["games"] = result.games.games();
  json["remarks"] = remarks(result);
  json["strengths"] = Json::array();
  for (std::size_t s = 0; s < result.strengths.size(); ++s) {
    Json tests = Json::array();
    for (const ClaimTest& test : result.tests) {
      if (test.strength != s) continue;
      const Hypothesis& hypothesis = claim.hypotheses[test.hypothesis];
      const std::string& reading = claim.readings[test.reading].name;
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
      one["reading"] = reading.empty() ? Json(nullptr) : Json(reading);
      if (claim.players.kinds() > 0 && !test.exact) add_band(one, test);
      tests.push_back(std::move(one));
    }
    json["strengths"].push_back({{"agents", result.strengths[s]},
                                 {"verdict", verdict_text(result.verdicts[s])},
                                 {"decided_by", decided_by(result.verdicts[s], result.by_proof(s))},
                                 {"tests", std::move(tests)}});
  }
  json["trends"] = Json::array();
  for (const Trend& trend : result.trends) {
    json["trends"].push_back(
        {{"hypothesis", claim.hypotheses[trend.hypothesis].text()},
         {"direction", direction_text(trend.direction)},
         {"slope", json_number(trend.slope)},
         {"slope_interval", {json_number(trend.interval.low), json_number(trend.interval.high)}},
         {"change", json_number(trend.change)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string claim_markdown(const ClaimResult& result) {
  const Claim& claim = result.claim;
  std::string text =
      fmt::format("### {}\n\n{} says: {}\n\n**{}**\n\n", in_markdown_cell(claim.experiment.title),
                  in_markdown_cell(source_name(claim.source)), in_markdown_cell(claim.statement),
                  in_markdown_cell(verdict_sentence(result)));
  for (const std::string& each : evidence(result)) {
    text += fmt::format("{}\n\n", in_markdown_cell(each));
  }
  text +=
      "| agents | hypothesis | mean [at any time] | values | verdict |\n|---|---|---|---|---|\n";
  for (const ClaimTest& test : result.tests) {
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n",
                        in_markdown_cell(result.strengths[test.strength]),
                        in_markdown_cell(name_of(claim, test)), estimate(test), values_text(test),
                        outcome_text(result, test));
  }
  text += "\n";
  for (const Trend& trend : result.trends) text += fmt::format("- {}\n", trend_text(result, trend));
  for (const std::string& each : remarks(result)) text += fmt::format("\n{}\n", each);
  text += fmt::format("\n`{}` (seed {}, {} games, tavlab {})\n", result.games.command("DIR"),
                      claim.experiment.seed, grouped(result.games.games()), kVersion);
  text += '\n' + hashes_text(claim) + '\n';
  if (const std::string& reading = claim.experiment.reading; !reading.empty()) {
    text += fmt::format("\n{}\n", in_markdown_cell(reading));
  }
  return text;
}

std::string claim_text(const ClaimResult& result) {
  const Claim& claim = result.claim;
  const auto prose = [](const std::string& each) { return wrap(each, kTextWidth, 0); };
  std::string text = claim.experiment.title + '\n' +
                     prose(fmt::format("{} says: {}", source_name(claim.source), claim.statement)) +
                     '\n';
  TextTable table({"", "mean [at any time]", "values", "verdict"});
  for (std::size_t s = 0; s < result.strengths.size(); ++s) {
    table.add_section(fmt::format("{}: {}", result.strengths[s], strength_text(result, s)));
    for (const ClaimTest& test : result.tests) {
      if (test.strength != s) continue;
      table.add({"  " + name_of(claim, test), estimate(test), values_text(test),
                 outcome_text(result, test)});
    }
  }
  text += table.text() + "\n";
  for (const Trend& trend : result.trends) text += prose(trend_text(result, trend));
  for (const std::string& each : evidence(result)) text += '\n' + prose(each);
  for (const std::string& each : remarks(result)) text += '\n' + prose(each);
  text += '\n' + prose(verdict_sentence(result));
  if (const std::string& reading = claim.experiment.reading; !reading.empty()) {
    text += fmt::format("{}\n", reading);
  }
  if (std::ranges::all_of(claim.hypotheses, &Hypothesis::exact)) return text;
  return text + prose(fmt::format(
                    "At each strength the probability of a false verdict is at most {}, however "
                    "often one looks.",
                    claim.alpha));
}

}  // namespace tavlab
