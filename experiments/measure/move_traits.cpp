#include "experiments/measure/move_traits.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "core/error.h"
#include "core/families.h"
#include "selfplay/record/replay.h"

namespace tavlab {
namespace {

constexpr std::size_t kCapture = static_cast<std::size_t>(-1);

/// The family's index of a kind.
template <Game G>
std::optional<std::size_t> number_of(std::string_view kind, std::string& known) {
  known = "capture";
  if (kind == "capture") return kCapture;
  if constexpr (G::capabilities.move_kinds) {
    for (std::size_t i = 0; i < G::move_kinds.size(); ++i) {
      if (G::move_kinds[i] == kind) return i;
      known += fmt::format(", {}", G::move_kinds[i]);
    }
  }
  return std::nullopt;
}

template <Game G>
bool is_of_kind(const typename G::Rules& rules, const typename G::Position& position,
                typename G::Move move, std::size_t kind) {
  if (kind == kCapture) return G::is_capture(rules, position, move);
  if constexpr (G::capabilities.move_kinds) return G::is_of_kind(rules, position, move, kind);
  return false;
}

}  // namespace

std::function<double(const GameRecord&)> share_of_moves(const RuleSet& rule_set,
                                                        std::string_view kind) {
  return visit_game(
      rule_set, [&](auto game, const auto& rules) -> std::function<double(const GameRecord&)> {
        using G = decltype(game);
        std::string known;
        const std::optional<std::size_t> number = number_of<G>(kind, known);
        if (!number) {
          throw UserError(fmt::format("the family '{}' has no moves of the kind '{}'; kinds: {}",
                                      rule_set.family, kind, known));
        }
        return [rules, number](const GameRecord& record) {
          int moves = 0, such = 0;
          replay<G>(*rules, record.moves, [&](const GameState<G>& state, typename G::Move move) {
            ++moves;
            such += is_of_kind<G>(*rules, state.position(), move, *number) ? 1 : 0;
          });
          return moves == 0 ? 0.0 : static_cast<double>(such) / moves;
        };
      });
}

}  // namespace tavlab
