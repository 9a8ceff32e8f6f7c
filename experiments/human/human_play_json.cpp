#include "experiments/human/human_play_json.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/random.h"
#include "core/text.h"
#include "experiments/summary/json_values.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tavlab human play";
constexpr std::uint64_t kFormatVersion = 1;

Json share_json(const ShareEstimate& share) {
  return {{"mean", json_number(share.mean)},
          {"low", json_number(share.interval.low)},
          {"high", json_number(share.interval.high)}};
}

Json counts_json(const ResultCounts& counts) {
  return {{"first", counts.wins},
          {"draws", counts.draws},
          {"second", counts.losses},
          {"unfinished", counts.unfinished}};
}

Json score_json(const ResultCounts& counts) {
  const ScoreEstimate score = estimate_score(counts);
  return share_json({score.mean, score.interval});
}

Json lengths_json(const Lengths& plies) {
  Json quantiles = Json::object();
  for (std::size_t i = 0; i < kLengthQuantiles.size(); ++i) {
    quantiles[fmt::format("{}", kLengthQuantiles[i])] = json_number(plies.quantiles[i]);
  }
  return {{"mean", share_json(plies.mean)},
          {"quantiles", quantiles},
          {"least", plies.least},
          {"most", plies.most}};
}

Json band_json(const AgreementBand& band) {
  return {{"positions", band.positions},
          {"games", band.games},
          {"agreed", band.agreed},
          {"share", share_json(band.share)}};
}

Json agreement_json(const Agreement& found) {
  Json json = {{"agent", found.agent},
               {"seed", found.seed},
               {"choices", found.choices},
               {"complete", found.complete},
               {"by_chance", json_number(found.by_chance)},
               {"band_width", found.band_width}};
  json.update(band_json(found.all));
  json["bands"] = Json::array();
  for (const AgreementBand& band : found.bands) {
    Json one = {{"from", band.from ? Json(*band.from) : Json(nullptr)}};
    one.update(band_json(band));
    json["bands"].push_back(std::move(one));
  }
  return json;
}

Json rules_json(const PlayedRules& played) {
  const ResultCounts& results = played.results;
  Json json = {{"rules", played.rules},
               {"rules_hash", played.rules_hash},
               {"first_player", played.sides[0]},
               {"second_player", played.sides[1]},
               {"games", results.games()},
               {"distinct_games", played.distinct_games},
               {"results", counts_json(results)},
               {"shares",
                {{"first", share_json(played.share(results.wins))},
                 {"draws", share_json(played.share(results.draws))},
                 {"second", share_json(played.share(results.losses))},
                 {"unfinished", share_json(played.share(results.unfinished))}}},
               {"score", score_json(results)},
               {"plies", lengths_json(played.plies)},
               {"mean_captured",
                {json_number(played.mean_captured[0]), json_number(played.mean_captured[1])}}};
  for (const char* list : {"ends", "first_moves", "limits", "agreements"}) {
    json[list] = Json::array();
  }
  for (const EndCount& each : played.ends) {
    Json one = {{"reason", each.reason}};
    one.update(counts_json(each.results));
    json["ends"].push_back(std::move(one));
  }
  for (const auto& [move, count] : played.first_moves) {
    json["first_moves"].push_back({{"move", move}, {"games", count}});
  }
  for (const LimitPoint& each : played.limits) {
    Json one = {{"limit", each.limit}};
    one.update(counts_json(each.results));
    one["score"] = score_json(each.results);
    json["limits"].push_back(std::move(one));
  }
  for (const Agreement& each : played.agreements) {
    json["agreements"].push_back(agreement_json(each));
  }
  return json;
}

std::string hash_of(const Json& json) { return fmt::format("{:016x}", hash_text(json.dump())); }

// Reading. Wrong types and missing keys throw the library's exceptions.

std::string text_of(const Json& json) { return printable(json.get<std::string>()); }

int integer_of(const Json& json) {
  const std::uint64_t value = json_count(json);
  if (value > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
    throw UserError("has a number that is too large");
  }
  return static_cast<int>(value);
}

double number_or(const Json& json, double missing) {
  return json.is_null() ? missing : json.get<double>();
}

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

ShareEstimate read_share(const Json& json) {
  return {number_or(json.at("mean"), kNoNumber),
          {number_or(json.at("low"), kWholeLine.low), number_or(json.at("high"), kWholeLine.high)}};
}

ResultCounts read_counts(const Json& json) {
  return {json_count(json.at("first")), json_count(json.at("draws")), json_count(json.at("second")),
          json_count(json.at("unfinished"))};
}

Lengths read_lengths(const Json& json) {
  Lengths plies;
  plies.mean = read_share(json.at("mean"));
  for (std::size_t i = 0; i < kLengthQuantiles.size(); ++i) {
    const std::string name = fmt::format("{}", kLengthQuantiles[i]);
    plies.quantiles[i] = number_or(json.at("quantiles").at(name), kNoNumber);
  }
  plies.least = integer_of(json.at("least"));
  plies.most = integer_of(json.at("most"));
  return plies;
}

