// What a person can type: moves and commands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "core/language.h"
#include "core/near.h"
#include "core/parameter_sentences.h"
#include "core/text.h"
#include "core/words_languages.h"
#include "experiments/text/command_text.h"
#include "selfplay/agents/agent_spec.h"
#include "tools/play/loose_move.h"
#include "tools/play/saved_game.h"
#include "tools/play/session.h"

namespace tavlab::play {
namespace {

constexpr std::string_view kPlayHelp =
    "MOVE        such as a4-a2, also a4a2, A4 A2 or its beginning (`tavlab help notation`)\n"
    "moves [a4]  the legal moves, all or those from a square\n"
    "hint        the move that an agent would play\n"
    "undo, redo  take back your last move and the reply; play them again\n"
    "rules       the rules; goal: what each side must do; path: the way of a race\n"
    "legend      what the signs on the board mean; board: draw it again\n"
    "position    the position as text; record: the moves so far\n"
    "save FILE   save the game to a new file; load FILE: go on with a saved one\n"
    "resign      give up; quit (or Ctrl-D): stop\n";

constexpr std::array<std::string_view, 17> kCommands = {
    "board",    "exit", "goal",   "help", "hint",   "legend", "load", "moves", "path",
    "position", "quit", "record", "redo", "resign", "rules",  "save", "undo"};

/// The rest of a line after its first word, which may be a file's name with spaces.
std::string rest_of(const std::string& line, const std::string& word) {
  const std::size_t rest = line.find_first_not_of(" \t", line.find(word) + word.size());
  if (rest == std::string::npos) return {};
  return line.substr(rest, line.find_last_not_of(" \t") + 1 - rest);
}

std::string list_of(std::vector<std::string> texts, std::size_t most) {
  std::ranges::sort(texts);
  const bool all = texts.size() <= most;
  if (!all) texts.resize(most);
  return fmt::format("{}{}", fmt::join(texts, ", "), all ? "" : ", ...");
}

}  // namespace

void Session::command(const std::string& line) {
  std::istringstream words(line);
  std::string word, argument;
  words >> word >> argument;
  std::ranges::transform(word, word.begin(), [](unsigned char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : static_cast<char>(c);
  });
  if (word.empty()) return;
  const bool takes_more = word == "save" || word == "load" || word == "moves";
  const bool known = std::ranges::find(kCommands, word) != std::end(kCommands);
  if (known && !takes_more && !argument.empty()) {
    screen_.say(fmt::format("`{}` stands alone.\n", word));
    return;
  }
  if (word == "help" || word == "?") {
    screen_.say(kPlayHelp);
  } else if (word == "quit" || word == "exit") {
    quit_ = true;
  } else if (word == "undo") {
    undo();
  } else if (word == "redo") {
    redo();
  } else if (word == "board") {
    show();
  } else if (word == "rules") {
    say_rules();
  } else if (word == "goal") {
    say_goal();
  } else if (word == "legend") {
    say_legend();
  } else if (word == "path") {
    say_path();
  } else if (word == "position") {
    screen_.say(view_.position + '\n');
  } else if (word == "record") {
    std::string record;
    for (const serve::PlayedView& played : view_.played) record += played.move.text + ' ';
    screen_.say(record + '\n');
  } else if (word == "save") {
    save(rest_of(line, line.substr(line.find_first_not_of(" \t"), word.size())));
  } else if (word == "load") {
    load(rest_of(line, line.substr(line.find_first_not_of(" \t"), word.size())));
  } else if (over()) {
    screen_.say(lost_ && !lost_->may_go_on
                    ? "The game is over.\n"
                    : "The game is over; `undo` takes back the last move.\n");
  } else if (word == "moves") {
    list_moves(argument);
  } else if (word == "hint") {
    hint();
  } else if (word == "resign") {
    resign();
  } else {
    try_move(line);
  }
}

std::vector<std::string> Session::completions(const std::string& line) const {
  std::vector<std::string> all;
  for (const std::string_view each : kCommands) {
    if (each.starts_with(line)) all.emplace_back(each);
  }
  for (const serve::MoveView& move : view_.moves) {
    if (!over() && move.text.starts_with(line)) all.push_back(move.text);
  }
  return all;
}

void Session::try_move(const std::string& text) {
  const std::string_view typed = std::string_view(text).substr(
      text.find_first_not_of(" \t"),
      text.find_last_not_of(" \t") + 1 - text.find_first_not_of(" \t"));
  serve::MoveCheck check = table_.game->check(typed);
  if (!check.legal) {
    const std::vector<std::string> meant = moves_meant(view_.moves, typed);
    if (meant.size() > 1) {
      constexpr std::size_t kNamed = 12;
      screen_.say(wrap(
          fmt::format("'{}' can be several moves: {}", quotable(typed), list_of(meant, kNamed)),
          static_cast<std::size_t>(text_width()), 0));
      return;
    }
    if (meant.size() == 1) check = table_.game->check(meant.front());
  }
  if (check.legal) {
    undone_.clear();
    play(check.move);
    return;
  }
  // A move has the number of a row in it; a word is a misspelt command.
  const bool is_word = typed.find_first_of("0123456789 -") == std::string_view::npos;
  if (const std::string_view command = similar(typed, kCommands); is_word && !command.empty()) {
    screen_.say(fmt::format("Do you mean `{}`? `help` lists the commands.\n", command));
    return;
  }
  const std::string squares = as_two_squares(view_.picture, typed);
  if (squares != typed) check = table_.game->check(squares);
  screen_.say(
      wrap(fmt::format("{}; type help for the commands",
                       check.why.starts_with("captures") ? "that move " + check.why : check.why),
           static_cast<std::size_t>(text_width()), 0));
  const std::string from = squares.substr(0, squares.find('-'));
  std::vector<std::string> others;
  for (const serve::MoveView& move : view_.moves) {
    if (!move.squares.empty() && move.squares.front() == from) others.push_back(move.text);
  }
  if (!others.empty()) {
    constexpr std::size_t kNamed = 24;
    screen_.say(wrap(fmt::format("legal from {}: {}", from, list_of(others, kNamed)),
                     static_cast<std::size_t>(text_width()), 0));
  }
}

void Session::list_moves(const std::string& from) {
  std::string all;
  for (const serve::MoveView& move : view_.moves) {
    // By the square, which is not in the text of castling, or by a word such as hand.
    const bool from_there = (!move.squares.empty() && move.squares.front() == from) ||
                            move.text.starts_with(from + '-');
    if (from.empty() || from_there) all += move.text + ' ';
  }
  if (all.empty()) {
    screen_.say(fmt::format("No legal move from {}.\n", printable(from)));
    return;
  }
  screen_.say(wrap(all, static_cast<std::size_t>(text_width()), 2));
}

void Session::hint() {
  try {
    const serve::SearchView search =
        table_.game->search(AgentSpec::parse(setup_.hint), {}, setup_.seed, {}, stop_);
    screen_.say(fmt::format("{} would play {} (value for {}: {})\n", setup_.hint, search.best,
                            player(Side::first),
                            search.value ? fmt::format("{:.2f}", *search.value) : "none"));
  } catch (const UserError& error) {
    screen_.say(fmt::format("No hint: {}\n", printable(error.what())));
  }
}

/// Returns to the last decision of a person.
void Session::undo() {
  if (lost_ && !lost_->may_go_on) {
    screen_.say("The time is over; nothing can be taken back.\n");
    return;
  }
  const bool resigned = lost_ && is_person(lost_->side);
  if (resigned) {
    lost_.reset();
    show();
    return;
  }
  const std::vector<serve::PlayedView>& played = view_.played;
  const auto last = std::find_if(
      played.rbegin(), played.rend(),
      [this](const serve::PlayedView& each) { return !each.thrown && is_person(each.side); });
  if (last == played.rend()) {
    screen_.say("Nothing to take back.\n");
    return;
  }
  const auto kept = static_cast<std::size_t>(played.rend() - last) - 1;
  for (std::size_t i = played.size(); i > kept; --i) {
    undone_.push_back({played[i - 1].move.text, i - 1 == kept});
    table_.game->take_back();
  }
  const Side before = view_.to_move;
  view_ = table_.game->view();
  lost_.reset();
  if (view_.to_move != before) turn_began_.reset();
  is_saved_ = false;
  show();
}

void Session::redo() {
  if (undone_.empty()) {
    screen_.say("Nothing to play again.\n");
    return;
  }
  const Side before = view_.to_move;
  do {
    table_.game->play(undone_.back().word);
    undone_.pop_back();
  } while (!undone_.empty() && !undone_.back().begins);
  view_ = table_.game->view();
  if (view_.to_move != before) turn_began_.reset();
  is_saved_ = false;
  show();
  if (over()) show_result();
}

void Session::save(const std::string& file) {
  if (file.empty()) {
    screen_.say("`save` needs a file name.\n");
    return;
  }
  for (const std::string_view ending : {".otg", ".csv"}) {
    if (!file.ends_with(ending)) continue;
    screen_.say(fmt::format(
        "Not saved: {} would be read as another format than the one games are saved in; name it "
        ".pgn, and `tavlab games convert` makes {} of it.\n",
        printable(file), ending));
    return;
  }
  const std::string text = game_text(setup_, view_, result(), times_left());
  try {
    // Replaces only files to which this game has been saved.
    const auto before = saved_.find(file);
    if (before != saved_.end() && read_file(file, kMaxDataBytes) == before->second) {
      write_file(file, text);
    } else {
      write_new_file(file, text);
    }
    saved_[file] = text;
    is_saved_ = true;
    go_on_ = "tavlab play --load";
    add_word(go_on_, printable(file));
    screen_.say(fmt::format("Saved to {}; `{}` goes on.\n", printable(file), go_on_));
  } catch (const UserError& error) {
    screen_.say(fmt::format("Not saved: {}\n", error.what()));
  }
}

void Session::load(const std::string& file) {
  if (file.empty()) {
    screen_.say("`load` needs a file name.\n");
    return;
  }
  if (!is_saved_ && !over()) {
    screen_.say("This game is not saved: `save FILE` or `resign` first.\n");
    return;
  }
  try {
    const SavedGame saved = load_game(file);
    Setup before = setup_;
    before.clock.reset();  // the game left behind had its own
    Setup setup = going_on(std::move(before), saved);
    Table table = set_up(setup);
    begin(std::move(setup), std::move(table));
    introduce();
    show();
    if (over()) show_result();
  } catch (const UserError& error) {
    screen_.say(fmt::format("Not loaded: {}\n", error.what()));
  }
}

void Session::resign() {
  end_turn();
  lost_ = {view_.to_move, "resigned", true};
  show();
  show_result();
}

void Session::say_rules() {
  const Language language = language_of_environment();
  const Words words = words_of(setup_.rules, language);
  const std::size_t width = std::min<std::size_t>(static_cast<std::size_t>(text_width()), 92);
  const std::set<std::string> open = open_sentences(setup_.rules, words, language);
  const std::string_view star = language == Language::english
                                    ? "\n* The source leaves this open: `tavlab rules show`.\n"
                                    : "\n* Источник об этом молчит: `tavlab rules show`.\n";
  screen_.say(wrap(words.summary, width, 0) + words_text(words, language, open, width) +
              std::string(open.empty() ? "" : star));
}

void Session::say_goal() {
  const Words words = words_of(setup_.rules, language_of_environment());
  const auto width = static_cast<std::size_t>(text_width());
  std::string text = wrap(words.summary, width, 0);
  for (const Term& side : words.sides) text += wrap(side.name + ": " + side.meaning, width, 0);
  screen_.say(text);
}

void Session::say_legend() { screen_.say(legend(view_.picture, style_, text_width())); }

void Session::say_path() {
  std::string text;
  for (const Side side : {Side::first, Side::second}) {
    const std::vector<std::string>& path = view_.paths[static_cast<std::size_t>(side)];
    if (path.empty()) continue;
    text += wrap(fmt::format("{}: {}", player(side), fmt::join(path, " ")),
                 static_cast<std::size_t>(text_width()), 0);
    for (const std::string& line : path_lines(view_.picture, path)) text += line + '\n';
  }
  screen_.say(text.empty() ? "Pieces of this game follow no path; `goal` says what to do.\n"
                           : text);
}

}  // namespace tavlab::play
