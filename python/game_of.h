#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <concepts>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/action_ids.h"
#include "core/families.h"
#include "core/game_text.h"
#include "core/picture_text.h"
#include "python/any_game.h"
#include "python/standalone_board.h"
#include "selfplay/history.h"

// The implementation of any_game.h, by the traits type of a family.
namespace tavlab::python {

/// Action ids that no game has, as IndexError.
[[noreturn]] void throw_no_such_action(std::int64_t action, std::uint32_t actions);

/// The expected return of a player, from the first player's expected score.
inline double return_of(Side player, double score) {
  return player == Side::first ? 2 * score - 1 : 1 - 2 * score;
}

/// Writes a position for a net, with the planes before the rows.
template <FamilyGame G>
class Observer {
 public:
  Observer(const typename G::Observation& observation, const GameFacts& facts)
      : observation_(&observation), planes_(static_cast<std::size_t>(facts.shape.planes)) {
    cells_.resize(facts.plane_numbers());
    globals_.resize(static_cast<std::size_t>(facts.shape.globals));
  }

  /// Either may be missing; `globals` null.
  void write(const GameState<G>& state, PlanesOut out, float* globals) {
    if (!out.wanted() && globals == nullptr) return;
    observation_->encode(state.position(), state.occurrences(), 0, cells_, globals_);
    if (globals != nullptr) std::ranges::copy(globals_, globals);
    if (out.numbers != nullptr) transpose(out.numbers);
    if (out.bytes != nullptr) transpose(out.bytes);
  }

 private:
  template <typename T>
  void transpose(T* out) const {
    const std::size_t cells = cells_.size() / planes_;
    for (std::size_t plane = 0; plane < planes_; ++plane) {
      const float* from = cells_.data() + plane;
      for (std::size_t cell = 0; cell < cells; ++cell, from += planes_) {
        *out++ = static_cast<T>(*from);
      }
    }
  }

  const typename G::Observation* observation_;
  std::size_t planes_;
  std::vector<float> cells_;
  std::vector<float> globals_;
};

template <FamilyGame G>
class GameOf final : public Game {
 public:
  GameOf(RuleSet rule_set, std::shared_ptr<const typename G::Rules> rules, GameOptions options)
      : Game(std::move(rule_set), options),
        rules_(std::move(rules)),
        actions_(*rules_, {options.max_size, options.side_heads}) {
    const ObservationOptions encoding{options.max_size, options.side_heads};
    facts_.players = {std::string(G::first_player_name), std::string(G::second_player_name)};
    facts_.actions = actions_.count();
    facts_.policy_places = actions_.policy_size();
    // Families number outcomes from 0 or from 1.
    facts_.chance_outcomes = G::has_chance(*rules_) ? G::max_chance_outcomes + 1 : 0;
    facts_.shape = G::Observation::shape(encoding);
    facts_.rows = actions_.observation().rows();
    facts_.columns = actions_.observation().columns();
    facts_.binary_planes = G::Observation::binary_planes;
    // Encodings from the first player's view begin their globals with the side to move.
    if constexpr (!G::Observation::mover_relative) facts_.side_global = 0;
  }

  [[nodiscard]] const typename G::Rules& rules() const { return *rules_; }
  [[nodiscard]] const ActionIds<G>& actions() const { return actions_; }

  [[nodiscard]] std::unique_ptr<State> new_state(std::string_view position) const override;
  [[nodiscard]] std::unique_ptr<Batch> new_batch(const BatchOptions& options,
                                                 const Batch::Poll& poll) const override;
  [[nodiscard]] std::unique_ptr<Player> new_player(const std::string& agent,
                                                   std::uint64_t seed) const override;
  [[nodiscard]] std::vector<AnalyzedState> search(
      std::span<const State* const> states, const SearchSettings& settings,
      std::unique_ptr<NetBackend> backend) const override;
  [[nodiscard]] std::unique_ptr<Shard> new_shard(
      DatasetShard shard, std::vector<std::shared_ptr<const Game>> games) const override;

