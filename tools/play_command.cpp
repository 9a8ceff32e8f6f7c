// tavlab play RULES [--first AGENT] [--second AGENT]: a human against an agent in the terminal.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>

#include "core/error.h"
#include "core/families.h"
#include "core/io/files.h"
#include "core/io/lines.h"
#include "core/picture_text.h"
#include "core/text.h"
#include "selfplay/agents/make_agent.h"
#include "selfplay/analysis_value.h"
#include "selfplay/forfeit.h"
#include "selfplay/history.h"
#include "selfplay/record/game_file.h"
#include "tools/cli.h"
#include "tools/position_arguments.h"

namespace tavlab::cli {
namespace {

struct PlayArguments {
  RulesArguments rules;
  PositionArguments start;
  std::string first = "human";
  std::string second = "alphabeta:net=auto,nodes=200000";
  std::string hint = "alphabeta:net=auto,nodes=200000";
  std::uint64_t seed = 1;
};

constexpr std::string_view kPlayHelp =
    "  MOVE        a move, such as a4-a2 (see `tavlab help notation`)\n"
    "  moves [a4]  list the legal moves, all or those from a square\n"
    "  hint        show the move that an agent would play\n"
    "  undo        take back your last move and the reply\n"
    "  board       draw the board again\n"
    "  position    print the position as text\n"
    "  record      print the moves so far\n"
    "  save FILE   save the game so far to a new file, for `tavlab trace --game`\n"
    "  help        print this list\n"
    "  quit        stop\n";

/// One interactive game on stdin and stdout.
template <FamilyGame G>
class Session {
 public:
  using Move = typename G::Move;

  Session(const typename G::Rules& rules, const typename G::Position& start,
          std::string rule_set_id, const PlayArguments& options)
      : rules_(rules),
        rule_set_id_(std::move(rule_set_id)),
        players_{options.first, options.second},
        start_(start),
        state_(rules, start),
        history_{start},
        check_word_(G::words(rules).check),
        random_(options.seed),
        hint_(options.hint) {
    const std::string* texts[] = {&options.first, &options.second};
    for (std::size_t side = 0; side < 2; ++side) {
      if (*texts[side] == "human") continue;
      agents_[side] = make_agent<G>(AgentSpec::parse(*texts[side]), rules);
      history_.begin(*agents_[side]);
    }
    hint_agent_ = make_agent<G>(AgentSpec::parse(hint_), rules);
    options.start.play_moves(state_, Given{*this});
  }

  void run() {
    if (state_.over()) {
      fmt::print("\n{}The game is over in this position: {}, {}.\n",
                 picture_text(G::picture(rules_, state_.position())), outcome(), state_.reason());
      return;
    }
    fmt::print("{}Type help for the commands.\n",
               wrap(legend_text(G::picture(rules_, state_.position())), 96, 0));
    draw();
    while (!quit_) {
      if (over()) {
        fmt::print("Game over after {} plies: {}, {}.\n", state_.plies(), result_text<G>(result()),
                   lost_ ? lost_->reason : state_.reason());
        if (!ask_after_end()) return;
        continue;
      }
      switch (state_.node_kind()) {
        case NodeKind::terminal:
          break;
        case NodeKind::chance:
          roll_dice();
          break;
        case NodeKind::decision:
          decide();
          break;
      }
    }
  }

 private:
  /// The end of a game off the board: a program resigned or was at fault.
  struct Lost {
    Side side;
    std::string reason;
  };

  [[nodiscard]] bool over() const { return lost_ || state_.over(); }
  [[nodiscard]] Result result() const {
    return lost_ ? win_for(other(lost_->side)) : state_.result();
  }

  struct Step {
    typename GameState<G>::Mark before;
    std::string text;
    bool by_human;
    std::vector<std::string> squares = {};  ///< of a move
  };

  /// Records the moves of --moves, which no player of this session made.
  struct Given {
    Session& session;

    template <typename>
    void move(const GameState<G>&, Move move) {
      session.note(move, false);
    }
    template <typename>
    void roll(const GameState<G>&, std::uint8_t outcome) {
      session.note_roll(outcome);
    }
  };

  /// Records a move before it is played.
  void note(Move move, bool by_human) {
    steps_.push_back({state_.mark(), G::move_text(rules_, state_.position(), move), by_human,
                      G::move_squares(rules_, state_.position(), move)});
    history_.move(move);
    for (auto& agent : agents_) {
      if (agent) agent->observe_move(move);
    }
  }

  void note_roll(std::uint8_t outcome) {
    steps_.push_back({state_.mark(), G::chance_text(rules_, outcome), false});
    history_.roll(outcome);
    for (auto& agent : agents_) {
      if (agent) agent->observe_chance(outcome);
    }
  }

