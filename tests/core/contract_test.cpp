// What holds for every rule set of every family, whatever its rules: the promises of core/game.h
// that search, records and experiments rely on.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/registry.h"

namespace tavlab {
namespace {

/// A rule set under test. Built-in ones all are; the variants below switch on what no built-in set
/// has, or has alone.
struct Variant {
  std::string name;
  std::string rules;
  std::vector<std::string> overrides = {};
  std::vector<std::string> positions = {};  ///< looked at besides those of random games
};

void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

std::vector<Variant> variants() {
  std::vector<Variant> all;
  for (const std::string& id : builtin_rule_set_ids()) all.push_back({id, id});

  // Positions with several captures at once, and with hardly a move left.
  const std::vector<std::string> captures = {"5a3/9/3ad1da1/5d3/5a3/9/1k7/9/9 a",
                                             "5d3/9/3da1ad1/5a3/5d3/9/1k7/9/9 d",
                                             "9/2a1a1a2/2d1d1d2/9/2aa1aa2/9/4k4/3da4/9 a"};
  const std::vector<std::string> near_stuck = {"9/9/9/9/7a1/9/5a3/6aka/7a1 d",
                                               "9/9/9/9/9/1d7/d1d6/dad6/1k7 a",
                                               "9/9/9/9/9/1d7/d1d6/da7/1k7 a"};
  std::vector<std::string> both = captures;
  both.insert(both.end(), near_stuck.begin(), near_stuck.end());
  const auto add = [&](std::string name, std::string rules, std::vector<std::string> overrides,
                       std::vector<std::string> positions = {}) {
    all.push_back({std::move(name), std::move(rules), std::move(overrides), std::move(positions)});
  };
  const auto helmfrid = [&](std::string name, std::vector<std::string> overrides) {
    add(std::move(name), "helmfrid-9", std::move(overrides), both);
  };
  helmfrid("near_stuck", {});
  helmfrid("optional", {"capture.optional=true"});
  helmfrid("delayed", {"king.capture_takes_effect=after_reply"});
  helmfrid("delayed_weak", {"king.capture_takes_effect=after_reply", "king.weak=true"});
  helmfrid("weak_king", {"king.weak=true"});
  helmfrid("unarmed_king", {"king.armed=none"});
  helmfrid("hammer_king", {"king.armed=hammer"});
  helmfrid("anvil_king", {"king.armed=anvil"});
  helmfrid("limits",
           {"limits.king_side_moves=40", "limits.quiet_plies=30", "limits.total_plies=70"});
  helmfrid("quiet", {"limits.quiet_plies=4"});
  helmfrid("short_ranges", {"range.attacker=2", "range.defender=3", "range.king=1"});
  helmfrid("defenders_first", {"first=defenders"});
  add("edge_escape", "helmfrid-9", {"escape=edge", "board.corners=none"}, captures);
  helmfrid("encirclement", {"encirclement=cut_off_from_escape", "repetition.result=attackers_win"});
  helmfrid("superko", {"repetition.result=forbidden"});
  helmfrid("superko_twice",
           {"repetition.result=forbidden", "repetition.count=2", "range.attacker=1"});
  helmfrid("superko_pattern",
           {"repetition.result=forbidden", "repetition.scope=move_pattern", "repetition.count=2"});
  helmfrid("superko_defenders", {"repetition.result=forbidden_to_defenders"});
  helmfrid("mover_loses", {"repetition.result=mover_loses", "repetition.count=2"});
  helmfrid("repetition_ignored", {"repetition.result=ignored"});
  helmfrid("passes", {"no_move.attackers=passes", "no_move.defenders=passes"});
  helmfrid("draws", {"no_move.attackers=draws", "no_move.defenders=draws"});
  helmfrid("parity", {"dice.kind=parity"});
  helmfrid("parity_odd_nine", {"dice.kind=parity", "dice.parity=odd", "dice.faces=9"});
  helmfrid("parity_reroll", {"dice.kind=parity", "dice.impossible=reroll"});
  helmfrid("at_most_pass", {"dice.kind=distance"});
  helmfrid("at_most_reroll", {"dice.kind=distance", "dice.impossible=reroll"});
  helmfrid("exact_pass", {"dice.kind=distance", "dice.distance=exact", "dice.faces=10"});
  helmfrid("exact_reroll", {"dice.kind=distance", "dice.distance=exact", "dice.impossible=reroll",
                            "dice.faces=20"});
  helmfrid("dice_and_much_else",
           {"dice.kind=distance", "dice.distance=exact", "capture.optional=true",
            "king.capture_takes_effect=after_reply", "king.weak=true", "limits.quiet_plies=50",
            "limits.king_side_moves=60", "limits.total_plies=150"});
  helmfrid("dice_passing", {"dice.kind=parity", "no_move.attackers=passes",
                            "no_move.defenders=passes", "king.capture_takes_effect=after_reply"});
  helmfrid("shieldwall", {"capture.shieldwall=corner_closes", "capture.shieldwall_flank_move=false",
                          "capture.shieldwall_king_immune=false", "capture.optional=true"});
  add("linnaean", "helmfrid-9", {"capture.linnaean=true", "escape=edge", "board.corners=none"},
      captures);
  add("wall_11", "copenhagen-11",
      {"capture.optional=true", "king.capture_takes_effect=after_reply",
       "capture.shieldwall_flank_move=false"},
      {"2add6/3a6a/11/11/11/5k5/11/11/11/4aa5/3add5 a",
       "1dd8/1aa8/3a7/11/11/5k5/11/11/11/11/11 a"});
  add("leaders_any", "viavuca-11-leaders",
      {"capture.leaders=leader_and_any", "range.commander=4", "king.armed=none"});
  add("camps_reentered", "ashton-tablut-9",
      {"attacker_camps.pass=[all]", "attacker_camps.reenter=[attackers]", "capture.optional=true"});
  add("camps_and_dice", "ashton-tablut-9", {"dice.kind=distance", "dice.distance=exact"});
  add("forts_and_dice", "alea-evangelii-19", {"dice.kind=distance", "dice.faces=20"});
  add("forts_unlocked", "alea-evangelii-19",
      {"corners.stop=[all]", "corners.reenter=[king]", "corners.pass=[king,attackers]"});
  return all;
}

// ---------------------------------------------------------------------------------------------
// Walking about in games.

/// The counters of position text, which do not matter when a position recurs.
constexpr std::string_view kCounters[] = {"king_moves=", "quiet=", "plies="};

std::string without_counters(const std::string& text) {
  std::string kept;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view word = std::string_view(text).substr(start, end - start);
    if (std::none_of(std::begin(kCounters), std::end(kCounters),
                     [&](std::string_view counter) { return word.starts_with(counter); })) {
      kept += word;
      kept += ' ';
    }
    start = end + 1;
  }
  return kept;
}

/// Equality of all that a position holds, where the family offers it; else of all that it shows.
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
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
      } else {
        state.play(state.random_move(random));
        ++made;
      }
    }
    ++made;  // even where games are over before they begin
  }
}