AgreementBand read_band(const Json& json) {
  AgreementBand band;
  band.positions = json_count(json.at("positions"));
  band.games = json_count(json.at("games"));
  band.agreed = json_count(json.at("agreed"));
  band.share = read_share(json.at("share"));
  return band;
}

Agreement read_agreement(const Json& json) {
  Agreement found;
  found.agent = text_of(json.at("agent"));
  found.seed = json_count(json.at("seed"));
  found.choices = json_count(json.at("choices"));
  found.complete = json.at("complete").get<bool>();
  found.by_chance = number_or(json.at("by_chance"), kNoNumber);
  found.band_width = integer_of(json.at("band_width"));
  found.all = read_band(json);
  for (const Json& each : json.at("bands")) {
    AgreementBand& band = found.bands.emplace_back(read_band(each));
    if (!each.at("from").is_null()) band.from = integer_of(each.at("from"));
  }
  return found;
}

PlayedRules read_rules(const Json& json) {
  PlayedRules played;
  played.rules = text_of(json.at("rules"));
  played.rules_hash = text_of(json.at("rules_hash"));
  played.sides = {text_of(json.at("first_player")), text_of(json.at("second_player"))};
  played.distinct_games = json_count(json.at("distinct_games"));
  played.results = read_counts(json.at("results"));
  played.plies = read_lengths(json.at("plies"));
  played.mean_captured = {number_or(json.at("mean_captured").at(0), kNoNumber),
                          number_or(json.at("mean_captured").at(1), kNoNumber)};
  for (const Json& each : json.at("ends")) {
    played.ends.push_back({text_of(each.at("reason")), read_counts(each)});
  }
  for (const Json& each : json.at("first_moves")) {
    played.first_moves.emplace_back(text_of(each.at("move")), json_count(each.at("games")));
  }
  for (const Json& each : json.at("limits")) {
    played.limits.push_back({integer_of(each.at("limit")), read_counts(each)});
  }
  for (const Json& each : json.at("agreements")) {
    played.agreements.push_back(read_agreement(each));
  }
  return played;
}

HumanPlay read_document(const Json& json) {
  HumanPlay play;
  play.version = text_of(json.at("tavlab_version"));
  for (const Json& each : json.at("files")) play.files.push_back(text_of(each));
  play.summary.games = json_count(json.at("games"));
  play.summary.agree = json_count(json.at("agree"));
  play.summary.disagree = json_count(json.at("disagree"));
  play.summary.unreadable = json_count(json.at("unreadable"));
  play.summary.off_the_board = json_count(json.at("off_the_board"));
  for (const auto& [kind, count] : json.at("kinds").items()) {
    play.summary.kinds.emplace(printable(kind), json_count(count));
  }
  for (const Json& each : json.at("left_out")) {
    play.left_out.push_back({text_of(each.at("file")), json_count(each.at("game")),
                             integer_of(each.at("line")), integer_of(each.at("ply")),
                             text_of(each.at("why"))});
  }
  for (const Json& each : json.at("rule_sets")) play.rule_sets.push_back(read_rules(each));
  return play;
}

HumanPlay read_text(const std::string& text) {
  if (const std::string fault = json_fault(text); !fault.empty()) throw UserError(fault);
  Json json = Json::parse(text);
  if (!json.is_object() || json.value("format", Json()) != kFormat) {
    throw UserError("is no file of `tavlab games stats --out`");
  }
  const std::uint64_t version = json_count(json.at("format_version"));
  if (version != kFormatVersion) {
    throw UserError(fmt::format("its format_version is {}; this version of tavlab reads {}",
                                version, kFormatVersion));
  }
  const Json hash = json.at("hash");
  json.erase("hash");
  if (hash != hash_of(json)) throw UserError("it was changed or damaged: its hash does not fit");
  return read_document(json);
}

}  // namespace

std::string human_play_json(const HumanPlay& play) {
  const GamesSummary& summary = play.summary;
  Json json = {{"format", kFormat},
               {"format_version", kFormatVersion},
               {"tavlab_version", play.version},
               {"files", play.files},
               {"games", summary.games},
               {"agree", summary.agree},
               {"disagree", summary.disagree},
               {"unreadable", summary.unreadable},
               {"off_the_board", summary.off_the_board},
               {"kinds", summary.kinds},
               {"left_out", Json::array()},
               {"rule_sets", Json::array()}};
  for (const LeftOut& each : play.left_out) {
    json["left_out"].push_back({{"file", each.file},
                                {"game", each.number},
                                {"line", each.line},
                                {"ply", each.ply},
                                {"why", each.why}});
  }
  for (const PlayedRules& each : play.rule_sets) json["rule_sets"].push_back(rules_json(each));
  json["hash"] = hash_of(json);
  return json.dump(2) + "\n";
}

HumanPlay load_human_play(const std::filesystem::path& path) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 26;
  const std::string text = read_file(path, kMaxBytes);
  try {
    return read_text(text);
  } catch (const UserError& error) {
    throw UserError(fmt::format("human play '{}': {}", path.string(), error.what()));
  } catch (const Json::exception& error) {
    throw UserError(fmt::format("human play '{}': a value is missing or of the wrong kind: {}",
                                path.string(), error.what()));
  }
}

}  // namespace tavlab
