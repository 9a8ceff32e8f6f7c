#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tavlab {

/// A position of the suite that measures searches (positions.txt).
struct BenchPosition {
  std::string rules;               ///< the id of a built-in rule set
  int depth = 1;                   ///< to which it is searched
  std::vector<std::string> moves;  ///< moves and rolls from the start
};

/// The suite, by rule set.
std::vector<BenchPosition> search_bench_suite();

/// The suite's rule sets, in its order.
std::vector<std::string> search_bench_rules();

struct SearchBenchOptions {
  int threads = 1;
  int deeper = 0;  ///< plies added to all depths
  std::stop_token stop = {};

  /// Whether the nodes are the suite's signature, or a part of it.
  [[nodiscard]] bool gives_signature() const { return threads == 1 && deeper == 0; }
};

/// The cost of searching the positions of one rule set.
struct SearchBenchResult {
  std::string rules;
  std::size_t positions = 0;
  std::uint64_t nodes = 0;
  double seconds = 0.0;  ///< to the depths: processor time on one thread, else wall clock
  int plies = 0;         ///< the sum of the depths

  [[nodiscard]] double nodes_per_second() const;
  [[nodiscard]] double mean_depth() const;
  SearchBenchResult& operator+=(const SearchBenchResult& more);
};

/// Searches the positions of these rule sets by selective alpha-beta, each as in its own game, and
/// reports each rule set when it is done. Returns the sum. Its nodes on one thread, over the whole
/// suite, are the signature of a build: they change if and only if the search or an evaluation
/// does, and are the same on every machine. Throws UserError for rules that the suite does not
/// have. If a stop is requested, the sum of the rule sets that were finished before.
SearchBenchResult bench_search(std::span<const std::string> rules,
                               const SearchBenchOptions& options,
                               const std::function<void(const SearchBenchResult&)>& report);

}  // namespace tavlab
