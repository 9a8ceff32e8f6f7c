#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/solving/proof.h"

namespace tavlab {

/// Runs all searches, each on its own thread, and takes the first answer. `ask(search)` returns
/// whether the win is forced, or throws Search::Stopped when `stop` is set. `describe(nodes)`
/// returns the ProofProgress.
template <typename Search, typename Ask, typename Describe>
LimitProof prove_together(const std::vector<std::unique_ptr<Search>>& searches,
                          const ProofOptions& options, std::atomic<bool>& stop, Ask&& ask,
                          Describe&& describe) {
  using Clock = std::chrono::steady_clock;
  const auto began = Clock::now();
  const auto nodes = [&] {
    std::uint64_t sum = 0;
    for (const auto& search : searches) sum += search->nodes();
    return sum;
  };
  const std::uint64_t before = nodes();
  stop = false;
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<bool> forced;
  std::size_t running = searches.size();
  {
    std::vector<std::jthread> threads;
    threads.reserve(searches.size());
    for (const auto& search : searches) {
      threads.emplace_back([&, mine = search.get()] {
        std::optional<bool> answer;
        try {
          answer = ask(*mine);
        } catch (const typename Search::Stopped&) {
        }
        const std::lock_guard lock(mutex);
        // Without a limit, a search that found a win outweighs one that found none.
        if (answer && forced != true) forced = answer;
        if (answer) stop = true;  // the others are no longer needed
        --running;
        changed.notify_all();
      });
    }
    // If this thread ends with an exception, the others must stop.
    struct StopAll {
      std::atomic<bool>& stop;
      ~StopAll() { stop = true; }
    };
    const StopAll stop_all{stop};
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(200), [&] { return running == 0; })) {
      if (options.progress) options.progress(describe(nodes() - before));
      if (options.stop && options.stop()) stop = true;
    }
  }
  LimitProof proof;
  proof.nodes = nodes() - before;
  proof.seconds = std::chrono::duration<double>(Clock::now() - began).count();
  if (forced) proof.verdict = *forced ? LimitProof::Verdict::forced : LimitProof::Verdict::held;
  return proof;
}

/// Walks a strategy on a separate thread, so that a requested stop also ends a search within the
/// walk, which then throws `Stopped`. `walk(options)` gets options that stop the walk itself.
template <typename Stopped, typename Walk>
StrategyReport watched(const ProofOptions& options, std::atomic<bool>& stop, Walk&& walk) {
  stop = false;
  ProofOptions inner = options;
  inner.stop = [&stop] { return stop.load(); };
  StrategyReport report;
  std::exception_ptr error;
  std::mutex mutex;
  std::condition_variable changed;
  bool done = false;
  {
    const std::jthread thread([&] {
      try {
        report = walk(inner);
      } catch (const Stopped&) {
        report.stopped = true;
      } catch (...) {
        error = std::current_exception();
      }
      const std::lock_guard lock(mutex);
      done = true;
      changed.notify_all();
    });
    std::unique_lock lock(mutex);
    while (!changed.wait_for(lock, std::chrono::milliseconds(200), [&] { return done; })) {
      if (options.stop && options.stop()) stop = true;
    }
  }
  if (error) std::rethrow_exception(error);
  return report;
}

/// Returns the bytes for a table. Throws UserError if they exceed the available memory.
std::size_t check_table_size(std::size_t bytes);

}  // namespace tavlab
