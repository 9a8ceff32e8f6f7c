#include "nn/torch/pinned_memory.h"

#include <torch/torch.h>

#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace tavlab {
namespace {

/// Unused memory by its size, a power of two.
class PinnedPool {
 public:
  torch::Tensor take(std::int64_t size) {
    const auto rounded = static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(size)));
    {
      const std::lock_guard lock(mutex_);
      std::vector<torch::Tensor>& unused = unused_[rounded];
      if (!unused.empty()) {
        torch::Tensor memory = std::move(unused.back());
        unused.pop_back();
        return memory;
      }
    }
    return torch::empty({rounded}, torch::TensorOptions().pinned_memory(true));
  }

  void give_back(torch::Tensor memory) {
    const std::lock_guard lock(mutex_);
    unused_[memory.numel()].push_back(std::move(memory));
  }

 private:
  std::mutex mutex_;
  std::map<std::int64_t, std::vector<torch::Tensor>> unused_;
};

/// Never destroyed: CUDA may be gone before the destructors of static objects run.
PinnedPool& pool() {
  static auto& all = *new PinnedPool;
  return all;
}

}  // namespace

PinnedRows::PinnedRows(PinnedRows&& that) noexcept : memory_(std::move(that.memory_)) {}

PinnedRows::~PinnedRows() {
  if (memory_.defined()) pool().give_back(std::move(memory_));
}

torch::Tensor PinnedRows::rows(at::IntArrayRef shape) {
  std::int64_t size = 1;
  for (const std::int64_t each : shape) size *= each;
  if (!memory_.defined() || memory_.numel() < size) {
    if (memory_.defined()) pool().give_back(std::move(memory_));
    memory_ = pool().take(size);
  }
  return memory_.narrow(0, 0, size).view(shape);
}

}  // namespace tavlab
