#include "python/standalone_board.h"

#include <fmt/format.h>

#include "experiments/report/board_svg.h"
#include "experiments/report/svg.h"
#include "experiments/report/web.h"

namespace tavlab::python {

std::string standalone_board(const Picture& picture, std::string_view title) {
  // A notebook would otherwise draw it as wide as the page.
  const auto width = static_cast<int>(kSquareEdge * static_cast<double>(picture.columns + 1));
  const std::string style =
      filled("figure_file_style.html", {}).html +
      fmt::format("<style>svg {{ width: {}px; max-width: 100%; }}</style>", width);
  return standalone_svg(board_svg(picture, title), style);
}

}  // namespace tavlab::python
