#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/game.h"
#include "core/random.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// Caches the answers of another evaluator: a search that restarts after each move reaches most
/// positions of the previous one again.
///
/// Answers are keyed by what determines them: the position with its repetition state
/// (GameState::key), the rules, and, if these forbid repetitions, the moves that are left. New
/// answers replace the oldest. A cached answer may come from another stream of random numbers,
/// unless the other evaluator draws none.
template <Game G>
class CachedEvaluator final : public Evaluator<G> {
 public:
  /// A cache of about `positions` answers. The evaluator must outlive it.
  CachedEvaluator(Evaluator<G>& evaluator, std::size_t positions)
      : evaluator_(&evaluator),
        entries_(std::bit_ceil(std::max<std::size_t>(positions, 1))),
        logits_(entries_.size() * kMeanMoves) {}

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    unknown_.clear();
    keys_.clear();
    for (EvaluationRequest<G>* const request : batch) {
      const std::uint64_t key = key_of(*request);
      if (recall(key, *request)) {
        ++hits_;
        continue;
      }
      unknown_.push_back(request);
      keys_.push_back(key);
    }
    misses_ += unknown_.size();
    if (unknown_.empty()) return;
    evaluator_->evaluate(unknown_);
    for (std::size_t i = 0; i < unknown_.size(); ++i) remember(keys_[i], *unknown_[i]);
  }

  /// Forgets everything, for when the evaluator has changed.
  void clear() {
    for (Entry& entry : entries_) entry = {};
    written_ = 0;
  }

  [[nodiscard]] std::uint64_t hits() const { return hits_; }
  [[nodiscard]] std::uint64_t misses() const { return misses_; }

 private:
  static constexpr std::size_t kMeanMoves =
      48;  ///< average number of moves per position to make room for

  struct Entry {
    std::uint64_t key = 0;
    const typename G::Rules* rules = nullptr;  ///< null: empty entry
    std::uint64_t start = 0;  ///< index of its first logit, counted from the first ever written
    std::uint32_t moves = 0;
    bool policy = false;
    Wdl value;
  };

  static std::uint64_t key_of(EvaluationRequest<G>& request) {
    const GameState<G>& state = request.state();
    std::uint64_t key = mix64(state.key());
    const auto verdict = G::repetition_rule(state.rules()).verdict;
    if (verdict == RepetitionRule::Verdict::forbidden ||
        verdict == RepetitionRule::Verdict::forbidden_to_second) {
      for (const auto move : request.moves()) key = mix64(key ^ move.word());
    }
    return key;
  }

  Entry& entry_of(std::uint64_t key) { return entries_[key & (entries_.size() - 1)]; }

  bool recall(std::uint64_t key, EvaluationRequest<G>& request) {
    const Entry& entry = entry_of(key);
    if (entry.rules != &request.state().rules() || entry.key != key) return false;
    if (entry.policy) {
      if (entry.start + logits_.size() < written_) return false;  // overwritten since
      if (request.moves().size() != entry.moves) return false;    // a hash collision
      const std::span<float> logits = request.logits();
      for (std::size_t i = 0; i < logits.size(); ++i) {
        logits[i] = logits_[(entry.start + i) % logits_.size()];
      }
    }
    request.value = entry.value;
    return true;
  }

  void remember(std::uint64_t key, EvaluationRequest<G>& request) {
    Entry& entry = entry_of(key);
    entry = {key, &request.state().rules(), written_, 0, request.has_policy(), request.value};
    if (!entry.policy) return;
    const std::span<const float> logits = request.logits();
    if (logits.size() > logits_.size()) {
      entry.rules = nullptr;
      return;
    }
    entry.moves = static_cast<std::uint32_t>(logits.size());
    for (const float logit : logits) logits_[written_++ % logits_.size()] = logit;
  }

  Evaluator<G>* evaluator_;
  std::vector<Entry> entries_;  ///< by the lowest bits of the key
  std::vector<float> logits_;   ///< a ring buffer of the last ones written
  std::uint64_t written_ = 0;
  std::uint64_t hits_ = 0, misses_ = 0;
  std::vector<EvaluationRequest<G>*> unknown_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace tavlab
