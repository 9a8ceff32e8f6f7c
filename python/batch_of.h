#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "python/crew.h"
#include "python/game_of.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/history.h"

// The implementation of any_batch.h, by the traits type of a family.
namespace tavlab::python {

/// Games that may end before the learner's first turn, one after another, before it is an error.
inline constexpr int kMostSkippedGames = 1000;

/// The seed of the game with this number that is played in one place of a batch.
constexpr std::uint64_t batch_seed(std::uint64_t seed, std::uint64_t rules, std::size_t place,
                                   std::uint64_t number) {
  return derive_seed({seed, rules, hash_text("batch"), place, number});
}

template <FamilyGame G>
class BatchOf final : public Batch {
 public:
  BatchOf(std::shared_ptr<const GameOf<G>> game, const BatchOptions& options, const Poll& poll)
      : game_(std::move(game)),
        options_(options),
        start_(G::start(game_->rules())),
        rules_hash_(game_->rule_set().content_hash()),
        crew_(options.threads, options.opponent.has_value()),
        picked_(options.games) {
    slots_.reserve(options.games);
    for (std::size_t i = 0; i < options.games; ++i) slots_.emplace_back(game_->rules(), start_);
    // Numbered from 0 for the calling thread to the number of threads.
    for (std::size_t i = 0; i <= crew_.threads(); ++i) {
      observers_.emplace_back(game_->actions().observation(), game_->facts());
    }
    if (!options.opponent) return;
    const AgentSpec spec = AgentSpec::parse(*options.opponent);
    for (Slot& slot : slots_) {
      if (poll && poll()) throw Interrupted();
      slot.opponent = make_agent<G>(spec, game_->rules());
    }
  }

  void reset(std::uint64_t seed, const BatchArrays& out, const Poll& poll) override {
    seed_ = seed;
    broken_ = true;
    if (options_.opponent) {
      stop_ = {};
      for (Slot& slot : slots_) slot.opponent->stop_when(stop_.get_token());
    }
    const Task task{out, {}};
    run(
        [this, &task](std::size_t begin, std::size_t end, std::size_t worker) {
          for (std::size_t i = begin; i < end; ++i) begin_first(i, task.out, worker);
        },
        poll);
    broken_ = false;
  }

