// Files of many PGN-like games, and of games as lines.
#include <algorithm>
#include <cstddef>

#include "core/error.h"
#include "core/game_text.h"
#include "core/text.h"
#include "selfplay/record/game_file.h"
#include "selfplay/record/games_file.h"
#include "selfplay/record/result_word.h"

namespace tavlab {
namespace {

/// Whether a text can be the name of a header.
bool is_name(std::string_view name) {
  return name.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
         std::string_view::npos;
}

/// Cuts a file into games: at a header after moves, and at a move after a result.
class Cutter {
 public:
  std::vector<std::pair<std::string, int>> cut(std::string_view text) {
    bool blank_before = true;
    for (std::string_view line : split(text, '\n')) {
      ++number_;
      if (line.ends_with('\r')) line.remove_suffix(1);
      const bool blank = words_in(line).empty();
      // A header after an empty line begins a game even where a comment was never closed.
      if (is_header_line(line) && (!in_comment_ || blank_before)) {
        if (has_moves_ || in_comment_) begin();
        part() += line;
      } else {
        take(line);
      }
      part() += '\n';
      blank_before = blank;
    }
    std::erase_if(parts_, [](const auto& part) { return words_in(part.first).empty(); });
    return std::move(parts_);
  }

 private:
  std::string& part() {
    if (parts_.empty()) begin();
    return parts_.back().first;
  }

  void begin() {
    parts_.emplace_back(std::string(), number_);
    has_moves_ = in_comment_ = ended_ = false;
    open_ = 0;
  }

  void take(std::string_view line) {
    for (std::size_t i = 0; i < line.size();) {
      const char c = line[i];
      if (in_comment_) {
        in_comment_ = c != '}';
        part() += c;
        ++i;
      } else if (c == '{') {
        in_comment_ = true;
        part() += c;
        ++i;
      } else if (c == ';') {
        part() += line.substr(i);
        return;
      } else if (c == ' ' || c == '\t') {
        part() += c;
        ++i;
      } else {
        const std::size_t end = std::min(line.find_first_of(" \t{;", i), line.size());
        const std::string_view word = line.substr(i, end - i);
        if (ended_) begin();
        part() += word;
        has_moves_ = true;
        ended_ = open_ == 0 && is_result_word(word);
        open_ += std::ranges::count(word, '(') - std::ranges::count(word, ')');
        i = end;
      }
    }
  }

  std::vector<std::pair<std::string, int>> parts_;
  int number_ = 0;
  bool has_moves_ = false;
  bool in_comment_ = false;
  bool ended_ = false;       ///< the last word was a result
  std::ptrdiff_t open_ = 0;  ///< variations, in which results end nothing
};

}  // namespace

std::vector<RecordedGame> read_text_games(std::string_view text, std::string_view name) {
  std::vector<RecordedGame> games;
  for (const auto& [part, line] : Cutter().cut(text)) {
    RecordedGame& game = games.emplace_back();
    game.line = line;
    try {
      GameFile file = parse_game_file(part, name, line);
      game.headers = std::move(file.headers);
      game.comment = std::move(file.comment);
      game.result = std::move(file.result);
      game.foreign_rules = game.header("OtherRules");
      game.moves = std::move(file.moves);
      game.variations = std::move(file.variations);
    } catch (const UserError& error) {
      game.error = error.what();
    }
  }
  return games;
}

std::vector<RecordedGame> read_line_games(std::string_view text) {
  std::vector<RecordedGame> games;
  int number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    const std::vector<std::string_view> words = words_in(line);
    if (words.empty()) continue;
    RecordedGame& game = games.emplace_back();
    game.line = number;
    for (const std::string_view word : words) {
      if (is_result_word(word)) {
        game.result = word == "½-½" ? "1/2-1/2" : word;
      } else if (!is_move_number(word)) {
        game.moves.push_back({std::string(word), number});
      }
    }
  }
  return games;
}

std::string text_of_game(const WrittenGame& game) {
  GameFile file;
  for (const auto& header : game.headers) {  // other formats allow other names
    if (header.first == kRulesText || header.first == kRulesChanges) continue;
    if (is_header_line('[' + header.first + '"') && is_name(header.first)) {
      file.headers.push_back(header);
    }
  }
  const auto set = [&](std::string_view name, const std::string& value) {
    const auto found =
        std::ranges::find(file.headers, name, &std::pair<std::string, std::string>::first);
    if (found != file.headers.end()) {
      found->second = value;
    } else {
      file.headers.emplace_back(name, value);
    }
  };
  set("Rules", game.rules);
  for (const auto& header : game.rules_headers) file.headers.push_back(header);
  if (!game.named_rules && !game.foreign_rules.empty()) set("OtherRules", game.foreign_rules);
  if (!game.position.empty()) set("Position", game.position);
  file.comment = game.comment;
  file.result = game.result;
  for (const WrittenGame::Move& move : game.moves) {
    file.moves.push_back({move.text, 0, move.comment, move.glyphs});
  }
  return game_file_text(file);
}

std::string line_of_game(const WrittenGame& game) {
  if (!game.position.empty()) {
    throw UserError("format lines: games begin at the start position; formats: text, otg");
  }
  std::string line;
  for (const WrittenGame::Move& move : game.moves) {
    if (!line.empty()) line += ' ';
    line += move.text;
  }
  return line + '\n';
}

}  // namespace tavlab
