#pragma once

#include <cstdint>
#include <string_view>

#include "core/cold.h"
#include "core/game.h"

namespace tavlab {

/// A game in progress: the position, the repetition history, and the result once there is one.
///
/// This is what agents, searches, playouts and records use; it adds to the family's Position what
/// depends on the past. A search walks down with `play` and back up with `rewind`, which costs one
/// copy of a Position; nothing is allocated once the history has grown to the length of a game.
/// The rules must outlive the state.
template <Game G>
class GameState {
  static_assert(!kCold || sizeof(G) == 0, "what plays games is not COLD: cmake/precompiled.cmake");

 public:
  using Rules = typename G::Rules;
  using Position = typename G::Position;
  using Move = typename G::Move;

  explicit GameState(const Rules& rules) : GameState(rules, G::start(rules)) {}

  GameState(const Rules& rules, const Position& start)
      : rules_(&rules), repetition_(G::repetition_rule(rules)), position_(start) {
    reset(start);
  }

  /// Starts anew from a position that counts as the first of the game.
  void reset(const Position& start) {
    position_ = start;
    verdict_ = Result::unfinished;
    stuck_ = false;
    plies_ = 0;
    if (!keeps_history()) return;
    history_.clear();
    history_.push(G::repetition_key(position_), true);
  }

  [[nodiscard]] const Rules& rules() const { return *rules_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] Side to_move() const { return G::to_move(position_); }
  /// Decision moves played since the start or the last reset.
  [[nodiscard]] int plies() const { return plies_; }

  [[nodiscard]] NodeKind node_kind() const {
    return verdict_ != Result::unfinished ? NodeKind::terminal : G::node_kind(position_);
  }
  [[nodiscard]] bool over() const { return node_kind() == NodeKind::terminal; }

  [[nodiscard]] Result result() const {
    return verdict_ != Result::unfinished ? verdict_ : G::result(position_);
  }

  [[nodiscard]] std::string_view reason() const {
    if (verdict_ == Result::unfinished) return G::reason(position_);
    return stuck_ ? "no legal move" : "repetition";
  }

  /// How often the current position has occurred since the last irreversible move, itself included;
  /// 1 where the rules ignore repetition.
  [[nodiscard]] int occurrences() const { return keeps_history() ? history_.occurrences() : 1; }

  /// Identifies the position together with what repetition makes of its future, for caches.
  [[nodiscard]] std::uint64_t key() const {
    const std::uint64_t key = G::key(*rules_, position_);
    const int repeated = occurrences() - 1;
    return repeated == 0 ? key : mix64(key + static_cast<std::uint64_t>(repeated));
  }

  /// Legal moves of a decision: the family's, less those that a repetition rule forbids.
  void legal_moves(MoveList<G>& moves) const {
    G::generate(*rules_, position_, moves);
    if (!may_forbid()) return;
    std::size_t kept = 0;
    for (const Move move : moves) {
      if (!repeats(move)) moves[kept++] = move;
    }
    moves.resize(kept);
  }

  [[nodiscard]] std::uint64_t count_legal_moves() const {
    if (!may_forbid()) return G::count_moves(*rules_, position_);
    MoveList<G> moves;
    legal_moves(moves);
    return moves.size();
  }

  /// One of the legal moves, each with equal probability.
  Move random_move(Random& random) const {
    if (!may_forbid()) return G::random_move(*rules_, position_, random);
    for (int attempt = 0; attempt < 16; ++attempt) {  // most moves repeat nothing
      const Move move = G::random_move(*rules_, position_, random);
      if (!repeats(move)) return move;
    }
    MoveList<G> moves;
    legal_moves(moves);
    return moves[random.below(static_cast<std::uint32_t>(moves.size()))];
  }

  /// Whether a move that the family generates is legal here.
  [[nodiscard]] bool allowed(Move move) const { return !may_forbid() || !repeats(move); }

  /// Plays a legal move of a decision.
  void play(Move move) {
    const Side mover = to_move();
    const bool irreversible = G::play(*rules_, position_, move);
    ++plies_;
    if (!keeps_history()) return;
    history_.push(G::repetition_key(position_), irreversible);
    if (G::node_kind(position_) == NodeKind::terminal) return;
    judge_repetition(mover);
  }

  /// Lets a chance event come out as `outcome`, one of the family's.
  void play_chance(std::uint8_t outcome) {
    G::play_chance(*rules_, position_, outcome);
    // A turn that passes makes a new position; a throw that lets the player move does not.
    if (keeps_history() && G::node_kind(position_) == NodeKind::chance) {
      history_.push(G::repetition_key(position_), false);
    }
  }

