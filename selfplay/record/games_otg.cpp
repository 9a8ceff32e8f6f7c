// Files *.otg, by section 4 of the specification of OTN (otn.h has its address): tags [name:value],
// turns "1. a4-a7 d5-d8xd9" with comments [of the first move|of the second] after them, and
// variations "3a.1.1a. ...", which are skipped.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/error.h"
#include "core/game_text.h"
#include "core/text.h"
#include "core/version.h"
#include "selfplay/record/games_file.h"

namespace tavlab {
namespace {

/// Tags there and headers here. Tags that are not headers are handled separately.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kTags = {{
    {"event", "Event"},
    {"site", "Site"},
    {"date", "Date"},
    {"round", "Round"},
    {"attackers", "First"},
    {"defenders", "Second"},
    {"annotator", "Annotator"},
    {"compiler", "Compiler"},
    {"time-control", "TimeControl"},
    {"termination", "Termination"},
    {"variant", "Variant"},
    {"start-comment", ""},
}};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// "Kd4" or "Ne5": the letter of a special piece before a square.
std::string_view without_piece(std::string_view square) {
  const bool piece = square.size() > 2 &&
                     std::string_view("KNCTkncTt").find(square[0]) != std::string_view::npos &&
                     is_letter(square[1]) && is_digit(square[2]);
  return piece ? square.substr(1) : square;
}

/// A move with captured squares after it, without pieces' letters, brackets and annotations ("+").
std::string plain_move(std::string_view word) {
  while (!word.empty() && (word.back() == '+' || word.back() == '-')) word.remove_suffix(1);
  word = without_piece(word);
  const std::size_t x = word.find('x', 1);
  std::string move(word.substr(0, x));
  if (move.ends_with('(')) move.pop_back();
  if (x == std::string_view::npos) return move;
  std::string_view captures = word.substr(x + 1);
  if (captures.ends_with(')')) captures.remove_suffix(1);
  char between = 'x';
  for (const std::string_view square : split(captures, '/')) {
    move += between;
    move += without_piece(square);
    between = '/';
  }
  return move;
}

/// The words of a text on one line.
std::string one_line(std::string_view text) {
  std::string line;
  for (const std::string_view word : words_in(text)) {
    if (!line.empty()) line += ' ';
    line += word;
  }
  return line;
}

class OtgReader {
 public:
  explicit OtgReader(std::string_view text) : text_(text) {}

  std::vector<RecordedGame> read() {
    while (skip_blanks(), !text_.empty()) {
      if (text_.front() == '[') {
        read_bracket();
      } else {
        read_word();
      }
    }
    return std::move(games_);
  }

 private:
  void advance(std::size_t count) {
    line_ += static_cast<int>(std::ranges::count(text_.substr(0, count), '\n'));
    text_.remove_prefix(count);
  }

  void skip_blanks() { advance(std::min(text_.find_first_not_of(" \t\r\n"), text_.size())); }

  RecordedGame& game() {
    if (games_.empty()) begin();
    return games_.back();
  }

  void begin() {
    games_.emplace_back().line = line_;
    turn_ = 0;
    in_variation_ = false;
  }

  /// The end of a bracket: the first "]" that is followed by a newline, the end of the file or
  /// another bracket.
  [[nodiscard]] std::size_t bracket_end() const {
    for (std::size_t at = text_.find(']'); at != std::string_view::npos;
         at = text_.find(']', at + 1)) {
      const std::size_t next = text_.find_first_not_of(" \t\r", at + 1);
      if (next == std::string_view::npos || text_[next] == '\n' || text_[next] == '[') return at;
    }
    return std::string_view::npos;
  }

  void read_bracket() {
    const std::size_t end = bracket_end();
    if (end == std::string_view::npos) {
      game().error = fmt::format("line {}: the bracket that begins here is not closed", line_);
      // The next line may be valid.
      advance(std::min(text_.find('\n'), text_.size()));
      return;
    }
    const std::string_view content = text_.substr(1, end - 1);
    const std::size_t colon = content.find(':');
    const std::string_view name = content.substr(0, colon);
    const bool tag = colon != std::string_view::npos &&
                     (is_known(name) || (game().moves.empty() && is_name(name)));
    if (tag && (!game().moves.empty() || turn_ > 0)) begin();
    if (tag) {
      read_tag(name, content.substr(colon + 1));
    } else {
      read_comment(content);
    }
    advance(end + 1);
  }

  static bool is_known(std::string_view name) {
    return name == "rules" || name == "result" || name == "position" ||
           std::ranges::find(kTags, name, &std::pair<std::string_view, std::string_view>::first) !=
               kTags.end();
  }