template <Game G>
MoveList<G> legal_moves(const GameState<G>& state) {
  MoveList<G> moves;
  state.legal_moves(moves);
  return moves;
}

class Contract : public testing::TestWithParam<Variant> {
 protected:
  /// Calls test(game, rules) for the variant.
  template <typename Test>
  void with_game(Test&& test) const {
    visit_game(load_rule_set(GetParam().rules, GetParam().overrides),
               [&](auto game, const auto& rules) { test(game, *rules); });
  }
};

// ---------------------------------------------------------------------------------------------
// Keys.

/// Positions by their text, and what went with each text.
template <Game G>
class KeyBook {
 public:
  void add(const typename G::Rules& rules, const typename G::Position& position) {
    if (G::node_kind(position) == NodeKind::terminal) return;
    const std::string text = G::position_text(rules, position);
    same(keys_, text, G::key(rules, position));
    same(texts_, G::key(rules, position), text);
    const std::string bare = without_counters(text);
    same(recurrence_keys_, bare, G::repetition_key(position));
    same(recurrence_texts_, G::repetition_key(position), bare);
  }
  [[nodiscard]] std::size_t positions() const { return keys_.size(); }
  [[nodiscard]] std::size_t recurrences() const { return recurrences_; }

 private:
  template <typename Map, typename Key, typename Value>
  void same(Map& map, const Key& key, const Value& value) {
    const auto [entry, is_new] = map.emplace(key, value);
    recurrences_ += !is_new;
    ASSERT_EQ(entry->second, value) << "for " << key;
  }

  std::unordered_map<std::string, std::uint64_t> keys_;
  std::unordered_map<std::uint64_t, std::string> texts_;
  std::unordered_map<std::string, std::uint64_t> recurrence_keys_;
  std::unordered_map<std::uint64_t, std::string> recurrence_texts_;
  std::size_t recurrences_ = 0;
};

