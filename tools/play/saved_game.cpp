#include "tools/play/saved_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string_view>

#include "core/error.h"
#include "core/io/files.h"
#include "core/ruleset/names.h"
#include "core/text.h"
#include "experiments/text/command_text.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/recorded_game.h"
#include "selfplay/record/result_word.h"
#include "selfplay/record/rules_headers.h"

namespace tavlab::play {
namespace {

constexpr std::array<const char*, 2> kPlayerHeaders = {"First", "Second"};
constexpr const char* kClock = "TimeControl";  // of PGN: 300+3, in seconds
constexpr const char* kTimeLeft = "TimeLeft";  // 251.5+180, in seconds

/// Two numbers of seconds in a header such as "300+3"; none in others, which PGN has, too.
std::optional<TimeLeft> seconds_of(std::string_view header) {
  const std::vector<std::string_view> parts = split(header, '+');
  if (parts.size() != 2) return std::nullopt;
  TimeLeft seconds;
  for (std::size_t i = 0; i < 2; ++i) {
    const std::optional<double> number = finite_number(parts[i]);
    constexpr double kMost = 1e6;
    if (!number || *number < 0 || *number > kMost) return std::nullopt;
    seconds[i] = std::chrono::duration<double>(*number);
  }
  return seconds;
}

std::string seconds_text(const TimeLeft& seconds) {
  return fmt::format("{:g}+{:g}", seconds[0].count(), seconds[1].count());
}

/// The player in a header such as "attackers: human", or empty.
std::string player_of(const std::string& header) {
  const std::size_t colon = header.find(": ");
  if (colon == std::string::npos) return {};
  std::string player = header.substr(colon + 2);
  if (player == kHuman) return player;
  try {
    static_cast<void>(AgentSpec::parse(player));
    return player;
  } catch (const UserError&) {
    return {};  // a person's name, or an agent of another version
  }
}

}  // namespace

SavedGame load_game(const std::string& file) {
  const GameFile read = parse_game_file(read_file(file, kMaxConfigBytes), file);
  SavedGame game;
  game.file = file;
  game.rules = read.header("Rules");
  game.rules_text = read.header(kRulesText);
  game.rules_changes = read.header(kRulesChanges);
  for (const char* header : {"Position", "FEN"}) {
    if (game.position.empty()) game.position = read.header(header);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    game.players[side] = player_of(read.header(kPlayerHeaders[side]));
  }
  if (const auto clock = seconds_of(read.header(kClock)); clock && (*clock)[0].count() > 0) {
    game.clock = {(*clock)[0], (*clock)[1]};
    game.time_left = seconds_of(read.header(kTimeLeft));
  }
  for (const GameFile::Word& word : read.moves) game.words.push_back(word.text);
  if (read.headers.empty() && read.moves.empty()) {
    throw UserError(fmt::format("game file '{}': has no game in it", file));
  }
  if (read.result == result_word(Result::second_wins)) game.lost = Side::first;
  if (read.result == result_word(Result::first_wins)) game.lost = Side::second;
  return game;
}

Setup going_on(Setup setup, const SavedGame& game) {
  if (!game.rules.empty()) {
    const bool own = !game.rules_text.empty();
    try {
      setup.rules =
          own ? *rules_in_headers(game.rules_text, game.rules_changes) : load_rule_set(game.rules);
    } catch (const UserError& error) {
      throw UserError(fmt::format("game file '{}': {}", game.file, error.what()));
    }
    setup.rules_name = own ? game.rules + ".toml" : game.rules;
    setup.settings.clear();
  }
  setup.position = game.position;
  setup.words = game.words;
  setup.gave_up = game.lost;
  setup.words_from = fmt::format("game file '{}'", game.file);
  for (std::size_t side = 0; side < 2; ++side) {
    if (!game.players[side].empty()) setup.players[side] = game.players[side];
  }
  setup.introduction.clear();
  for (const Level& level : levels()) {
    if (std::ranges::find(setup.players, level.agent) == setup.players.end()) continue;
    setup.introduction = level_text(setup.rules, level);
  }
  setup.time_left.reset();
  if (!setup.clock) {
    setup.clock = game.clock;
    setup.time_left = game.time_left;
  }
  return setup;
}

std::string game_text(const Setup& setup, const serve::PositionView& game, Result result,
                      const TimeLeft& time_left) {
  GameFile file;
  file.headers = {{"Rules", setup.rules.id}};
  const std::vector<std::string> known = builtin_rule_set_ids();
  const std::string name = base_id(setup.rules.id);
  if (std::ranges::find(known, name) == known.end()) {  // the file's parameters are complete
    file.headers = {{"Rules", name}, {std::string(kRulesText), on_one_line(to_toml(setup.rules))}};
  }
  for (std::size_t side = 0; side < 2; ++side) {
    file.headers.emplace_back(kPlayerHeaders[side],
                              game.players[side] + ": " + setup.players[side]);
  }
  if (!setup.position.empty()) file.headers.emplace_back("Position", game.start);
  if (setup.clock) {
    file.headers.emplace_back(kClock, seconds_text({setup.clock->time, setup.clock->increment}));
    file.headers.emplace_back(kTimeLeft, seconds_text(time_left));
  }
  for (const serve::PlayedView& played : game.played) file.moves.push_back({played.move.text, 0});
  file.result = result_word(result);
  return game_file_text(file);
}

std::string command_to_go_on(const Setup& setup, const serve::PositionView& game) {
  std::string command = "tavlab play";
  add_word(command, setup.rules_name);
  add_settings(command, setup.settings);
  if (!setup.position.empty()) command += " --position " + shell_quoted(game.start);
  command += fmt::format(" --first {} --second {}", shell_quoted(setup.players[0]),
                         shell_quoted(setup.players[1]));
  std::string moves;
  for (const serve::PlayedView& played : game.played) {
    moves += (moves.empty() ? "" : " ") + played.move.text;
  }
  if (!moves.empty()) command += " --moves " + shell_quoted(moves);
  if (setup.seed != 1) command += fmt::format(" --seed {}", setup.seed);
  if (setup.clock) {
    command += fmt::format(" --clock {:g}+{:g}", setup.clock->time.count() / 60,
                           setup.clock->increment.count());
  }
  return command;
}

}  // namespace tavlab::play
