#include "selfplay/record/rules_headers.h"

#include "core/text.h"
#include "selfplay/record/escapes.h"

namespace tavlab {

std::vector<std::string> rules_changes(std::string_view header) {
  const std::string lines = lines_of(header);
  std::vector<std::string> changes;
  for (const std::string_view change : split(lines, '\n')) {
    if (!change.empty()) changes.emplace_back(change);
  }
  return changes;
}

std::optional<RuleSet> rules_in_headers(std::string_view text, std::string_view changes,
                                        std::span<const std::string> overrides) {
  if (text.empty()) return std::nullopt;
  std::vector<std::string> all = rules_changes(changes);
  all.insert(all.end(), overrides.begin(), overrides.end());
  return parse_rule_set(lines_of(text), "the rules in the game", all);
}

}  // namespace tavlab
