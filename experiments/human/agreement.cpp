#include "experiments/human/agreement.h"

#include <algorithm>
#include <memory>
#include <mutex>

#include "core/families.h"
#include "core/parallel.h"
#include "core/solving/prover.h"
#include "core/symmetry.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/history.h"

namespace tavlab {
namespace {

/// One thread's agent, and what it needs to compare moves.
template <FamilyGame G>
class Onlooker {
 public:
  Onlooker(const AgentSpec& agent, const typename G::Rules& rules)
      : rules_(rules), agent_(make_agent<G>(agent, rules)), symmetry_(rules) {}

  AgentLook look(const WrittenGame& game, std::uint32_t word, std::uint64_t seed,
                 const std::stop_token& stop) {
    GameState<G> state(rules_);
    History<G> history{state.position()};
    for (std::uint32_t i = 0; i < word; ++i) {
      const std::string& text = game.moves[i].text;
      if (game.moves[i].roll) {
        const std::uint8_t outcome = G::parse_chance(rules_, state.position(), text);
        history.roll(outcome);
        state.play_chance(outcome);
      } else {
        const auto move = G::parse_move(rules_, state.position(), text);
        history.move(move);
        state.play(move);
      }
    }
    const auto played = G::parse_move(rules_, state.position(), game.moves[word].text);
    MoveList<G> moves;
    state.legal_moves(moves);
    const std::vector<std::size_t> classes =
        symmetry_.classes(state.position(), std::span(moves.begin(), moves.size()),
                          symmetry_.keeping(std::span(&state.position(), 1)));
    const auto class_of = [&](typename G::Move move) {
      return classes[static_cast<std::size_t>(std::ranges::find(moves, move) - moves.begin())];
    };
    Random random(seed);
    history.begin(*agent_);
    agent_->stop_when(stop);
    const auto chosen = agent_->choose(state, random);
    AgentLook look;
    look.seen = !stop.stop_requested();  // a search that was cut short is no choice
    look.agreed = class_of(chosen) == class_of(played);
    look.by_chance = static_cast<double>(std::ranges::count(classes, class_of(played))) /
                     static_cast<double>(moves.size());
    return look;
  }

 private:
  const typename G::Rules& rules_;
  std::unique_ptr<Agent<G>> agent_;
  Symmetry<G> symmetry_;
};

}  // namespace

std::vector<std::vector<RecordedDecision>> decisions_of(
    const RuleSet& rules, std::span<const CollectedGame* const> games) {
  std::vector<std::vector<RecordedDecision>> all;
  visit_game(rules, [&](auto family, const auto& compiled) {
    using G = decltype(family);
    for (const CollectedGame* game : games) {
      std::vector<RecordedDecision>& decisions = all.emplace_back();
      GameState<G> state(*compiled);
      const std::vector<WrittenGame::Move>& words = game->checked.written.moves;
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i].roll) {
          state.play_chance(G::parse_chance(*compiled, state.position(), words[i].text));
          continue;
        }
        decisions.push_back(
            {static_cast<std::uint32_t>(i), state.to_move(), state.count_legal_moves() > 1});
        state.play(G::parse_move(*compiled, state.position(), words[i].text));
      }
    }
  });
  return all;
}

std::optional<int> second_side_limit(const RuleSet& rules) {
  return visit_game(rules, [&](auto family, const auto& compiled) -> std::optional<int> {
    using G = decltype(family);
    if constexpr (Prover<G>::available) {
      return Prover<G>::limit(*compiled);
    } else {
      return std::nullopt;
    }
  });
}

std::vector<AgentLook> look_at_positions(const RuleSet& rules,
                                         std::span<const CollectedGame* const> games,
                                         std::span<const SampledPosition> positions,
                                         const std::string& agent, std::uint64_t seed, int threads,
                                         const std::function<void(std::uint64_t)>& progress,
                                         const std::stop_token& stop) {
  std::vector<AgentLook> looks(positions.size());
  visit_game(rules, [&](auto family, const auto& compiled) {
    using G = decltype(family);
    const AgentSpec spec = AgentSpec::parse(agent);
    std::vector<std::unique_ptr<Onlooker<G>>> onlookers(static_cast<std::size_t>(threads));
    for (auto& each : onlookers) each = std::make_unique<Onlooker<G>>(spec, *compiled);
    std::mutex mutex;
    std::uint64_t done = 0;
    run_jobs(
        positions.size(), threads,
        [&](std::size_t job, std::size_t worker, const std::stop_token& stopping) {
          const SampledPosition& at = positions[job];
          looks[job] = onlookers[worker]->look(
              games[at.game]->checked.written, at.word,
              derive_seed({seed, hash_text("human"), at.game, at.word}), stopping);
          const std::scoped_lock lock(mutex);
          ++done;
          if (progress) progress(done);
        },
        stop);
  });
  return looks;
}

}  // namespace tavlab
