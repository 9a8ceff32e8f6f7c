#include "experiments/measure/move_traits.h"

#include <algorithm>
#include <limits>

#include "core/families.h"
#include "core/move_kinds.h"
#include "selfplay/record/replay.h"

namespace tavlab {

std::function<double(const GameRecord&)> share_of_moves(const RuleSet& rule_set,
                                                        std::string_view kind) {
  return visit_game(
      rule_set, [&](auto game, const auto& rules) -> std::function<double(const GameRecord&)> {
        using G = decltype(game);
        const std::size_t number = move_kind_number<G>(kind);
        return [rules, number](const GameRecord& record) {
          int moves = 0, such = 0;
          replay<G>(*rules, record.moves, [&](const GameState<G>& state, typename G::Move move) {
            ++moves;
            such += is_of_move_kind<G>(*rules, state.position(), move, number) ? 1 : 0;
          });
          return moves == 0 ? 0.0 : static_cast<double>(such) / moves;
        };
      });
}

std::function<int(const GameRecord&)> fewest_pieces(const RuleSet& rule_set) {
  return visit_game(
      rule_set, [](auto game, const auto& rules) -> std::function<int(const GameRecord&)> {
        using G = decltype(game);
        return [rules](const GameRecord& record) {
          const auto pieces = [](const GameState<G>& state) {
            return G::piece_count(state.position(), Side::first) +
                   G::piece_count(state.position(), Side::second);
          };
          int fewest = std::numeric_limits<int>::max();
          const GameState<G> end =
              replay<G>(*rules, record.moves, [&](const GameState<G>& state, typename G::Move) {
                fewest = std::min(fewest, pieces(state));
              });
          return std::min(fewest, pieces(end));
        };
      });
}

}  // namespace tavlab
