#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/ruleset/ruleset.h"

namespace tavlab {

/// A rule set with overrides and varying parameters; each combination is a variant.
struct VariedRules {
  std::string name;                    ///< as `load_rule_set` takes it
  std::vector<std::string> overrides;  ///< "key=value"
  std::vector<std::pair<std::string, std::vector<std::string>>> vary;  ///< values by key

  bool operator==(const VariedRules&) const = default;
};

/// The rule sets of a run, numbered from 0. Each game draws one.
class RuleVariants {
 public:
  /// Contradictory combinations of values are left out. Throws UserError if a rule set does not
  /// load with each of its values alone, if one net cannot play them all (several families, or
  /// boards of up to 11 cells a side together with larger ones), or if there are no or too many
  /// variants.
  explicit RuleVariants(const std::vector<VariedRules>& entries);
  /// Exactly these rule sets.
  explicit RuleVariants(std::vector<RuleSet> rule_sets);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(all_.size()); }
  [[nodiscard]] const std::string& family() const { return all_.front().family; }
  [[nodiscard]] const RuleSet& at(std::uint32_t variant) const { return all_[variant]; }

  /// The number of entries.
  [[nodiscard]] std::uint32_t entries() const {
    return static_cast<std::uint32_t>(first_.size() - 1);
  }
  /// The entry of a variant, from 0.
  [[nodiscard]] std::uint32_t entry_of(std::uint32_t variant) const;

  /// Draws an entry, then one of its variants, both uniformly.
  std::uint32_t draw(Random& random) const;

 private:
  void add(RuleSet rule_set);

  std::vector<RuleSet> all_;
  std::vector<std::uint32_t> first_;  ///< first variant of each entry, then the number of variants
};

}  // namespace tavlab
