#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/families.h"
#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "nn/learner.h"
#include "selfplay/dataset/play_events.h"
#include "selfplay/dataset/window.h"
#include "selfplay/rule_pool.h"

namespace tavlab {

/// Makes training batches: replays games up to the sampled positions and encodes these, each under
/// a random symmetry of its rules, with their targets. With dice, every other sample is the
/// position after the decision's move, before the roll, since searches mostly evaluate those.
template <FamilyGame G>
class BatchMaker {
 public:
  using Rules = typename G::Rules;

  /// The variants must outlive the maker.
  BatchMaker(const ObservationOptions& options, const RuleVariants& variants)
      : options_(options), shape_(G::Observation::shape(options)), pool_(variants) {}

  /// Lambda of the value targets, from 0 to 1: TD(lambda) (Sutton 1988, "Learning to predict by the
  /// methods of temporal differences"). At 1 the target is the game's result, at 0 the search's
  /// value of the position. In between, the scores of the following searches count, each with
  /// lambda times the weight of the one before, and finally the result. Unfinished games end with
  /// the value of their last search, those that a table ended with its value.
  void set_lambda(double lambda) { lambda_ = lambda; }

  /// Discount per ply of a win or a loss; the rest counts as a draw. Below 1, a winning side
  /// hurries and a losing side holds out.
  void set_win_discount(double discount) { win_discount_ = discount; }

  /// How a position is encoded.
  struct View {
    int symmetry = 0;
    bool after_move = false;  ///< the position after the decision's move instead, if a roll follows
  };

  /// A sample that has been drawn, and how it is encoded.
  struct DrawnSample {
    Sample sample;
    View view;
  };

  /// Draws `count` positions of one board size, that of the first.
  std::vector<DrawnSample> draw(const Window& window, std::size_t count, Random& random) {
    std::vector<DrawnSample> drawn;
    TrainingBatch size;
    while (drawn.size() < count) {
      const Sample sample = window.draw(random);
      if (drawn.empty()) clear(size, sample.game->rules);
      if (fits(sample.game->rules, size)) drawn.push_back({sample, drawn_view(sample, random)});
    }
    return drawn;
  }

  /// Fills the batch with these positions, all of one board size.
  void make(std::span<const DrawnSample> drawn, TrainingBatch& batch) {
    clear(batch, drawn.front().sample.game->rules);
    for (const DrawnSample& each : drawn) add(each.sample, each.view, batch);
  }

  /// Draws `count` positions and fills the batch with them.
  void make(const Window& window, std::size_t count, Random& random, TrainingBatch& batch) {
    make(draw(window, count, random), batch);
  }

  /// Clears a batch for positions on the board of these rules.
  void clear(TrainingBatch& batch, std::uint32_t variant) {
    const typename G::Observation& encoding = encoding_of(variant);
    batch = {};
    batch.rows = encoding.rows();
    batch.columns = encoding.columns();
  }

  /// Whether the board of these rules has the batch's size.
  [[nodiscard]] bool fits(std::uint32_t variant, const TrainingBatch& batch) {
    const typename G::Observation& encoding = encoding_of(variant);
    return encoding.rows() == batch.rows && encoding.columns() == batch.columns;
  }

  /// Appends a position, whose board must have the batch's size.
  void add(const Sample& sample, const View& view, TrainingBatch& batch) {
    const StoredGame& game = *sample.game;
    const SearchedDecision& decision = game.decisions[sample.decision];
    const typename G::Observation& encoding = encoding_of(game.rules);
    const int symmetry = view.symmetry;
    const std::span<const GameEvent> events(game.events);

    GameState<G> state(pool_.at(game.rules));
    std::size_t played = decision.event;
    play_events(state, events.first(played));
    bool before_roll = false;
    if (view.after_move && played < events.size()) {
      const auto mark = state.mark();
      play_events(state, events.subspan(played, 1));
      before_roll = state.node_kind() == NodeKind::chance;
      if (before_roll) ++played;
      if (!before_roll) state.rewind(mark);
    }
    const bool turned = G::Observation::mover_relative && state.to_move() == Side::second;
    encode(encoding, state, symmetry, batch);
    if (!before_roll) add_policy(encoding, state, game, decision, symmetry, batch);
    add_value(value_ahead(game, sample.decision, before_roll), turned, batch);

    const int plies = state.plies();
    const std::array<int, 2> lost = play_on(state, events.subspan(played));
    batch.moves_left.push_back(static_cast<float>(state.plies() - plies));
    for (const int side : {turned ? 1 : 0, turned ? 0 : 1}) {
      batch.captured.push_back(static_cast<float>(lost[static_cast<std::size_t>(side)]));
    }
    if (shape_.square_classes > 0) {
      const std::size_t cells = cells_of(batch);
      batch.ownership.resize((batch.count + 1) * cells);
      encoding.final_squares(state.position(), turned ? Side::second : Side::first, symmetry,
                             std::span(batch.ownership).last(cells));
    }
    ++batch.count;
  }

