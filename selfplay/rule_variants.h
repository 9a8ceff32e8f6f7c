#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

/// A rule set with overrides, and parameters that vary: each combination is a variant.
struct VariedRules {
  std::string name;                    ///< as `load_rule_set` takes it
  std::vector<std::string> overrides;  ///< "key=value"
  std::vector<std::pair<std::string, std::vector<std::string>>> vary;  ///< values by key

  bool operator==(const VariedRules&) const = default;
};

/// The rule sets that games of a run are played by, numbered from 0. Each game draws one.
class RuleVariants {
 public:
  /// Combinations whose values contradict each other are left out. Throws UserError where a rule
  /// set does not load with each of its values alone, where one net cannot play them all (they are
  /// of several families, or boards of up to and of more than 11 cells), or where there are none or
  /// too many variants.
  explicit RuleVariants(const std::vector<VariedRules>& entries);
  /// These rule sets and no others.
  explicit RuleVariants(std::vector<RuleSet> rule_sets);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
  [[nodiscard]] const std::string& family() const { return all_.front().family; }
  [[nodiscard]] const RuleSet& at(std::uint32_t variant) const { return all_[variant]; }

  /// The number of entries, and the entry of a variant, from 0.
  [[nodiscard]] std::uint32_t entries() const {
    return static_cast<std::uint32_t>(first_.size() - 1);
  }
  [[nodiscard]] std::uint32_t entry_of(std::uint32_t variant) const;

  /// Each entry is equally likely, and each of its variants.
  std::uint32_t draw(Random& random) const;

 private:
  void add(RuleSet rule_set);

  std::vector<RuleSet> all_;
  std::vector<std::uint32_t> first_;  ///< variant of each entry, and their number
};

}  // namespace tavlab