/// All positions that the same few moves reach in any order, so that many are reached in several
/// ways.
template <Game G>
void add_transpositions(GameState<G>& state, std::uint64_t salt, int depth, KeyBook<G>& book) {
  book.add(state.rules(), state.position());
  if (depth == 0 || state.over() || testing::Test::HasFatalFailure()) return;
  const auto mark = state.mark();
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      add_transpositions(state, salt, depth - 1, book);
      state.rewind(mark);
    }
    return;
  }
  MoveList<G> moves = legal_moves(state);
  const auto rank = [&](typename G::Move move) { return mix64(move.word() ^ salt); };
  std::sort(moves.begin(), moves.end(), [&](auto a, auto b) { return rank(a) < rank(b); });
  for (std::size_t i = 0; i < std::min<std::size_t>(3, moves.size()); ++i) {
    state.play(moves[i]);
    add_transpositions(state, salt, depth - 1, book);
    state.rewind(mark);
  }
}

TEST_P(Contract, KeysChangeExactlyWhenThePositionDoes) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    KeyBook<G> book;
    int visited = 0;
    walk<G>(GetParam(), rules, 1, 400, [&](GameState<G>& state) {
      book.add(rules, state.position());
      if (++visited % 16 == 1) {
        const int depth = G::has_chance(rules) ? 4 : 6;
        add_transpositions(state, static_cast<std::uint64_t>(visited), depth, book);
      }
    });
    // A game in which a move to a known position is taken where there is one.
    Random random(2);
    GameState<G> state(rules);
    std::set<std::uint64_t> seen;
    for (int ply = 0; ply < 200 && !state.over(); ++ply) {
      book.add(rules, state.position());
      seen.insert(G::repetition_key(state.position()));
      if (state.node_kind() == NodeKind::chance) {
        state.play_random_chance(random);
        continue;
      }
      typename G::Move move = state.random_move(random);
      for (const auto candidate : legal_moves(state)) {
        typename G::Position next = state.position();
        G::play(rules, next, candidate);
        if (seen.contains(G::repetition_key(next))) move = candidate;
      }
      state.play(move);
    }
    EXPECT_GT(book.positions(), 200U);
    EXPECT_GT(book.recurrences(), 100U);
  });
}

// ---------------------------------------------------------------------------------------------
// Text.

TEST_P(Contract, TextRoundTrips) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    walk<G>(GetParam(), rules, 3, 300, [&](const GameState<G>& state) {
      const typename G::Position& position = state.position();
      EXPECT_FALSE(G::draw(rules, position).empty());
      if (G::node_kind(position) == NodeKind::terminal) return;
      const std::string text = G::position_text(rules, position);
      const typename G::Position parsed = G::parse_position(rules, text);
      ASSERT_TRUE(same_position<G>(rules, parsed, position)) << text;
      ASSERT_EQ(G::position_text(rules, parsed), text);

      std::set<std::string> texts;
      if (G::node_kind(position) == NodeKind::chance) {
        ChanceList<G> outcomes;
        G::chance_outcomes(rules, position, outcomes);
        for (const ChanceOutcome& outcome : outcomes) {
          const std::string name = G::chance_text(rules, outcome.value);
          ASSERT_EQ(G::parse_chance(rules, position, name), outcome.value) << text << ' ' << name;
          ASSERT_TRUE(texts.insert(name).second) << text << ' ' << name;
        }
        return;
      }
      MoveList<G> moves;
      G::generate(rules, position, moves);
      for (const auto move : moves) {
        const std::string name = G::move_text(rules, position, move);
        ASSERT_EQ(G::parse_move(rules, position, name), move) << text << ' ' << name;
        ASSERT_TRUE(texts.insert(name).second) << text << ' ' << name;
        ASSERT_EQ(G::Move::from_word(move.word()), move) << text << ' ' << name;
        ASSERT_NE(move.word(), 0U) << text << ' ' << name;
      }
    });
  });
}

// ---------------------------------------------------------------------------------------------
// Random moves.

/// The value that a chi-square variable exceeds with probability 10^-6 (Wilson and Hilferty 1931).
double chi_square_critical(double degrees) {
  constexpr double z = 4.753424;
  const double a = 2.0 / (9.0 * degrees);
  return degrees * std::pow(1.0 - a + z * std::sqrt(a), 3);
}

