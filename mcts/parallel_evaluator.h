#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <stdexcept>
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
///
/// Two batches can be in progress, so that the calling thread searches for the leaves of one while
/// the other is evaluated. It never waits for a thread that has not begun: on a busy machine it
/// evaluates the rest itself.
template <Game G>
class ParallelEvaluator final : public Evaluator<G> {
 public:
  using Requests = std::span<EvaluationRequest<G>* const>;
  static constexpr std::size_t kBatches = 2;

  /// The calling thread uses the first evaluator, this object's threads the others.
  ParallelEvaluator(std::vector<std::unique_ptr<Evaluator<G>>> evaluators, BatchShare share)
      : evaluators_(std::move(evaluators)), share_(share) {
    for (Batch& batch : batches_) batch.failures.resize(evaluators_.size());
    try {
      for (std::size_t i = 1; i < evaluators_.size(); ++i) {
        threads_.emplace_back([this, i](const std::stop_token& stop) { work(i, stop); });
      }
    } catch (...) {  // the system gives no more threads
      end_threads();
      throw;
    }
  }
  ParallelEvaluator(const ParallelEvaluator&) = delete;
  ParallelEvaluator& operator=(const ParallelEvaluator&) = delete;

  ~ParallelEvaluator() override {
    for (Batch& batch : batches_) complete(batch);
    end_threads();
  }

  void evaluate(Requests requests) override {
    if (requests.size() <= 1 || threads_.empty()) return evaluators_.front()->evaluate(requests);
    start(0, requests);
    finish(0);
  }

  /// Begins to evaluate requests as batch `which`, which must have been finished. The requests must
  /// remain until then.
  void start(std::size_t which, Requests requests) {
    if (requests.size() > kMaxSize) throw std::invalid_argument("a batch is too large");
    Batch& batch = batches_[which];
    const std::size_t all = evaluators_.size();
    batch.requests = requests;
    batch.unfinished.store(static_cast<std::uint32_t>(requests.size()), std::memory_order_relaxed);
    const std::size_t portion = share_ == BatchShare::equal ? (requests.size() + all - 1) / all : 1;
    batch.claims.store(Claims{0, requests.size(), portion}.packed(), std::memory_order_release);
    announce();
  }

  /// Waits until a batch is evaluated, and takes part in that; does nothing without a batch. If an
  /// evaluator has thrown, completes the other batch and throws the same.
  void finish(std::size_t which) {
    Batch& batch = batches_[which];
    complete(batch);
    for (std::exception_ptr& failure : batch.failures) {
      if (!failure) continue;
      const std::exception_ptr first = std::exchange(failure, nullptr);
      for (Batch& each : batches_) {
        complete(each);
        std::ranges::fill(each.failures, nullptr);
      }
      std::rethrow_exception(first);
    }
  }

 private:
  /// Batches follow each other within microseconds, so threads spin for a while before they sleep.
  static constexpr int kSpins = 1000;
  static constexpr std::size_t kMaxSize = 0xffff;

  /// What is left to take of a batch, in one word that is changed at once. A thread that was held
  /// up may find a later batch with the same word: it then takes a portion of that one, whose
  /// requests it reads only afterwards.
  struct Claims {
    std::size_t next = 0;     ///< the first request that nobody has taken
    std::size_t end = 0;      ///< the number of requests
    std::size_t portion = 0;  ///< how many are taken at once

    [[nodiscard]] std::uint64_t packed() const {
      return std::uint64_t{next} | std::uint64_t{end} << 16 | std::uint64_t{portion} << 32;
    }
    static Claims unpack(std::uint64_t word) {
      return {word & kMaxSize, word >> 16 & kMaxSize, word >> 32};
    }
  };

  struct Batch {
    Requests requests;
    std::vector<std::exception_ptr> failures;  ///< by evaluator
    alignas(64) std::atomic<std::uint64_t> claims{0};
    alignas(64) std::atomic<std::uint32_t> unfinished{0};  ///< requests that are not answered
  };

  /// Waits until the value is another one.
  static void wait_while_equal(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
    for (int look = 0; look < kSpins; ++look) {
      if (value.load(std::memory_order_acquire) != old) return;
#if defined(__x86_64__)
      __builtin_ia32_pause();
#endif
    }
    value.wait(old, std::memory_order_acquire);
  }

  void end_threads() {
    for (std::jthread& thread : threads_) thread.request_stop();
    announce();
  }

  void announce() {
    announced_.fetch_add(1, std::memory_order_release);
    announced_.notify_all();
  }

  void work(std::size_t evaluator, const std::stop_token& stop) {
    while (true) {
      const std::uint32_t seen = announced_.load(std::memory_order_acquire);
      if (stop.stop_requested()) return;
      bool worked = false;
      for (Batch& batch : batches_) {
        while (take_portion(batch, evaluator)) worked = true;
      }
      if (!worked) wait_while_equal(announced_, seen);
    }
  }

  /// On the calling thread: evaluates what is left of a batch; while others still work on the rest,
  /// goes on with the other batch.
  void complete(Batch& batch) {
    while (take_portion(batch, 0)) {
    }
    Batch& another = batches_[&batch == batches_.data() ? 1 : 0];
    while (const std::uint32_t left = batch.unfinished.load(std::memory_order_acquire)) {
      if (!take_portion(another, 0)) wait_while_equal(batch.unfinished, left);
    }
  }

  /// Evaluates the next portion of a batch; whether there was one.
  bool take_portion(Batch& batch, std::size_t evaluator) {
    std::uint64_t word = batch.claims.load(std::memory_order_acquire);
    Claims claims;
    std::size_t from = 0;
    do {
      claims = Claims::unpack(word);
      from = claims.next;
      if (from >= claims.end) return false;
      claims.next = std::min(from + claims.portion, claims.end);
    } while (!batch.claims.compare_exchange_weak(word, claims.packed(), std::memory_order_acq_rel,
                                                 std::memory_order_acquire));
    const std::size_t count = claims.next - from;
    try {
      evaluators_[evaluator]->evaluate(batch.requests.subspan(from, count));
    } catch (...) {
      batch.failures[evaluator] = std::current_exception();
    }
    if (batch.unfinished.fetch_sub(static_cast<std::uint32_t>(count), std::memory_order_acq_rel) ==
        count) {
      batch.unfinished.notify_one();
    }
    return true;
  }

  std::vector<std::unique_ptr<Evaluator<G>>> evaluators_;
  BatchShare share_;
  std::array<Batch, kBatches> batches_;
  alignas(64) std::atomic<std::uint32_t> announced_{0};  ///< how often there was news for threads
  std::vector<std::jthread> threads_;                    ///< last: they use the other members
};

}  // namespace tavlab