 private:
  std::shared_ptr<const typename G::Rules> rules_;
  ActionIds<G> actions_;
};

template <FamilyGame G>
class StateOf final : public State {
 public:
  using Move = typename G::Move;
  using Position = typename G::Position;

  StateOf(std::shared_ptr<const GameOf<G>> game, const Position& start)
      : State(game), game_(std::move(game)), start_(start), state_(game_->rules(), start) {}

  [[nodiscard]] const GameState<G>& state() const { return state_; }

  /// Throws UserError where no player is to move.
  void require_decision() const {
    if (state_.over()) throw UserError("the game is over");
    if (state_.node_kind() == NodeKind::chance) {
      throw UserError("chance is next: apply one of its outcomes first");
    }
  }

  /// The action of a legal move.
  [[nodiscard]] std::uint32_t action_of_move(Move move) const { return choice_of(move).id; }

  /// The actions of moves that follow one another from here.
  [[nodiscard]] std::vector<std::uint32_t> actions_of_line(std::span<const Move> moves) const {
    std::vector<std::uint32_t> actions;
    StateOf at = *this;
    for (const Move move : moves) {
      if (at.state_.node_kind() != NodeKind::decision) break;
      actions.push_back(at.action_of_move(move));
      at.apply(actions.back());
    }
    return actions;
  }

  /// The start, and all that was played since.
  [[nodiscard]] History<G> record() const {
    History<G> game{start_};
    for (const Step& step : steps_) {
      if (step.chance) {
        game.roll(static_cast<std::uint8_t>(step.action));
      } else {
        game.move(step.move);
      }
    }
    return game;
  }

  [[nodiscard]] std::unique_ptr<State> clone() const override {
    return std::make_unique<StateOf>(*this);
  }

  [[nodiscard]] int current_player() const override {
    switch (state_.node_kind()) {
      case NodeKind::chance:
        return kChancePlayer;
      case NodeKind::terminal:
        return kTerminalPlayer;
      case NodeKind::decision:
        break;
    }
    return static_cast<int>(state_.to_move());
  }

  [[nodiscard]] std::vector<std::uint32_t> legal_actions() const override {
    std::vector<std::uint32_t> ids;
    if (state_.node_kind() == NodeKind::chance) {
      for (const auto& [outcome, probability] : chance_outcomes()) {
        ids.push_back(static_cast<std::uint32_t>(outcome));
      }
      std::ranges::sort(ids);
      return ids;
    }
    ids.reserve(choices().size());
    for (const Choice& choice : choices()) ids.push_back(choice.id);
    return ids;
  }

  [[nodiscard]] std::vector<std::pair<int, double>> chance_outcomes() const override {
    std::vector<std::pair<int, double>> all;
    if (state_.node_kind() != NodeKind::chance) return all;
    ChanceList<G> outcomes;
    G::chance_outcomes(state_.rules(), state_.position(), outcomes);
    for (const ChanceOutcome& each : outcomes) all.emplace_back(each.value, each.probability);
    return all;
  }

  void apply(std::int64_t action) override {
    switch (state_.node_kind()) {
      case NodeKind::terminal:
        return require_unfinished(state_, std::to_string(action));
      case NodeKind::chance:
        return play_outcome(checked_outcome(action));
      case NodeKind::decision:
        return play_choice(choice_of(action));
    }
  }

  void play(std::string_view moves) override {
    const std::size_t before = steps_.size();
    try {
      for (const std::string_view word : words_in(moves)) {
        if (is_move_number(word)) continue;
        play_word(word);
      }
    } catch (...) {
      while (steps_.size() > before) undo();
      throw;
    }
  }

  /// Plays a move or roll that is known to be legal.
  void replay(const Event<G>& event) {
    if (event.chance) return play_outcome(event.outcome);
    play_choice(choice_of(event.move));
  }

  void undo() override {
    if (steps_.empty()) throw UserError("there is no action to take back: this is the start");
    state_.rewind(steps_.back().before);
    steps_.pop_back();
    choices_.clear();
  }