/// Pearson's statistic of `draws` draws out of `items` equally likely ones, less its critical
/// value: positive when the draws are not uniform.
template <typename Draw>
double excess(std::size_t items, Draw&& draw) {
  if (items < 2) return -1.0;
  const std::size_t draws = std::max<std::size_t>(20000, 200 * items);
  std::vector<std::size_t> counts(items);
  for (std::size_t i = 0; i < draws; ++i) ++counts[draw()];
  const double expected = static_cast<double>(draws) / static_cast<double>(items);
  double statistic = 0.0;
  for (const std::size_t count : counts) {
    const double difference = static_cast<double>(count) - expected;
    statistic += difference * difference / expected;
  }
  return statistic - chi_square_critical(static_cast<double>(items - 1));
}

TEST(ChiSquare, SeesABiasOfATenth) {
  for (const std::size_t items : {2U, 10U, 40U, 120U, 400U}) {
    Random random(items);
    const auto bound = static_cast<std::uint32_t>(items);
    EXPECT_LT(excess(items, [&] { return random.below(bound); }), 0.0) << items;
    // Every second item comes 10 % too often, the others too rarely.
    const auto biased = [&] {
      const std::uint32_t item = random.below(bound);
      return item % 2 == 1 && random.uniform() < 0.1 ? item - 1 : item;
    };
    EXPECT_GT(excess(items, biased), 0.0) << items;
  }
}

/// A few decisions worth a closer look: the start, one with few moves, one with captures, others.
template <Game G>
std::vector<GameState<G>> chosen_decisions(const Variant& variant, const typename G::Rules& rules) {
  std::vector<GameState<G>> chosen;
  std::optional<GameState<G>> fewest, most_captures;
  std::size_t fewest_moves = ~std::size_t{0};
  std::ptrdiff_t captures = 0;
  int decisions = 0;
  walk<G>(variant, rules, 4, 400, [&](const GameState<G>& state) {
    if (state.node_kind() != NodeKind::decision) return;
    const MoveList<G> moves = legal_moves(state);
    if (moves.size() > 1 && moves.size() < fewest_moves) {
      fewest_moves = moves.size();
      fewest = state;
    }
    const std::ptrdiff_t capturing = std::count_if(moves.begin(), moves.end(), [&](auto move) {
      return G::is_capture(rules, state.position(), move);
    });
    if (capturing > captures) {
      captures = capturing;
      most_captures = state;
    }
    if (decisions++ % 150 == 0) chosen.push_back(state);
  });
  if (fewest) chosen.push_back(*fewest);
  if (most_captures) chosen.push_back(*most_captures);
  for (const std::string& text : variant.positions) {
    GameState<G> state(rules, G::parse_position(rules, text));
    Random random(5);
    if (state.node_kind() == NodeKind::chance) state.play_random_chance(random);
    if (state.node_kind() == NodeKind::decision) chosen.push_back(state);
  }
  return chosen;
}

TEST_P(Contract, RandomMovesAreUniform) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    const std::vector<GameState<G>> decisions = chosen_decisions<G>(GetParam(), rules);
    EXPECT_GE(decisions.size(), 3U);
    Random random(6);
    for (const GameState<G>& state : decisions) {
      SCOPED_TRACE(G::position_text(rules, state.position()));
      const auto index = [](const MoveList<G>& moves) {
        std::unordered_map<std::uint64_t, std::size_t> at;
        for (const auto move : moves) at.emplace(move.word(), at.size());
        return at;
      };
      MoveList<G> moves;
      G::generate(rules, state.position(), moves);
      const auto all = index(moves);
      ASSERT_EQ(all.size(), moves.size());
      EXPECT_LT(
          excess(all.size(),
                 [&] { return all.at(G::random_move(rules, state.position(), random).word()); }),
          0.0);

      const auto legal = index(legal_moves(state));
      if (legal.size() == all.size()) continue;
      EXPECT_LT(excess(legal.size(), [&] { return legal.at(state.random_move(random).word()); }),
                0.0);
    }
  });
}

// ---------------------------------------------------------------------------------------------
// State.

