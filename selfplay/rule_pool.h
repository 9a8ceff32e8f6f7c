#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "core/game.h"
#include "selfplay/rule_variants.h"

namespace tavlab {

/// The compiled rules of variants, each made when first used. For one thread.
template <Game G>
class RulePool {
 public:
  using Rules = typename G::Rules;

  /// The variants must outlive the pool.
  explicit RulePool(const RuleVariants& variants) : variants_(&variants) {}

  /// The result is valid as long as the pool.
  const Rules& at(std::uint32_t variant) {
    std::shared_ptr<const Rules>& rules = compiled_[variant];
    if (rules == nullptr) rules = G::compile(variants_->at(variant));
    return *rules;
  }

  [[nodiscard]] const RuleVariants& variants() const { return *variants_; }

 private:
  const RuleVariants* variants_;
  std::map<std::uint32_t, std::shared_ptr<const Rules>> compiled_;
};

}  // namespace tavlab
