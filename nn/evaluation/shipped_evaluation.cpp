#include <algorithm>
#include <string>
#include <vector>

#include "nn/evaluation/shared_evaluation.h"
#include "nn/net_files.h"

namespace tavlab {

std::string shipped_evaluation_for(const RulesIdentity& rules) {
  std::vector<std::string> names = shipped_evaluations();
  // The one named after the rules most likely fits: try it first.
  std::ranges::stable_partition(names, [&](const std::string& name) { return name == rules.id; });
  const auto found = std::ranges::find_if(names, [&](const std::string& name) {
    const EvaluationNet net = read_evaluation_net(find_evaluation(name));
    const std::vector<NetRules>& known = net.trained.rules;
    return std::ranges::find(known, rules.hash, &NetRules::hash) != known.end() &&
           !net.history.contains(kByNameOnly);
  });
  return found == names.end() ? std::string() : *found;
}

}  // namespace tavlab
