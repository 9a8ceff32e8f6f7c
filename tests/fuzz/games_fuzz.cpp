// Untrusted files of many games: reading one may throw only a UserError of one line; each game is
// checked or refused by itself; and what is written of it reads back as the same.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/record/check_games.h"
#include "selfplay/record/games_file.h"
#include "tests/fuzz/fuzz_rules.h"

namespace tavlab::fuzz {
namespace {

bool one_line(const std::string& text) { return text.find_first_of("\r\n") == std::string::npos; }

/// Writes the games that were legal to their end and reads them again.
void write_again(const std::vector<CheckedGame>& checked, GamesFormat format,
                 const std::string& rules) {
  std::vector<WrittenGame> written;
  for (const CheckedGame& game : checked) {
    if (game.agrees() && !game.written.moves.empty()) written.push_back(game.written);
  }
  std::string text;
  expect_one_line_error([&] { text = games_text(written, format); });
  if (text.empty()) return;
  const auto again = check_games(read_games(text, "written", format), {rules, {}});
  require(again.size() == written.size());
  for (std::size_t i = 0; i < again.size(); ++i) {
    require(again[i].error.empty());
    require(again[i].written.moves.size() == written[i].moves.size());
    for (std::size_t k = 0; k < written[i].moves.size(); ++k) {
      require(again[i].written.moves[k].text == written[i].moves[k].text);
    }
  }
}

void check(const std::string& text, GamesFormat format) {
  std::vector<RecordedGame> games;
  expect_one_line_error([&] { games = read_games(text, "input", format); });
  if (games.size() > 20) games.resize(20);
  for (const std::string& rules : {std::string(), std::string("brandubh-7")}) {
    const std::vector<CheckedGame> checked = check_games(games, {rules, {}});
    require(checked.size() == games.size());
    for (const CheckedGame& game : checked) {
      require(one_line(game.error));
      for (const Disagreement& each : game.disagreements) require(one_line(each.why));
    }
    if (rules.empty()) continue;
    write_again(checked, GamesFormat::text, rules);
    write_again(checked, GamesFormat::csv, rules);
    write_again(checked, GamesFormat::otg, rules);
  }
}

}  // namespace
}  // namespace tavlab::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  for (const tavlab::GamesFormat format : {tavlab::GamesFormat::text, tavlab::GamesFormat::lines,
                                           tavlab::GamesFormat::csv, tavlab::GamesFormat::otg}) {
    tavlab::fuzz::check(text, format);
  }
  return 0;
}
