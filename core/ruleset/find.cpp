#include "core/ruleset/find.h"

#include "core/near.h"
#include "core/ruleset/ruleset.h"
#include "core/translation.h"

namespace tavlab {

std::vector<std::string> rule_sets_naming(std::string_view word) {
  const std::string wanted = folded(word);
  std::vector<std::string> named, mentioned;
  for (std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    const auto contains = [&](const std::string& text) {
      return folded(text).find(wanted) != std::string::npos;
    };
    if (contains(id + '\n' + rules.title + '\n' + title_in(Language::russian, rules))) {
      named.push_back(std::move(id));
    } else if (contains(rules.source + '\n' + source_in(Language::russian, rules))) {
      mentioned.push_back(std::move(id));
    }
  }
  named.insert(named.end(), mentioned.begin(), mentioned.end());
  return named;
}

}  // namespace tavlab
