#include "nn/torch/device.h"

#include <fmt/format.h>
#include <torch/cuda.h>

#include <optional>
#include <string>

#include "core/error.h"

namespace tavlab {

torch::Device parse_device(std::string_view text) {
  const auto wrong = [&](std::string_view why) {
    return UserError(fmt::format("device '{}': {}", text, why));
  };
  std::optional<torch::Device> device;
  try {
    device.emplace(std::string(text));
  } catch (const c10::Error&) {
    throw wrong("use cpu, or cuda:0 if LibTorch supports it");
  }
  if (device->is_cuda()) {
    if (!device->has_index()) device->set_index(text == "cuda" ? 0 : -1);
    const auto count = torch::cuda::device_count();
    if (device->index() < 0 || device->index() >= static_cast<int>(count)) {
      throw wrong(fmt::format("this LibTorch finds {} CUDA devices on this machine", count));
    }
  } else if (!device->is_cpu() || device->has_index()) {
    throw wrong("use cpu, or cuda:0 if LibTorch supports it");
  }
  return *device;
}

}  // namespace tavlab
