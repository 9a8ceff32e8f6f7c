#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"
#include "core/random.h"
#include "core/text.h"
#include "selfplay/agent.h"
#include "selfplay/forfeit.h"
#include "selfplay/history.h"
#include "selfplay/match/adjudication.h"
#include "selfplay/match/fault_notices.h"
#include "selfplay/match/match_limits.h"
#include "selfplay/random_opening.h"
#include "selfplay/record/chance_measures.h"
#include "selfplay/record/record.h"

namespace tavlab {

/// Everything that determines a game apart from the rules and the agents.
struct GameSetup {
  std::uint64_t number = 0;
  bool swapped = false;   ///< the second agent plays the first side
  int opening_plies = 0;  ///< uniformly random plies before the agents take over
  int max_plies = 2000;
  std::uint64_t opening_seed = 0;
  std::uint64_t seed = 0;
  std::string_view opening = {};  ///< legal moves and rolls, in place of random plies
  MatchLimits limits = {};
  std::optional<Adjudication> adjudication = std::nullopt;
  FaultNotices* faults = nullptr;  ///< reports the faults of programs; may be null
};

/// Seconds on a monotonic clock.
inline double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Plays and records games between two agents, one after another.
template <Game G>
class GameRunner {
 public:
  using Move = typename G::Move;
  using Rules = typename G::Rules;

  /// The rules must outlive the runner. `now` measures the time of moves.
  explicit GameRunner(const Rules& rules, std::function<double()> now = steady_seconds)
      : rules_(&rules),
        start_(G::start(rules)),
        state_(rules, start_),
        history_{start_},
        now_(std::move(now)) {
    const auto verdict = G::repetition_rule(rules).verdict;
    filters_moves_ = verdict == RepetitionRule::Verdict::forbidden ||
                     verdict == RepetitionRule::Verdict::forbidden_to_second;
    has_chance_ = G::has_chance(rules);
  }

  /// Plays one game, which does not depend on earlier ones. Returns nullopt if a stop is requested
  /// before its end. An agent that throws Forfeit loses.
  ///
  /// The dice and each agent have their own random streams, so that the numbers drawn by one agent
  /// do not affect the others. An opening that ends the game is drawn again; throws UserError if
  /// nearly all openings of that length do.
  std::optional<GameRecord> play(const GameSetup& setup, Agent<G>& first_agent,
                                 Agent<G>& second_agent, const std::stop_token& stop = {}) {
    const auto began = std::chrono::steady_clock::now();
    play_opening(setup);

    const std::array<Agent<G>*, 2> agents = {&first_agent, &second_agent};
    Random dice(derive_seed({setup.seed, 0}));
    std::array<Random, 2> streams = {Random(derive_seed({setup.seed, 1})),
                                     Random(derive_seed({setup.seed, 2}))};
    for (Agent<G>* agent : agents) history_.begin(*agent);
    GameClock clock(setup.limits, setup.swapped);
    Adjudicator adjudicator(setup.adjudication);
    const bool timed = setup.limits.measured();
    while (!state_.over() && state_.plies() < setup.max_plies && early_reason_.empty()) {
      if (stop.stop_requested()) return std::nullopt;
      if (state_.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = roll_dice(dice);
        for (Agent<G>* agent : agents) agent->observe_chance(outcome);
        continue;
      }
      const bool second_side = state_.to_move() == Side::second;
      const std::size_t mover = second_side != setup.swapped ? 1 : 0;
      agents[mover]->limit_turn(clock.limits(mover));
      const double asked = timed ? now_() : 0.0;
      Move move{};
      try {
        move = agents[mover]->choose(state_, streams[mover]);
      } catch (const Forfeit& forfeit) {
        end_early(win_for(other(state_.to_move())), forfeit.reason());
        if (setup.faults != nullptr && !stop.stop_requested()) setup.faults->tell(forfeit);
      }
      if (stop.stop_requested()) return std::nullopt;  // the stop may have cut the search short
      if (timed && early_reason_.empty() && !clock.spend(mover, now_() - asked)) {
        end_early(win_for(other(state_.to_move())), "time forfeit");
      }
      if (!early_reason_.empty()) break;
      play_move(move);
      note_value(agents[mover]->value());
      const Result agreed = adjudicator.after_move(mover, agents[mover]->value(), state_.plies());
      if (agreed != Result::unfinished && !state_.over()) end_early(agreed, "adjudicated");
      for (Agent<G>* agent : agents) agent->observe_move(move);
    }

    record_.number = setup.number;
    record_.swapped = setup.swapped;
    record_.result = early_reason_.empty() ? state_.result() : early_result_;
    record_.reason = !early_reason_.empty() ? early_reason_
                     : state_.over()        ? std::string(state_.reason())
                                            : "ply cap";
    record_.plies = state_.plies();
    record_.mean_legal_moves =
        record_.plies == 0 ? 0.0
                           : static_cast<double>(legal_moves_) / static_cast<double>(record_.plies);
    if (has_chance_) record_.chance = chance_.record(*rules_);
    write_values();
    record_.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    return record_;
  }

