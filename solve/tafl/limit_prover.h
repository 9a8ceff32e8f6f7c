#pragma once

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/tafl/position.h"
#include "solve/proof.h"
#include "solve/tafl/limit_search.h"
#include "solve/tafl/limit_table.h"

namespace tavlab::tafl {

/// Why limits cannot be proved under these rules ("dice"); null if they can.
const char* refused_for_limits(const Parameters& parameters);

/// Proves whether the king's side forces a win within a limit of its own moves, by several threads
/// over one table, which stays from one call to the next: limits are best proved in ascending
/// order. The verdict does not depend on the number of threads.
template <int Words>
class LimitProver {
 public:
  /// The rules must outlive it. Throws UserError for rules with dice, with limits or counters of
  /// their own, or under which the defenders may pass, and for too little memory.
  LimitProver(const Rules<Words>& rules, ProofOptions options);

  /// The position must not be over.
  LimitProof prove(const Position<Words>& position, int limit);

  /// Writes what the table knows into a file (limit_table_file.h), also while `prove` runs, from
  /// its `progress`. Throws UserError.
  void save(const std::filesystem::path& path) const;
  /// Takes it again. Throws UserError if it is damaged, or of other rules.
  void load(const std::filesystem::path& path);

  /// The strategy of the winner, after `prove` has found who that is: its moves as a Certificate
  /// has them, and what a walk through it finds.
  StrategyReport strategy(const Position<Words>& position, int limit, bool held,
                          const StrategySample& sample, std::string& moves);

  /// Walks a strategy by the plain rules.
  static StrategyReport check(const Rules<Words>& rules, const Position<Words>& position, int limit,
                              bool held, const StrategySample& sample, const std::string& moves,
                              const ProofOptions& options);

 private:
  [[nodiscard]] std::uint64_t fingerprint() const;

  const Rules<Words>& rules_;
  ProofOptions options_;
  LimitTable table_;
  std::atomic<bool> stop_ = false;
  std::vector<std::unique_ptr<LimitSearch<Words>>> searches_;  ///< of the threads
};

extern template class LimitProver<2>;
extern template class LimitProver<6>;

}  // namespace tavlab::tafl
