#include "selfplay/record/games_summary.h"

#include <fmt/format.h>

#include <set>
#include <string>

namespace tavlab {

void GamesSummary::add(const CheckedGame& game) {
  ++games;
  if (!game.error.empty()) {
    ++unreadable;
    return;
  }
  ++(game.agrees() ? agree : disagree);
  std::set<std::string> different;
  for (const Disagreement& each : game.disagreements) different.emplace(kind_text(each.kind));
  for (const std::string& kind : different) ++kinds[kind];
  if (game.ended_off_the_board()) ++off_the_board;
}

GamesSummary summarize(std::span<const CheckedGame> games) {
  GamesSummary summary;
  for (const CheckedGame& game : games) summary.add(game);
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
