#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/side.h"
#include "selfplay/forfeit.h"
#include "selfplay/process/child_process.h"
#include "selfplay/process/dialogue.h"
#include "selfplay/protocol/search_info.h"
#include "selfplay/turn_limits.h"

namespace tavlab {

/// How a program is run and queried.
struct ProgramSettings {
  std::string command;
  std::string rules;  ///< sent in place of the text that follows from the rules; or none
  std::vector<std::pair<std::string, std::string>> options;  ///< names and values
  TurnLimits limits;                                         ///< of turns without limits
  std::chrono::milliseconds startup{10'000};                 ///< for answers that need no search
  std::optional<std::chrono::milliseconds> timeout;          ///< for a move
  std::string log;
};

/// The rules of a game as sent to programs.
struct ProgramRules {
  std::string id;
  std::string foreign_text;  ///< in another program's notation; empty if it has none
  bool two_roles = false;    ///< see protocol/two_roles.h
  int columns = 0;
};

/// A move or roll of a game as sent to a program.
struct ProgramEvent {
  std::string text;  ///< in the rules' notation
  bool roll = false;
  Side mover = Side::first;
  std::string from, to;
  std::vector<std::string> captured;
  std::string foreign_board;  ///< the board afterwards in another program's notation, if any

  bool operator==(const ProgramEvent&) const = default;
};

/// A game so far.
struct ProgramGame {
  std::optional<std::string> position;  ///< where it began, if not at the start of the rules
  std::string foreign_rules;  ///< the rules with that board, in another program's notation
  std::vector<ProgramEvent> events;
  Side to_move = Side::first;
};

/// An external program that plays, whatever the protocol. Its faults are thrown as Forfeit.
class Program {
 public:
  using Clock = ChildProcess::Clock;
  using Progress = std::function<void(const SearchInfo&)>;

  /// An answer: a move as the program wrote it, or its resignation.
  struct Answer {
    std::string move;
    bool resigns = false;
  };

  Program(ProgramSettings settings, ProgramRules rules);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  virtual ~Program();

  /// Starts the program, unless it is running, and prepares it for another game.
  void new_game(const std::stop_token& stop = {});
  /// Asks for a move. After a fault the program is restarted.
  Answer choose(const ProgramGame& game, const TurnLimits& limits, const Progress& progress,
                const std::stop_token& stop);
  /// Reports which move the last answer was; nullopt if it was illegal.
  virtual void move_result(const std::optional<ProgramEvent>& /*played*/) {}
  /// What it reported about its last move.
  [[nodiscard]] const std::optional<SearchInfo>& thought() const { return thought_; }
  /// Ends the program at once; the next game restarts it.
  void kill();

  [[nodiscard]] std::string last_lines() const { return dialogue_.last_lines(); }
  Dialogue& dialogue() { return dialogue_; }

 protected:
  /// Greets a program that has just started.
  virtual void greet() = 0;
  virtual void begin_game() = 0;
  virtual Answer ask(const ProgramGame& game, const TurnLimits& limits, const Progress& progress,
                     const std::stop_token& stop) = 0;
  /// Asks the program to end by sending a line, and gives it a moment for that; for destructors.
  void leave(std::string_view line);

  /// For an answer once a stop is requested: a healthy program answers in time.
  static constexpr std::chrono::milliseconds kStopTime{1'000};

  [[nodiscard]] const ProgramSettings& settings() const { return settings_; }
  [[nodiscard]] const ProgramRules& rules() const { return rules_; }
  void set_thought(SearchInfo thought) { thought_ = std::move(thought); }

  void send(std::string_view line);
  /// The next line, for answers that need no search; `what` names what is awaited. Once a stop is
  /// requested, it has to come soon.
  std::string receive_soon(std::string_view what, Clock::time_point deadline);
  /// The next line; nullopt if a stop is requested. `what` names what is awaited.
  std::optional<std::string> receive(std::string_view what, Clock::time_point deadline,
                                     const std::stop_token& stop);
  /// Drops unsolicited output.
  void drop_output() { process_->drop_output(); }
  [[nodiscard]] Clock::time_point soon() const { return Clock::now() + settings_.startup; }
  /// The deadline of a move.
  [[nodiscard]] Clock::time_point deadline_of(const TurnLimits& limits) const;

 private:
  [[noreturn]] void fault(ChildProcess::Event event, std::string_view where);

  ProgramSettings settings_;
  ProgramRules rules_;
  std::vector<std::string> words_;
  Dialogue dialogue_;
  std::unique_ptr<ChildProcess> process_;
  std::stop_token stop_;  ///< of the current request
  std::optional<SearchInfo> thought_;
};

/// The program of an agent `uci`, `htp` or `otep`. Throws UserError if the protocol cannot express
/// these rules.
std::unique_ptr<Program> make_program(std::string_view protocol, ProgramSettings settings,
                                      ProgramRules rules);

}  // namespace tavlab
