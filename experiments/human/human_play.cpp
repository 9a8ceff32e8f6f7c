#include "experiments/human/human_play.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "core/error.h"
#include "core/random.h"
#include "core/version.h"
#include "experiments/config/check_agent.h"
#include "experiments/human/agreement.h"
#include "experiments/stats/mean_interval.h"
#include "selfplay/agents/agent_spec.h"

namespace tavlab {
namespace {

/// The games under one rule set, with their decisions.
struct Played {
  std::vector<const CollectedGame*> games;
  std::vector<std::vector<RecordedDecision>> decisions;

  [[nodiscard]] const RuleSet& rules() const { return *games.front()->checked.rule_set; }
};

/// Sorts by count; equal counts stay in their order.
template <typename Value, typename Count>
void most_first(std::vector<Value>& values, Count&& count) {
  std::ranges::stable_sort(values, std::greater<>(), count);
}

void add_games(const Played& played, PlayedRules& found) {
  std::map<std::string, ResultCounts> ends;
  std::map<std::string, std::uint64_t> first_moves;
  std::set<std::string> different;
  RunningMean plies;
  std::array<RunningMean, 2> captured;
  std::vector<double> lengths;
  for (const CollectedGame* game : played.games) {
    const Result result = result_of(*game);
    found.results.add(result);
    ends[end_of(*game)].add(result);
    if (!game->checked.first_key.empty()) ++first_moves[game->checked.first_key];
    std::string words;
    for (const WrittenGame::Move& move : game->checked.written.moves) words += move.text + ' ';
    different.insert(std::move(words));
    if (result == Result::unfinished) continue;
    plies.add(game->checked.plies);
    lengths.push_back(game->checked.plies);
    for (std::size_t side = 0; side < 2; ++side) {
      captured[side].add(game->checked.written.captured[side]);
    }
  }
  found.distinct_games = different.size();
  for (const auto& [reason, results] : ends) found.ends.push_back({reason, results});
  most_first(found.ends, [](const EndCount& each) { return each.results.games(); });
  found.first_moves.assign(first_moves.begin(), first_moves.end());
  most_first(found.first_moves, [](const auto& each) { return each.second; });
  found.plies.mean = {plies.mean(), mean_interval(plies)};
  std::ranges::sort(lengths);
  for (std::size_t i = 0; i < kLengthQuantiles.size(); ++i) {
    found.plies.quantiles[i] = quantile(lengths, kLengthQuantiles[i] / 100.0);
  }
  if (!lengths.empty()) {
    found.plies.least = static_cast<int>(lengths.front());
    found.plies.most = static_cast<int>(lengths.back());
  }
  found.mean_captured = {captured[0].mean(), captured[1].mean()};
}

LimitPoint under_limit(const Played& played, int limit) {
  LimitPoint point{limit, {}};
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    const auto moves =
        std::ranges::count(played.decisions[i], Side::second, &RecordedDecision::mover);
    Result result = result_of(*played.games[i]);
    const bool over = result == Result::second_wins ? moves > limit : moves >= limit;
    if (over) result = Result::first_wins;
    point.results.add(result);
  }
  return point;
}

/// The limits to count for. Throws UserError for those that say nothing.
std::vector<int> limits_of(const RuleSet& rules, const std::vector<int>& wanted) {
  const std::optional<int> own = second_side_limit(rules);
  if (!own) {
    if (wanted.empty()) return {};
    throw UserError(fmt::format(
        "--limit: rules '{}' are of a family without a limit of one side's moves", rules.id));
  }
  std::vector<int> limits = wanted;
  if (limits.empty()) limits.assign(kUsualLimits.begin(), kUsualLimits.end());
  std::ranges::sort(limits);
  limits.erase(std::unique(limits.begin(), limits.end()), limits.end());
  if (*own == 0) return limits;
  if (!wanted.empty() && limits.back() >= *own) {
    throw UserError(fmt::format("--limit {}: must be below that of rules '{}', {}", limits.back(),
                                rules.id, *own));
  }
  std::erase_if(limits, [&](int limit) { return limit >= *own; });
  return limits;
}

/// A random sample without replacement, in random order, so that its beginning is one, too.
std::vector<SampledPosition> draw_sample(std::vector<SampledPosition> from, std::uint64_t size,
                                         std::uint64_t seed) {
  Random random(seed);
  const std::size_t wanted = std::min<std::size_t>(from.size(), size);
  for (std::size_t i = 0; i < wanted; ++i) {
    const auto left = static_cast<std::uint32_t>(from.size() - i);
    std::swap(from[i], from[i + random.below(left)]);
  }
  from.resize(wanted);
  return from;
}

std::vector<SampledPosition> choices_of(const Played& played) {
  std::vector<SampledPosition> choices;
  for (std::size_t i = 0; i < played.games.size(); ++i) {
    for (const RecordedDecision& each : played.decisions[i]) {
      if (each.choice) choices.push_back({static_cast<std::uint32_t>(i), each.word});
    }
  }
  return choices;
}

/// Positions of one band of ratings, by game.
class BandCount {
 public:
  void add(std::uint32_t game, bool agreed) {
    ClusterCount& cluster = games_[game];
    ++cluster.trials;
    cluster.successes += agreed ? 1 : 0;
  }
  [[nodiscard]] AgreementBand band(std::optional<int> from) const {
    AgreementBand band;
    band.from = from;
    std::vector<ClusterCount> clusters;
    for (const auto& [game, cluster] : games_) {
      clusters.push_back(cluster);
      band.positions += cluster.trials;
      band.agreed += cluster.successes;
    }
    band.games = clusters.size();
    band.share = estimate_clustered_share(clusters);
    return band;
  }