 private:
  View drawn_view(const Sample& sample, Random& random) {
    const std::span<const int> symmetries = encoding_of(sample.game->rules).symmetries();
    View view;
    view.symmetry = symmetries[random.below(static_cast<std::uint32_t>(symmetries.size()))];
    view.after_move = G::has_chance(pool_.at(sample.game->rules)) && random.below(2) == 0;
    return view;
  }

  static std::size_t cells_of(const TrainingBatch& batch) {
    return static_cast<std::size_t>(batch.rows) * static_cast<std::size_t>(batch.columns);
  }
  const typename G::Observation& encoding_of(std::uint32_t variant) {
    std::unique_ptr<typename G::Observation>& encoding = encodings_[variant];
    if (encoding == nullptr)
      encoding = std::make_unique<typename G::Observation>(pool_.at(variant), options_);
    return *encoding;
  }

  void encode(const typename G::Observation& encoding, const GameState<G>& state, int symmetry,
              TrainingBatch& batch) const {
    const std::size_t planes = cells_of(batch) * static_cast<std::size_t>(shape_.planes);
    const auto globals = static_cast<std::size_t>(shape_.globals);
    batch.planes.resize((batch.count + 1) * planes);
    batch.globals.resize((batch.count + 1) * globals);
    encoding.encode(state.position(), state.occurrences(), symmetry,
                    std::span(batch.planes).last(planes), std::span(batch.globals).last(globals));
  }

  /// Adds all legal moves; those that are not in the policy get a share of 0.
  void add_policy(const typename G::Observation& encoding, const GameState<G>& state,
                  const StoredGame& game, const SearchedDecision& decision, int symmetry,
                  TrainingBatch& batch) {
    if (decision.policy_count == 0) return;
    const auto entries =
        std::span(game.policy).subspan(decision.first_policy, decision.policy_count);
    state.legal_moves(moves_);
    PolicyPlaces places;
    for (const auto move : moves_) {
      const auto found = std::ranges::find(entries, move.word(), &PolicyEntry::move);
      const auto index = static_cast<std::uint32_t>(batch.move_position.size());
      batch.move_position.push_back(static_cast<std::uint32_t>(batch.count));
      batch.move_share.push_back(found == entries.end() ? 0.0F : found->target);
      encoding.policy_places(state.position(), move, symmetry, places);
      for (const std::uint32_t place : places) {
        batch.place_move.push_back(index);
        batch.place.push_back(place);
      }
    }
  }

  /// The value target of a decision's position, or of the position after its move. Searches
  /// contribute only their scores; the probability of a draw comes from the result alone. If it
  /// came from the net's own values, the 1/3 that a new net gives to draws would persist under
  /// rules without draws.
  [[nodiscard]] Wdl value_ahead(const StoredGame& game, std::uint32_t decision,
                                bool after_move) const {
    const bool by_value = game.result == Result::unfinished || game.reason == kEndedByTable;
    const Wdl end_value = by_value ? game.decisions.back().value() : Wdl::of(game.result);
    double score = end_value.score(), draw = end_value.draw;
    std::size_t end = game.events.size();
    for (std::size_t i = game.decisions.size(); i-- > decision;) {
      const bool last = i == decision && after_move;
      const SearchedDecision& searched = game.decisions[i];
      const std::size_t begin = searched.event + (last ? 1U : 0U);
      const double left = worth_left(std::span(game.events).subspan(begin, end - begin));
      end = begin;
      score = 0.5 + (score - 0.5) * left;
      draw = 1.0 - (1.0 - draw) * left;
      const Wdl here = last ? searched.next_value() : searched.value();
      score = lambda_ * score + (1.0 - lambda_) * here.score();
    }
    return Wdl::from_score(score, draw);
  }

  /// The discount of a win or a loss over these events.
  [[nodiscard]] double worth_left(std::span<const GameEvent> events) const {
    if (win_discount_ == 1.0) return 1.0;
    const auto plies = std::ranges::count(events, false, &GameEvent::chance);
    return std::pow(win_discount_, static_cast<double>(plies));
  }

  static void add_value(const Wdl& value, bool turned, TrainingBatch& batch) {
    batch.value.insert(batch.value.end(), {turned ? value.loss : value.win, value.draw,
                                           turned ? value.win : value.loss});
  }

  /// Plays the rest of the game. Returns how many pieces each side loses in it.
  std::array<int, 2> play_on(GameState<G>& state, std::span<const GameEvent> events) const {
    std::array<int, 2> lost{};
    for (const GameEvent& event : events) {
      const Side enemy = other(state.to_move());
      const int before = event.chance ? 0 : G::piece_count(state.position(), enemy);
      play_events(state, std::span(&event, 1));
      if (event.chance) continue;
      const int taken = before - G::piece_count(state.position(), enemy);
      lost[enemy == Side::first ? 0 : 1] += std::max(0, taken);
    }
    return lost;
  }

  ObservationOptions options_;
  ObservationShape shape_;
  RulePool<G> pool_;
  double lambda_ = 1.0;
  double win_discount_ = 1.0;
  std::map<std::uint32_t, std::unique_ptr<typename G::Observation>> encodings_;
  MoveList<G> moves_;
};

}  // namespace tavlab
