// Games as files.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "core/text.h"
#include "selfplay/record/escapes.h"
#include "selfplay/record/game_file.h"

namespace tavlab {
namespace {

constexpr std::array<std::string_view, 6> kMarks = {"!", "?", "!!", "??", "!?", "?!"};

/// The words of a game after its headers.
class GameWriter {
 public:
  explicit GameWriter(const GameFile& game) : game_(game), variations_(game.variations.size() + 1) {
    for (std::size_t i = 0; i < game.variations.size(); ++i) {
      if (!game.variations[i].moves.empty()) variations_[game.variations[i].line].push_back(i + 1);
    }
    for (std::vector<std::size_t>& each : variations_) {
      std::ranges::stable_sort(each, {}, [&](std::size_t n) { return game.variations[n - 1].at; });
    }
  }

  std::vector<std::string> all() {
    add_comment(game_.comment);
    lines_.push_back({});
    while (!lines_.empty()) {
      Line& line = lines_.back();
      const std::vector<std::size_t>& variations = variations_[line.number];
      if (line.variation < variations.size() &&
          game_.variations[variations[line.variation] - 1].at + 1 == line.next) {
        begin(variations[line.variation++]);
      } else if (line.next < game_.moves_of(line.number).size()) {
        add_move(line);
      } else {
        end();
      }
    }
    words_.push_back(game_.result.empty() ? "*" : game_.result);
    return std::move(words_);
  }

 private:
  /// A line of the game that is being written.
  struct Line {
    std::size_t number = 0;     ///< as in GameFile::Variation
    std::size_t plies = 0;      ///< before its first move
    std::size_t next = 0;       ///< its next move
    std::size_t variation = 0;  ///< its next variation
    bool numbered = true;       ///< whether the next move needs its number
  };

  void add(std::string word) { words_.push_back(std::exchange(before_, {}) + std::move(word)); }

  void add_comment(std::string_view comment) {
    if (comment.empty()) return;
    const std::string text = "{" + escaped_comment(comment) + "}";
    for (const std::string_view word : split(text, ' ')) add(std::string(word));
  }

  void add_move(Line& line) {
    const std::size_t ply = line.plies + line.next;
    const GameFile::Word& move = game_.moves_of(line.number)[line.next++];
    const bool second = ply % 2 == 1;
    if (!second || line.numbered) add(fmt::format("{}{}", ply / 2 + 1, second ? "..." : "."));
    line.numbered = false;
    add(move.text);
    for (const int glyph : move.glyphs) add(fmt::format("${}", glyph));
    add_comment(move.comment);
  }

  void begin(std::size_t number) {
    const GameFile::Variation& variation = game_.variations[number - 1];
    lines_.push_back({number, lines_.back().plies + variation.at});
    before_ += '(';
    add_comment(variation.comment);
  }

  void end() {
    lines_.pop_back();
    if (lines_.empty()) return;
    words_.back() += ')';
    lines_.back().numbered = true;
  }

  const GameFile& game_;
  std::vector<std::vector<std::size_t>> variations_;  ///< of each line
  std::vector<Line> lines_;                           ///< within each other
  std::vector<std::string> words_;
  std::string before_;  ///< brackets before the next word
};

}  // namespace

int glyph_of(std::string_view mark) {
  const auto found = std::ranges::find(kMarks, mark);
  return found == kMarks.end() ? 0 : static_cast<int>(std::distance(kMarks.begin(), found)) + 1;
}

std::string game_file_text(const GameFile& game) {
  constexpr std::size_t kColumns = 100;
  std::string text;
  for (const auto& [name, value] : game.headers) {
    text += fmt::format("[{} \"{}\"]\n", name, escaped_header(value));
  }
  if (!game.headers.empty()) text += '\n';
  std::size_t column = 0;
  for (const std::string& word : GameWriter(game).all()) {
    if (column > 0 && column + 1 + word.size() > kColumns) {
      text += '\n';
      column = 0;
    }
    if (column > 0) text += ' ', ++column;
    text += word;
    column += word.size();
  }
  return text + '\n';
}

}  // namespace tavlab
