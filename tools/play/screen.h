#pragma once

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
  void clear_notes() { notes_.clear(); }
  /// Makes everything visible before a line is read or a search begins.
  void refresh();
  /// A line was typed after a prompt of this text; `extra_rows` were written besides.
  void typed(std::string_view prompt_and_line, int extra_rows);

 private:
  bool in_place_;
  std::vector<std::string> board_;
  std::string notes_;
  bool fresh_ = true;           ///< nothing has changed since the last drawing
  int rows_ = 0;                ///< from the top of what was drawn last to the cursor
  cli::TerminalSize drawn_on_;  ///< the size of the terminal then
};

}  // namespace tavlab::play