  std::unique_ptr<Agent<G>>& agent_to_move() {
    return agents_[static_cast<std::size_t>(state_.to_move())];
  }

  [[nodiscard]] std::string outcome() const {
    const std::string_view result = result_text<G>(state_.result());
    return state_.result() == Result::draw ? std::string(result) : fmt::format("{} win", result);
  }

  void draw() const {
    Picture picture = G::picture(rules_, state_.position());
    const auto last = std::ranges::find_if(steps_.rbegin(), steps_.rend(),
                                           [](const Step& step) { return !step.squares.empty(); });
    if (last != steps_.rend()) picture.mark_move(last->squares);
    fmt::print("\n{}", picture_text(picture, isatty(STDOUT_FILENO) != 0));
    if (!steps_.empty()) fmt::print("last: {}\n", steps_.back().text);
    if (state_.over()) return;
    const bool rolls = state_.node_kind() == NodeKind::chance;
    fmt::print("{} to {}{}\n", player_name<G>(state_.to_move()), rolls ? "roll" : "move", check());
  }

  /// ", in check" if the side to move is threatened and the family has a word for it.
  [[nodiscard]] std::string check() const {
    if constexpr (G::capabilities.threats) {
      const Side enemy = other(state_.to_move());
      if (!check_word_.empty() && G::threatens(rules_, state_.position(), enemy)) {
        return ", " + check_word_;
      }
    }
    return {};
  }

  void roll_dice() {
    const auto before = state_.mark();
    const std::uint8_t outcome = state_.play_random_chance(random_);
    state_.rewind(before);
    note_roll(outcome);
    state_.play_chance(outcome);
    fmt::print("roll: {}\n", steps_.back().text);
  }

  void play(Move move, bool by_human) {
    note(move, by_human);
    const auto captured = G::captured_squares(rules_, state_.position(), move);
    fmt::print("{}: {}", player_name<G>(state_.to_move()), steps_.back().text);
    for (std::size_t i = 0; i < captured.size(); ++i) {
      fmt::print("{}{}", i == 0 ? " captures " : ", ", captured[i]);
    }
    fmt::print("\n");
    state_.play(move);
    draw();
  }

  void decide() {
    if (auto& agent = agent_to_move()) {
      try {
        play(agent->choose(state_, random_), false);
      } catch (const Forfeit& fault) {
        lost_ = {state_.to_move(), fault.reason()};
        fmt::print("{}\n", printable(fault.what()));
      }
      return;
    }
    const std::optional<std::string> line = read_line();
    if (!line) {
      quit_ = true;
      return;
    }
    command(*line);
  }

  std::optional<std::string> read_line() {
    fmt::print("> ");
    std::fflush(stdout);
    std::optional<std::string> line = input_.next();
    if (line && isatty(STDIN_FILENO) == 0) {
      fmt::print("{}\n", printable(*line));  // echo the input in logs of scripts
    }
    return line;
  }

  void command(const std::string& line) {
    std::istringstream words(line);
    std::string word, argument;
    words >> word >> argument;
    if (word.empty()) return;
    if (word == "help" || word == "?") {
      fmt::print("{}", kPlayHelp);
    } else if (word == "quit" || word == "exit") {
      quit_ = true;
    } else if (word == "undo") {
      undo();
    } else if (word == "board") {
      draw();
    } else if (word == "position") {
      fmt::print("{}\n", G::position_text(rules_, state_.position()));
    } else if (word == "record") {
      for (const Step& step : steps_) fmt::print("{} ", step.text);
      fmt::print("\n");
    } else if (word == "save") {
      const std::size_t name = line.find_first_not_of(" \t", line.find("save") + 4);
      save(name == std::string::npos ? std::string() : line.substr(name));
    } else if (over()) {
      fmt::print("The game is over; `undo` takes back the last move.\n");
    } else if (word == "moves") {
      list_moves(argument);
    } else if (word == "hint") {
      hint();
    } else {
      try_move(line);
    }
  }

  void save(const std::string& file) {
    GameFile game;
    game.headers = {{"Rules", rule_set_id_},
                    {"First", std::string(G::first_player_name) + ": " + players_[0]},
                    {"Second", std::string(G::second_player_name) + ": " + players_[1]}};
    if (const std::string from = G::position_text(rules_, start_);
        from != G::position_text(rules_, G::start(rules_))) {
      game.headers.emplace_back("Position", from);
    }
    for (const Step& step : steps_) game.moves.push_back({step.text, 0});
    game.result = result() == Result::first_wins    ? "1-0"
                  : result() == Result::second_wins ? "0-1"
                  : result() == Result::draw        ? "1/2-1/2"
                                                    : "*";
    if (file.empty()) {
      fmt::print("`save` needs a file name.\n");
      return;
    }
    try {
      // Replace only files to which this game has been saved.
      const auto before = saved_.find(file);
      if (before != saved_.end() && read_file(file, kMaxDataBytes) == before->second) {
        write_file(file, game_file_text(game));
      } else {
        write_new_file(file, game_file_text(game));
      }
      saved_[file] = game_file_text(game);
      fmt::print("Saved to {}.\n", printable(file));
    } catch (const UserError& error) {
      fmt::print("Not saved: {}\n", error.what());
    }
  }

