#include "tests/tafl/agreement/drawn_rule_sets.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "core/tafl/parameters.h"
#include "tests/support/agreement.h"
#include "tests/support/draws.h"

namespace tavlab::agreement {
namespace {

using Texts = std::vector<std::string>;

/// Cells in one or two clumps.
Texts random_cells(Random& random, int size, std::set<std::string>& taken) {
  Texts cells;
  for (int clump = between(random, 1, 3); clump > 0; --clump) {
    int file = between(random, 0, size - 1);
    int rank = between(random, 0, size - 1);
    for (int i = between(random, 1, 5); i > 0; --i) {
      if (taken.insert(cell_name(file, rank)).second) cells.push_back(cell_name(file, rank));
      int& coordinate = chance(random, 0.5) ? file : rank;
      coordinate = std::clamp(coordinate + (chance(random, 0.5) ? 1 : -1), 0, size - 1);
    }
  }
  return cells;
}

Texts random_rows(Random& random, int size, std::set<std::string>& taken) {
  const auto cells = static_cast<std::size_t>(size);
  Texts rows(cells, std::string(cells, '.'));
  const auto at = [&](int file, int rank) -> char& {
    return rows[static_cast<std::size_t>(size - 1 - rank)][static_cast<std::size_t>(file)];
  };
  const int last = size - 1;
  const bool middle = chance(random, 0.7);
  at(middle ? size / 2 : between(random, 1, last - 1),
     middle ? size / 2 : between(random, 1, last - 1)) = 'k';
  if (chance(random, 0.6)) {
    for (const int file : {0, last}) {
      for (const int rank : {0, last}) {
        at(file, rank) = 'x';
        taken.insert(cell_name(file, rank));
      }
    }
  }
  const bool leaders = chance(random, 0.5);
  const int attackers = between(random, 4, 3 * size);
  const int defenders = between(random, 0, 2 * size);
  for (int i = 0; i < attackers + defenders; ++i) {
    char& cell = at(between(random, 0, last), between(random, 0, last));
    if (cell != '.') continue;
    const bool leader = leaders && chance(random, 0.25);
    cell = i < attackers ? (leader ? 'c' : 'a') : (leader ? 'n' : 'd');
  }
  return rows;
}

void draw_board(Random& random, RuleSet& rule_set) {
  static const std::map<int, Texts> layouts = {
      {7, {"L8", "L10"}}, {9, {"L1"}}, {11, {"L2", "L3", "L4", "L5", "L6"}}, {13, {"L13"}}};
  const int size = 7 + 2 * between(random, 0, 3);
  std::set<std::string> taken;
  auto& parameters = rule_set.parameters;
  parameters["board.size"] = std::int64_t{size};
  parameters["board.throne"] = std::string("center");
  parameters["board.corners"] = std::string("marked");
  parameters["board.attacker_camps"] = Texts{};
  parameters["board.defender_camps"] = Texts{};
  if (chance(random, 0.4)) {
    parameters["board.layout"] = any_of(random, layouts.at(size));
    for (const int file : {0, size - 1}) {
      for (const int rank : {0, size - 1}) taken.insert(cell_name(file, rank));
    }
  } else {
    parameters["board.layout"] = random_rows(random, size, taken);
  }
  if (chance(random, 0.15)) {
    parameters["board.throne"] = std::string("none");
  } else if (chance(random, 0.2)) {
    parameters["board.throne"] = random_cells(random, size, taken);
  } else {
    taken.insert(cell_name(size / 2, size / 2));
  }
  if (chance(random, 0.1)) {
    parameters["board.corners"] = std::string("none");
  } else if (chance(random, 0.2)) {
    parameters["board.corners"] = random_cells(random, size, taken);
  }
  if (chance(random, 0.3)) {
    parameters["board.attacker_camps"] = random_cells(random, size, taken);
  }
  if (chance(random, 0.3)) {
    parameters["board.defender_camps"] = random_cells(random, size, taken);
  }
}

ParameterValue random_value(Random& random, const ParameterSpec& spec) {
  switch (spec.type) {
    case ParameterSpec::Type::boolean:
      return chance(random, 0.5);
    case ParameterSpec::Type::integer: {
      if (!spec.zero_name.empty() && chance(random, 0.5)) return std::int64_t{0};
      const std::int64_t most = spec.key == "limits.total_plies"       ? 200
                                : spec.key == "limits.quiet_plies"     ? 40
                                : spec.key == "limits.king_side_moves" ? 30
                                : spec.key == "dice.faces"             ? 8
                                                                       : 4;
      return std::int64_t{between(random, static_cast<int>(spec.minimum),
                                  static_cast<int>(std::min(most, spec.maximum)))};
    }
    case ParameterSpec::Type::choice: {
      const bool rarely = spec.key == "dice.kind" || spec.key == "king.capture_takes_effect";
      if (rarely && chance(random, 0.5)) return std::string(spec.choices[0]);
      return std::string(any_of(random, spec.choices));
    }
    case ParameterSpec::Type::choice_list: {
      Texts list;
      const double density = random.uniform();
      for (const std::string_view choice : spec.choices) {
        if (chance(random, density)) list.emplace_back(choice);
      }
      return list;
    }
    case ParameterSpec::Type::text_list:
    case ParameterSpec::Type::choice_or_text_list:
      break;
  }
  return spec.fallback;
}

}  // namespace

RuleSet random_rule_set(std::uint64_t seed) {
  Random random(seed);
  RuleSet rule_set = load_rule_set(any_of(random, built_in_ids("tafl")));
  if (chance(random, 0.75)) draw_board(random, rule_set);
  const auto is_drawn = [](std::string_view key) { return !key.starts_with("board."); };
  draw_parameters(random, tafl::schema(), is_drawn, random_value, rule_set);
  name_by_seed(rule_set, seed);
  return rule_set;
}

}  // namespace tavlab::agreement
