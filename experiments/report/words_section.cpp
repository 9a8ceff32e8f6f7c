#include "experiments/report/words_section.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "experiments/report/web.h"
#include "experiments/store/stored_rules.h"

namespace tavlab {
namespace {

std::vector<Fields> terms(std::span<const Term> all) {
  std::vector<Fields> rows;
  for (const Term& term : all) rows.push_back({{"name", term.name}, {"meaning", term.meaning}});
  return rows;
}

Fields full(const StoredCell& cell, const Words& words) {
  std::vector<Fields> chapters;
  for (const Words::Chapter& chapter : words.rules) {
    std::vector<Fields> sentences;
    for (const std::string& each : chapter.sentences) sentences.push_back({{"sentence", each}});
    chapters.push_back({{"chapter", chapter.title}, {"sentences", std::move(sentences)}});
  }
  return {{"id", cell.rules_id},
          {"title", cell.rules_title},
          {"summary", words.summary},
          {"sides", terms(words.sides)},
          {"pieces", terms(words.pieces)},
          {"chapters", std::move(chapters)},
          {"endings", terms(words.endings)}};
}

/// A sentence about rules, with its heading.
using Line = std::pair<std::string, std::string>;

std::vector<Line> lines_of(const Words& words) {
  std::vector<Line> lines = {{"", words.summary}};
  const auto add = [&](const std::string& heading, std::span<const Term> all) {
    for (const Term& term : all) lines.emplace_back(heading, term.name + ": " + term.meaning);
  };
  add("Sides", words.sides);
  add("Pieces", words.pieces);
  for (const Words::Chapter& chapter : words.rules) {
    for (const std::string& each : chapter.sentences) lines.emplace_back(chapter.title, each);
  }
  add("Games end by", words.endings);
  return lines;
}

/// The lines of the first that the second does not have.
std::vector<Line> without(const std::vector<Line>& lines, const std::vector<Line>& others) {
  std::vector<Line> left;
  std::ranges::copy_if(lines, std::back_inserter(left), [&](const Line& line) {
    return std::ranges::find(others, line) == others.end();
  });
  return left;
}

std::vector<Fields> line_rows(const std::vector<Line>& lines) {
  std::vector<Fields> rows;
  for (const auto& [heading, text] : lines) rows.push_back({{"heading", heading}, {"text", text}});
  return rows;
}

/// Rules described in full, with which others are compared.
struct DescribedRules {
  const StoredCell* cell;
  std::vector<Line> lines;
};

/// The differences from the most similar of these rules; empty if they are half or more.
std::optional<Fields> differences_from(const StoredCell& cell, const std::vector<Line>& lines,
                                       const std::vector<DescribedRules>& told) {
  const DescribedRules* nearest = nullptr;
  std::vector<Line> only_here;
  for (const DescribedRules& each : told) {
    if (each.cell->family != cell.family) continue;
    std::vector<Line> own = without(lines, each.lines);
    if (2 * own.size() > lines.size() || (nearest != nullptr && own.size() >= only_here.size())) {
      continue;
    }
    nearest = &each;
    only_here = std::move(own);
  }
  if (nearest == nullptr) return std::nullopt;
  const std::vector<Line> only_there = without(nearest->lines, lines);
  return Fields{{"id", cell.rules_id},
                {"base", nearest->cell->rules_id},
                {"same", only_here.empty() && only_there.empty()},
                {"only_here", line_rows(only_here)},
                {"only_there", line_rows(only_there)}};
}

std::optional<Words> stored_words(const StoredCell& cell) {
  const std::optional<RuleSet> rules = stored_rules(cell);
  if (!rules) return std::nullopt;
  try {
    return words_of(*rules);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

/// Rules in sentences: those told in full, and those told by their differences from one of these.
struct SortedWords {
  std::vector<Fields> full, variants;
};

SortedWords sorted_words(const std::vector<const StoredCell*>& rules) {
  SortedWords sorted;
  std::vector<DescribedRules> told;
  for (const StoredCell* cell : rules) {
    const std::optional<Words> words = stored_words(*cell);
    if (!words) continue;
    std::vector<Line> lines = lines_of(*words);
    if (auto fields = differences_from(*cell, lines, told)) {
      sorted.variants.push_back(std::move(*fields));
      continue;
    }
    sorted.full.push_back(full(*cell, *words));
    told.push_back({cell, std::move(lines)});
  }
  return sorted;
}

}  // namespace

Markup words_section(const std::vector<const StoredCell*>& rules) {
  SortedWords sorted = sorted_words(rules);
  if (sorted.full.empty()) return {};
  std::vector<Fields> more(std::make_move_iterator(sorted.full.begin() + 1),
                           std::make_move_iterator(sorted.full.end()));
  sorted.full.resize(1);
  return filled("words.html", {{"first", std::move(sorted.full)},
                               {"more", std::move(more)},
                               {"variants", std::move(sorted.variants)}});
}

std::vector<Fields> rules_differences(const std::vector<const StoredCell*>& rules) {
  return sorted_words(rules).variants;
}

}  // namespace tavlab
