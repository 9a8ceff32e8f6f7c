#include "core/tafl/symmetries.h"

#include <array>

#include "core/subscript.h"

namespace tavlab::tafl {
namespace {

template <int Words>
bool keeps_rules(const Rules<Words>& rules, int symmetry) {
  std::array<int, 256> region_map;
  region_map.fill(-1);
  for (int cell = 0; cell < rules.cells; ++cell) {
    const int image = transformed(symmetry, cell, rules.size);
    if (rules.cell_class[at(cell)] != rules.cell_class[at(image)]) return false;
    if (rules.escape.test(cell) != rules.escape.test(image)) return false;
    int& region = region_map[rules.region[at(cell)]];
    if (region < 0) region = rules.region[at(image)];
    if (region != rules.region[at(image)]) return false;
  }
  return true;
}

}  // namespace

int transformed(int symmetry, int cell, int size) {
  int file = cell % size, rank = cell / size;
  if (symmetry >= 4) file = size - 1 - file;
  for (int turns = symmetry % 4; turns > 0; --turns) {
    const int old = file;
    file = size - 1 - rank;
    rank = old;
  }
  return rank * size + file;
}

template <int Words>
std::vector<int> symmetries_of(const Rules<Words>& rules) {
  std::vector<int> kept;
  for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    if (keeps_rules(rules, symmetry)) kept.push_back(symmetry);
  }
  return kept;
}

template std::vector<int> symmetries_of<2>(const Rules<2>&);
template std::vector<int> symmetries_of<6>(const Rules<6>&);

}  // namespace tavlab::tafl
