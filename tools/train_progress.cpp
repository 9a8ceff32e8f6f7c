#include "tools/train_progress.h"

#include <fmt/format.h>

namespace tavlab::cli {

std::string play_note(const SelfPlayCounts& counts) {
  const auto ratio = [](std::uint64_t a, double b) {
    return b > 0.0 ? static_cast<double>(a) / b : 0.0;
  };
  return fmt::format("{:.0f} evaluations/s a thread, batches of {:.0f}",
                     ratio(counts.evaluations, counts.net_seconds),
                     ratio(counts.evaluations, static_cast<double>(counts.batches)));
}

}  // namespace tavlab::cli
