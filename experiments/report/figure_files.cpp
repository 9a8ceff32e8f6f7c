#include "experiments/report/figure_files.h"

#include <fmt/format.h>

#include <utility>

#include "core/files.h"
#include "experiments/report/curve.h"
#include "experiments/report/svg.h"

namespace tavlab {

void write_figures(const std::vector<NamedFigure>& figures, const std::filesystem::path& folder) {
  if (figures.empty()) return;
  make_folder(folder / "figures");
  for (const NamedFigure& each : figures) {
    write_file(folder / "figures" / (each.name + ".svg"), standalone_svg(each.svg));
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
