#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/game.h"
#include "core/game_state.h"
#include "core/record_texts_of_families.h"
#include "core/text.h"
#include "selfplay/agent.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/forfeit.h"
#include "selfplay/programs/program.h"
#include "selfplay/protocol/move_words.h"
#include "selfplay/protocol/two_roles.h"

namespace tavlab {

/// The agents `uci`, `htp` and `otep`: external programs. The program is sent the whole game. A
/// fault is thrown as Forfeit, after which the program is restarted for the next game.
template <FamilyGame G>
class ProgramAgent final : public Agent<G> {
 public:
  using Move = typename G::Move;

  /// Starts the program; throws UserError if that fails.
  ProgramAgent(const AgentSpec& spec, const typename G::Rules& rules)
      : name_(spec.canonical()), start_(G::start(rules)), game_(rules, start_) {
    try {
      program_ = make_program(spec.name(), settings_of(spec), rules_of(rules));
      program_->new_game();
      fresh_ = true;
    } catch (const UserError& error) {
      const std::string said = program_ ? program_->last_lines() : std::string();
      throw UserError(fmt::format("agent '{}': {}{}{}", name_, error.what(),
                                  said.empty() ? "" : "; last lines: ", said));
    }
  }

  void start_game() override {
    set_start(G::start(game_.rules()));
    // A program that cannot be started again loses the game when its turn comes.
    fault_.reset();
    if (std::exchange(fresh_, false)) return;
    try {
      program_->new_game(this->stop_token());
    } catch (const Forfeit& forfeit) {
      fault_ = forfeit;
    } catch (const UserError& error) {
      fault_ = Forfeit(Forfeit::Cause::crashed, error.what());
    }
  }

  void start_at(const typename G::Position& position) override { set_start(position); }

  void observe_move(Move move) override {
    events_.push_back(told(game_, move));
    game_.play(move);
  }
  void observe_chance(std::uint8_t outcome) override {
    ProgramEvent event;
    event.text = G::chance_text(game_.rules(), outcome);
    event.roll = true;
    event.mover = game_.to_move();
    events_.push_back(std::move(event));
    game_.play_chance(outcome);
  }

  Move choose(GameState<G>& state, Random&, Analysis<G>* report) override {
    value_.reset();
    try {
      if (fault_) throw Forfeit(*fault_);
      const Move move = ask(state);
      if (report != nullptr) fill(*report, state, move);
      return move;
    } catch (const Forfeit& forfeit) {
      fresh_ = false;
      const Forfeit fault(forfeit.cause(), describe(forfeit));
      if (forfeit.cause() == Forfeit::Cause::resigned) throw fault;
      program_->dialogue().remark(fault.what());
      program_->kill();
      throw fault;
    }
  }

  [[nodiscard]] std::optional<double> value() const override { return value_; }

 private:
  static ProgramSettings settings_of(const AgentSpec& spec) {
    ProgramSettings settings;
    settings.command = spec.text("cmd");
    settings.rules = spec.text("rules");
    settings.options = spec.named("option.");
    settings.log = spec.file("log");
    settings.startup = std::chrono::milliseconds(spec.integer("startup").value());
    if (const auto timeout = spec.integer("timeout")) {
      settings.timeout = std::chrono::milliseconds(*timeout);
    }
    if (const auto time = spec.integer("movetime")) {
      settings.limits.seconds = static_cast<double>(*time) / 1000.0;
    }
    if (const auto nodes = spec.integer("nodes")) {
      settings.limits.nodes = static_cast<std::uint64_t>(*nodes);
    }
    if (const auto depth = spec.integer("depth")) {
      settings.limits.depth = static_cast<int>(*depth);
    }
    const auto minutes = spec.real("minutes"), increment = spec.real("increment");
    if (minutes || increment) {
      settings.limits.clock = PlayerClock{60.0 * minutes.value_or(0.0), increment.value_or(0.0)};
    }
    return settings;
  }

  static ProgramRules rules_of(const typename G::Rules& rules) {
    ProgramRules told;
    told.id = rules.parameters.identity.id;
    told.columns = static_cast<int>(G::picture(rules, G::start(rules)).columns);
    told.two_roles = protocol::has_two_roles<G>(rules);
    if constexpr (RecordTexts<G>::exist) {
      told.foreign_text = RecordTexts<G>::rules_text(rules, G::to_move(G::start(rules)));
    }
    return told;
  }

  static ProgramEvent told(const GameState<G>& state, Move move) {
    const auto& rules = state.rules();
    const auto& position = state.position();
    ProgramEvent event;
    event.text = G::move_text(rules, position, move);
    event.mover = state.to_move();
    const auto squares = G::move_squares(rules, position, move);
    event.from = squares.front();
    event.to = squares.back();
    if constexpr (RecordTexts<G>::exist) {
      event.captured = G::captured_squares(rules, position, move);
      std::erase_if(event.captured, [&](const std::string& square) {
        return !RecordTexts<G>::writes_capture(rules, position, square);
      });
      auto next = position;
      G::play(rules, next, move);
      event.foreign_board = RecordTexts<G>::board_text(rules, next);
    }
    return event;
  }

