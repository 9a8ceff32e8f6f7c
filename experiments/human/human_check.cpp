#include "experiments/human/human_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <system_error>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "experiments/human/human_play_json.h"
#include "experiments/run/fill_store.h"
#include "experiments/summary/json_values.h"
#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {

namespace fs = std::filesystem;

std::optional<HumanPlay> human_play_for(const fs::path& given, const fs::path& folder, bool force,
                                        std::span<const RuleSet> rules) {
  const fs::path kept = folder / kHumanFile;
  std::optional<HumanPlay> before;
  std::error_code error;
  const bool is_there = fs::exists(fs::symlink_status(kept, error));
  const bool may_replace = force && !given.empty() && !fs::is_directory(kept, error);
  if (is_there && !may_replace) {
    try {
      before = load_human_play(kept);
    } catch (const UserError& fault) {
      throw UserError(
          fmt::format("{}; remove that file, or replace it by statistics with --human FILE --force",
                      fault.what()));
    }
  }
  if (given.empty()) return before;
  HumanPlay play = load_human_play(given);
  const auto is_played = [&](const RuleSet& each) {
    return play.find(each.hash_text()) != nullptr;
  };
  if (std::ranges::none_of(rules, is_played))
    (void)play.under(rules.front(), given.string());  // throws
  return play;
}

void keep_human_play(const HumanPlay& play, const fs::path& folder) {
  write_file(folder / kHumanFile, human_play_json(play));
}

ScoreEstimate score_of(const PlayedRules& played) { return estimate_score(played.results); }

std::string people_label(const PlayedRules& played) {
  return fmt::format("people, {} games", grouped(played.results.finished()));
}

std::string people_sentence(const HumanPlay& play, const PlayedRules& played) {
  std::vector<std::string> files;
  for (const std::string& file : play.files) files.push_back(fs::path(file).filename().string());
  const ScoreEstimate score = score_of(played);
  if (score.games == 0) return "No game of people under these rules was finished.";
  return fmt::format(
      "In {} finished games of people ({}) the score of {} is {:.2f}, with 95 % confidence in "
      "[{:.2f}, {:.2f}].",
      grouped(score.games), fmt::join(files, ", "), in_sentence(played.sides[0]), score.mean,
      std::floor(100.0 * score.interval.low) / 100.0,
      std::ceil(100.0 * score.interval.high) / 100.0);
}

nlohmann::ordered_json people_json(const HumanPlay& play, const PlayedRules& played) {
  const ScoreEstimate score = score_of(played);
  return {{"files", play.files},
          {"games", score.games},
          {"score", json_number(score.mean)},
          {"low", json_number(score.interval.low)},
          {"high", json_number(score.interval.high)}};
}

}  // namespace tavlab