  void step(std::span<const std::int64_t> actions, const BatchArrays& out,
            const Poll& poll) override {
    const Task task{out, actions};
    const auto pick = [this, &task](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) picked_[i] = place_of(slots_[i], task.actions[i]);
    };
    if (options_.opponent) {
      pick(0, slots_.size(), 0);
    } else {
      crew_.run(slots_.size(), kPart, pick);
    }
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (picked_[i] >= slots_[i].ids.size()) refuse(i, actions[i]);
    }
    broken_ = true;
    run(
        [this, &task](std::size_t begin, std::size_t end, std::size_t worker) {
          for (std::size_t i = begin; i < end; ++i) {
            if (i + 1 < end) fetch(i + 1);
            play(i, task.out, worker);
          }
        },
        poll);
    broken_ = false;
  }

  [[nodiscard]] bool broken() const override { return broken_; }

  void sample(std::span<std::int64_t> actions) override {
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      Slot& slot = slots_[i];
      if (slot.state.node_kind() == NodeKind::chance) {
        const auto mark = slot.state.mark();
        actions[i] = slot.state.play_random_chance(slot.actions);
        slot.state.rewind(mark);
      } else {
        actions[i] = slot.ids[slot.actions.below(static_cast<std::uint32_t>(slot.ids.size()))];
      }
    }
  }

  [[nodiscard]] std::unique_ptr<State> state(std::size_t game) const override {
    auto state = std::make_unique<StateOf<G>>(game_, start_);
    for (const Event<G>& event : slots_[game].events) state->replay(event);
    return state;
  }

 private:
  using Move = typename G::Move;

  struct Task {
    const BatchArrays& out;
    std::span<const std::int64_t> actions;
  };

  /// One of the games.
  struct Slot {
    Slot(const typename G::Rules& rules, const typename G::Position& start) : state(rules, start) {}

    GameState<G> state;
    std::vector<std::uint32_t> ids;  ///< of the legal actions
    std::vector<Move> moves;         ///< in the same order; none before a chance event
    std::vector<Event<G>> events;    ///< since the start
    std::uint64_t number = 0;        ///< of games played in this place
    Random chance{0};
    Random opponents{0};
    Random actions{0};
    Side learner = Side::first;
    std::unique_ptr<Agent<G>> opponent;
  };

  void run(const Crew::Work& work, const Poll& poll) {
    if (!options_.opponent) return crew_.run(slots_.size(), kPart, work);
    bool interrupted = false;
    crew_.run(slots_.size(), 1, work, [&] {
      if (interrupted || !poll || !poll()) return;
      interrupted = true;
      stop_.request_stop();
    });
    if (interrupted) throw Interrupted();
  }

  static std::size_t place_of(const Slot& slot, std::int64_t action) {
    if (action < 0 || action > 0xffffffffLL) return slot.ids.size();
    const auto id = static_cast<std::uint32_t>(action);
    return static_cast<std::size_t>(std::ranges::find(slot.ids, id) - slot.ids.begin());
  }

  /// Says what is wrong with an action, as a State does.
  [[noreturn]] void refuse(std::size_t i, std::int64_t action) const {
    const auto where = fmt::format("game {}: ", i);
    try {
      state(i)->apply(action);
    } catch (const UserError& error) {
      throw UserError(where + error.what());
    } catch (const std::out_of_range& error) {
      throw std::out_of_range(where + error.what());
    }
    throw std::logic_error("a state plays what a batch refuses");
  }

  void begin_first(std::size_t i, const BatchArrays& out, std::size_t worker) {
    Slot& slot = slots_[i];
    slot.number = 0;
    begin(slot, i);
    if (stop_.stop_requested()) return;
    write_outcome(out, i, 0, false, false);
    write_turn(slot, out, i, worker);
  }

  /// Begins the next game in this place, up to the first action of the caller.
  void begin(Slot& slot, std::size_t place) {
    for (int skipped = 0; skipped < kMostSkippedGames; ++skipped) {
      const std::uint64_t number = slot.number++;
      const std::uint64_t seed = batch_seed(seed_, rules_hash_, place, number);
      slot.state.reset(start_);
      slot.events.clear();
      slot.chance = Random(derive_seed({seed, 0}));
      slot.opponents = Random(derive_seed({seed, 1}));
      slot.actions = Random(derive_seed({seed, 2}));
      if (slot.opponent != nullptr) {
        slot.learner = options_.learner == Learner::first    ? Side::first
                       : options_.learner == Learner::second ? Side::second
                       : (place + number) % 2 == 0           ? Side::first
                                                             : Side::second;
        slot.opponent->start_game();
      }
      go_on(slot);
      if (!slot.state.over() || stop_.stop_requested()) return;
    }
    throw UserError(fmt::format("{} games in a row ended before the first turn of the caller",
                                kMostSkippedGames));
  }

  void play(std::size_t i, const BatchArrays& out, std::size_t worker) {
    Slot& slot = slots_[i];
    if (stop_.stop_requested()) return;
    const bool chance = slot.state.node_kind() == NodeKind::chance;
    const Side mover = chance ? Side::first : slot.state.to_move();
    if (chance) {
      const auto outcome = static_cast<std::uint8_t>(slot.ids[picked_[i]]);
      slot.state.play_chance(outcome);
      note_roll(slot, outcome);
    } else {
      move(slot, slot.moves[picked_[i]]);
    }
    go_on(slot);
    if (stop_.stop_requested()) return;
    const bool done = slot.state.over();
    const bool truncated = !done && is_too_long(slot);
    if (done || truncated) {
      const double score = tavlab::score(slot.state.result());
      const double reward = !done ? 0 : mover == Side::first ? 2 * score - 1 : 1 - 2 * score;
      write_outcome(out, i, static_cast<float>(reward), done, truncated);
      observers_[worker].write(slot.state, final_planes(out, i), globals_row(out.final_globals, i));
      begin(slot, i);
      if (stop_.stop_requested()) return;
    } else {
      write_outcome(out, i, 0, false, false);
    }
    write_turn(slot, out, i, worker);
  }

  /// Begins to load a game into the cache: with many games, most of a step is waiting for memory.
  void fetch(std::size_t i) const {
    constexpr std::size_t kLine = 64;
    const Slot& slot = slots_[i];
    const auto* const position = reinterpret_cast<const char*>(&slot.state.position());
    for (std::size_t byte = 0; byte < sizeof(typename G::Position); byte += kLine) {
      __builtin_prefetch(position + byte, 1);
    }
    if (!slot.moves.empty()) __builtin_prefetch(&slot.moves[picked_[i]]);
    __builtin_prefetch(slot.events.data() + slot.events.size(), 1);
  }

  [[nodiscard]] bool is_too_long(const Slot& slot) const {
    return slot.state.plies() >= game_->options().max_game_length;
  }

  /// Plays chance and the opponent until the caller is to act or the game ends.
  void go_on(Slot& slot) {
    for (;;) {
      const NodeKind kind = slot.state.node_kind();
      if (kind == NodeKind::terminal) return;
      if (kind == NodeKind::chance) {
        if (!options_.sampled_chance) return;
        note_roll(slot, slot.state.play_random_chance(slot.chance));
        continue;
      }
      if (slot.opponent == nullptr || slot.state.to_move() == slot.learner) return;
      if (is_too_long(slot)) return;
      const Move chosen = slot.opponent->choose(slot.state, slot.opponents);
      if (stop_.stop_requested()) return;  // the stop may have cut the search short
      move(slot, chosen);
    }
  }

  static void move(Slot& slot, Move chosen) {
    slot.events.push_back({false, 0, chosen});
    slot.state.play(chosen);
    if (slot.opponent != nullptr) slot.opponent->observe_move(chosen);
  }

  static void note_roll(Slot& slot, std::uint8_t outcome) {
    slot.events.push_back({true, outcome, {}});
    if (slot.opponent != nullptr) slot.opponent->observe_chance(outcome);
  }

  /// Lists the legal actions and writes what the caller needs to choose one.
  void write_turn(Slot& slot, const BatchArrays& out, std::size_t i, std::size_t worker) {
    const bool chance = slot.state.node_kind() == NodeKind::chance;
    if (chance) {
      ChanceList<G> outcomes;
      G::chance_outcomes(slot.state.rules(), slot.state.position(), outcomes);
      slot.ids.clear();
      slot.moves.clear();
      for (const ChanceOutcome& outcome : outcomes) slot.ids.push_back(outcome.value);
    } else {
      MoveList<G> moves;
      typename ActionIds<G>::Ids ids;
      game_->actions().list(slot.state, moves, ids);
      slot.ids.assign(ids.begin(), ids.end());
      slot.moves.assign(moves.begin(), moves.end());
    }
    if (out.player != nullptr) {
      out.player[i] =
          static_cast<std::int8_t>(chance ? kChancePlayer : static_cast<int>(slot.state.to_move()));
    }
    if (out.mask != nullptr) {
      std::uint8_t* const row = out.mask + i * game_->facts().actions;
      std::memset(row, 0, game_->facts().actions);
      for (const std::uint32_t id : slot.ids) row[id] = 1;
    }
    const std::size_t planes = game_->facts().plane_numbers();
    observers_[worker].write(slot.state,
                             PlanesOut{out.observation, out.observation_bytes}.row(i, planes),
                             globals_row(out.globals, i));
  }

  static void write_outcome(const BatchArrays& out, std::size_t i, float reward, bool done,
                            bool truncated) {
    if (out.reward != nullptr) out.reward[i] = reward;
    if (out.done != nullptr) out.done[i] = done ? 1 : 0;
    if (out.truncated != nullptr) out.truncated[i] = truncated ? 1 : 0;
  }

  [[nodiscard]] PlanesOut final_planes(const BatchArrays& out, std::size_t i) const {
    return PlanesOut{out.final_observation, out.final_observation_bytes}.row(
        i, game_->facts().plane_numbers());
  }

  [[nodiscard]] float* globals_row(float* globals, std::size_t i) const {
    if (globals == nullptr) return nullptr;
    return globals + i * static_cast<std::size_t>(game_->facts().shape.globals);
  }

  /// Games in a part of the work: long enough that taking one costs nothing.
  static constexpr std::size_t kPart = 16;

  std::shared_ptr<const GameOf<G>> game_;
  BatchOptions options_;
  typename G::Position start_;
  std::uint64_t rules_hash_;
  std::uint64_t seed_ = 0;
  Crew crew_;
  std::stop_source stop_;
  std::vector<Slot> slots_;
  std::vector<Observer<G>> observers_;  ///< of each worker
  std::vector<std::size_t> picked_;     ///< indices of the actions of a step
  bool broken_ = true;
};

template <FamilyGame G>
std::unique_ptr<Batch> GameOf<G>::new_batch(const BatchOptions& options,
                                            const Batch::Poll& poll) const {
  return std::make_unique<BatchOf<G>>(std::static_pointer_cast<const GameOf>(shared_from_this()),
                                      options, poll);
}

}  // namespace tavlab::python
