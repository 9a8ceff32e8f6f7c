#pragma once

#include <cstdint>

#include "core/game_state.h"

namespace tavlab {

/// What perft counts at the last ply (term and method come from chess programming).
struct PerftCounts {
  std::uint64_t nodes = 0;     ///< legal moves of the last ply
  std::uint64_t captures = 0;  ///< of these, moves that capture
  std::uint64_t ends = 0;      ///< of these, moves that end the game

  PerftCounts& operator+=(const PerftCounts& that) {
    nodes += that.nodes;
    captures += that.captures;
    ends += that.ends;
    return *this;
  }
  bool operator==(const PerftCounts&) const = default;
};

namespace perft_detail {

/// With the repetition history, for depths at which a repetition rule can take effect, and for
/// games with chance. Every outcome of a chance event is followed; a passed turn is a ply.
template <Game G>
PerftCounts with_history(GameState<G>& state, int depth) {
  PerftCounts counts;
  if (depth == 0 || state.over()) return counts;
  const auto mark = state.mark();
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      const bool passed = state.node_kind() != NodeKind::decision;
      counts += with_history(state, passed ? depth - 1 : depth);
      state.rewind(mark);
    }
    return counts;
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    if (depth == 1) {
      ++counts.nodes;
      counts.captures += G::is_capture(state.rules(), state.position(), move);
    }
    state.play(move);
    if (depth == 1) {
      counts.ends += state.over();
    } else {
      counts += with_history(state, depth - 1);
    }
    state.rewind(mark);
  }
  return counts;
}

template <Game G>
void without_history(const typename G::Rules& rules, const typename G::Position& position,
                     int depth, PerftCounts& counts) {
  MoveList<G> moves;
  G::generate(rules, position, moves);
  for (const auto move : moves) {
    typename G::Position next = position;
    const bool irreversible = G::play(rules, next, move);
    const bool over = G::node_kind(next) == NodeKind::terminal;
    if (depth == 1) {
      ++counts.nodes;
      counts.captures += G::capabilities.only_captures_are_irreversible
                             ? irreversible
                             : G::is_capture(rules, position, move);
      counts.ends += over;
    } else if (!over) {
      without_history<G>(rules, next, depth - 1, counts);
    }
  }
}

template <Game G>
std::uint64_t bulk(const typename G::Rules& rules, const typename G::Position& position,
                   int depth) {
  if (depth == 1) return G::count_moves(rules, position);
  std::uint64_t nodes = 0;
  MoveList<G> moves;
  G::generate(rules, position, moves);
  for (const auto move : moves) {
    typename G::Position next = position;
    G::play(rules, next, move);
    if (G::node_kind(next) != NodeKind::terminal) nodes += bulk<G>(rules, next, depth - 1);
  }
  return nodes;
}

/// Whether the history can be ignored: no chance, and no repetition verdict within `depth` plies.
template <Game G>
bool history_is_idle(const typename G::Rules& rules, int depth) {
  const RepetitionRule rule = G::repetition_rule(rules);
  if (G::has_chance(rules)) return false;
  return rule.verdict == RepetitionRule::Verdict::ignored ||
         depth < rule.shortest_cycle * (rule.count - 1);
}

}  // namespace perft_detail

/// Walks all games of `depth` decision moves from `position`, playing the moves of the last ply,
/// too. Terminal positions are not expanded. Repetition is counted as in a game that starts here.
template <Game G>
PerftCounts perft(const typename G::Rules& rules, const typename G::Position& position, int depth) {
  PerftCounts counts;
  if (depth <= 0 || G::node_kind(position) == NodeKind::terminal) return counts;
  if (perft_detail::history_is_idle<G>(rules, depth)) {
    perft_detail::without_history<G>(rules, position, depth, counts);
    return counts;
  }
  GameState<G> state(rules, position);
  return perft_detail::with_history(state, depth);
}

/// The same from a game in progress, whose history counts. Leaves the state unchanged.
template <Game G>
PerftCounts perft(GameState<G>& state, int depth) {
  return perft_detail::with_history(state, depth);
}

/// The number of nodes only: the moves of the last ply are counted, not played. Falls back to
/// `perft` if chance or a repetition rule requires every move to be played.
template <Game G>
std::uint64_t perft_bulk(const typename G::Rules& rules, const typename G::Position& position,
                         int depth) {
  if (depth <= 0 || G::node_kind(position) == NodeKind::terminal) return 0;
  if (perft_detail::history_is_idle<G>(rules, depth)) {
    return perft_detail::bulk<G>(rules, position, depth);
  }
  return perft<G>(rules, position, depth).nodes;
}

}  // namespace tavlab
