#include "selfplay/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace tavlab {

void run_jobs(std::size_t count, int threads,
              const std::function<void(std::size_t job, std::size_t worker,
                                       const std::stop_token& stop)>& job,
              const std::stop_token& stop) {
  std::stop_source ending;
  const std::stop_callback forward(stop, [&] { ending.request_stop(); });
  const std::stop_token token = ending.get_token();
  std::atomic<std::size_t> next{0};
  std::mutex failing;
  std::exception_ptr failure;

  const auto work = [&](std::size_t worker) {
    try {
      while (!token.stop_requested()) {
        const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
        if (mine >= count) return;
        job(mine, worker, token);
      }
    } catch (...) {
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
      ending.request_stop();
    }
  };

  const std::size_t workers = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
  {
    std::vector<std::jthread> others;
    others.reserve(workers);
    try {
      for (std::size_t worker = 1; worker < workers; ++worker) others.emplace_back(work, worker);
    } catch (const std::system_error&) {
      // The machine gives no more threads: those that there are do all the work.
    }
    if (workers > 0) work(0);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace tavlab