  /// Draws an outcome of the chance event with its probability and lets it happen.
  std::uint8_t play_random_chance(Random& random) {
    if constexpr (G::capabilities.sampled_chance) {
      const std::uint8_t outcome = G::random_chance(*rules_, position_, random);
      play_chance(outcome);
      return outcome;
    }
    ChanceList<G> outcomes;
    G::chance_outcomes(*rules_, position_, outcomes);
    double left = random.uniform();
    std::size_t i = 0;
    while (i + 1 < outcomes.size() && left >= outcomes[i].probability) {
      left -= outcomes[i++].probability;
    }
    play_chance(outcomes[i].value);
    return outcomes[i].value;
  }

  /// A point in the game to come back to.
  struct Mark {
    Position position;
    std::uint32_t history_size;
    std::int32_t plies;
    Result verdict;
    bool stuck;
  };

  [[nodiscard]] Mark mark() const {
    return {position_, static_cast<std::uint32_t>(history_.size()), plies_, verdict_, stuck_};
  }

  /// Takes back everything since the mark, which must come from this game.
  void rewind(const Mark& mark) {
    position_ = mark.position;
    plies_ = mark.plies;
    verdict_ = mark.verdict;
    stuck_ = mark.stuck;
    while (history_.size() > mark.history_size) history_.pop();
  }

 private:
  using Verdict = RepetitionRule::Verdict;

  [[nodiscard]] bool keeps_history() const { return repetition_.verdict != Verdict::ignored; }

  /// Whether a repetition rule could forbid any move here. Mostly none can repeat, and then none
  /// need be played to see it. (Playing each drawn move twice took half of a random ply.)
  [[nodiscard]] bool may_forbid() const {
    if (repetition_.verdict != Verdict::forbidden &&
        !(repetition_.verdict == Verdict::forbidden_to_second && to_move() == Side::second)) {
      return false;
    }
    const auto since = static_cast<int>(history_.reversible());
    if (repetition_.scope == RepetitionRule::Scope::move_pattern)
      return since >= 4 * repetition_.count;
    const int before = repetition_.count - 1;  // occurrences that there must have been
    return history_.most_occurrences() >= before && since >= repetition_.shortest_cycle * before;
  }

  [[nodiscard]] bool triggered() const {
    return repetition_.scope == RepetitionRule::Scope::position
               ? history_.occurrences() >= repetition_.count
               : history_.cycles() >= repetition_.count;
  }

  /// Whether the move would bring about what a repetition rule forbids.
  [[nodiscard]] bool repeats(Move move) const {
    Position next = position_;
    if (G::play(*rules_, next, move)) return false;
    if (G::node_kind(next) == NodeKind::terminal) return false;
    const std::uint64_t key = G::repetition_key(next);
    if (repetition_.scope == RepetitionRule::Scope::position) {
      return history_.occurrences_of(key) + 1 >= repetition_.count;
    }
    return history_.cycles_with(key) >= repetition_.count;
  }

  void judge_repetition(Side mover) {
    switch (repetition_.verdict) {
      case Verdict::ignored:
        return;
      case Verdict::draw:
        if (triggered()) verdict_ = Result::draw;
        return;
      case Verdict::mover_loses:
        if (triggered()) verdict_ = win_for(other(mover));
        return;
      case Verdict::first_wins:
        if (triggered()) verdict_ = Result::first_wins;
        return;
      case Verdict::forbidden:
      case Verdict::forbidden_to_second:
        judge_mobility();
        return;
    }
  }

  /// Ends the game when every move of the side to move is a forbidden repetition. Chance events are
  /// left to the family: with dice a player who cannot use a throw passes or throws again.
  void judge_mobility() {
    if (!may_forbid() || G::node_kind(position_) != NodeKind::decision) return;
    // Different moves make different positions, so each earlier one forbids one move at the most.
    if (G::count_moves(*rules_, position_) > history_.reversible()) return;
    // Nearly always some move is free, and a few drawn ones show it. (Looking at all of them took
    // four tenths of a random ply.) The draw depends on nothing but the position.
    Random draw(G::repetition_key(position_));
    for (int attempt = 0; attempt < 4; ++attempt) {
      if (!repeats(G::random_move(*rules_, position_, draw))) return;
    }
    MoveList<G> moves;
    G::generate(*rules_, position_, moves);
    for (const Move move : moves) {
      if (!repeats(move)) return;
    }
    verdict_ = G::no_legal_move_result(*rules_, position_);
    stuck_ = true;
  }

  const Rules* rules_;
  RepetitionRule repetition_;
  Position position_;
  RepetitionHistory history_;
  int plies_ = 0;
  Result verdict_ = Result::unfinished;
  bool stuck_ = false;  ///< the verdict is for having no legal move
};

}  // namespace tavlab