 private:
  std::map<std::uint32_t, ClusterCount> games_;
};

/// The band of a rating; unknown ones come last.
int band_of(std::optional<double> rating, int width) {
  if (!rating) return std::numeric_limits<int>::max();
  return static_cast<int>(std::floor(*rating / width)) * width;
}

Agreement agreement(const Played& played, std::span<const SampledPosition> sample,
                    std::span<const AgentLook> looks, int width) {
  Agreement found;
  found.band_width = width;
  BandCount all;
  std::map<int, BandCount> bands;
  RunningMean by_chance;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (!looks[i].seen) {
      found.complete = false;
      continue;
    }
    const SampledPosition& at = sample[i];
    const auto decision =
        std::ranges::find(played.decisions[at.game], at.word, &RecordedDecision::word);
    const int band = band_of(rating_of(*played.games[at.game], decision->mover), width);
    all.add(at.game, looks[i].agreed);
    bands[band].add(at.game, looks[i].agreed);
    by_chance.add(looks[i].by_chance);
  }
  found.all = all.band(std::nullopt);
  found.by_chance = by_chance.mean();
  for (const auto& [from, count] : bands) {
    const bool known = from != std::numeric_limits<int>::max();
    if (!known && bands.size() == 1) break;
    found.bands.push_back(count.band(known ? std::optional(from) : std::nullopt));
  }
  return found;
}

std::vector<Agreement> agreements(const Played& played, const HumanPlayOptions& options,
                                  const HumanPlayProgress& progress, const std::stop_token& stop) {
  const std::vector<SampledPosition> choices = choices_of(played);
  const std::vector<SampledPosition> sample =
      draw_sample(choices, options.positions,
                  derive_seed({options.seed, hash_text("human"), played.rules().content_hash()}));
  std::vector<Agreement> found;
  for (const std::string& text : options.agents) {
    const std::string agent = AgentSpec::parse(text).canonical();
    const auto looks = look_at_positions(
        played.rules(), played.games, sample, agent, options.seed,
        static_cast<int>(
            std::clamp<std::size_t>(sample.size(), 1, static_cast<std::size_t>(options.threads))),
        [&](std::uint64_t done) {
          if (progress) progress(agent, done, sample.size());
        },
        stop);
    Agreement& one = found.emplace_back(agreement(played, sample, looks, options.band_width));
    one.agent = agent;
    one.seed = options.seed;
    one.choices = choices.size();
  }
  return found;
}

/// The games that count by rule set, the most frequent first.
std::vector<Played> by_rules(std::span<const CollectedGame> games, std::vector<LeftOut>& out) {
  std::map<std::uint64_t, Played> by_hash;
  for (const CollectedGame& game : games) {
    if (const auto left = left_out(game)) {
      out.push_back(*left);
      continue;
    }
    Played& played = by_hash[game.checked.rule_set->content_hash()];
    played.games.push_back(&game);
  }
  std::vector<Played> all;
  for (auto& [hash, played] : by_hash) {
    played.decisions = decisions_of(played.rules(), played.games);
    all.push_back(std::move(played));
  }
  most_first(all, [](const Played& each) { return each.games.size(); });
  return all;
}

}  // namespace

const PlayedRules* HumanPlay::find(std::string_view rules_hash) const {
  const auto found = std::ranges::find(rule_sets, rules_hash, &PlayedRules::rules_hash);
  return found == rule_sets.end() ? nullptr : &*found;
}

const PlayedRules& HumanPlay::under(const RuleSet& rules, std::string_view name) const {
  const std::string hash = rules.hash_text();
  if (const PlayedRules* const played = find(hash)) return *played;
  std::string there;
  for (const PlayedRules& each : rule_sets) there += (there.empty() ? "" : ", ") + each.rules;
  throw UserError(fmt::format("'{}': has no games under the rules '{}' ({}), only under {}", name,
                              rules.id, hash, there));
}

HumanPlay human_play(std::span<const CollectedGame> games, const HumanPlayOptions& options,
                     const HumanPlayProgress& progress, const std::stop_token& stop) {
  HumanPlay result;
  result.version = kVersion;
  for (const CollectedGame& game : games) {
    if (result.files.empty() || result.files.back() != game.file) result.files.push_back(game.file);
    result.summary.add(game.checked);
  }
  const std::vector<Played> all = by_rules(games, result.left_out);
  if (all.empty()) {
    throw UserError(fmt::format("games '{}': none of {} can be used",
                                fmt::join(result.files, "', '"), games.size()));
  }
  std::vector<std::vector<int>> limits;
  for (const Played& played : all) {
    limits.push_back(limits_of(played.rules(), options.limits));
    for (const std::string& agent : options.agents) check_agent(played.rules(), agent);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    PlayedRules& found = result.rule_sets.emplace_back();
    found.rules = all[i].rules().id;
    found.rules_hash = all[i].rules().hash_text();
    found.sides = all[i].games.front()->checked.written.sides;
    add_games(all[i], found);
    for (const int limit : limits[i]) found.limits.push_back(under_limit(all[i], limit));
    found.agreements = agreements(all[i], options, progress, stop);
  }
  return result;
}

}  // namespace tavlab