  void try_move(const std::string& text) {
    try {
      const MoveRead<G> read = read_move(state_, text);
      if (!read.other_captures.empty()) {
        fmt::print("That move {}.\n", read.other_captures);
        return;
      }
      play(read.move, true);
    } catch (const UserError& error) {
      fmt::print("{}; type help for the commands\n", error.what());
    }
  }

  void list_moves(const std::string& from) const {
    MoveList<G> moves;
    state_.legal_moves(moves);
    std::vector<std::string> texts;
    for (const Move move : moves) {
      std::string text = G::move_text(rules_, state_.position(), move);
      // By the square, which is not in the text of castling, or by a word such as hand.
      const bool from_there = G::move_squares(rules_, state_.position(), move).front() == from ||
                              text.starts_with(from + '-');
      if (from.empty() || from_there) texts.push_back(std::move(text));
    }
    std::ranges::sort(texts);
    if (texts.empty()) fmt::print("No legal move from {}.\n", printable(from));
    std::string all;
    for (const std::string& text : texts) all += text + ' ';
    fmt::print("{}", wrap(all, 96, 2));
  }

  void hint() {
    Analysis<G> analysis;
    history_.begin(*hint_agent_);
    Move best;
    try {
      best = hint_agent_->choose(state_, random_, &analysis);
    } catch (const Forfeit& fault) {
      fmt::print("No hint: {}\n", printable(fault.what()));
      return;
    }
    fmt::print("{} would play {} (value for {}: {})\n", hint_,
               G::move_text(rules_, state_.position(), best), G::first_player_name,
               value_text(analysis, 2));
  }

  /// Returns to the human's last decision.
  void undo() {
    const auto last = std::find_if(steps_.rbegin(), steps_.rend(),
                                   [](const Step& step) { return step.by_human; });
    if (last == steps_.rend()) {
      fmt::print("Nothing to take back.\n");
      return;
    }
    state_.rewind(last->before);
    lost_.reset();
    steps_.erase(std::prev(last.base()), steps_.end());
    history_.events.resize(steps_.size());
    for (auto& agent : agents_) {
      if (agent) history_.begin(*agent);  // discards its search tree
    }
    draw();
  }

  /// After the end a human may still undo or inspect. Returns whether the game continues.
  bool ask_after_end() {
    if (agents_[0] && agents_[1]) return false;
    while (over() && !quit_) {
      const std::optional<std::string> line = read_line();
      if (!line) return false;
      command(*line);
    }
    return !quit_;
  }

  const typename G::Rules& rules_;
  std::string rule_set_id_;
  std::string players_[2];
  typename G::Position start_;
  GameState<G> state_;
  History<G> history_;  ///< one event for each step
  std::string check_word_;
  Random random_;
  std::string hint_;
  std::unique_ptr<Agent<G>> agents_[2];  ///< null: human
  std::unique_ptr<Agent<G>> hint_agent_;
  std::vector<Step> steps_;
  std::map<std::string, std::string> saved_;  ///< content by file
  LineReader input_{std::cin, "standard input"};
  std::optional<Lost> lost_;
  bool quit_ = false;
};

void run(const PlayArguments& options) {
  const RuleSet rule_set = options.rules.load();
  visit_game(rule_set, [&](auto game, const auto& rules) {
    using G = decltype(game);
    const auto start = position_or_start<G>(*rules, options.start.position);
    Session<G> session(*rules, start, rule_set.id, options);
    fmt::print("{}: {}\n", rule_set.id, rule_set.title);
    session.run();
  });
}

}  // namespace

void add_play_command(App& app) {
  const auto options = std::make_shared<PlayArguments>();
  App* command = app.add_subcommand("play", "Play against an agent in the terminal");
  options->rules.add_to(*command);
  command->add_option("--first", options->first, "Player of the first side: human or an agent")
      ->capture_default_str();
  command->add_option("--second", options->second, "Player of the second side: human or an agent")
      ->capture_default_str();
  command->add_option("--hint", options->hint, "The agent that gives hints")->capture_default_str();
  options->start.add_to(*command);
  add_seed_option(*command, options->seed, "Seed of the agents and the dice");
  command->callback([options] { run(*options); });
}

}  // namespace tavlab::cli