  void set_start(const typename G::Position& position) {
    start_ = position;
    game_.reset(position);
    events_.clear();
  }

  /// The game so far. A state other than the observed one has no known history.
  [[nodiscard]] ProgramGame game_told(const GameState<G>& state) const {
    const auto& rules = state.rules();
    const bool known = state.key() == game_.key() && state.plies() == game_.plies();
    const auto& start = known ? start_ : state.position();
    ProgramGame told;
    if (known) told.events = events_;
    const auto usual = G::start(rules);
    if (G::key(rules, start) != G::key(rules, usual))
      told.position = G::position_text(rules, start);
    told.to_move = state.to_move();
    if constexpr (RecordTexts<G>::exist) {
      told.foreign_rules = RecordTexts<G>::rules_text(rules, G::to_move(start));
      constexpr std::string_view kBoard = " start:";
      const std::size_t board = told.foreign_rules.find(kBoard);
      if (board != std::string::npos) {
        told.foreign_rules.resize(board + kBoard.size());
        told.foreign_rules += RecordTexts<G>::board_text(rules, start);
      }
    }
    return told;
  }

  Move ask(const GameState<G>& state) {
    const Program::Progress progress = [&](const SearchInfo& thought) {
      if (this->progress()) this->progress()(analysis_of(state, thought));
    };
    const Program::Answer answer =
        program_->choose(game_told(state), this->turn_limits(), progress, this->stop_token());
    if (answer.resigns) throw Forfeit(Forfeit::Cause::resigned, "the program resigns");
    Move move{};
    try {
      move = protocol::read_move(state, answer.move);
    } catch (const UserError& error) {
      try {
        program_->move_result(std::nullopt);
      } catch (const Forfeit&) {  // the illegal move counts
      }
      throw Forfeit(Forfeit::Cause::illegal_move, error.what());
    }
    program_->move_result(told(state, move));
    if (const auto& thought = program_->thought(); thought && thought->score) {
      value_ = of_first(state, *thought->score);
    }
    return move;
  }

  static double of_first(const GameState<G>& state, double score) {
    return state.to_move() == Side::first ? score : 1.0 - score;
  }

  static Analysis<G> analysis_of(const GameState<G>& state, const SearchInfo& thought) {
    Analysis<G> analysis;
    analysis.value = of_first(state, thought.score.value_or(0.5));
    analysis.depth = thought.score ? std::max(1, thought.depth) : 0;
    analysis.nodes = thought.nodes;
    analysis.seconds = thought.seconds;
    if (thought.plies_to_end) {
      const Side mover = state.to_move();
      analysis.proven = win_for(*thought.plies_to_end > 0 ? mover : other(mover));
      analysis.plies_to_end = std::abs(*thought.plies_to_end);
    }
    GameState<G> line = state;
    for (const std::string& word : thought.line) {
      if (line.node_kind() != NodeKind::decision) break;
      try {
        const Move move = protocol::read_move(line, word);
        analysis.principal_variation.push_back(move);
        line.play(move);
      } catch (const UserError&) {
        break;
      }
    }
    return analysis;
  }

  void fill(Analysis<G>& report, const GameState<G>& state, Move move) const {
    report = {};
    if (const auto& thought = program_->thought()) report = analysis_of(state, *thought);
    if (report.principal_variation.empty() || report.principal_variation.front() != move) {
      report.principal_variation = {move};
    }
    Candidate<G> candidate{move};
    candidate.visits = std::max<std::uint64_t>(1, report.nodes);
    candidate.value = report.value;
    candidate.proven = report.proven;
    report.candidates = {candidate};
  }

  [[nodiscard]] std::string describe(const Forfeit& forfeit) const {
    const std::string said = program_->last_lines();
    return fmt::format("agent '{}': {}: {}{}{}", name_, forfeit.reason(), forfeit.what(),
                       said.empty() ? "" : "; last lines: ", said);
  }

  std::string name_;
  typename G::Position start_;
  GameState<G> game_;  ///< as observed
  std::vector<ProgramEvent> events_;
  std::unique_ptr<Program> program_;
  bool fresh_ = false;  ///< it is running, and has not been sent any game
  std::optional<Forfeit> fault_;
  std::optional<double> value_;
};

/// Makes the agent of an external program. Throws UserError if it cannot be started.
template <Game G>
std::unique_ptr<Agent<G>> make_program_agent(const AgentSpec& spec,
                                             const typename G::Rules& rules) {
  if constexpr (FamilyGame<G>) {
    return std::make_unique<ProgramAgent<G>>(spec, rules);
  } else {
    throw UserError(fmt::format("agent '{}': programs play the games of tavlab's families only",
                                spec.canonical()));
  }
}

}  // namespace tavlab