  [[nodiscard]] int plies() const override { return state_.plies(); }
  [[nodiscard]] int occurrences() const override { return state_.occurrences(); }
  [[nodiscard]] std::uint64_t key() const override { return state_.key(); }
  [[nodiscard]] Result result() const override { return state_.result(); }
  [[nodiscard]] std::string_view result_text() const override {
    return tavlab::result_text<G>(state_.result());
  }
  [[nodiscard]] std::string_view reason() const override {
    return state_.over() ? state_.reason() : std::string_view();
  }

  void write_planes(PlanesOut out) const override { observer().write(state_, out, nullptr); }
  void write_globals(std::span<float> out) const override {
    observer().write(state_, {}, out.data());
  }

  [[nodiscard]] std::string action_text(std::int64_t action) const override {
    require_unfinished(state_, std::to_string(action));
    if (state_.node_kind() == NodeKind::chance) {
      return G::chance_text(state_.rules(), checked_outcome(action));
    }
    return G::move_text(state_.rules(), state_.position(), choice_of(action).move);
  }

  [[nodiscard]] std::int64_t action_of(std::string_view text) const override {
    require_unfinished(state_, text);
    if (state_.node_kind() == NodeKind::chance) {
      return G::parse_chance(state_.rules(), state_.position(), quotable(text));
    }
    return choice_of(move_of(text)).id;
  }

  [[nodiscard]] std::vector<std::uint32_t> policy_places(std::int64_t action) const override {
    PolicyPlaces places;
    game_->actions().observation().policy_places(state_.position(), decision_of(action).move, 0,
                                                 places);
    return {places.begin(), places.end()};
  }

  [[nodiscard]] std::vector<std::string> captured(std::int64_t action) const override {
    return G::captured_squares(state_.rules(), state_.position(), decision_of(action).move);
  }

  [[nodiscard]] std::string position_text() const override {
    return G::position_text(state_.rules(), state_.position());
  }
  [[nodiscard]] std::string start_text() const override {
    return G::position_text(state_.rules(), start_);
  }

  [[nodiscard]] std::vector<std::uint32_t> history() const override {
    std::vector<std::uint32_t> actions;
    actions.reserve(steps_.size());
    for (const Step& step : steps_) actions.push_back(step.action);
    return actions;
  }

  [[nodiscard]] std::string moves_text() const override {
    std::string text;
    for (const Step& step : steps_) {
      if (!text.empty()) text += ' ';
      text += step.chance ? G::chance_text(state_.rules(), static_cast<std::uint8_t>(step.action))
                          : G::move_text(state_.rules(), step.before.position, step.move);
    }
    return text;
  }

  [[nodiscard]] std::string board_text() const override {
    return picture_text(G::picture(state_.rules(), state_.position()));
  }

  [[nodiscard]] std::string svg() const override {
    Picture picture = G::picture(state_.rules(), state_.position());
    for (std::size_t i = steps_.size(); i-- > 0;) {
      if (steps_[i].chance) continue;
      picture.mark_move(G::move_squares(state_.rules(), steps_[i].before.position, steps_[i].move));
      break;
    }
    return standalone_board(picture, game()->rule_set().title);
  }

  [[nodiscard]] bool same_as(const State& other) const override {
    const auto* that = dynamic_cast<const StateOf*>(&other);
    return that != nullptr && game()->same_as(*other.game()) &&
           state_.key() == that->state_.key() && steps_ == that->steps_ &&
           start_text() == that->start_text();
  }

  [[nodiscard]] std::uint64_t hash() const override {
    std::uint64_t hash = mix64(game()->hash() ^ G::key(state_.rules(), start_));
    for (const Step& step : steps_) hash = mix64(hash ^ step.action);
    return hash;
  }

 private:
  /// A legal action of a decision.
  struct Choice {
    std::uint32_t id;
    Move move;
  };

  /// An action that was played.
  struct Step {
    bool chance;
    std::uint32_t action;
    Move move;
    typename GameState<G>::Mark before;

