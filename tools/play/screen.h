#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tools/terminal.h"

namespace tavlab::play {

/// Where a game is shown: on a terminal one board, redrawn in place with what was said since the
/// last line that was typed below it; elsewhere everything in its order, as a log.
class Screen {
 public:
  explicit Screen(const cli::Terminal& terminal) : in_place_(terminal.interactive) {}

  [[nodiscard]] bool in_place() const { return in_place_; }
  [[nodiscard]] static cli::TerminalSize size();

  /// Shows a board in place of the last one.
  void show(const std::vector<std::string>& board);
  /// Says something below the board. The text ends with a newline.
  void say(std::string_view text);
  /// Forgets what was said, which was about an earlier position.
  void clear_notes();

  /// How what was said is shown where it does not fit below the board.
  enum class Fit : std::uint8_t {
    whole,  ///< the screen scrolls: the last words of a game
    cut,    ///< only its beginning: a search goes on at once
    paged   ///< by itself, in pages: a line is read
  };
  /// Makes everything visible.
  void refresh(Fit fit);
  /// After an empty line: the next page, after the last one the board. Returns whether there is
  /// one.
  bool turn_page();
  /// A line was typed after a prompt of this text; `extra_rows` were written besides.
  void typed(std::string_view prompt_and_line, int extra_rows);

 private:
  /// The lines to draw: the board with what was said, or a page of that.
  std::vector<std::string> lines_for(Fit fit, const cli::TerminalSize& size);

  bool in_place_;
  std::vector<std::string> board_;
  std::string notes_;
  std::size_t page_begin_ = 0;  ///< the line of the notes that the page begins with
  std::size_t page_end_ = 0;    ///< 0 where the board is shown
  bool fresh_ = true;           ///< nothing has changed since the last drawing
  int rows_ = 0;                ///< from the top of what was drawn last to the cursor
  cli::TerminalSize drawn_on_;  ///< the size of the terminal then
};

}  // namespace tavlab::play
