#include "python/any_game.h"

#include <fmt/format.h>

#include <stdexcept>

#include "core/error.h"
#include "core/families.h"
#include "core/random.h"
#include "python/game_of.h"
#include "python/games_elsewhere.h"

namespace tavlab::python {
namespace {

constexpr int kLargestBoard = 19;

/// The size of the rules' board; action ids of a family with one board size do not depend on it.
template <FamilyGame G>
int own_size(const typename G::Rules& rules) {
  const typename G::Observation observation(rules, {kLargestBoard, false});
  return observation.rows();
}

}  // namespace

void throw_no_such_action(std::int64_t action, std::uint32_t actions) {
  throw std::out_of_range(
      fmt::format("action {} is out of range: actions are from 0 to {}", action, actions - 1));
}

bool Game::same_as(const Game& other) const {
  return rule_set_.content_hash() == other.rule_set_.content_hash() &&
         options_.max_size == other.options_.max_size &&
         options_.side_heads == other.options_.side_heads &&
         options_.max_game_length == other.options_.max_game_length;
}

std::uint64_t Game::hash() const {
  return derive_seed({rule_set_.content_hash(), static_cast<std::uint64_t>(options_.max_size),
                      static_cast<std::uint64_t>(options_.side_heads),
                      static_cast<std::uint64_t>(options_.max_game_length)});
}

std::shared_ptr<const Game> make_game(RuleSet rule_set, const GameOptions& options) {
  if (options.max_size < 0 || options.max_size > kLargestBoard) {
    throw UserError(
        fmt::format("max_size is {}, but must be from 1 to {}, or 0 for the size of "
                    "the rules' board",
                    options.max_size, kLargestBoard));
  }
  if (options.max_game_length < 1) {
    throw UserError(
        fmt::format("max_game_length is {}, but must be at least 1", options.max_game_length));
  }
  return visit_game(rule_set, [&](auto game, auto rules) -> std::shared_ptr<const Game> {
    using G = decltype(game);
    GameOptions complete = options;
    if (complete.max_size == 0) complete.max_size = own_size<G>(*rules);
    return std::make_shared<const GameOf<G>>(std::move(rule_set), std::move(rules), complete);
  });
}

}  // namespace tavlab::python