 private:
  static constexpr int kNoValue = -1;

  void begin() {
    state_.reset(start_);
    record_ = {};
    legal_moves_ = 0;
    values_.clear();
    early_reason_.clear();
    history_.events.clear();
    if (has_chance_) chance_.begin(state_);
  }

  /// The game ends here, whatever the rules say.
  void end_early(Result result, std::string reason) {
    early_result_ = result;
    early_reason_ = std::move(reason);
  }

  void play_opening(const GameSetup& setup) {
    if (!setup.opening.empty()) return play_line(setup.opening);
    Random random(setup.opening_seed);
    for (int attempt = 0; attempt < kOpeningAttempts; ++attempt) {
      begin();
      while (!state_.over() && state_.plies() < setup.opening_plies) {
        if (state_.node_kind() == NodeKind::chance) {
          roll_dice(random);
        } else {
          play_move(state_.random_move(random));
        }
      }
      if (!state_.over() || setup.opening_plies == 0) return;
    }
    throw_opening_too_long(state_.rules(), setup.opening_plies);
  }

  void play_line(std::string_view line) {
    begin();
    for (const std::string_view word : words_in(line)) {
      if (state_.node_kind() == NodeKind::chance) {
        const std::uint8_t outcome = G::parse_chance(*rules_, state_.position(), word);
        state_.play_chance(outcome);
        note_roll(outcome);
      } else {
        play_move(G::parse_move(*rules_, state_.position(), word));
      }
    }
  }

  std::uint8_t roll_dice(Random& random) {
    const std::uint8_t outcome = state_.play_random_chance(random);
    note_roll(outcome);
    return outcome;
  }

  void note_roll(std::uint8_t outcome) {
    history_.roll(outcome);
    add_word(G::chance_text(*rules_, outcome));
    chance_.threw(state_, outcome);
  }

  void play_move(Move move) {
    const Side mover = state_.to_move();
    const Side enemy = other(mover);
    const std::uint64_t legal = count_moves();
    legal_moves_ += legal;
    record_.choices += legal > 1 ? 1 : 0;
    history_.move(move);
    add_word(G::move_text(*rules_, state_.position(), move));
    const int before = G::piece_count(state_.position(), enemy);
    state_.play(move);
    const int captured = std::max(0, before - G::piece_count(state_.position(), enemy));
    (enemy == Side::first ? record_.captured_first : record_.captured_second) += captured;
    if (has_chance_) chance_.moved(state_, mover);
  }

  void note_value(std::optional<double> value) {
    if (!value && values_.empty()) return;  // no cost for agents without search
    values_.resize(static_cast<std::size_t>(state_.plies()) - 1, kNoValue);
    values_.push_back(value ? static_cast<int>(std::lround(1000.0 * *value)) : kNoValue);
  }

  void write_values() {
    if (values_.empty()) return;
    values_.resize(static_cast<std::size_t>(record_.plies), kNoValue);
    for (const int value : values_) {
      if (!record_.values.empty()) record_.values += ' ';
      record_.values += value == kNoValue ? "-" : std::to_string(value);
    }
  }

  [[nodiscard]] std::uint64_t count_moves() {
    if (!filters_moves_) return G::count_moves(*rules_, state_.position());
    state_.legal_moves(moves_);
    return moves_.size();
  }

  void add_word(const std::string& word) {
    if (!record_.moves.empty()) record_.moves += ' ';
    record_.moves += word;
  }

  const Rules* rules_;
  typename G::Position start_;
  GameState<G> state_;
  History<G> history_;  ///< so that agents observe the opening, too
  std::function<double()> now_;
  bool filters_moves_;
  bool has_chance_;
  Result early_result_ = Result::unfinished;
  std::string early_reason_;  ///< why a game ended before its end by the rules; else empty
  GameRecord record_;
  std::uint64_t legal_moves_ = 0;
  std::vector<int> values_;   ///< of each move so far, in thousandths; see GameRecord::values
  ChanceMeasures<G> chance_;  ///< of games with chance events only
  MoveList<G> moves_;
};

}  // namespace tavlab
