#include "selfplay/record/game_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/error.h"
#include "core/text.h"
#include "selfplay/record/escapes.h"
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
  return word.find_first_not_of("!?+-=#") == std::string_view::npos;
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
      } else if (text_.front() == '(') {
        begin_variation();
      } else if (text_.front() == ')') {
        end_variation();
      } else if (is_header()) {
        if (!game_.moves.empty() || !square_.text.empty()) {
          fail(line_, "a header after moves; a file holds one game");
        }
        read_header();
      } else {
        read_word();
      }
    }
    require_no_square();
    if (!open_.empty()) fail(open_.back().began, "the variation that begins here is not closed");
    return std::move(game_);
  }

 private:
  [[noreturn]] void fail(int line, const std::string& what) const {
    throw UserError(fmt::format("game file '{}', line {}: {}", name_, line, what));
  }

  void require_no_square() const {
    if (!square_.text.empty()) {
      fail(square_.line, fmt::format("'{}' is a square alone, not a move", square_.text));
    }
  }

  /// The moves of the line that is being read, and the comment before them.
  std::vector<GameFile::Word>& moves() {
    return open_.empty() ? game_.moves : game_.variations[open_.back().number - 1].moves;
  }
  std::string& comment_before() {
    return open_.empty() ? game_.comment : game_.variations[open_.back().number - 1].comment;
  }

  void add_comment(const std::string& comment) {
    std::string& all = moves().empty() ? comment_before() : moves().back().comment;
    if (!all.empty() && !comment.empty()) all += ' ';
    all += comment;
  }

  void begin_variation() {
    require_no_square();
    if (moves().empty()) fail(line_, "a variation comes after the move that it replaces");
    game_.variations.push_back(
        {open_.empty() ? 0 : open_.back().number, moves().size() - 1, {}, {}});
    open_.push_back({game_.variations.size(), line_});
    take();
  }

  void end_variation() {
    require_no_square();
    if (open_.empty()) fail(line_, "')' ends no variation");
    const bool empty = moves().empty();
    const std::string comment = comment_before();
    open_.pop_back();
    take();
    if (!empty) return;
    game_.variations.pop_back();  // only a comment
    add_comment(comment);
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
      std::string inside;
      for (const std::string_view word : words_in(rest.substr(0, rest.find('}')))) {
        if (!inside.empty()) inside += ' ';
        inside += word;
      }
      add_comment(comment_of(inside));
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
    game_.headers.emplace_back(name, header_value_of(line.substr(open + 1, close - open - 1)));
    text_.remove_prefix(line.size());
  }

  /// The length of the word at the start of the text. It contains brackets in pairs: "c3(2)-c6".
  [[nodiscard]] std::size_t word_length() const {
    std::size_t end = 0;
    for (int open = 0; end < text_.size(); ++end) {
      const char c = text_[end];
      if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '{' || c == ';') break;
      if (c == ')' && --open < 0) break;
      open += c == '(' ? 1 : 0;
    }
    return end;
  }

  void read_word() {
    const std::size_t end = word_length();
    const std::string_view whole = text_.substr(0, end);
    text_.remove_prefix(end);
    if (is_result_word(whole)) {
      if (open_.empty()) game_.result = whole == "½-½" ? "1/2-1/2" : std::string(whole);
      return;
    }
    const std::string_view word = without_number(whole);
    if (word.empty()) return;
    if (word.front() == '$' || only_marks(word)) {
      const int glyph =
          word.front() == '$' ? parse_number(word.substr(1)).value_or(0) : glyph_of(word);
      if (glyph > 0 && !moves().empty()) moves().back().glyphs.push_back(glyph);
      return;
    }
    if (open_.empty() && !game_.result.empty()) {
      fail(line_, fmt::format("'{}' after the result {}", word, game_.result));
    }
    // Marks need no blank: "e3-e5+!?". Whether it is check, the rules know.
    const std::string_view move = word.substr(0, word.find_last_not_of("!?+#") + 1);
    std::string judged(word.substr(move.size()));
    std::erase_if(judged, [](char mark) { return mark == '+' || mark == '#'; });
    if (!square_.text.empty()) {
      moves().push_back({square_.text + '-' + std::string(move), square_.line});
      square_ = {};
    } else if (is_square_alone(move)) {
      square_ = {std::string(move), line_};
      return;  // a move is not marked before it is complete
    } else {
      moves().push_back({std::string(move), line_});
    }
    if (const int glyph = glyph_of(judged); glyph > 0) {
      moves().back().glyphs.push_back(glyph);
    }
  }

  struct Open {
    std::size_t number;  ///< of the variation, from 1
    int began;           ///< the line
  };

  std::string_view text_;
  std::string_view name_;
  GameFile game_;
  std::vector<Open> open_;  ///< variations within each other
  GameFile::Word square_;   ///< a first square whose second one is still to come
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

}  // namespace tavlab