    bool operator==(const Step& other) const {
      return chance == other.chance && action == other.action;
    }
  };

  /// The legal actions of a decision, sorted by id.
  const std::vector<Choice>& choices() const {
    if (!choices_.empty() || state_.node_kind() != NodeKind::decision) return choices_;
    MoveList<G> moves;
    typename ActionIds<G>::Ids ids;
    game_->actions().list(state_, moves, ids);
    choices_.reserve(moves.size());
    for (std::size_t i = 0; i < moves.size(); ++i) choices_.push_back({ids[i], moves[i]});
    std::ranges::sort(choices_, {}, &Choice::id);
    return choices_;
  }

  void check_range(std::int64_t action) const {
    const std::uint32_t actions = game()->facts().actions;
    if (action < 0 || action >= actions) throw_no_such_action(action, actions);
  }

  const Choice& choice_of(std::int64_t action) const {
    check_range(action);
    const auto found =
        std::ranges::lower_bound(choices(), static_cast<std::uint32_t>(action), {}, &Choice::id);
    if (found != choices_.end() && found->id == action) return *found;
    throw UserError(
        fmt::format("action {} is not legal here; legal_actions() lists the {} that are", action,
                    choices_.size()));
  }

  const Choice& choice_of(Move move) const {
    const auto found = std::ranges::find(choices(), move, &Choice::move);
    if (found == choices_.end()) throw UserError("this move has no action id");
    return *found;
  }

  /// The same, where chance may be next or the game over.
  const Choice& decision_of(std::int64_t action) const {
    require_unfinished(state_, std::to_string(action));
    if (state_.node_kind() == NodeKind::chance) {
      throw UserError("chance is next here, and its outcomes are not moves");
    }
    return choice_of(action);
  }

  std::uint8_t checked_outcome(std::int64_t action) const {
    const auto count = static_cast<std::uint32_t>(game()->facts().chance_outcomes);
    if (action < 0 || action >= count) throw_no_such_action(action, count);
    for (const auto& [outcome, probability] : chance_outcomes()) {
      if (outcome == action) return static_cast<std::uint8_t>(outcome);
    }
    throw UserError(
        fmt::format("outcome {} is not possible here; chance_outcomes() lists those "
                    "that are",
                    action));
  }

  /// A legal move written as text. Throws UserError.
  Move move_of(std::string_view text) const {
    const MoveRead<G> read = read_move(state_, text);
    if (!read.other_captures.empty()) {
      throw UserError(fmt::format("move '{}': {}", quotable(text), read.other_captures));
    }
    return read.move;
  }

  void play_choice(const Choice& choice) {
    steps_.push_back({false, choice.id, choice.move, state_.mark()});
    state_.play(steps_.back().move);
    choices_.clear();
  }

  void play_outcome(std::uint8_t outcome) {
    steps_.push_back({true, outcome, {}, state_.mark()});
    state_.play_chance(outcome);
    choices_.clear();
  }

  void play_word(std::string_view word) {
    const int ply = state_.plies() + 1;
    try {
      require_unfinished(state_, word);
      if (state_.node_kind() == NodeKind::chance) {
        play_outcome(G::parse_chance(state_.rules(), state_.position(), quotable(word)));
      } else {
        play_choice(choice_of(move_of(word)));
      }
    } catch (const UserError& error) {
      throw UserError(fmt::format("ply {}: {}", ply, error.what()));
    }
  }

  Observer<G> observer() const { return {game_->actions().observation(), game()->facts()}; }

  std::shared_ptr<const GameOf<G>> game_;
  Position start_;
  GameState<G> state_;
  std::vector<Step> steps_;
  mutable std::vector<Choice> choices_;  ///< of this decision, or empty if not yet listed
};

template <FamilyGame G>
std::unique_ptr<State> GameOf<G>::new_state(std::string_view position) const {
  return std::make_unique<StateOf<G>>(
      std::static_pointer_cast<const GameOf>(shared_from_this()),
      position.empty() ? G::start(*rules_) : G::parse_position(*rules_, position));
}

}  // namespace tavlab::python
