#include "tools/play/saved_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

#include "core/error.h"
#include "core/io/files.h"
#include "core/text.h"
#include "experiments/text/command_text.h"
#include "selfplay/agents/agent_spec.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/recorded_game.h"

namespace tavlab::play {
namespace {

constexpr std::array<const char*, 2> kPlayerHeaders = {"First", "Second"};

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
  game.rules_text = lines_of(read.header(kRulesText));
  const std::string changes = lines_of(read.header(kRulesChanges));
  for (const std::string_view change : split(changes, '\n')) {
    if (!change.empty()) game.rules_changes.emplace_back(change);
  }
  for (const char* header : {"Position", "FEN"}) {
    if (game.position.empty()) game.position = read.header(header);
  }
  for (std::size_t side = 0; side < 2; ++side) {
    game.players[side] = player_of(read.header(kPlayerHeaders[side]));
  }
  for (const GameFile::Word& word : read.moves) game.words.push_back(word.text);
  if (read.headers.empty() && read.moves.empty()) {
    throw UserError(fmt::format("game file '{}': has no game in it", file));
  }
  if (read.result == "0-1") game.lost = Side::first;
  if (read.result == "1-0") game.lost = Side::second;
  return game;
}

Setup going_on(Setup setup, const SavedGame& game) {
  if (!game.rules.empty()) {
    const bool own = !game.rules_text.empty();
    try {
      setup.rules = own ? parse_rule_set(game.rules_text, "the rules in it", game.rules_changes)
                        : load_rule_set(game.rules);
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
  return setup;
}

std::string game_text(const Setup& setup, const serve::PositionView& game, Result result) {
  GameFile file;
  file.headers = {{"Rules", setup.rules.id}};
  const std::vector<std::string> known = builtin_rule_set_ids();
  if (std::ranges::find(known, setup.rules.id.substr(0, setup.rules.id.find('{'))) == known.end()) {
    RuleSet rules = setup.rules;
    rules.id = rules.id.substr(0, rules.id.find('{'));  // a file's parameters are complete
    file.headers = {{"Rules", rules.id}, {std::string(kRulesText), on_one_line(to_toml(rules))}};
  }
  for (std::size_t side = 0; side < 2; ++side) {
    file.headers.emplace_back(kPlayerHeaders[side],
                              game.players[side] + ": " + setup.players[side]);
  }
  if (!setup.position.empty()) file.headers.emplace_back("Position", game.start);
  for (const serve::PlayedView& played : game.played) file.moves.push_back({played.move.text, 0});
  file.result = result == Result::first_wins    ? "1-0"
                : result == Result::second_wins ? "0-1"
                : result == Result::draw        ? "1/2-1/2"
                                                : "*";
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
