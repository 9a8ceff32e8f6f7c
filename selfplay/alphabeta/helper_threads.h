#pragma once

#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tavlab {

/// Threads that work beside the one that started them, until it has finished.
class HelperThreads {
 public:
  HelperThreads() = default;
  HelperThreads(const HelperThreads&) = delete;
  HelperThreads& operator=(const HelperThreads&) = delete;
  ~HelperThreads() { finish(); }

  /// `job` takes a stop token, and ends soon after a stop is requested. If the system provides no
  /// more threads, the existing ones do the work.
  template <typename Job>
  void start(Job&& job) {
    try {
      threads_.emplace_back(std::forward<Job>(job));
    } catch (const std::system_error&) {
    }
  }

  /// Asks all to stop, and waits until they have.
  void finish() {
    for (std::jthread& thread : threads_) thread.request_stop();
    threads_.clear();
  }

 private:
  std::vector<std::jthread> threads_;
};

/// Whether helper `number` (from 1) skips this depth (the scheme of Stockfish 8 to 9): about half
/// of the helpers are at another depth than the rest, so that the table fills ahead of them.
constexpr bool helper_skips(int number, int depth) {
  int size = 1,
      first = 1;  // groups of 2, 4, 6, ... helpers, which alternate every 1, 2, 3, ... plies
  while (number - first >= 2 * size) first += 2 * size++;
  return (depth + number - first) / size % 2 == 1;
}

}  // namespace tavlab
