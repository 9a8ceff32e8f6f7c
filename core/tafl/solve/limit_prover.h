#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/solving/proof.h"
#include "core/tafl/position.h"
#include "core/tafl/solve/limit_search.h"
#include "core/tafl/solve/limit_table.h"
#include "core/tafl/solve/strategy.h"

namespace tavlab::tafl {

/// Why limits cannot be proved under these rules ("dice"); null if they can.
const char* refused_for_limits(const Parameters& parameters);

/// Proves whether the king's side forces a win within a limit of its own moves, with several
/// threads sharing one table, which persists between calls: limits are best proved in ascending
/// order. The verdict does not depend on the number of threads.
template <int Words>
class LimitProver {
 public:
  /// The rules must outlive it. Throws UserError for rules with dice, with limits or counters of
  /// their own, or under which the defenders may pass, and for too little memory.
  LimitProver(const Rules<Words>& rules, ProofOptions options);

  /// The position must not be over.
  LimitProof prove(const Position<Words>& position, int limit);

  /// Writes the table to a file (core/io/table_words.h); may be called from `progress` while
  /// `prove` runs. Throws UserError.
  void save(const std::filesystem::path& path) const;
  /// Loads it again. Throws UserError if it is damaged, or for other rules.
  void load(const std::filesystem::path& path);

  /// The winner's strategy, after `prove` has found the winner: sets `moves` as in a Certificate,
  /// and returns the report of a walk through it.
  StrategyReport strategy(const Position<Words>& position, int limit, bool held,
                          const StrategySample& sample, std::string& moves);

  /// Checks a strategy by a walk with the plain rules.
  static StrategyReport check(const Rules<Words>& rules, const Position<Words>& position, int limit,
                              bool held, const StrategySample& sample, const std::string& moves,
                              const ProofOptions& options);

 private:
  [[nodiscard]] std::uint64_t fingerprint() const;

  const Rules<Words>& rules_;
  ProofOptions options_;
  LimitTable table_;
  std::atomic<bool> stop_ = false;
  std::vector<std::unique_ptr<LimitSearch<Words>>> searches_;  ///< one per thread
};

extern template class LimitProver<2>;
extern template class LimitProver<6>;

}  // namespace tavlab::tafl
