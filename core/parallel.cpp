#include "core/parallel.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <utility>

namespace tavlab {
namespace {

/// Address space kept free while threads start: where their stacks use up a limit on it, their work
/// must still be able to allocate. (Not `new`: compilers drop an allocation that nothing uses.)
class AddressSpace {
 public:
  explicit AddressSpace(std::size_t bytes)
      : bytes_(bytes),
        start_(
            mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace() {
    if (start_ != MAP_FAILED) munmap(start_, bytes_);
  }

 private:
  std::size_t bytes_;
  void* start_;
};

}  // namespace

Workers::Workers(std::size_t threads, Step step, std::stop_token stop, std::function<void()> ended)
    : step_(std::move(step)),
      ended_(std::move(ended)),
      forward_(std::move(stop), [this] { stop_.request_stop(); }) {
  threads_.reserve(threads);
  const AddressSpace headroom(std::size_t{64} << 20);
  for (std::size_t worker = 0; worker < threads; ++worker) {
    {
      const std::lock_guard lock(mutex_);
      ++working_;
    }
    try {
      threads_.emplace_back([this, worker] {
        work(worker);
        {
          const std::lock_guard lock(mutex_);
          --working_;
        }
        if (ended_) ended_();
      });
    } catch (const std::system_error&) {
      // The system provides no more threads.
      const std::lock_guard lock(mutex_);
      --working_;
      return;
    } catch (...) {
      stop_.request_stop();  // the threads already started, which are joined
      throw;
    }
  }
}

Workers::~Workers() {
  stop_.request_stop();
  threads_.clear();  // joins
}

bool Workers::working() const {
  const std::lock_guard lock(mutex_);
  return working_ > 0;
}

void Workers::work(std::size_t worker) {
  const std::stop_token token = stop_.get_token();
  try {
    while (!token.stop_requested() && step_(worker, token)) continue;
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
    stop_.request_stop();
  }
}

void Workers::join_in() { work(threads_.size()); }

void Workers::wait() {
  for (std::jthread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
  const std::lock_guard lock(mutex_);
  if (failure_) std::rethrow_exception(failure_);
}

void run_jobs(std::size_t count, int threads,
              const std::function<void(std::size_t job, std::size_t worker,
                                       const std::stop_token& stop)>& job,
              const std::stop_token& stop) {
  if (count == 0) return;
  std::atomic<std::size_t> next{0};
  const auto step = [&](std::size_t worker, const std::stop_token& token) {
    const std::size_t mine = next.fetch_add(1, std::memory_order_relaxed);
    if (mine >= count) return false;
    job(mine, worker, token);
    return true;
  };
  const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
  Workers workers(wanted - 1, step, stop);
  workers.join_in();
  workers.wait();
}

}  // namespace tavlab