/// What the family says about a position, as text.
template <Game G>
std::string description(const typename G::Rules& rules, const typename G::Position& position) {
  std::string text =
      fmt::format("{} key {:x} {:x} node {} result {} {}", G::position_text(rules, position),
                  G::key(rules, position), G::repetition_key(position),
                  static_cast<int>(G::node_kind(position)), static_cast<int>(G::result(position)),
                  G::reason(position));
  if (G::node_kind(position) == NodeKind::decision) {
    MoveList<G> moves;
    G::generate(rules, position, moves);
    for (const auto move : moves) text += fmt::format(" {}", move.word());
  } else if (G::node_kind(position) == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules, position, outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      text += fmt::format(" {}:{}", outcome.value, outcome.probability);
    }
  }
  return text;
}

/// Plays the same random continuation on a parsed copy, which knows nothing but the text.
TEST_P(Contract, NothingIsHiddenInAPosition) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    int visited = 0;
    walk<G>(GetParam(), rules, 7, 400, [&](const GameState<G>& state) {
      if (++visited % 5 != 1 || G::node_kind(state.position()) == NodeKind::terminal) return;
      typename G::Position played = state.position();
      typename G::Position parsed =
          G::parse_position(rules, G::position_text(rules, state.position()));
      Random random(static_cast<std::uint64_t>(visited));
      for (int ply = 0; ply < 30; ++ply) {
        ASSERT_EQ(description<G>(rules, played), description<G>(rules, parsed));
        ASSERT_TRUE(same_position<G>(rules, played, parsed)) << description<G>(rules, played);
        if (G::node_kind(played) == NodeKind::terminal) break;
        if (G::node_kind(played) == NodeKind::chance) {
          ChanceList<G> outcomes;
          G::chance_outcomes(rules, played, outcomes);
          const std::uint8_t value =
              outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].value;
          G::play_chance(rules, played, value);
          G::play_chance(rules, parsed, value);
        } else {
          const auto move = G::random_move(rules, played, random);
          ASSERT_EQ(G::play(rules, played, move), G::play(rules, parsed, move));
        }
      }
    });
  });
}

template <Game G>
std::string description(const GameState<G>& state) {
  std::string text =
      fmt::format("{} | key {:x} plies {} times {} result {} {} moves",
                  description<G>(state.rules(), state.position()), state.key(), state.plies(),
                  state.occurrences(), static_cast<int>(state.result()), state.reason());
  if (state.node_kind() != NodeKind::decision) return text;
  for (const auto move : legal_moves(state)) text += fmt::format(" {}", move.word());
  return text;
}

TEST_P(Contract, RewindingRestoresTheState) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    Random random(8);
    int visited = 0;
    walk<G>(GetParam(), rules, 9, 400, [&](GameState<G>& state) {
      if (++visited % 5 != 1) return;
      const auto mark = state.mark();
      const std::string before = description(state);
      const GameState<G> copy = state;
      for (int ply = 0; ply < 30 && !state.over(); ++ply) {
        if (state.node_kind() == NodeKind::chance) {
          state.play_random_chance(random);
        } else {
          state.play(state.random_move(random));
        }
      }
      ASSERT_EQ(description(copy), before);
      state.rewind(mark);
      ASSERT_TRUE(same_position<G>(rules, state.position(), copy.position())) << before;
      ASSERT_EQ(description(state), before);
    });
  });
}

// ---------------------------------------------------------------------------------------------
// Moves and ends.

TEST_P(Contract, MovesCapturesAndCountsAgree) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    Random random(10);
    std::int64_t captures = 0;
    walk<G>(GetParam(), rules, 11, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::decision) return;
      const typename G::Position& position = state.position();
      const std::string text = G::position_text(rules, position);
      MoveList<G> moves;
      G::generate(rules, position, moves);
      ASSERT_GT(moves.size(), 0U) << text;
      ASSERT_EQ(G::count_moves(rules, position), moves.size()) << text;
      const auto known = [](const MoveList<G>& list, typename G::Move move) {
        return std::find(list.begin(), list.end(), move) != list.end();
      };
      ASSERT_TRUE(known(moves, G::random_move(rules, position, random))) << text;

      const MoveList<G> legal = legal_moves(state);
      ASSERT_GT(legal.size(), 0U) << text;
      ASSERT_EQ(state.count_legal_moves(), legal.size()) << text;
      ASSERT_TRUE(known(legal, state.random_move(random))) << text;

      const Side mover = G::to_move(position);
      for (const auto move : moves) {
        SCOPED_TRACE(text + ' ' + G::move_text(rules, position, move));
        ASSERT_EQ(state.allowed(move), known(legal, move));
        typename G::Position next = position;
        const bool irreversible = G::play(rules, next, move);
        const std::vector<std::string> squares = G::captured_squares(rules, position, move);
        const int lost =
            G::piece_count(position, other(mover)) - G::piece_count(next, other(mover));
        ASSERT_EQ(static_cast<int>(squares.size()), lost);
        ASSERT_EQ(G::piece_count(next, mover), G::piece_count(position, mover));
        ASSERT_EQ(G::is_capture(rules, position, move), lost > 0);
        ASSERT_TRUE(std::is_sorted(squares.begin(), squares.end()));
        ASSERT_EQ(std::set<std::string>(squares.begin(), squares.end()).size(), squares.size());
        ASSERT_TRUE(irreversible || lost == 0);
        ASSERT_EQ(G::wins_at_once(rules, position, move), G::result(next) == win_for(mover));
        captures += lost;
      }
    });
    EXPECT_GT(captures, 0);
  });
}