  static bool is_name(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](char c) {
      return is_letter(c) || is_digit(c) || c == '-' || c == '_';
    });
  }

  void read_tag(std::string_view name, std::string_view value) {
    if (name == "rules") {
      game().foreign_rules = one_line(value);
    } else if (name == "position") {
      game().foreign_board = one_line(value);
    } else if (name == "start-comment") {
      game().comment = one_line(value);
    } else if (name == "result") {
      const std::string_view result = value;
      game().result = result == "1"    ? "1-0"
                      : result == "-1" ? "0-1"
                      : result == "0"  ? "1/2-1/2"
                                       : "";
      if (game().result.empty() && result != "?") {
        game().error =
            fmt::format("line {}: result '{}' must be 1, 0, -1 or ?", line_, quotable(result));
      }
    } else {
      const auto known =
          std::ranges::find(kTags, name, &std::pair<std::string_view, std::string_view>::first);
      const std::string_view here = known == kTags.end() ? name : known->second;
      game().headers.emplace_back(here, one_line(value));
    }
  }

  void read_comment(std::string_view content) {
    if (in_variation_) return;
    std::vector<RecordedMove>& moves = game().moves;
    const std::size_t bar = content.find('|');
    const std::string first = one_line(content.substr(0, bar));
    const std::string second =
        bar == std::string_view::npos ? std::string() : one_line(content.substr(bar + 1));
    if (moves.empty()) {
      game().comment += first;
      return;
    }
    const std::size_t begin = std::min(turn_begin_, moves.size() - 1);
    moves[begin].comment = first;
    if (second.empty()) return;
    std::string& last = moves.back().comment;
    last += (last.empty() ? "" : " ") + second;
  }

  void read_word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n["), text_.size());
    const std::string_view word = text_.substr(0, end);
    if (is_move_number(word)) {
      in_variation_ = false;
      ++turn_;
      turn_begin_ = game().moves.size();
    } else if (is_digit(word.front()) && word.back() == '.') {
      in_variation_ = true;  // "8a.1.2a."
    } else if (!in_variation_ && word.find_first_not_of('.') != std::string_view::npos) {
      game().moves.push_back({is_termination(word) ? std::string(word) : plain_move(word), line_});
    }
    advance(end);
  }

  std::string_view text_;
  int line_ = 1;
  int turn_ = 0;                ///< of this game, from 1
  std::size_t turn_begin_ = 0;  ///< its first move
  bool in_variation_ = false;
  std::vector<RecordedGame> games_;
};

/// A value within brackets.
std::string bracketed(std::string text) {
  std::ranges::replace(text, '[', '(');
  std::ranges::replace(text, ']', ')');
  std::ranges::replace(text, '|', '/');
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

std::vector<RecordedGame> read_otg_games(std::string_view text) { return OtgReader(text).read(); }

std::string otg_of_game(const WrittenGame& game) {
  if (game.foreign_rules.empty()) {
    throw UserError(fmt::format(
        "format otg: it cannot express the rules {}; formats: text, lines, csv", game.rules));
  }
  std::string text;
  const auto tag = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) text += fmt::format("[{}:{}]\n", name, bracketed(value));
  };
  for (const auto& [name, header] : kTags) {
    if (name == "variant" || name == "compiler") continue;
    for (const auto& [key, value] : game.headers) {
      if (key == header && !header.empty()) tag(name, value);
    }
  }
  // From these two tavlab recognises its own rules when it reads the file; see check_games.h.
  tag("compiler", fmt::format("tavlab {}", kVersion));
  tag("variant", game.rules);
  tag("result", game.result == "1-0"       ? "1"
                : game.result == "0-1"     ? "-1"
                : game.result == "1/2-1/2" ? "0"
                                           : "?");
  text += fmt::format("[rules:{}]\n", game.foreign_rules);
  if (!game.position.empty()) tag("position", game.foreign_board);
  tag("start-comment", game.comment);
  for (std::size_t i = 0; i < game.moves.size(); i += 2) {
    text += fmt::format("\n{}.", i / 2 + 1);
    std::array<std::string, 2> comments;
    for (std::size_t half = 0; half < 2 && i + half < game.moves.size(); ++half) {
      const WrittenGame::Move& move = game.moves[i + half];
      if (move.roll) throw UserError("format otg: it cannot hold dice rolls; formats: text, lines");
      text += ' ' + with_captures(move, "/");
      comments[half] = bracketed(move.comment);
    }
    text += '\n';
    if (!comments[0].empty() || !comments[1].empty()) {
      text += fmt::format("[{}|{}]\n", comments[0], comments[1]);
    }
  }
  return text;
}

}  // namespace tavlab
