#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/game.h"
#include "mcts/evaluator.h"

namespace tavlab {

/// How a batch is divided among threads.
enum class BatchShare : std::uint8_t {
  one_by_one,  ///< whoever is free takes the next position: for rollouts, which differ in length
  equal        ///< in parts of the same size: for nets, which evaluate positions together
};

/// Evaluates batches on several threads, each with its own evaluator. Since an answer depends only
/// on its own request, a search's result does not depend on the threads.
template <Game G>
class ParallelEvaluator final : public Evaluator<G> {
 public:
  /// The calling thread uses the first evaluator, this object's threads the others.
  ParallelEvaluator(std::vector<std::unique_ptr<Evaluator<G>>> evaluators, BatchShare share)
      : evaluators_(std::move(evaluators)), failures_(evaluators_.size()), share_(share) {
    for (std::size_t i = 1; i < evaluators_.size(); ++i) {
      threads_.emplace_back([this, i](const std::stop_token& stop) { work(i, stop); });
    }
  }
  ParallelEvaluator(const ParallelEvaluator&) = delete;
  ParallelEvaluator& operator=(const ParallelEvaluator&) = delete;

  ~ParallelEvaluator() override {
    for (std::jthread& thread : threads_) thread.request_stop();
    begin_round();
  }

  void evaluate(std::span<EvaluationRequest<G>* const> batch) override {
    if (batch.size() <= 1 || threads_.empty()) return evaluators_.front()->evaluate(batch);
    batch_ = batch;
    const std::size_t all = evaluators_.size();
    portion_ = share_ == BatchShare::equal ? (batch.size() + all - 1) / all : 1;
    next_.store(0, std::memory_order_relaxed);
    working_.store(threads_.size(), std::memory_order_relaxed);
    begin_round();
    take_portions(0);
    wait_while(working_, [](std::size_t working) { return working != 0; });
    for (std::exception_ptr& failure : failures_) {
      if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
    }
  }

 private:
  /// Rounds follow each other within microseconds, so threads spin for a while before they sleep.
  static constexpr int kSpins = 4000;

  template <typename T, typename Condition>
  static void wait_while(const std::atomic<T>& value, Condition&& condition) {
    for (int look = 0; look < kSpins; ++look) {
      if (!condition(value.load(std::memory_order_acquire))) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    for (T now = value.load(std::memory_order_acquire); condition(now);
         now = value.load(std::memory_order_acquire)) {
      value.wait(now, std::memory_order_acquire);
    }
  }

  void begin_round() {
    round_.fetch_add(1, std::memory_order_release);
    round_.notify_all();
  }

  void work(std::size_t i, const std::stop_token& stop) {
    for (std::uint32_t round = 0;; ++round) {
      wait_while(round_, [round](std::uint32_t now) { return now == round; });
      if (stop.stop_requested()) return;
      take_portions(i);
      if (working_.fetch_sub(1, std::memory_order_acq_rel) == 1) working_.notify_one();
    }
  }

  void take_portions(std::size_t i) {
    try {
      for (;;) {
        const std::size_t from = next_.fetch_add(portion_, std::memory_order_relaxed);
        if (from >= batch_.size()) return;
        evaluators_[i]->evaluate(batch_.subspan(from, std::min(portion_, batch_.size() - from)));
      }
    } catch (...) {
      failures_[i] = std::current_exception();
    }
  }

  std::vector<std::unique_ptr<Evaluator<G>>> evaluators_;
  std::vector<std::exception_ptr> failures_;  ///< of the round, by evaluator
  BatchShare share_;
  std::span<EvaluationRequest<G>* const> batch_;
  std::size_t portion_ = 1;
  alignas(64) std::atomic<std::size_t> next_{0};  ///< the first position not taken yet
  alignas(64) std::atomic<std::size_t> working_{0};
  alignas(64) std::atomic<std::uint32_t> round_{0};
  std::vector<std::jthread> threads_;  ///< last: they use the other members
};

}  // namespace tavlab
