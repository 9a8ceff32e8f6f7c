#include "nn/shipped_nets.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>

#include "core/error.h"
#include "core/ruleset/names.h"
#include "nn/evaluation/shared_evaluation.h"
#include "nn/net.h"
#include "nn/net_files.h"

namespace tavlab {
namespace {

/// A net that comes with tavlab, and what it was trained for.
struct ShippedNet {
  std::string name;
  std::set<std::string> rule_sets;  ///< without their variants
  std::set<std::uint64_t> hashes;
};

std::vector<ShippedNet> read_shipped_nets() {
  std::vector<ShippedNet> all;
  for (const std::string& name : shipped_nets()) {
    try {
      ShippedNet each{name, {}, {}};
      const Net net = read_net(find_net(name));
      if (net.history.contains(kByNameOnly)) continue;
      for (const NetRules& rules : net.rules) {
        each.rule_sets.insert(base_id(rules.id));
        each.hashes.insert(rules.hash);
      }
      all.push_back(std::move(each));
    } catch (const UserError&) {
      // A damaged file is a fault for those who name it.
    }
  }
  return all;
}

}  // namespace

std::string shipped_net_for(const RulesIdentity& rules) {
  static const std::vector<ShippedNet> all = read_shipped_nets();
  const ShippedNet* best = nullptr;
  for (const ShippedNet& each : all) {
    if (!each.hashes.contains(rules.hash)) continue;
    if (each.name == rules.id) return each.name;
    if (best == nullptr || each.rule_sets.size() < best->rule_sets.size()) best = &each;
  }
  return best == nullptr ? std::string() : best->name;
}

}  // namespace tavlab
