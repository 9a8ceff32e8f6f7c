#include "experiments/report/figure_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "experiments/report/curve.h"
#include "experiments/report/svg.h"
#include "experiments/report/web.h"

namespace tavlab {

void write_figures(const std::vector<NamedFigure>& figures, const std::filesystem::path& folder) {
  if (figures.empty()) return;
  const std::filesystem::path figures_folder = folder / "figures";
  std::error_code error;
  if (std::filesystem::is_symlink(figures_folder, error)) {
    throw UserError(fmt::format("{}: is a link; tavlab does not write through links; remove it",
                                figures_folder.string()));
  }
  make_folder(figures_folder);
  const std::string style = filled("figure_file_style.html", {}).html;
  for (const NamedFigure& each : figures) {
    write_file(figures_folder / (each.name + ".svg"), standalone_svg(each.svg, style));
  }
}

std::vector<NamedFigure> curve_figures(const Summary& summary) {
  std::vector<NamedFigure> figures;
  for (Figure& each : score_curves(summary, FigureWidth::wide)) {
    figures.push_back({fmt::format("curve-{}", figures.size() + 1), std::move(each.svg)});
  }
  return figures;
}

}  // namespace tavlab
