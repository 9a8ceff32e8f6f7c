#include "tools/play/session.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "core/error.h"
#include "core/game_text.h"
#include "core/text.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/forfeit.h"
#include "tools/cli.h"
#include "tools/play/saved_game.h"

namespace tavlab::play {

Session::Session(Setup setup, Screen& screen, BoardStyle style, std::stop_token stop)
    : screen_(screen), style_(style), stop_(std::move(stop)), random_(setup.seed) {
  const auto stopped = [this] { return stop_.stop_requested(); };
  input_ =
      screen.in_place()
          ? edited_input(stopped, [this](const std::string& line) { return completions(line); })
          : plain_input(stopped);
  Table table = set_up(setup);
  // So that a wrong agent is known before the game rather than when a hint is wanted.
  static_cast<void>(table.game->opponent(AgentSpec::parse(setup.hint), {}));
  begin(std::move(setup), std::move(table));
}

Session::Table Session::set_up(const Setup& setup) const {
  Table table;
  table.game = serve::make_served_game(
      setup.rules, setup.position.empty() ? std::nullopt : std::optional(setup.position));
  for (std::size_t side = 0; side < 2; ++side) {
    if (setup.players[side] == kHuman) continue;
    table.opponents[side] = table.game->opponent(AgentSpec::parse(setup.players[side]), stop_);
  }
  for (std::size_t i = 0; i < setup.words.size(); ++i) {
    if (is_move_number(setup.words[i])) continue;
    try {
      table.game->play(setup.words[i]);
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: ply {}: {}", setup.words_from, table.game->view().plies + 1,
                                  error.what()));
    }
  }
  return table;
}

void Session::begin(Setup setup, Table table) {
  setup_ = std::move(setup);
  table_ = std::move(table);
  view_ = table_.game->view();
  undone_.clear();
  lost_.reset();
  turn_began_.reset();
  is_saved_ = true;
  if (setup_.clock) time_.fill(setup_.clock->time);
  if (setup_.time_left) time_ = *setup_.time_left;
  // A result that is not on the board: somebody gave up.
  if (setup_.gave_up && !over()) lost_ = {*setup_.gave_up, "resigned", true};
}

bool Session::over() const { return lost_ || view_.node == NodeKind::terminal; }

bool Session::is_person(Side side) const {
  return table_.opponents[static_cast<std::size_t>(side)] == nullptr;
}

bool Session::has_person() const { return is_person(Side::first) || is_person(Side::second); }

Result Session::result() const { return lost_ ? win_for(other(lost_->side)) : view_.result; }

int Session::run() {
  if (view_.node == NodeKind::terminal) {
    show();
    screen_.say(fmt::format("The game is over in this position: {}{}, {}.\n", view_.result_text,
                            view_.result == Result::draw ? "" : " win", view_.reason));
    screen_.refresh(Screen::Fit::whole);
    return cli::kSuccess;
  }
  introduce();
  say_legend();
  screen_.say("Type help for the commands.\n");
  show();
  if (over()) show_result();
  while (!quit_) step();
  leave();
  return interrupted_ ? cli::kInterrupted : cli::kSuccess;
}

void Session::introduce() {
  std::string text;
  for (const Side side : {Side::first, Side::second}) {
    const std::string& who = setup_.players[static_cast<std::size_t>(side)];
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", player(side),
                        who == kHuman ? "you" : who);
  }
  screen_.say(wrap(text, static_cast<std::size_t>(text_width()), 0) + setup_.introduction);
}

void Session::step() {
  if (stop_.stop_requested()) {
    interrupted_ = quit_ = true;
    return;
  }
  if (over()) {
    if (!has_person()) {
      quit_ = true;
    } else {
      ask();
    }
    return;
  }
  if (view_.node == NodeKind::chance) {
    roll();
  } else {
    decide();
  }
}

