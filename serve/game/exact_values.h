#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "core/families.h"
#include "core/game_state.h"
#include "core/solving/exact.h"
#include "core/solving/lookup.h"
#include "core/solving/proof.h"
#include "core/solving/prover.h"
#include "serve/game/position_view.h"
#include "serve/game/table_shelf.h"

// What is certain of a position: from an exact table, or by a proof of what happens within the few
// moves that the rules leave to a side.
namespace tavlab::serve {

/// The most moves left for which a proof is tried.
inline constexpr int kMostMovesToProve = 6;
inline constexpr std::size_t kProofMemory = std::size_t{32} << 20;

template <FamilyGame G>
ExactView::Value certain(Result result) {
  return {score(result), std::string(result_text<G>(result)), 0};
}

/// What a table knows of a position; nothing if it does not know it.
template <FamilyGame G>
ExactView::Value table_value(const typename Exact<G>::Table& table, const GameState<G>& state) {
  if (state.over()) return certain<G>(state.result());
  if (!table.knows(state.rules(), state.position())) return {};
  ExactView::Value value{table.value(state.rules(), state.position()), {}, 0};
  if constexpr (!Exact<G>::whole_games) {
    if (!table.decided(state.position())) return certain<G>(Result::draw);
    value.result = result_text<G>(*value.score > 0.5 ? Result::first_wins : Result::second_wins);
    if (table.has_moves()) value.plies = table.plies(state.position());
  }
  return value;
}

/// The table for these rules, or null. Throws UserError if there is one that is damaged.
template <FamilyGame G>
SharedTable<G> find_table(TableShelf& shelf,
                          const std::shared_ptr<const typename G::Rules>& rules) {
  struct Opened {
    std::shared_ptr<const typename G::Rules> rules;  // a table may refer to them
    SharedTable<G> table;
  };
  const auto found = std::static_pointer_cast<const Opened>(shelf.find(
      rules->parameters.identity.hash,
      [&](const std::filesystem::path& file) -> TableShelf::Opened {
        if (!Lookup<G>::is_table_for(file, *rules)) return nullptr;
        return std::make_shared<const Opened>(Opened{rules, Exact<G>::Table::open(file, *rules)});
      }));
  return found ? SharedTable<G>(found, found->table.get()) : nullptr;
}

/// Whether earlier positions of a game could change what is true of its last one.
template <FamilyGame G>
bool repetition_matters(const GameState<G>& state, bool has_past) {
  return has_past && G::repetition_rule(state.rules()).verdict != RepetitionRule::Verdict::ignored;
}

template <FamilyGame G>
std::optional<ExactView> table_view(const typename Exact<G>::Table& table, GameState<G> state,
                                    bool has_past) {
  if (state.over()) return std::nullopt;
  ExactView view;
  view.source = "table";
  view.position = table_value<G>(table, state);
  if (!view.position.score) return std::nullopt;
  view.repetition = repetition_matters(state, has_past);
  const auto mark = state.mark();
  if (state.node_kind() == NodeKind::chance) {
    ChanceList<G> outcomes;
    G::chance_outcomes(state.rules(), state.position(), outcomes);
    for (const ChanceOutcome& outcome : outcomes) {
      state.play_chance(outcome.value);
      const std::string text = G::chance_text(state.rules(), outcome.value);
      view.throws.push_back({text, outcome.probability, table_value<G>(table, state).score});
      state.rewind(mark);
    }
    return view;
  }
  MoveList<G> moves;
  state.legal_moves(moves);
  for (const auto move : moves) {
    const std::string text = G::move_text(state.rules(), state.position(), move);
    state.play(move);
    view.moves.push_back({text, table_value<G>(table, state)});
    state.rewind(mark);
  }
  return view;
}

/// Whether the rules leave the second side so few moves that a proof is worth trying.
template <FamilyGame G>
bool few_moves_left(const GameState<G>& state) {
  if constexpr (Prover<G>::available) {
    return state.node_kind() == NodeKind::decision && Prover<G>::limit(state.rules()) > 0 &&
           Lookup<G>::moves_left(state.rules(), state.position()) <= kMostMovesToProve;
  }
  return false;
}

/// Proves who wins within the moves that are left. `stop` is asked a few times a second; the moves
/// that were not proved by then have no value, and without the position's there is no view.
template <FamilyGame G>
std::optional<ExactView> proof_view(const RuleSet& rule_set, GameState<G> state, bool has_past,
                                    const std::function<bool()>& stop) {
  if constexpr (Prover<G>::available) {
    const auto unlimited = G::compile(Prover<G>::without_limit(rule_set));
    if (!few_moves_left(state) || !Prover<G>::accepts(*unlimited)) return std::nullopt;
    ProofOptions options;
    options.memory = kProofMemory;
    options.stop = stop;
    typename Prover<G>::Search search(*unlimited, options);
    ExactView view;
    view.source = "proof";
    view.repetition = repetition_matters(state, has_past);
    const auto value = [&]() -> ExactView::Value {
      if (state.over()) return certain<G>(state.result());
      const int left = Lookup<G>::moves_left(state.rules(), state.position());
      for (int limit = 1; limit <= left; ++limit) {
        const LimitProof proof = search.prove(state.position(), limit);
        if (proof.verdict == LimitProof::Verdict::stopped) return {};
        if (proof.verdict == LimitProof::Verdict::forced) {
          ExactView::Value won = certain<G>(Result::second_wins);
          won.plies = 2 * limit - (state.to_move() == Side::second ? 1 : 0);
          return won;
        }
        view.repetition = view.repetition || proof.ignores_repetition;
      }
      // The limit is held; that it is a win is certain only if nothing ends in a draw.
      return Prover<G>::draws(*unlimited, left) ? ExactView::Value{}
                                                : certain<G>(Result::first_wins);
    };
    view.position = value();
    if (!view.position.score) return std::nullopt;
    MoveList<G> moves;
    state.legal_moves(moves);
    const auto mark = state.mark();
    for (const auto move : moves) {
      const std::string text = G::move_text(state.rules(), state.position(), move);
      state.play(move);
      view.moves.push_back({text, stop() ? ExactView::Value{} : value()});
      state.rewind(mark);
    }
    return view;
  }
  return std::nullopt;
}

}  // namespace tavlab::serve
