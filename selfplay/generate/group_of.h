#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "mcts/cached_evaluator.h"
#include "nn/net_evaluator.h"
#include "nn/shared_net.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/dataset/stored_game.h"
#include "selfplay/generate/game_in_play.h"
#include "selfplay/generate/group.h"
#include "selfplay/generate/options.h"
#include "selfplay/rule_pool.h"

namespace tavlab {

/// A group of games of a known family.
template <FamilyGame G>
class SelfPlayGroupOf final : public SelfPlayGroup {
 public:
  SelfPlayGroupOf(const SelfPlayOptions& options, const RuleVariants& variants,
                  EndgameTables<G> tables, std::uint64_t seed, std::size_t index)
      : options_(&options),
        pool_(variants),
        tables_(std::move(tables)),
        seed_(seed),
        index_(index) {}

  void take_nets(const SharedNet& net, const SharedNet* past) override {
    const auto make = [&](const SharedNet& of) {
      return std::make_unique<NetEvaluator<G>>(of.net(), of.backend(), options_->random_symmetry);
    };
    net_ = make(net);
    net_->prepare(pool_.at(0));
    past_ = past == nullptr ? nullptr : make(*past);
    const auto positions = static_cast<std::size_t>(options_->cache_positions);
    cache_.reset();
    if (positions == 0) return;
    // What is in the cache must not matter: after a stop it is empty. Groups have other symmetries.
    net_->draw_symmetries_by_position(derive_seed({seed_, index_}));
    cache_ = std::make_unique<CachedEvaluator<G>>(*net_, positions);
  }

  void play(std::uint64_t quota, std::uint64_t end, std::span<const StoredGame> earlier,
            const std::function<void(StoredGame)>& finished, const std::stop_token& stop) override {
    const auto began = std::chrono::steady_clock::now();
    earlier_ = earlier;
    std::vector<std::unique_ptr<GameInPlay<G>>> games;
    for (StoredGame& game : state_.in_flight) games.push_back(in_play(std::move(game)));
    state_.in_flight.clear();
    catch_up(games);
    std::uint64_t done = 0;
    while (done < quota && !stop.stop_requested()) {
      while (games.size() < static_cast<std::size_t>(options_->games_in_flight) &&
             next_number() < end) {
        games.push_back(in_play(new_game()));
      }
      if (games.empty()) break;
      for (auto& game : games) {
        advance(*game);
        if (!game->over()) continue;
        ++done;
        counts_.simulations += game->simulations();
        finished(game->take());
        game.reset();
      }
      std::erase(games, nullptr);
      evaluate();
    }
    for (auto& game : games) {
      if (done < quota) state_.evaluations.push_back(game->evaluations());
      state_.in_flight.push_back(game->take());
    }
    counts_.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }

  [[nodiscard]] const GroupState& state() const override { return state_; }
  void restore(GroupState state) override { state_ = std::move(state); }

  SelfPlayCounts take_counts() override { return std::exchange(counts_, {}); }

 private:
  [[nodiscard]] std::uint64_t next_number() const {
    return state_.next * static_cast<std::uint64_t>(options_->groups) + index_;
  }

  std::unique_ptr<GameInPlay<G>> in_play(StoredGame game) {
    const auto& rules = pool_.at(game.rules);
    const auto* const table = tables_.empty() ? nullptr : tables_[game.rules].get();
    return std::make_unique<GameInPlay<G>>(*options_, rules, opponent_of(game), table,
                                           std::move(game));
  }

  /// The agent that plays a side of this game; null if none does.
  Agent<G>* opponent_of(const StoredGame& game) {
    using enum StoredGame::Guest;
    if (game.guest != agent_first && game.guest != agent_second) return nullptr;
    // Derived from the game's seed, so that a resumed game has the same opponent.
    Random random(derive_seed({game.seed, kOpponent}));
    const auto which = random.below(static_cast<std::uint32_t>(options_->opponents.size()));
    std::unique_ptr<Agent<G>>& opponent = opponents_[{game.rules, which}];
    if (opponent == nullptr) {
      opponent = make_agent<G>(AgentSpec::parse(options_->opponents[which]), pool_.at(game.rules));
    }
    return opponent.get();
  }

  /// Plays on until the game's next positions are in a batch, or it is over.
  void advance(GameInPlay<G>& game) {
    const auto requests = game.advance();
    auto& batch = past_ != nullptr && game.wants_past_net() ? past_batch_ : batch_;
    batch.insert(batch.end(), requests.begin(), requests.end());
  }

  /// Repeats what the searches of resumed games had done before a stop.
  void catch_up(const std::vector<std::unique_ptr<GameInPlay<G>>>& games) {
    const std::vector<std::uint32_t> wanted = std::exchange(state_.evaluations, {});
    for (std::uint32_t done = 0;; ++done) {
      for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (done < wanted[i]) advance(*games[i]);
      }
      if (batch_.empty() && past_batch_.empty()) return;
      evaluate();
    }
  }

