// From a rule set's board parameters to rows and cells; rejects contradictions.
#include "core/tafl/board.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/ruleset/rows.h"
#include "core/tafl/layouts.h"

namespace tavlab::tafl {
namespace {

using Texts = std::vector<std::string>;

/// The name of a cell by column and rank, both from 0 at the bottom left.
std::string cell_name(std::size_t column, std::size_t rank) {
  return fmt::format("{}{}", static_cast<char>('a' + column), rank + 1);
}

bool is_cell(std::string_view text, int size) {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + size || text[1] == '0') return false;
  int rank = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), rank);
  return error == std::errc{} && end == text.data() + text.size() && rank >= 1 && rank <= size;
}

/// A row as in position texts: without the blanks and capitals of drawings.
std::string plain_row(std::string_view drawn) {
  std::string row;
  for (const char c : drawn) {
    if (c == ' ') continue;
    row += c == 'K' ? 'k' : c == 'C' ? 'c' : c == 'N' ? 'n' : c;
  }
  return row;
}

/// "L8, L9, L10"; "-" if none has this size.
std::string layouts_of(int size) {
  Texts names;
  for (const Layout& each : layouts()) {
    if (each.size == size) names.emplace_back(each.name);
  }
  return names.empty() ? "-" : fmt::format("{}", fmt::join(names, ", "));
}

Texts layout_rows(const RuleSet& rule_set, int size) {
  const ParameterValue& value = rule_set.at("board.layout");
  if (const auto* name = std::get_if<std::string>(&value)) {
    const Layout& layout = *find_layout(*name);
    if (layout.size != size) {
      throw_contradiction(
          rule_set, fmt::format("board.layout {} needs board.size = {}, not {}; layouts of {}: {}",
                                *name, layout.size, size, size, layouts_of(size)));
    }
    return rows_of(layout);
  }
  Texts rows;
  for (const std::string& drawn : std::get<Texts>(value)) rows.push_back(plain_row(drawn));
  return rows;
}

void check_row(const RuleSet& rule_set, const Texts& rows, std::size_t i, int size) {
  const std::size_t rank = rows.size() - i;
  const std::string& row = rows[i];
  if (row.size() != static_cast<std::size_t>(size)) {
    throw_contradiction(
        rule_set, fmt::format("board.layout: rank {} has {} cells, but board.size is {}", rank,
                              row.size(), size));
  }
  const std::size_t unknown = row.find_first_not_of("adkcnx.");
  if (unknown != std::string::npos) {
    throw_contradiction(rule_set, fmt::format("board.layout: {} holds '{}', but must hold one of "
                                              "a, d, k, c, n, x and '.'",
                                              cell_name(unknown, rank - 1), row[unknown]));
  }
}

bool check_rows(const RuleSet& rule_set, const Texts& rows, int size, CrossChecks checks) {
  const bool counted = checks.pass([&] {
    if (rows.size() == static_cast<std::size_t>(size)) return;
    throw_contradiction(
        rule_set, fmt::format("board.layout has {} rows, but board.size is {}", rows.size(), size));
  });
  bool passed = counted;
  std::ptrdiff_t kings = 0;
  std::ptrdiff_t attackers = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    passed = checks.pass([&] { check_row(rule_set, rows, i, size); }) && passed;
    kings += std::ranges::count(rows[i], 'k');
    attackers += std::ranges::count(rows[i], 'a') + std::ranges::count(rows[i], 'c');
  }
  passed = checks.pass([&] {
    if (kings == 1) return;
    throw_contradiction(rule_set,
                        fmt::format("board.layout has {} kings, but must have one", kings));
  }) && passed;
  return checks.pass([&] {
    if (attackers > 0) return;
    throw_contradiction(rule_set, "board.layout has no attackers, but must have at least one");
  }) && passed;
}

Texts marked_cells(const Texts& rows) {
  Texts cells;
  for (std::size_t i = rows.size(); i-- > 0;) {
    for (std::size_t column = 0; column < rows[i].size(); ++column) {
      if (rows[i][column] == 'x') cells.push_back(cell_name(column, rows.size() - 1 - i));
    }
  }
  return cells;
}

Texts throne_cells(const RuleSet& rule_set, int size) {
  const ParameterValue& value = rule_set.at("board.throne");
  if (const auto* cells = std::get_if<Texts>(&value)) return *cells;
  if (std::get<std::string>(value) == "none") return {};
  const auto middle = static_cast<std::size_t>(size / 2);
  return {cell_name(middle, middle)};
}

