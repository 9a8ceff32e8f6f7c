#include "nn/torch/torch_backend.h"

#include <torch/torch.h>

#include <memory>
#include <span>
#include <vector>

#include "nn/torch/cuda_backend.h"
#include "nn/torch/device.h"
#include "nn/torch/errors.h"
#include "nn/torch/net_layers.h"

namespace tavlab {
namespace {

/// On the CPU, in the calling thread.
class TorchBackend final : public NetBackend {
 public:
  explicit TorchBackend(std::shared_ptr<const NetLayers> layers) : layers_(std::move(layers)) {}

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<TorchBackend>(layers_);
  }

  [[nodiscard]] std::string_view name() const override { return "torch"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    with_one_line([&] { compute(inputs, outputs, everything); });
  }

 private:
  void compute(const NetInputs& inputs, NetOutputs& outputs, bool everything) const {
    at::set_num_threads(1);  // games run in parallel instead
    const c10::InferenceMode guard;
    const auto lent = [](std::span<const float> numbers, at::IntArrayRef shape) {
      return torch::from_blob(const_cast<float*>(numbers.data()), shape, torch::kFloat);
    };
    const auto count = static_cast<std::int64_t>(inputs.count);
    const NetAnswers answers = layers_->run(
        lent(inputs.planes, {count, inputs.rows, inputs.columns, layers_->shape().planes}),
        lent(inputs.globals, {count, layers_->shape().globals}), everything, false);
    store(answers.policy, outputs.policy);
    store(answers.value, outputs.value);
    if (!everything) return;
    store(answers.moves_left, outputs.moves_left);
    store(answers.captured, outputs.captured);
    store(answers.ownership, outputs.ownership);
  }

  static void store(const torch::Tensor& from, std::vector<float>& to) {
    if (!from.defined()) return to.clear();
    const torch::Tensor numbers = from.contiguous();
    to.assign(numbers.data_ptr<float>(), numbers.data_ptr<float>() + numbers.numel());
  }

  std::shared_ptr<const NetLayers> layers_;
};

}  // namespace

std::unique_ptr<NetBackend> make_torch_backend(const Net& net, std::string_view device) {
  return with_one_line([&]() -> std::unique_ptr<NetBackend> {
    const torch::Device on = parse_device(device);
    if (on.is_cuda()) return make_cuda_backend(net, on);
    return std::make_unique<TorchBackend>(std::make_shared<const NetLayers>(net, on));
  });
}

}  // namespace tavlab
