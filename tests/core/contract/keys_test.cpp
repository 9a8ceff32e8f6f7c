// Keys: equal for equal positions, and for no others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "tests/core/contract/contract.h"

namespace tavlab {
namespace {

/// The counters in position texts of any family. Recurrence ignores them.
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

/// Maps texts of positions to their keys, and back.
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
          G::play_chance(rules, position, any_outcome<G>(rules, position, random));
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

}  // namespace
}  // namespace tavlab