Texts corner_cells(const RuleSet& rule_set, const Texts& rows) {
  const ParameterValue& value = rule_set.at("board.corners");
  if (const auto* cells = std::get_if<Texts>(&value)) return *cells;
  return std::get<std::string>(value) == "none" ? Texts{} : marked_cells(rows);
}

/// All special cells must be on the board, and no cell in two classes or twice in one.
bool check_cells(const RuleSet& rule_set, const Parameters& parameters, CrossChecks checks) {
  const std::pair<std::string_view, const Texts*> classes[] = {
      {"board.throne", &parameters.throne},
      {"board.corners", &parameters.corners},
      {"board.attacker_camps", &parameters.attacker_camps},
      {"board.defender_camps", &parameters.defender_camps}};
  std::map<std::string_view, std::string_view> key_of;
  const auto check = [&](std::string_view key, const std::string& cell) {
    if (!is_cell(cell, parameters.size)) {
      const auto last = static_cast<std::size_t>(parameters.size - 1);
      throw_contradiction(rule_set, fmt::format("{}: '{}' is not a cell from a1 to {}", key, cell,
                                                cell_name(last, last)));
    }
    const auto [other, is_new] = key_of.emplace(cell, key);
    if (!is_new) {
      throw_contradiction(
          rule_set, other->second == key
                        ? fmt::format("{}: {} is listed twice", key, cell)
                        : fmt::format("{} is in both {} and {}, but must be in one class", cell,
                                      other->second, key));
    }
  };
  bool passed = true;
  for (const auto& [key, cells] : classes) {
    for (const std::string& cell : *cells) {
      passed = checks.pass([&, key = key] { check(key, cell); }) && passed;
    }
  }
  return passed;
}

/// The board, or nothing if it is contradictory: such rules cannot be played, so their hash need
/// not equal any other.
std::optional<Parameters> resolved(const RuleSet& rule_set) {
  Parameters parameters;
  try {
    (void)read_board(rule_set, parameters, {});
  } catch (const UserError&) {
    return std::nullopt;
  }
  return parameters;
}

}  // namespace

bool read_board(const RuleSet& rule_set, Parameters& parameters, CrossChecks checks) {
  const auto size = static_cast<int>(rule_set.integer("board.size"));
  const bool odd = checks.pass([&] {
    if (size % 2 == 1) return;
    throw_contradiction(rule_set, fmt::format("board.size is {}, but must be odd", size));
  });
  if (!odd) return false;
  parameters.size = size;
  const bool drawn = checks.pass([&] { parameters.rows = layout_rows(rule_set, size); }) &&
                     check_rows(rule_set, parameters.rows, size, checks);
  const bool listed = std::holds_alternative<Texts>(rule_set.at("board.corners"));
  if (drawn || listed) parameters.corners = corner_cells(rule_set, parameters.rows);
  parameters.throne = throne_cells(rule_set, size);
  parameters.attacker_camps = rule_set.list("board.attacker_camps");
  parameters.defender_camps = rule_set.list("board.defender_camps");
  return check_cells(rule_set, parameters, checks) && drawn;
}

bool start_has(const RuleSet& rule_set, char letter) {
  const ParameterValue& value = rule_set.at("board.layout");
  if (const auto* name = std::get_if<std::string>(&value)) {
    return find_layout(*name)->cells.find(letter) != std::string_view::npos;
  }
  return std::ranges::any_of(std::get<Texts>(value), [&](const std::string& drawn) {
    return plain_row(drawn).find(letter) != std::string::npos;
  });
}

std::string canonical_layout(const RuleSet& rule_set) {
  const auto board = resolved(rule_set);
  if (!board) return to_text(rule_set.at("board.layout"));
  std::string rows = fmt::format("{}", fmt::join(board->rows, "/"));
  std::ranges::replace(rows, 'x', '.');  // board.corners says what the marks mean
  return rows;
}

std::string canonical_cells(const RuleSet& rule_set, std::string_view key,
                            std::vector<std::string> Parameters::*cells) {
  auto board = resolved(rule_set);
  if (!board) return to_text(rule_set.at(key));
  std::ranges::sort(*board.*cells);
  return fmt::format("{}", fmt::join(*board.*cells, " "));
}

}  // namespace tavlab::tafl
