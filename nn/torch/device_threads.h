#pragma once

#include <functional>

#include <c10/core/Device.h>
#include <c10/core/Stream.h>

namespace tavlab {

/// What a thread of a CUDA device offers to the work that it runs.
struct DeviceWork {
  bool fused =
      false;  ///< whether cuDNN has convolutions with bias, addition and ReLU in one kernel
  c10::Stream stream;  ///< the current stream of this thread

  /// Waits until the stream has done everything. CUDA's own wait would occupy a core.
  void wait() const;
};

/// Hands work to one of the few threads of a CUDA device, each of which has its own stream. Work
/// must not throw. The threads start with the first work and live as long as the program: LibTorch
/// keeps cuDNN's plans per thread, and the threads that play games are new in each round. There are
/// several, so that one batch is copied while another is computed.
void post_to_device(const c10::Device& device, std::function<void(const DeviceWork&)> work);

/// The same, waits for it, and rethrows its exceptions.
void run_on_device(const c10::Device& device, const std::function<void(const DeviceWork&)>& work);

}  // namespace tavlab
