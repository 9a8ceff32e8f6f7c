#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/families.h"
#include "core/game_state.h"

/// What holds for every rule set of every family, independent of its rules: the promises of
/// core/game.h that search, records and experiments rely on. The tests are templates over the game
/// and mention no family. All built-in rule sets are tested; a family adds, in a separate file such
/// as tafl_test.cpp, variants with features that no built-in set has, and its additional promises.
namespace tavlab {

/// A rule set under test.
struct Variant {
  std::string name;
  std::string rules;
  std::vector<std::string> overrides = {};
  std::vector<std::string> positions = {};  ///< tested in addition to those of random games
};

inline void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

/// For INSTANTIATE_TEST_SUITE_P.
inline std::string name_of(const testing::TestParamInfo<Variant>& tested) {
  std::string name = tested.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// The built-in rule sets of one family, or of all.
inline std::vector<Variant> built_in_variants(std::string_view family = "") {
  std::vector<Variant> all;
  for (const std::string& id : builtin_rule_set_ids()) {
    if (family.empty() || load_rule_set(id).family == family) all.push_back({id, id});
  }
  return all;
}

/// Variants in which parameters take effect that have none in any built-in rule set; the files of
/// the families add theirs (`const bool added = add_extra_variants({...})`).
inline std::vector<Variant>& extra_variants() {
  static std::vector<Variant> all;
  return all;
}

inline bool add_extra_variants(const std::vector<Variant>& more) {
  extra_variants().insert(extra_variants().end(), more.begin(), more.end());
  return true;
}

/// The suite of all tests of the contract.
class Contract : public testing::TestWithParam<Variant> {
 protected:
  /// Calls test(game, rules) for the variant.
  template <typename Test>
  void with_game(Test&& test) const {
    visit_game(load_rule_set(GetParam().rules, GetParam().overrides),
               [&](auto game, const auto& rules) { test(game, *rules); });
  }
};

/// Equality of positions where the family offers it; else of everything they expose.
template <Game G>
bool same_position(const typename G::Rules& rules, const typename G::Position& a,
                   const typename G::Position& b) {
  if constexpr (std::equality_comparable<typename G::Position>) {
    return a == b;
  } else {
    return G::position_text(rules, a) == G::position_text(rules, b) &&
           G::key(rules, a) == G::key(rules, b) && G::result(a) == G::result(b);
  }
}

template <Game G>
MoveList<G> legal_moves(const GameState<G>& state) {
  MoveList<G> moves;
  state.legal_moves(moves);
  return moves;
}

/// One random move or roll.
template <Game G>
void play_randomly(GameState<G>& state, Random& random) {
  if (state.node_kind() == NodeKind::chance) {
    state.play_random_chance(random);
  } else {
    state.play(state.random_move(random));
  }
}

/// Any outcome of a chance position, each as likely as the others.
template <Game G>
std::uint8_t any_outcome(const typename G::Rules& rules, const typename G::Position& position,
                         Random& random) {
  ChanceList<G> outcomes;
  G::chance_outcomes(rules, position, outcomes);
  return outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].value;
}

/// Plays random games, one after another, until `plies` moves have been made, and calls
/// visit(state) for every position on the way, terminal ones included. Games are cut off after
/// `longest` moves. Three games of four begin at one of the variant's positions, where it has any.
template <Game G, typename Visit>
void walk(const Variant& variant, const typename G::Rules& rules, std::uint64_t seed, int plies,
          Visit&& visit, int longest = 200) {
  Random random(seed);
  std::size_t games = 0;
  for (int made = 0; made < plies; ++games) {
    GameState<G> state(rules);
    if (!variant.positions.empty() && games % 4 != 0) {
      const std::string& text = variant.positions[games % variant.positions.size()];
      state.reset(G::parse_position(rules, text));
    }
    for (;;) {
      visit(state);
      if (testing::Test::HasFatalFailure() || state.over() || state.plies() >= longest) break;
      made += state.node_kind() == NodeKind::decision;
      play_randomly(state, random);
    }
    ++made;  // even where games are over before they begin
  }
}

}  // namespace tavlab