void Session::roll() {
  double left = random_.uniform();
  std::size_t i = 0;
  while (i + 1 < view_.throws.size() && left >= view_.throws[i].probability) {
    left -= view_.throws[i++].probability;
  }
  const std::string word = view_.throws[i].text;
  table_.game->play(word);
  view_ = table_.game->view();
  if (screen_.in_place()) {
    show();
  } else {
    screen_.say(fmt::format("roll: {}\n", word));
  }
}

void Session::decide() {
  start_turn();
  serve::Opponent* const opponent = table_.opponents[static_cast<std::size_t>(view_.to_move)].get();
  if (opponent == nullptr) {
    ask();
    return;
  }
  screen_.refresh(Screen::Fit::cut);
  try {
    const std::string move = opponent->choose(random_);
    if (!stop_.stop_requested()) play(move);
  } catch (const Forfeit& fault) {
    lost_ = {view_.to_move, fault.reason(), true};
    screen_.say(printable(fault.what()) + '\n');
    show_result();
  }
}

void Session::play(const std::string& move) {
  const std::string mover = player(view_.to_move);
  end_turn();
  table_.game->play(move);
  view_ = table_.game->view();
  is_saved_ = false;
  if (!screen_.in_place()) screen_.say(fmt::format("{}: {}\n", mover, last_line()));
  show();
  if (over()) show_result();
}

void Session::ask() {
  screen_.refresh(Screen::Fit::paged);
  const bool playing = !over();
  const std::string left = playing ? time_left(view_.to_move) : std::string();
  const std::string prompt = left.empty() ? "> " : left + " > ";
  const Typed typed = input_->next(prompt, playing ? deadline() : std::nullopt);
  screen_.typed(prompt + typed.text, typed.extra_rows);
  take_line(typed);
}

void Session::take_line(const Typed& typed) {
  switch (typed.end) {
    case Typed::End::closed:
      quit_ = true;
      return;
    case Typed::End::interrupted:
      interrupted_ = quit_ = true;
      return;
    case Typed::End::out_of_time:
      end_turn();
      lost_ = {view_.to_move, "out of time", false};
      show();
      show_result();
      return;
    case Typed::End::line:
      if (isatty(STDIN_FILENO) == 0) screen_.say(printable(typed.text) + '\n');  // for logs
      if (typed.text.find_first_not_of(" \t") == std::string::npos && screen_.turn_page()) return;
      screen_.clear_notes();
      command(typed.text);
      return;
  }
}

std::optional<Session::Clock::time_point> Session::deadline() const {
  if (!setup_.clock || !turn_began_) return std::nullopt;
  const Seconds time = time_[static_cast<std::size_t>(view_.to_move)];
  return *turn_began_ + std::chrono::duration_cast<Clock::duration>(time);
}

TimeLeft Session::times_left() const {
  TimeLeft left = time_;
  if (!turn_began_) return left;
  Seconds& mover = left[static_cast<std::size_t>(view_.to_move)];
  mover = std::max(mover - Seconds(Clock::now() - *turn_began_), Seconds{0});
  return left;
}

void Session::start_turn() {
  if (setup_.clock && is_person(view_.to_move) && !turn_began_) turn_began_ = Clock::now();
}

void Session::end_turn() {
  if (!turn_began_) return;
  Seconds& time = time_[static_cast<std::size_t>(view_.to_move)];
  time -= Clock::now() - *turn_began_;
  turn_began_.reset();
  time = std::max(time, Seconds{0}) + setup_.clock->increment;
}

void Session::leave() {
  if (is_saved_ || over()) {
    if (interrupted_) {
      screen_.say(over() || go_on_.empty()
                      ? std::string("Interrupted.\n")
                      : fmt::format("Interrupted. To go on with this game:\n{}\n", go_on_));
    }
    screen_.refresh(Screen::Fit::whole);
    return;
  }
  screen_.clear_notes();
  screen_.say(fmt::format("{}To go on with this game:\n{}\n",
                          interrupted_ ? "Interrupted; nothing was saved. " : "",
                          command_to_go_on(setup_, view_)));
  screen_.refresh(Screen::Fit::whole);
}

}  // namespace tavlab::play
