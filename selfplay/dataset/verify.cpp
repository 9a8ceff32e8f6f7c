#include "selfplay/dataset/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.h"
#include "core/families.h"
#include "core/game_state.h"

namespace tavlab {
namespace {

constexpr double kTolerance = 1e-3;  ///< of sums of 32-bit shares

/// Finds the first fault of a game.
template <Game G>
class Verifier {
 public:
  Verifier(const typename G::Rules& rules, const StoredGame& game) : state_(rules), game_(game) {}

  std::string fault() {
    std::size_t next = 0;
    for (std::size_t e = 0; e <= game_.events.size(); ++e) {
      for (; next < game_.decisions.size() && game_.decisions[next].event == e; ++next) {
        if (std::string wrong = of_decision(game_.decisions[next]); !wrong.empty()) return wrong;
      }
      if (e == game_.events.size()) break;
      if (!play(game_.events[e])) return fmt::format("event {} is impossible in its position", e);
    }
    if (state_.over() && state_.result() != game_.result)
      return "its result does not match its moves";
    const bool ended = game_.reason == "resigned" || game_.reason == kEndedByTable;
    if (!state_.over() && game_.result != Result::unfinished && !ended) {
      return fmt::format("it has a result ('{}') that its moves do not lead to", game_.reason);
    }
    return {};
  }

 private:
  bool play(const GameEvent& event) {
    if (state_.over()) return false;
    const bool chance = state_.node_kind() == NodeKind::chance;
    if (chance != event.chance) return false;
    if (chance) {
      ChanceList<G> outcomes;
      G::chance_outcomes(state_.rules(), state_.position(), outcomes);
      const auto possible = [&](const ChanceOutcome& each) { return each.value == event.word; };
      if (std::ranges::none_of(outcomes, possible)) return false;
      state_.play_chance(static_cast<std::uint8_t>(event.word));
      return true;
    }
    state_.legal_moves(moves_);
    if (!legal(event.word)) return false;
    state_.play(G::Move::from_word(event.word));
    return true;
  }

  [[nodiscard]] bool legal(std::uint64_t word) const {
    return std::ranges::any_of(moves_, [&](auto move) { return move.word() == word; });
  }

  std::string of_decision(const SearchedDecision& decision) {
    if (state_.node_kind() != NodeKind::decision) {
      return fmt::format("a decision is recorded at event {}, where there is none", decision.event);
    }
    for (const Wdl& value : {decision.value(), decision.next_value()}) {
      const auto possible = [](float share) { return share > -kTolerance; };  // false for NaN
      if (possible(value.win) && possible(value.draw) && possible(value.loss)) continue;
      return fmt::format("the value of the decision at event {} is not a probability distribution",
                         decision.event);
    }
    if (decision.policy_count == 0) return {};
    state_.legal_moves(moves_);
    if (decision.policy_count > moves_.size()) {
      return fmt::format("the policy at event {} has more moves than are legal", decision.event);
    }
    double sum = 0.0;
    for (std::uint32_t i = 0; i < decision.policy_count; ++i) {
      const PolicyEntry& entry = game_.policy[decision.first_policy + i];
      if (!legal(entry.move)) {
        return fmt::format("the policy at event {} has a move that is not legal", decision.event);
      }
      if (!(entry.target >= 0.0F)) {
        return fmt::format("the policy at event {} has a share of {}", decision.event,
                           entry.target);
      }
      sum += double{entry.target};
    }
    if (!(std::abs(sum - 1.0) < kTolerance)) {
      return fmt::format("the policy at event {} sums to {}, not 1", decision.event, sum);
    }
    return {};
  }

  GameState<G> state_;
  const StoredGame& game_;
  MoveList<G> moves_;
};

}  // namespace

void verify_games(const DatasetShard& shard, std::string_view name) {
  for (std::size_t r = 0; r < shard.info.rules.size(); ++r) {
    visit_game(shard.info.rules[r], [&](auto family, const auto& compiled) {
      for (const StoredGame& game : shard.games) {
        if (game.rules != r) continue;
        const std::string fault = Verifier<decltype(family)>(*compiled, game).fault();
        if (fault.empty()) continue;
        throw UserError(fmt::format("{}: game {}: {}", name, game.number, fault));
      }
    });
  }
}

}  // namespace tavlab
