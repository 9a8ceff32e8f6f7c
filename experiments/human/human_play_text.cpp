#include "experiments/human/human_play_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/text/player.h"
#include "experiments/text/table.h"

namespace tavlab {
namespace {

constexpr std::size_t kShownFirstMoves = 10;

std::string share_text(const ShareEstimate& share) {
  if (std::isnan(share.mean)) return "–";
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", share.mean, share.interval.low,
                     share.interval.high);
}

std::string score_text(const ResultCounts& results) {
  const ScoreEstimate score = estimate_score(results);
  return share_text({score.mean, score.interval});
}

std::vector<std::string> row_of(std::string name, const ResultCounts& results) {
  return {std::move(name), fmt::format("{}", results.wins), fmt::format("{}", results.draws),
          fmt::format("{}", results.losses), fmt::format("{}", results.unfinished)};
}

std::string results_text(const PlayedRules& played) {
  const ResultCounts& results = played.results;
  TextTable table({"result", "games", "share [95 %]"});
  for (const auto& [name, count] :
       {std::pair(played.sides[0], results.wins), std::pair(std::string("draw"), results.draws),
        std::pair(played.sides[1], results.losses),
        std::pair(std::string("unfinished"), results.unfinished)}) {
    table.add({name, fmt::format("{}", count), share_text(played.share(count))});
  }
  std::string text = table.text();
  if (results.finished() > 0) {
    text +=
        fmt::format("Score of {}: {}, draws one half, unfinished games left out; 0.5 is even.\n",
                    in_sentence(played.sides[0]), score_text(results));
  }
  if (played.distinct_games < results.games()) {
    text += fmt::format(
        "{} of {} games repeat others move for move; if they are the same games, all intervals are "
        "too narrow.\n",
        results.games() - played.distinct_games, results.games());
  }
  return text;
}

std::string lengths_text(const PlayedRules& played) {
  if (played.results.finished() == 0) return {};
  const Lengths& plies = played.plies;
  const std::string interval =
      std::isfinite(plies.mean.interval.low)
          ? fmt::format(" [{:.1f}, {:.1f}]", plies.mean.interval.low, plies.mean.interval.high)
          : std::string();
  std::string quantiles;
  for (std::size_t i = 0; i < kLengthQuantiles.size(); ++i) {
    quantiles += fmt::format("{}{} % up to {:.0f}", i == 0 ? "" : ", ", kLengthQuantiles[i],
                             plies.quantiles[i]);
  }
  return fmt::format(
      "Plies of finished games: {:.1f}{} on average, {} to {}; {}.\n"
      "Captures in them: {:.1f} by {}, {:.1f} by {}.\n",
      plies.mean.mean, interval, plies.least, plies.most, quantiles, played.mean_captured[0],
      in_sentence(played.sides[0]), played.mean_captured[1], in_sentence(played.sides[1]));
}

std::string ends_text(const PlayedRules& played) {
  TextTable table({"how games ended", played.sides[0], "draw", played.sides[1], "unfinished"});
  for (const EndCount& each : played.ends) table.add(row_of(each.reason, each.results));
  return table.text();
}

std::string first_moves_text(const PlayedRules& played) {
  std::string text;
  const std::size_t shown = std::min(kShownFirstMoves, played.first_moves.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [move, count] = played.first_moves[i];
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", move, count);
  }
  return fmt::format("First moves, symmetric ones together: {}{}.\n", text,
                     shown < played.first_moves.size() ? ", ..." : "");
}

std::string limits_text(const PlayedRules& played) {
  if (played.limits.empty()) return {};
  const std::string first = in_sentence(played.sides[0]), second = in_sentence(played.sides[1]);
  TextTable table({"limit", played.sides[0], "draw", played.sides[1], "left out",
                   fmt::format("score of {} [95 %]", first)});
  for (const LimitPoint& each : played.limits) {
    std::vector<std::string> row = row_of(fmt::format("{}", each.limit), each.results);
    row.push_back(score_text(each.results));
    table.add(std::move(row));
  }
  return fmt::format(
      "{}A win of {} counts if it took at most `limit` of their moves; other games that lasted as\n"
      "long count for {}, those that broke off earlier are left out. The players did not know of\n"
      "a limit: this says how often {} had won by then, not how even the game is for players who\n"
      "know the limit. Each interval holds for its own line, not for all together.\n",
      table.text(), second, first, second);
}

std::string agreement_text(const Agreement& found) {
  TextTable table({"rating of the mover", "positions", "games", "share [95 %]"});
  const auto add = [&](std::string name, const AgreementBand& band) {
    table.add({std::move(name), fmt::format("{}", band.positions), fmt::format("{}", band.games),
               share_text(band.share)});
  };
  add("all", found.all);
  for (const AgreementBand& band : found.bands) {
    add(band.from ? fmt::format("{} to {}", *band.from, *band.from + found.band_width - 1)
                  : std::string("unknown"),
        band);
  }
  std::string text = fmt::format("Moves that are the choice of {}:\n{}", found.agent, table.text());
  if (found.all.positions > 0) {
    text += fmt::format("A random legal move is the one played with probability {:.3f}. ",
                        found.by_chance);
  }
  text += fmt::format("{} of {} positions with more than one legal move, seed {}{}.\n",
                      found.all.positions, found.choices, found.seed,
                      found.complete ? "" : "; stopped before the sample was complete");
  return text;
}

std::string rules_text(const PlayedRules& played) {
  std::string text = fmt::format("{}: {} game{}\n", played.rules, played.results.games(),
                                 played.results.games() == 1 ? "" : "s");
  const auto add = [&](const std::string& part) {
    if (!part.empty()) text += '\n' + part;
  };
  add(results_text(played));
  add(lengths_text(played));
  add(ends_text(played));
  add(first_moves_text(played));
  add(limits_text(played));
  for (const Agreement& each : played.agreements) add(agreement_text(each));
  return text;
}

}  // namespace

std::string human_play_text(const HumanPlay& play) {
  std::string text = summary_line(play.summary) + "\n";
  if (!play.left_out.empty()) {
    text += fmt::format("{} left out of the statistics\n", play.left_out.size());
  }
  for (const PlayedRules& each : play.rule_sets) text += '\n' + rules_text(each);
  return text +
         "\nIntervals take games as independent; games of the same players are less than that.\n";
}

}  // namespace tavlab