/// After an irreversible move nothing earlier recurs, and every move changes the position.
TEST_P(Contract, IrreversibleMovesLeaveThePastBehind) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    Random random(12);
    for (int game = 0; game < 4; ++game) {
      typename G::Position position = G::start(rules);
      std::unordered_map<std::uint64_t, int> seen;
      int last_irreversible = 0;
      for (int ply = 1; ply < 300 && G::node_kind(position) != NodeKind::terminal; ++ply) {
        const std::uint64_t before = G::key(rules, position);
        if (G::node_kind(position) == NodeKind::chance) {
          ChanceList<G> outcomes;
          G::chance_outcomes(rules, position, outcomes);
          G::play_chance(rules, position,
                         outcomes[random.below(static_cast<std::uint32_t>(outcomes.size()))].value);
        } else if (G::play(rules, position, G::random_move(rules, position, random))) {
          last_irreversible = ply;
        }
        if (G::node_kind(position) == NodeKind::terminal) break;
        ASSERT_NE(G::key(rules, position), before);
        const auto [entry, is_new] = seen.emplace(G::repetition_key(position), ply);
        ASSERT_TRUE(is_new || entry->second >= last_irreversible);
        entry->second = ply;
      }
    }
  });
}

TEST_P(Contract, ChanceProbabilitiesSumToOne) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::int64_t events = 0;
    walk<G>(GetParam(), rules, 13, 400, [&](const GameState<G>& state) {
      if (state.node_kind() != NodeKind::chance) return;
      ++events;
      ChanceList<G> outcomes;
      G::chance_outcomes(rules, state.position(), outcomes);
      ASSERT_GT(outcomes.size(), 0U);
      double sum = 0.0;
      std::set<int> values;
      for (const ChanceOutcome& outcome : outcomes) {
        ASSERT_GT(outcome.probability, 0.0);
        ASSERT_TRUE(values.insert(outcome.value).second);
        sum += outcome.probability;
        typename G::Position next = state.position();
        G::play_chance(rules, next, outcome.value);
        ASSERT_FALSE(same_position<G>(rules, next, state.position()));
      }
      ASSERT_NEAR(sum, 1.0, 1e-12) << G::position_text(rules, state.position());
    });
    EXPECT_EQ(events > 0, G::has_chance(rules));
  });
}

TEST_P(Contract, OnlyTerminalPositionsHaveAResult) {
  with_game([&]<typename G, typename Rules>(G, const Rules& rules) {
    std::int64_t ends = 0;
    walk<G>(
        GetParam(), rules, 14, 4000,
        [&](const GameState<G>& state) {
          const std::string text = G::position_text(rules, state.position());
          const bool over = G::node_kind(state.position()) == NodeKind::terminal;
          ASSERT_EQ(G::result(state.position()) != Result::unfinished, over) << text;
          ASSERT_EQ(!G::reason(state.position()).empty(), over) << text;
          ASSERT_EQ(state.result() != Result::unfinished, state.over()) << text;
          ASSERT_EQ(!state.reason().empty(), state.over()) << text;
          ASSERT_TRUE(!over || state.over()) << text;
          const double value = G::evaluate(rules, state.position());
          ASSERT_GE(value, 0.0) << text;
          ASSERT_LE(value, 1.0) << text;
          ASSERT_TRUE(!over || value == score(G::result(state.position()))) << text;
          ends += state.over();
        },
        4000);
    EXPECT_GT(ends, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(Rules, Contract, testing::ValuesIn(variants()), [](const auto& info) {
  std::string name = info.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace tavlab