  /// Evaluates the batches and empties them.
  void evaluate() {
    const auto began = std::chrono::steady_clock::now();
    if (!batch_.empty()) {
      if (cache_ != nullptr) {
        const std::uint64_t hits = cache_->hits(), misses = cache_->misses();
        cache_->evaluate(batch_);
        counts_.recalled += cache_->hits() - hits;
        counts_.evaluations += cache_->misses() - misses;
        counts_.batches += cache_->misses() > misses ? 1 : 0;
      } else {
        net_->evaluate(batch_);
        counts_.evaluations += batch_.size();
        ++counts_.batches;
      }
    }
    if (!past_batch_.empty()) {
      past_->evaluate(past_batch_);
      counts_.evaluations += past_batch_.size();
      ++counts_.batches;
    }
    counts_.net_seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    batch_.clear();
    past_batch_.clear();
  }

  /// Begins a game with a random opening.
  StoredGame new_game() {
    StoredGame game;
    game.number = next_number();
    ++state_.next;
    game.seed = derive_seed({seed_, game.number});
    Random random(game.seed);
    game.rules = pool_.variants().draw(random);
    if (random.uniform() < options_->past_share) {
      game.guest =
          random.below(2) == 0 ? StoredGame::Guest::past_first : StoredGame::Guest::past_second;
    }
    game.plays_on = random.uniform() < options_->play_on_share;
    const bool branches = random.uniform() < options_->branch_share;
    for (int attempt = 0; attempt < kOpeningAttempts; ++attempt) {
      if (branches && !earlier_.empty()) branch_off(game, random);
      if (draw_opening(game, random)) break;
      game.events.clear();  // it ended the game: try another one, finally none
    }
    game.opening_events = static_cast<std::uint32_t>(game.events.size());
    if (options_->opponent_share > 0 && random.uniform() < options_->opponent_share) {
      const Side drawn = random.below(2) == 0 ? Side::first : Side::second;
      game.guest = options_->opponent_side.value_or(drawn) == Side::first
                       ? StoredGame::Guest::agent_first
                       : StoredGame::Guest::agent_second;
    }
    return game;
  }

  /// Branches off from a position of an earlier game: of some that are drawn, the one with the most
  /// regret. What a search judged wrongly is where there is most to learn.
  void branch_off(StoredGame& game, Random& random) {
    const StoredGame* source = nullptr;
    std::uint32_t length = 0;
    double most = -1;
    for (int i = 0; i < options_->branch_candidates; ++i) {
      const StoredGame& drawn = earlier_[random.below(static_cast<std::uint32_t>(earlier_.size()))];
      if (drawn.events.size() < 2) continue;
      const auto events = 1 + random.below(static_cast<std::uint32_t>(drawn.events.size() - 1));
      const double regret = regret_after(drawn, events);
      if (regret <= most) continue;
      source = &drawn;
      length = events;
      most = regret;
    }
    if (source == nullptr) return;
    game.rules = source->rules;
    game.events.assign(source->events.begin(), source->events.begin() + length);
  }

  /// Adds random plies. Returns whether the game is still unfinished.
  bool draw_opening(StoredGame& game, Random& random) {
    GameState<G> state(pool_.at(game.rules));
    play_events(state, std::span<const GameEvent>(game.events));
    const int most = options_->opening_plies;
    const int plies =
        most == 0 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(most) + 1));
    const int until = state.plies() + plies;
    while (!state.over() && state.plies() < until) {
      if (state.node_kind() == NodeKind::chance) {
        game.events.push_back({state.play_random_chance(random), true});
        continue;
      }
      const auto move = state.random_move(random);
      game.events.push_back({move.word(), false});
      state.play(move);
    }
    return !state.over();
  }

  static constexpr int kOpeningAttempts = 20;
  /// Stream of the random numbers that draw a game's opponent.
  static constexpr std::uint64_t kOpponent = 0x6f70706f6e656e74;

  const SelfPlayOptions* options_;
  RulePool<G> pool_;
  EndgameTables<G> tables_;
  std::uint64_t seed_;
  std::uint64_t index_;
  GroupState state_;
  SelfPlayCounts counts_;
  std::span<const StoredGame> earlier_;
  std::unique_ptr<NetEvaluator<G>> net_, past_;
  /// By variant of the rules, and index in the options.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::unique_ptr<Agent<G>>> opponents_;
  std::unique_ptr<CachedEvaluator<G>> cache_;
  std::vector<EvaluationRequest<G>*> batch_, past_batch_;
};

template <FamilyGame G>
std::unique_ptr<SelfPlayGroup> make_self_play_group(const SelfPlayOptions& options,
                                                    const RuleVariants& variants,
                                                    const EndgameTables<G>& tables,
                                                    std::uint64_t seed, std::size_t index) {
  return std::make_unique<SelfPlayGroupOf<G>>(options, variants, tables, seed, index);
}

}  // namespace tavlab
