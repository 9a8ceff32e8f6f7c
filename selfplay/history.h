#pragma once

#include <cstdint>
#include <vector>

#include "core/game.h"
#include "selfplay/agent.h"

namespace tavlab {

/// A move or a roll of a game.
template <Game G>
struct Event {
  bool chance = false;
  std::uint8_t outcome = 0;
  typename G::Move move{};

  bool operator==(const Event&) const = default;
};

/// Passes an event to an agent.
template <Game G>
void tell(Agent<G>& agent, const Event<G>& event) {
  if (event.chance) {
    agent.observe_chance(event.outcome);
  } else {
    agent.observe_move(event.move);
  }
}

/// A game so far: its start, and the events since.
template <Game G>
struct History {
  typename G::Position start;
  std::vector<Event<G>> events = {};

  void move(typename G::Move move) { events.push_back({false, 0, move}); }
  void roll(std::uint8_t outcome) { events.push_back({true, outcome, {}}); }

  /// Begins this game with the agent, up to here.
  void begin(Agent<G>& agent) const {
    agent.start_game();
    agent.start_at(start);
    for (const Event<G>& event : events) tell(agent, event);
  }
};

}  // namespace tavlab
