#include "selfplay/record/games_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace tavlab {

GamesSummary summarize(std::span<const CheckedGame> games) {
  GamesSummary summary;
  summary.games = games.size();
  std::map<std::string, std::uint64_t> first_moves;
  double plies = 0;
  std::array<double, 2> captured{};
  std::set<std::array<std::string, 2>> sides;
  for (const CheckedGame& game : games) {
    if (!game.error.empty()) {
      ++summary.unreadable;
      continue;
    }
    ++(game.agrees() ? summary.agree : summary.disagree);
    std::set<std::string> kinds;
    for (const Disagreement& each : game.disagreements) kinds.emplace(kind_text(each.kind));
    for (const std::string& kind : kinds) ++summary.kinds[kind];
    if (game.ended_off_the_board()) ++summary.off_the_board;
    const Result result = game.result_known ? game.recorded : game.result;
    summary.results.add(result);
    sides.insert(game.written.sides);
    if (game.result != Result::unfinished) ++summary.reasons[game.reason];
    ++summary.rules[game.rules];
    if (!game.first_key.empty()) ++first_moves[game.first_key];
    const bool first = summary.replayed() == 1;
    summary.fewest_plies = first ? game.plies : std::min(summary.fewest_plies, game.plies);
    summary.most_plies = std::max(summary.most_plies, game.plies);
    plies += game.plies;
    for (std::size_t side = 0; side < 2; ++side) captured[side] += game.written.captured[side];
  }
  if (sides.size() == 1) summary.sides = *sides.begin();
  const double count = std::max<double>(1.0, static_cast<double>(summary.replayed()));
  summary.mean_plies = plies / count;
  for (std::size_t side = 0; side < 2; ++side) summary.mean_captured[side] = captured[side] / count;
  summary.first_moves.assign(first_moves.begin(), first_moves.end());
  std::ranges::stable_sort(summary.first_moves, std::greater<>(),
                           [](const auto& each) { return each.second; });
  return summary;
}

std::string summary_line(const GamesSummary& summary) {
  std::string line = fmt::format(
      "{} game{}: {} agree{} with the rules, {} disagree{}, {} cannot be read", summary.games,
      summary.games == 1 ? "" : "s", summary.agree, summary.agree == 1 ? "s" : "", summary.disagree,
      summary.disagree == 1 ? "s" : "", summary.unreadable);
  if (summary.off_the_board > 0) {
    line += fmt::format("; {} decided off the board (resigned, on time, agreed)",
                        summary.off_the_board);
  }
  return line;
}

}  // namespace tavlab
