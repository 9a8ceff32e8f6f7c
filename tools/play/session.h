#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "serve/game/served_game.h"
#include "tools/play/board_text.h"
#include "tools/play/line_input.h"
#include "tools/play/screen.h"
#include "tools/play/setup.h"

namespace tavlab::play {

/// A game of people and agents at a terminal.
class Session {
 public:
  /// `stop` ends the session. Throws UserError if the game cannot be played.
  Session(Setup setup, Screen& screen, BoardStyle style, std::stop_token stop);

  /// Plays until the person has had enough. Returns the exit code.
  int run();

 private:
  using Clock = std::chrono::steady_clock;
  using Seconds = std::chrono::duration<double>;

  /// A game with its players.
  struct Table {
    std::unique_ptr<serve::ServedGame> game;
    std::array<std::unique_ptr<serve::Opponent>, 2> opponents;  ///< null: a person
  };

  /// The end of a game off the board.
  struct Lost {
    Side side;
    std::string reason;
    bool may_go_on;  ///< `undo` takes it back
  };

  /// A move or throw that was taken back.
  struct Undone {
    std::string word;
    bool begins;  ///< it is where a person decided
  };

  // session.cpp: the loop
  [[nodiscard]] Table set_up(const Setup& setup) const;
  void begin(Setup setup, Table table);
  void introduce();
  void step();
  void decide();
  void roll();
  void play(const std::string& move);
  void ask();
  void take_line(const Typed& typed);
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  [[nodiscard]] TimeLeft times_left() const;
  void start_turn();
  void end_turn();
  void leave();
  [[nodiscard]] bool over() const;
  [[nodiscard]] bool has_person() const;
  [[nodiscard]] bool is_person(Side side) const;
  [[nodiscard]] Result result() const;

  // commands.cpp
  void command(const std::string& line);
  [[nodiscard]] std::vector<std::string> completions(const std::string& line) const;
  void try_move(const std::string& text);
  void list_moves(const std::string& from);
  void hint();
  void undo();
  void redo();
  void save(const std::string& file);
  void load(const std::string& file);
  void resign();
  void say_rules();
  void say_goal();
  void say_legend();
  void say_path();

  // view.cpp
  void show();
  void show_result();
  [[nodiscard]] std::vector<std::string> panel(bool brief) const;
  [[nodiscard]] std::string last_line() const;
  [[nodiscard]] std::string turn_line() const;
  [[nodiscard]] std::string time_left(Side side) const;
  [[nodiscard]] int text_width() const;
  [[nodiscard]] const std::string& player(Side side) const;

  Setup setup_;
  Screen& screen_;
  BoardStyle style_;
  std::stop_token stop_;
  std::unique_ptr<LineInput> input_;
  Random random_;
  Table table_;
  serve::PositionView view_;    ///< of the game now
  std::vector<Undone> undone_;  ///< the last one first
  std::optional<Lost> lost_;
  std::array<Seconds, 2> time_{};  ///< of each side before this turn
  std::optional<Clock::time_point> turn_began_;
  std::map<std::string, std::string> saved_;  ///< content by file
  bool is_saved_ = true;                      ///< nothing would be lost
  std::string go_on_;                         ///< the command that loads the last file saved
  bool quit_ = false;
  bool interrupted_ = false;
};

}  // namespace tavlab::play
