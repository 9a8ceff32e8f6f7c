#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "python/any_dataset.h"
#include "python/game_of.h"
#include "selfplay/dataset/batch_maker.h"
#include "selfplay/rule_variants.h"

// The implementation of Shard in any_dataset.h, by the traits type of a family.
namespace tavlab::python {

template <FamilyGame G>
class ShardOf final : public Shard {
 public:
  /// The games must be those of the shard's rule sets, in their order.
  ShardOf(DatasetShard shard, std::vector<std::shared_ptr<const Game>> games)
      : shard_(std::move(shard)),
        games_(std::move(games)),
        variants_(shard_.info.rules),
        maker_({games_.front()->options().max_size, games_.front()->options().side_heads},
               variants_) {
    for (std::size_t i = 0; i < shard_.games.size(); ++i) list_decisions(i);
  }

  [[nodiscard]] const DatasetShard& file() const override { return shard_; }
  [[nodiscard]] const std::vector<std::shared_ptr<const Game>>& games() const override {
    return games_;
  }
  [[nodiscard]] const DecisionColumns& decisions() const override { return columns_; }

  [[nodiscard]] std::unique_ptr<State> state(std::size_t game, std::size_t events) const override {
    const StoredGame& stored = shard_.games[game];
    const auto& of = static_cast<const GameOf<G>&>(*games_[stored.rules]);
    std::unique_ptr<State> state = of.new_state({});
    for (const GameEvent& event : std::span(stored.events).first(events)) {
      static_cast<StateOf<G>&>(*state).replay(event_of(event));
    }
    return state;
  }

  [[nodiscard]] TrainingBatch encode(std::span<const std::int64_t> decisions,
                                     const EncodingSettings& settings) override {
    const std::lock_guard turn(encoding_);
    maker_.set_lambda(settings.value_lambda);
    TrainingBatch batch;
    for (const std::int64_t at : decisions) {
      const auto i = static_cast<std::size_t>(at);
      const StoredGame& game = shard_.games[static_cast<std::size_t>(columns_.game[i])];
      if (batch.count == 0) maker_.clear(batch, game.rules);
      if (!maker_.fits(game.rules, batch)) {
        throw UserError("the positions are on boards of several sizes; choose by rules");
      }
      typename BatchMaker<G>::View view;
      if (settings.random_symmetry) view.symmetry = symmetry_of(game.rules, settings.seed, i);
      maker_.add({&game, number_[i]}, view, batch);
      if (!G::Observation::mover_relative && columns_.player[i] == 1) {
        std::swap(batch.value[3 * batch.count - 3], batch.value[3 * batch.count - 1]);
      }
    }
    return batch;
  }

 private:
  static Event<G> event_of(const GameEvent& event) {
    Event<G> to;
    to.chance = event.chance;
    if (event.chance) {
      to.outcome = static_cast<std::uint8_t>(event.word);
    } else {
      to.move = G::Move::from_word(event.word);
    }
    return to;
  }

  void list_decisions(std::size_t i) {
    const StoredGame& game = shard_.games[i];
    GameState<G> state(static_cast<const GameOf<G>&>(*games_[game.rules]).rules());
    std::size_t played = 0;
    for (std::size_t k = 0; k < game.decisions.size(); ++k) {
      const SearchedDecision& decision = game.decisions[k];
      const std::span<const GameEvent> events(game.events);
      play_events(state, events.subspan(played, decision.event - played));
      played = decision.event;
      number_.push_back(static_cast<std::uint32_t>(k));
      columns_.game.push_back(static_cast<std::int64_t>(i));
      columns_.event.push_back(decision.event);
      columns_.ply.push_back(state.plies());
      columns_.rules.push_back(game.rules);
      columns_.player.push_back(static_cast<std::int8_t>(state.to_move()));
      columns_.full.push_back(decision.full ? 1 : 0);
      columns_.search_value.push_back(return_of(state.to_move(), decision.value().score()));
    }
  }

  [[nodiscard]] int symmetry_of(std::uint32_t rules, std::uint64_t seed, std::size_t i) const {
    const std::span<const int> all =
        static_cast<const GameOf<G>&>(*games_[rules]).actions().observation().symmetries();
    Random random(derive_seed({seed, shard_.info.seed, i}));
    return all[random.below(static_cast<std::uint32_t>(all.size()))];
  }

  DatasetShard shard_;
  std::vector<std::shared_ptr<const Game>> games_;
  RuleVariants variants_;
  BatchMaker<G> maker_;
  std::mutex encoding_;  ///< the maker is for one thread at a time
  DecisionColumns columns_;
  std::vector<std::uint32_t> number_;  ///< of each decision in its game
};

template <FamilyGame G>
std::unique_ptr<Shard> GameOf<G>::new_shard(DatasetShard shard,
                                            std::vector<std::shared_ptr<const Game>> games) const {
  return std::make_unique<ShardOf<G>>(std::move(shard), std::move(games));
}

}  // namespace tavlab::python
