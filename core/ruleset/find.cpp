#include "core/ruleset/find.h"

#include "core/near.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

std::vector<std::string> rule_sets_naming(std::string_view word) {
  const std::string wanted = folded(word);
  std::vector<std::string> named, mentioned;
  for (std::string& id : builtin_rule_set_ids()) {
    const RuleSet rules = load_rule_set(id);
    if (folded(id + '\n' + rules.title).find(wanted) != std::string::npos) {
      named.push_back(std::move(id));
    } else if (folded(rules.source).find(wanted) != std::string::npos) {
      mentioned.push_back(std::move(id));
    }
  }
  named.insert(named.end(), mentioned.begin(), mentioned.end());
  return named;
}

}  // namespace tavlab
