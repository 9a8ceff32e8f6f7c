#include "selfplay/record/game_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/record/result_word.h"

namespace tavlab {
namespace {

/// Whether a word is a square: a letter of one or two bytes (Cyrillic), a digit, and possibly a
/// number of pieces: "b1", "В1", "c3(2)".
bool is_square_alone(std::string_view word) {
  std::size_t letters = 0;
  while (letters < word.size() && std::isdigit(static_cast<unsigned char>(word[letters])) == 0 &&
         letters < 3) {
    ++letters;
  }
  if (letters == 0 || letters > 2 || letters == word.size()) return false;
  const auto first = static_cast<unsigned char>(word[0]);
  if (letters == 1 ? std::isalpha(first) == 0 : first < 0xc0) return false;
  word.remove_prefix(letters + 1);
  return word.empty() || (word.front() == '(' && word.back() == ')');
}

/// Removes a move number: "12", "12.", "12..." or the start of "12.e2-e4".
std::string_view without_number(std::string_view word) {
  std::size_t digits = 0;
  while (digits < word.size() && std::isdigit(static_cast<unsigned char>(word[digits])) != 0) {
    ++digits;
  }
  if (digits == 0) return word;
  std::size_t dots = digits;
  while (dots < word.size() && word[dots] == '.') ++dots;
  if (dots == word.size() && (dots > digits || digits < 4)) return {};
  return dots > digits ? word.substr(dots) : word;
}

bool only_marks(std::string_view word) {
  return word.find_first_not_of("!?+-=") == std::string_view::npos;
}

/// Reads a text, counting lines.
class Reader {
 public:
  Reader(std::string_view text, std::string_view name, int first_line)
      : text_(text), name_(name), line_(first_line) {}

  GameFile read() {
    if (text_.starts_with("\xef\xbb\xbf")) text_.remove_prefix(3);  // a byte order mark
    while (skip_blanks(), !text_.empty()) {
      if (text_.front() == '{') {
        read_comment();
      } else if (text_.front() == ';') {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (is_header()) {
        if (!game_.moves.empty() || !square_.text.empty()) {
          fail(line_, "a header after moves; a file holds one game");
        }
        read_header();
      } else {
        read_word();
      }
    }
    if (!square_.text.empty()) {
      fail(square_.line, fmt::format("'{}' is a square alone, not a move", square_.text));
    }
    return std::move(game_);
  }

 private:
  [[noreturn]] void fail(int line, const std::string& what) const {
    throw UserError(fmt::format("game file '{}', line {}: {}", name_, line, what));
  }

  char take() {
    const char c = text_.front();
    text_.remove_prefix(1);
    line_ += c == '\n';
    return c;
  }

  void skip_blanks() {
    while (!text_.empty() && std::isspace(static_cast<unsigned char>(text_.front())) != 0) take();
  }

  void read_comment() {
    const int began = line_;
    const std::string_view rest = text_.substr(1);
    while (!text_.empty()) {
      if (take() != '}') continue;
      const std::string_view inside = rest.substr(0, rest.find('}'));
      std::string& comment = game_.moves.empty() ? game_.comment : game_.moves.back().comment;
      for (const std::string_view word : words_in(inside)) {
        if (!comment.empty()) comment += ' ';
        comment += word;
      }
      return;
    }
    fail(began, "the comment that begins here with '{' is not closed");
  }

  [[nodiscard]] bool is_header() const { return is_header_line(text_.substr(0, text_.find('\n'))); }

  void read_header() {
    const std::string_view line = text_.substr(0, text_.find('\n'));
    const std::size_t open = line.find('"'), close = line.rfind('"');
    const std::size_t end = line.find_last_not_of(" \t\r");
    if (open == std::string_view::npos || close <= open || end == std::string_view::npos ||
        line[end] != ']') {
      fail(line_, "a header is written [Name \"value\"]");
    }
    std::string_view name = line.substr(1, open - 1);
    name = name.substr(0, name.find_last_not_of(' ') + 1);
    game_.headers.emplace_back(name, line.substr(open + 1, close - open - 1));
    text_.remove_prefix(line.size());
  }

  void read_word() {
    std::size_t end = 0;
    while (end < text_.size() && std::isspace(static_cast<unsigned char>(text_[end])) == 0 &&
           text_[end] != '{' && text_[end] != ';') {
      ++end;
    }
    const std::string_view whole = text_.substr(0, end);
    text_.remove_prefix(end);
    if (is_result_word(whole)) {
      game_.result = whole == "½-½" ? "1/2-1/2" : std::string(whole);
      return;
    }
    const std::string_view word = without_number(whole);
    if (word.empty() || only_marks(word)) return;
    if (!game_.result.empty()) {
      fail(line_, fmt::format("'{}' after the result {}", word, game_.result));
    }
    if (!square_.text.empty()) {
      game_.moves.push_back({square_.text + '-' + std::string(word), square_.line});
      square_ = {};
    } else if (is_square_alone(word)) {
      square_ = {std::string(word), line_};
    } else {
      game_.moves.push_back({std::string(word), line_});
    }
  }

  std::string_view text_;
  std::string_view name_;
  GameFile game_;
  GameFile::Word square_;  ///< a first square whose second one is still to come
  int line_;
};

}  // namespace

bool is_header_line(std::string_view line) {
  if (line.size() < 2 || line.front() != '[') return false;
  if (std::isalpha(static_cast<unsigned char>(line[1])) == 0) return false;
  const std::size_t end = line.find_first_of(" \t\"]");
  return end != std::string_view::npos && line[end] != ']';
}

std::string GameFile::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (key == name) return value;
  }
  return {};
}

GameFile parse_game_file(std::string_view text, std::string_view name, int first_line) {
  return Reader(text, name, first_line).read();
}

std::string game_file_text(const GameFile& game) {
  std::string text;
  for (const auto& [name, value] : game.headers) {
    std::string plain = value;
    std::ranges::replace(plain, '"', '\'');
    text += fmt::format("[{} \"{}\"]\n", name, plain);
  }
  if (!game.headers.empty()) text += '\n';
  std::size_t column = 0;
  const auto add = [&](const std::string& word) {
    if (column > 0 && column + 1 + word.size() > 100) {
      text += '\n';
      column = 0;
    }
    if (column > 0) text += ' ', ++column;
    text += word;
    column += word.size();
  };
  const auto add_comment = [&](std::string_view comment) {
    std::string plain;
    for (const std::string_view word : words_in(comment)) {
      plain += (plain.empty() ? "{" : " ") + std::string(word);
    }
    if (plain.empty()) return;
    std::ranges::replace(plain, '}', ')');
    plain += '}';
    for (const std::string_view word : words_in(plain)) add(std::string(word));
  };
  add_comment(game.comment);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (i % 2 == 0) add(fmt::format("{}.", i / 2 + 1));
    add(game.moves[i].text);
    add_comment(game.moves[i].comment);
  }
  add(game.result.empty() ? "*" : game.result);
  return text + '\n';
}

}  // namespace tavlab
