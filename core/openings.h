#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game_state.h"
#include "core/symmetry.h"

namespace tavlab {

namespace openings_detail {

/// Calls `next(word, plies)`, with `state` after the move or roll, for each legal move, in the
/// order of their texts, or each possible roll; `plies` is how many it takes. As in perft, a passed
/// turn is a ply.
template <Game G, typename Next>
void each_continuation(GameState<G>& state, Next&& next) {
  const auto& rules = state.rules();
  const auto mark = state.mark();
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(rules, state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      const std::string word = G::chance_text(rules, outcome.value);
      state.play_chance(outcome.value);
      next(word, state.node_kind() == NodeKind::decision ? 0 : 1);
      state.rewind(mark);
    }
    return;
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  std::vector<std::pair<std::string, typename G::Move>> named;
  for (const auto move : moves) {
    named.emplace_back(G::move_text(rules, state.position(), move), move);
  }
  std::ranges::sort(named, {}, [](const auto& each) -> const std::string& { return each.first; });
  for (const auto& [word, move] : named) {
    state.play(move);
    next(word, 1);
    state.rewind(mark);
  }
}

template <Game G, typename Take>
void each_line(GameState<G>& state, std::string& line, int plies, Take& take) {
  if (state.over()) return;
  if (plies <= 0) {
    take(std::as_const(line), std::as_const(state));
    return;
  }
  each_continuation(state, [&](const std::string& word, int taken) {
    const std::size_t length = line.size();
    if (!line.empty()) line += ' ';
    line += word;
    each_line(state, line, plies - taken, take);
    line.resize(length);
  });
}

}  // namespace openings_detail

/// Calls `take(line, state)` for every line of that many plies after which the game continues, in
/// the order of the moves' texts. A line is moves and rolls separated by spaces. With dice a passed
/// turn is a ply. Leaves the state unchanged.
template <Game G, typename Take>
void each_opening(GameState<G>& state, int plies, Take&& take) {
  std::string line;
  openings_detail::each_line(state, line, plies, take);
}

/// Throws the UserError for more openings than a caller can keep.
[[noreturn]] inline void refuse_many_openings(int plies, std::size_t most) {
  throw UserError("there are more than " + std::to_string(most) + " openings of " +
                  std::to_string(plies) + " plies; choose fewer plies");
}

/// Thrown where a stop was requested before all openings were found.
struct OpeningsStopped {};

/// A class of symmetric positions.
struct OpeningClass {
  std::string line;         ///< one that leads to one of them
  std::uint64_t lines = 0;  ///< how many lead to any of them
};

/// The same with only the first line for each class of symmetric positions: transpositions and
/// mirror images count as one. Expands classes, not lines, so the number of classes bounds time and
/// memory. Sorted by line. Throws UserError for more than `most` classes of any length up to
/// `plies`, and OpeningsStopped if a stop is requested. `expanded` is called with the number of
/// classes expanded so far, of any length; it may be null.
template <FamilyGame G>
std::vector<OpeningClass> opening_classes(
    const GameState<G>& start, int plies,
    std::size_t most = std::numeric_limits<std::size_t>::max(), const std::stop_token& stop = {},
    const std::function<void(std::uint64_t)>& expanded = {}) {
  struct Class {
    explicit Class(const GameState<G>& first) : state(first) {}
    OpeningClass opening;
    GameState<G> state;
  };
  /// By plies left, then by position. A roll takes none, a move one.
  std::map<int, std::map<std::uint64_t, Class>, std::greater<>> levels;
  Symmetry<G> symmetry(start.rules());
  const auto add = [&](int left, const GameState<G>& state, const std::string& line,
                       std::uint64_t lines) {
    if (state.over()) return;
    const std::uint64_t key = symmetry.key(state.position(), state.occurrences());
    Class& known = levels[left].try_emplace(key, state).first->second;
    if (levels[left].size() > most) refuse_many_openings(plies, most);
    if (known.opening.lines == 0 || line < known.opening.line) {
      known.opening.line = line;
      known.state = state;
    }
    known.opening.lines += lines;
  };
  std::uint64_t done = 0;
  add(plies, start, {}, 1);
  for (int left = plies; left > 0; --left) {
    // Rolls first: their successors are on the same level, where no roll follows a roll.
    for (const NodeKind kind : {NodeKind::chance, NodeKind::decision}) {
      std::vector<const Class*> parents;
      for (const auto& [key, each] : levels[left]) {
        if (each.state.node_kind() == kind) parents.push_back(&each);
      }
      for (const Class* parent : parents) {
        if (stop.stop_requested()) throw OpeningsStopped{};
        GameState<G> state = parent->state;
        openings_detail::each_continuation(state, [&](const std::string& word, int taken) {
          std::string line = parent->opening.line;
          if (!line.empty()) line += ' ';
          line += word;
          add(left - taken, state, line, parent->opening.lines);
        });
        if (expanded) expanded(++done);
      }
    }
    levels.erase(left);
  }
  std::vector<OpeningClass> all;
  for (auto& [key, each] : levels[0]) all.push_back(std::move(each.opening));
  std::ranges::sort(all, {}, &OpeningClass::line);
  return all;
}

}  // namespace tavlab
