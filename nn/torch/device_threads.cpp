#include "nn/torch/device_threads.h"

#include <c10/core/InferenceMode.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <torch/torch.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace tavlab {
namespace {

/// Whether cuDNN fuses convolution, bias, addition and ReLU in bfloat16 on the device.
bool has_fused_convolutions(const c10::Device& device) {
  try {
    const auto options = torch::TensorOptions().device(device).dtype(torch::kBFloat16);
    const auto last = at::MemoryFormat::ChannelsLast;
    const torch::Tensor image = torch::zeros({8, 32, 8, 8}, options).contiguous(last);
    const torch::Tensor kernel = torch::zeros({32, 32, 3, 3}, options).contiguous(last);
    const torch::Tensor bias = torch::zeros({32}, options);
    at::cudnn_convolution_relu(image, kernel, bias, {1, 1}, {1, 1}, {1, 1}, 1);
    at::cudnn_convolution_add_relu(image, kernel, image, 1.0, bias, {1, 1}, {1, 1}, {1, 1}, 1);
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

/// A device's queue of work and its threads.
class DeviceThreads {
 public:
  explicit DeviceThreads(const c10::Device& device) : device_(device) {
    for (int i = 0; i < kThreads; ++i) std::thread([this] { serve(); }).detach();
  }

  void post(std::function<void(const DeviceWork&)> work) {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(work));
    arrived_.notify_one();
  }

 private:
  /// One that copies in, one that computes, one that copies out.
  static constexpr int kThreads = 3;

  [[noreturn]] void serve() {
    at::set_num_threads(1);
    const c10::InferenceMode guard;
    const c10::Stream stream =
        c10::impl::VirtualGuardImpl(device_.type()).getStreamFromGlobalPool(device_);
    const c10::StreamGuard on_stream(stream);
    const DeviceWork offers{has_fused_convolutions(device_), stream};
    while (true) next()(offers);
  }

  std::function<void(const DeviceWork&)> next() {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [&] { return !waiting_.empty(); });
    std::function<void(const DeviceWork&)> work = std::move(waiting_.front());
    waiting_.pop_front();
    return work;
  }

  c10::Device device_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<std::function<void(const DeviceWork&)>> waiting_;
};

/// The threads of a device. They are never destroyed: CUDA may be gone before the destructors of
/// static objects run.
DeviceThreads& threads_of(const c10::Device& device) {
  static std::mutex mutex;
  static auto& devices = *new std::map<c10::DeviceIndex, DeviceThreads*>;
  const std::lock_guard lock(mutex);
  DeviceThreads*& threads = devices[device.index()];
  if (threads == nullptr) threads = new DeviceThreads(device);
  return *threads;
}

}  // namespace

void DeviceWork::wait() const {
  while (!stream.query()) std::this_thread::sleep_for(std::chrono::microseconds(20));
}

void post_to_device(const c10::Device& device, std::function<void(const DeviceWork&)> work) {
  threads_of(device).post(std::move(work));
}

void run_on_device(const c10::Device& device, const std::function<void(const DeviceWork&)>& work) {
  // Shared: the device's thread may still be in set_value when this one goes on.
  const auto done = std::make_shared<std::promise<void>>();
  post_to_device(device, [&work, done](const DeviceWork& offers) {
    try {
      work(offers);
      offers.wait();
      done->set_value();
    } catch (...) {
      done->set_exception(std::current_exception());
    }
  });
  done->get_future().get();
}

}  // namespace tavlab
