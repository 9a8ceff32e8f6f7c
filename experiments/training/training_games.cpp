#include "experiments/training/training_games.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>
#include <vector>

#include "core/families.h"
#include "experiments/report/replays.h"
#include "selfplay/dataset/moves_text.h"
#include "selfplay/dataset/shard.h"
#include "selfplay/dataset/verify.h"
#include "selfplay/generate/game_in_play.h"

namespace tavlab {
namespace {

/// The search result at each position of a game: its value, and the policy target.
template <Game G>
std::vector<ReplayNote> notes_of(const typename G::Rules& rules, const StoredGame& game) {
  constexpr std::size_t kMaxMoves = 3;
  std::vector<ReplayNote> notes(1);
  GameState<G> state(rules);
  std::size_t next = 0;
  for (std::size_t e = 0; e <= game.events.size(); ++e) {
    for (; next < game.decisions.size() && game.decisions[next].event == e; ++next) {
      const SearchedDecision& decision = game.decisions[next];
      ReplayNote& note = notes.back();
      note.text =
          fmt::format("search: {} {:.2f}", player_name<G>(Side::first), decision.value().score());
      const std::vector<PolicyEntry> policy = likeliest_moves(game, decision, kMaxMoves);
      for (const PolicyEntry& entry : policy) {
        const auto move = G::Move::from_word(entry.move);
        const std::string text = G::move_text(rules, state.position(), move);
        note.text += fmt::format("{} {} {:.0f} %", &entry == policy.data() ? "; to learn:" : ",",
                                 text, 100.0 * double{entry.target});
        const std::string to = G::move_squares(rules, state.position(), move).back();
        note.shades.emplace_back(to, 0.15 + 0.6 * double{entry.target});
      }
    }
    if (e == game.events.size()) break;
    play_events(state, std::span(&game.events[e], 1));
    if (!game.events[e].chance) notes.emplace_back();
  }
  return notes;
}

}  // namespace

Markup training_games_html(const std::filesystem::path& shard_file) {
  constexpr std::size_t kMaxReplays = 4;
  std::error_code error;
  if (!std::filesystem::exists(shard_file, error)) return {};
  const DatasetShard shard = read_shard(shard_file);
  verify_games(shard, shard_file.string());
  const std::vector<std::string> moves = moves_texts(shard.info.rules, shard.games);
  std::vector<Replay> replays;
  for (std::size_t i = 0; i < shard.games.size() && replays.size() < kMaxReplays; ++i) {
    const StoredGame& game = shard.games[i];
    if (game.result == Result::unfinished) continue;
    const RuleSet& rules = shard.info.rules[game.rules];
    Replay replay{rules, moves[i], fmt::format("Game {} by {}", game.number, rules.id), {}, {}, {}};
    visit_game(rules, [&](auto family, const auto& compiled) {
      using G = decltype(family);
      replay.notes = notes_of<G>(*compiled, game);
      replay.result = fmt::format("{} ({})", result_text<G>(game.result), game.reason);
    });
    replays.push_back(std::move(replay));
  }
  return replays_html("Games of the last round",
                      "Shown with the search's value for the first side; shaded squares mark the "
                      "moves that the net learns. Fast searches provide no moves to learn.",
                      replays);
}

}  // namespace tavlab
