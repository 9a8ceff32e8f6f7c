#include "tests/tafl/agreement/agreement.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.h"
#include "core/families.h"
#include "core/tafl/tafl.h"
#include "tests/tafl/agreement/drawn_rule_sets.h"
#include "tests/tafl/agreement/duel.h"

namespace tavlab::agreement {
namespace {

/// Calls use(duel) for a rule set of tafl. The registry would instantiate duels in families that
/// this reference does not have.
template <typename Use>
std::string with_duel(const RuleSet& rule_set, std::uint64_t seed, Coverage& coverage, Use&& use) {
  const auto with = [&]<typename G>(G) {
    const auto rules = G::compile(rule_set);
    Duel<G> duel(rule_set, *rules, seed, coverage);
    return use(duel);
  };
  const auto size = static_cast<int>(rule_set.integer("board.size"));
  return tafl::words_for_size(size) == 2 ? with(Tafl<2>{}) : with(Tafl<6>{});
}

}  // namespace

std::string Coverage::text() const {
  return fmt::format(
      "{} plies, {} captures, {} shieldwalls, {} declined, {} pending, {} passed; {}", plies,
      captures, shieldwalls, declined, pending, passes, endings);
}

std::string compare(const RuleSet& rule_set, std::int64_t plies, std::uint64_t seed,
                    Coverage& coverage) {
  return with_duel(rule_set, seed, coverage, [&](auto& duel) { return duel.run(plies); });
}

std::string follow(const RuleSet& rule_set, const std::string& position,
                   const std::vector<std::string>& moves) {
  Coverage coverage;
  return with_duel(rule_set, 0, coverage, [&](auto& duel) { return duel.follow(position, moves); });
}

std::string compare_random_rule_sets(int count, std::int64_t plies, std::uint64_t seed,
                                     Coverage& coverage) {
  int compared = 0;
  for (std::uint64_t draw = 0; compared < count; ++draw) {
    const RuleSet rule_set = random_rule_set(derive_seed({seed, draw}));
    try {
      visit_game(rule_set, [](auto, const auto&) {});
    } catch (const UserError&) {
      continue;
    }
    std::string complaint = compare(rule_set, plies, derive_seed({seed, draw, 1}), coverage);
    if (!complaint.empty()) return complaint;
    ++compared;
  }
  return "";
}

}  // namespace tavlab::agreement
