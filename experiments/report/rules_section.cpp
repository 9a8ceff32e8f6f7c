#include "experiments/report/rules_section.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/web.h"
#include "experiments/report/words_section.h"

namespace tavlab {
namespace {

/// More columns are unreadable; the parameters of each rule set are listed anyway.
constexpr std::size_t kMaxCompared = 12;

/// One cell per rule set.
std::vector<const StoredCell*> distinct_rules(const Summary& summary) {
  std::vector<const StoredCell*> all;
  std::set<std::string> seen;
  for (const CellSummary& cell : summary.cells) {
    if (seen.insert(cell.cell.rules_hash).second) all.push_back(&cell.cell);
  }
  return all;
}

/// The parameters in which the rule sets differ, one per row.
std::vector<Fields> differences(const std::vector<const StoredCell*>& all) {
  if (all.size() < 2 || all.size() > kMaxCompared) return {};
  std::map<std::string, std::vector<std::string>> values;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [key, value] : all[i]->parameters) {
      values[key].resize(all.size());
      values[key][i] = value;
    }
  }
  std::vector<Fields> rows;
  for (const auto& [key, row] : values) {
    if (std::ranges::adjacent_find(row, std::ranges::not_equal_to{}) == row.end()) continue;
    std::vector<Fields> texts;
    for (const std::string& value : row) {
      // A custom layout takes several lines: too long for a table.
      texts.push_back({{"value", value.size() > 60 ? "(see below)" : value}});
    }
    rows.push_back({{"key", key}, {"values", std::move(texts)}});
  }
  return rows;
}

}  // namespace

Markup rules_section(const Summary& summary) {
  const std::vector<const StoredCell*> all = distinct_rules(summary);
  std::vector<Fields> rules, ids, parameters;
  for (const StoredCell* cell : all) {
    rules.push_back(
        {{"id", cell->rules_id}, {"title", cell->rules_title}, {"hash", cell->rules_hash}});
    ids.push_back({{"id", cell->rules_id}});
    std::vector<Fields> values;
    for (const auto& [key, value] : cell->parameters) {
      values.push_back({{"key", key}, {"value", value}});
    }
    parameters.push_back({{"id", cell->rules_id}, {"values", std::move(values)}});
  }
  return filled("rules.html", {{"rules", std::move(rules)},
                               {"words", words_section(all)},
                               {"ids", std::move(ids)},
                               {"differences", differences(all)},
                               {"parameters", std::move(parameters)}});
}

}  // namespace tavlab
