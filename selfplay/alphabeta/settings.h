#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace tavlab {

class EvaluationWeights;

/// Techniques that make the search selective or faster; each can be switched off to measure its
/// worth. The names are those of the agent's option `without`.
enum class SearchFeature : std::uint8_t {
  aspiration,            ///< narrow windows at the root
  null_move,             ///< (Donninger 1993)
  reductions,            ///< late move reductions
  late_moves,            ///< late quiet moves are skipped at low depth
  futility,              ///< quiet moves are skipped if the evaluation is far below alpha
  reverse_futility,      ///< nodes are cut off if the evaluation is far above beta
  threat_extensions,     ///< threats to win at once that few moves answer are extended
  internal_reductions,   ///< nodes without a table move are searched less deeply
  continuation_history,  ///< moves are also ordered by the moves before them
  evasions,              ///< against a threat to win at once, only moves that may stop it
  lazy_evaluation,       ///< a learned evaluation is skipped far outside the window
};
inline constexpr auto kSearchFeatures = std::to_array<std::string_view>(
    {"aspiration", "null_move", "reductions", "late_moves", "futility", "reverse_futility",
     "threat_extensions", "internal_reductions", "continuation_history", "evasions",
     "lazy_evaluation"});

/// A set of features.
class SearchFeatures {
 public:
  static SearchFeatures all() {
    SearchFeatures features;
    features.bits_.set();
    return features;
  }
  /// None: the value of a search is the exact value at its nominal depth.
  static SearchFeatures none() { return {}; }

  [[nodiscard]] bool operator[](SearchFeature feature) const {
    return bits_[static_cast<std::size_t>(feature)];
  }
  [[nodiscard]] bool empty() const { return bits_.none(); }
  void remove(std::size_t feature) { bits_.reset(feature); }

 private:
  std::bitset<kSearchFeatures.size()> bits_;
};

/// Limits and options of an alpha-beta search. 0 is no limit; the first limit reached ends the
/// search.
struct AlphaBetaSettings {
  int depth = 0;            ///< plies
  std::uint64_t nodes = 0;  ///< positions visited
  double seconds = 0.0;
  bool cpu_time = false;  ///< `seconds` are the thread's processor time, not wall-clock time
  std::size_t table_megabytes = 16;
  int threads = 1;  ///< with more than 1 the result depends on their timing
  bool quiescence = true;
  bool material = false;  ///< evaluate by material alone, if the family supports it
  /// A learned evaluation for these rules, in place of the handcrafted one.
  std::shared_ptr<const EvaluationWeights> learned = {};
  bool random_ties = false;  ///< choose a random one of the best moves, else the first found
  SearchFeatures features = SearchFeatures::none();
  /// Used instead in turns that a match or a host limits by more than depth.
  SearchFeatures features_in_limits = SearchFeatures::none();
};

}  // namespace tavlab
