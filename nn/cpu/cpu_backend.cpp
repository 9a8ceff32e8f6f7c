#include "nn/cpu/cpu_backend.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/notice.h"
#include "nn/cpu/boards.h"
#include "nn/cpu/convolution.h"
#include "nn/cpu/linear.h"
#include "nn/cpu/winograd.h"
#include "nn/eigen/eigen_backend.h"
#include "nn/folded.h"

namespace tavlab {
namespace {

/// Copies the first `used` of each row of `width` floats.
void copy_rows(const float* from, std::size_t width, std::size_t rows, std::size_t used,
               float* to) {
  for (std::size_t r = 0; r < rows; ++r) std::copy_n(from + r * width, used, to + r * used);
}

/// The layers from pooled (or dense) features to value, moves left and captured pieces.
struct ValueHead {
  /// Scratch memory.
  struct Room {
    AlignedFloats inner, out;
  };

  ValueHead(const CpuKernels& kernels, const Net& net)
      : hidden(kernels, folded_linear(net, "value.hidden")),
        value(kernels, folded_linear(net, "value.out")),
        moves_left(kernels, folded_linear(net, "moves_left.out")),
        captured(kernels, folded_linear(net, "captured.out")) {}

  /// `count` rows of features for the positions from `first` on.
  void run(const float* features, std::size_t stride, std::size_t first, std::size_t count,
           NetOutputs& outputs, bool everything, Room& room) const {
    room.inner.grow(count * hidden.width());
    hidden.run(features, stride, count, room.inner.data(), true);
    const auto say = [&](const CpuLinear& layer, std::vector<float>& to) {
      room.out.grow(count * layer.width());
      layer.run(room.inner.data(), hidden.width(), count, room.out.data(), false);
      copy_rows(room.out.data(), layer.width(), count, layer.outputs(),
                to.data() + first * layer.outputs());
    };
    say(value, outputs.value);
    if (!everything) return;
    say(moves_left, outputs.moves_left);
    say(captured, outputs.captured);
  }

  CpuLinear hidden, value, moves_left, captured;
};

/// Bytes of a core's second-level cache.
std::size_t second_cache() {
  const long found = sysconf(_SC_LEVEL2_CACHE_SIZE);
  constexpr std::size_t kUsual = 1U << 20U;
  return found > 0 ? static_cast<std::size_t>(found) : kUsual;
}

/// Resizes the outputs for all positions.
void size_outputs(const ObservationShape& shape, const NetInputs& inputs, NetOutputs& outputs,
                  bool everything) {
  const std::size_t cells = inputs.count * inputs.cells();
  outputs.policy.resize(cells * static_cast<std::size_t>(shape.policy_planes));
  outputs.value.resize(inputs.count * 3);
  if (!everything) return;
  outputs.moves_left.resize(inputs.count);
  outputs.captured.resize(inputs.count * 2);
  outputs.ownership.resize(cells * static_cast<std::size_t>(shape.square_classes));
}

/// The layers of a net without convolutions.
struct DenseLayers {
  DenseLayers(const Net& net, const CpuKernels& kernels, std::string backend_name)
      : name(std::move(backend_name)),
        shape(net.shape),
        policy(kernels, folded_linear(net, "policy.out")),
        head(kernels, net) {
    for (int i = 0; i < net.spec.blocks; ++i) {
      hidden.emplace_back(kernels, folded_linear(net, fmt::format("layer{}", i)));
    }
  }

  std::string name;
  ObservationShape shape;
  std::vector<CpuLinear> hidden;
  CpuLinear policy;
  ValueHead head;
};

class DenseBackend final : public NetBackend {
 public:
  explicit DenseBackend(std::shared_ptr<const DenseLayers> layers) : layers_(std::move(layers)) {}

  [[nodiscard]] std::string_view name() const override { return layers_->name; }

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<DenseBackend>(layers_);
  }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    size_outputs(layers_->shape, inputs, outputs, everything);
    for (std::size_t first = 0; first < inputs.count; first += kChunk) {
      run_chunk(inputs, first, std::min(kChunk, inputs.count - first), outputs, everything);
    }
  }

 private:
  /// Positions whose activations fit the first-level cache.
  static constexpr std::size_t kChunk = 24;

  void run_chunk(const NetInputs& inputs, std::size_t first, std::size_t count, NetOutputs& outputs,
                 bool everything) {
    const auto planes = static_cast<std::size_t>(layers_->shape.planes);
    const auto globals = static_cast<std::size_t>(layers_->shape.globals);
    std::size_t width = planes + globals;
    features_.grow(count * width);
    for (std::size_t i = 0; i < count; ++i) {
      float* const row = features_.data() + i * width;
      std::copy_n(inputs.planes.data() + (first + i) * planes, planes, row);
      std::copy_n(inputs.globals.data() + (first + i) * globals, globals, row + planes);
    }
    for (const CpuLinear& layer : layers_->hidden) {
      next_.grow(count * layer.width());
      layer.run(features_.data(), width, count, next_.data(), true);
      width = layer.width();
      std::swap(features_, next_);
    }
    next_.grow(count * layers_->policy.width());
    layers_->policy.run(features_.data(), width, count, next_.data(), false);
    copy_rows(next_.data(), layers_->policy.width(), count, layers_->policy.outputs(),
              outputs.policy.data() + first * layers_->policy.outputs());
    layers_->head.run(features_.data(), width, first, count, outputs, everything, head_room_);
  }

  std::shared_ptr<const DenseLayers> layers_;
  AlignedFloats features_, next_;
  ValueHead::Room head_room_;
};

/// The layers of a residual net.
struct ResidualLayers {
  struct Block {
    std::unique_ptr<CpuConvolution> first, second;
    bool pools = false;
    CpuLinear pool, pooled;
  };

  ResidualLayers(const Net& net, const CpuKernels& all_kernels, std::string backend_name)
      : name(std::move(backend_name)),
        kernels(all_kernels),
        shape(net.shape),
        stem(make_convolution(kernels, folded_convolution(net, "stem"))),
        policy(kernels, folded_convolution(net, "policy")),
        policy_out(kernels, folded_linear(net, "policy.out")),
        value(kernels, folded_convolution(net, "value")),
        head(kernels, net) {
    // Values that are added to a convolution's result per board are part of its bias.
    FoldedLayer of_board = folded_addition(net, "stem.globals", "stem");
    of_board.bias = folded_convolution(net, "stem").bias;
    globals = {kernels, of_board};
    for (int i = 0; i < net.spec.blocks; ++i) {
      const std::string block_name = fmt::format("block{}", i);
      const FoldedLayer first = folded_convolution(net, block_name + ".first");
      Block block;
      block.first = make_convolution(kernels, first);
      block.second = make_convolution(kernels, folded_convolution(net, block_name + ".second"));
      block.pools = net.spec.pools(i);
      if (block.pools) {
        block.pool = {kernels, folded_convolution(net, block_name + ".pool")};
        FoldedLayer pooled = folded_addition(net, block_name + ".pooled", block_name + ".first");
        pooled.bias = first.bias;
        block.pooled = {kernels, pooled};
      }
      blocks.push_back(std::move(block));
    }
    if (shape.square_classes > 0) ownership = {kernels, folded_linear(net, "ownership.out")};
    reference = make_eigen_backend(net);
  }

  std::string name;
  const CpuKernels& kernels;
  ObservationShape shape;
  std::unique_ptr<CpuConvolution> stem;
  CpuLinear globals;
  std::vector<Block> blocks;
  CpuLinear policy, policy_out, value, ownership;
  ValueHead head;
  std::unique_ptr<NetBackend> reference;  ///< for boards without fast kernels; never run itself
};

class ResidualBackend final : public NetBackend {
 public:
  explicit ResidualBackend(std::shared_ptr<const ResidualLayers> layers)
      : layers_(std::move(layers)) {}

  [[nodiscard]] std::string_view name() const override { return layers_->name; }

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<ResidualBackend>(layers_);
  }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    if (tile_sizes(static_cast<std::size_t>(inputs.rows)).empty() ||
        tile_sizes(static_cast<std::size_t>(inputs.columns)).empty()) {
      static std::once_flag told;
      if (reference_ == nullptr) reference_ = layers_->reference->share();
      std::call_once(told, [&] {
        notice(stderr, "tavlab: there are no fast kernels for boards of {}x{}: nets run on {}\n",
               inputs.rows, inputs.columns, reference_->name());
      });
      reference_->run(inputs, outputs, everything);
      return;
    }
    size_outputs(layers_->shape, inputs, outputs, everything);
    const CpuBoards layout(inputs.rows, inputs.columns);
    if (layout != layout_) prepare(layout);
    const std::size_t chunks = (inputs.count + chunk_boards_ - 1) / chunk_boards_;
    for (std::size_t chunk = 0, first = 0; chunk < chunks; ++chunk) {
      const std::size_t count = (inputs.count - first) / (chunks - chunk);
      if (chunk_.boards() != count) chunk_ = {layout_, count};
      run_chunk(inputs, first, outputs, everything);
      first += count;
    }
  }

 private:
  /// How many boards go through the layers together: as many as fit the second-level cache with
  /// their values at the points before and after the products, but enough that reading the weights
  /// from the third-level cache costs no more than reading the values.
  static std::size_t boards_of_a_chunk(std::size_t values, std::size_t weights) {
    const std::size_t values_in_cache = second_cache() * 7 / 10 / sizeof(float);
    return std::max({std::size_t{1}, values_in_cache / (2 * values), weights / values});
  }

  void prepare(const CpuBoards& layout) {
    layout_ = layout;
    const CpuChunk one(layout, 1);
    const std::size_t width = layers_->stem->width();
    chunk_boards_ = boards_of_a_chunk(one.point_rows() * width, kPointPairs * width * width);
    chunk_ = {};
    const std::size_t cells = layout.cells(chunk_boards_);
    planes_ = AlignedFloats(cells * padded_width(static_cast<std::size_t>(layers_->shape.planes)));
    trunk_ = AlignedFloats(cells * width);
    inner_ = AlignedFloats(cells * width);
  }

  /// The first board of a buffer.
  float* boards(AlignedFloats& floats, std::size_t width) const {
    return floats.data() + layout_.margin() * width;
  }

  void run_chunk(const NetInputs& inputs, std::size_t first, NetOutputs& outputs, bool everything) {
    const std::size_t count = chunk_.boards(), width = layers_->stem->width();
    const auto globals = static_cast<std::size_t>(layers_->shape.globals);
    float* const trunk = boards(trunk_, width);
    float* const inner = boards(inner_, width);
    load_planes(inputs, first);
    added_.grow(count * width);
    layers_->globals.run(inputs.globals.data() + first * globals, globals, count, added_.data(),
                         false);
    layers_->stem->run(chunk_, boards(planes_, planes_width()), trunk, added_.data(), width, false,
                       room_);
    for (const ResidualLayers::Block& block : layers_->blocks) {
      const float* bias = block.first->bias();
      if (block.pools) {
        features_.grow(count * features_of(block.pool));
        for (std::size_t i = 0; i < count; ++i) pool(block.pool, trunk, i);
        block.pooled.run(features_.data(), features_of(block.pool), count, added_.data(), false);
        bias = added_.data();
      }
      block.first->run(chunk_, trunk, inner, bias, block.pools ? width : 0, false, room_);
      block.second->run(chunk_, inner, trunk, block.second->bias(), 0, true, room_);
    }
    features_.grow(count * features_of(layers_->value));
    for (std::size_t i = 0; i < count; ++i) {
      look(layers_->policy, trunk, i);
      run_per_cell(layers_->policy_out, layers_->policy.width(), outputs.policy.data(), first + i);
      pool(layers_->value, trunk, i);
      if (everything && layers_->shape.square_classes > 0) {
        run_per_cell(layers_->ownership, layers_->value.width(), outputs.ownership.data(),
                     first + i);
      }
    }
    layers_->head.run(features_.data(), features_of(layers_->value), first, count, outputs,
                      everything, head_room_);
  }

  static std::size_t features_of(const CpuLinear& layer) { return kPooled * layer.outputs(); }
  [[nodiscard]] std::size_t planes_width() const {
    return padded_width(static_cast<std::size_t>(layers_->shape.planes));
  }

  void load_planes(const NetInputs& inputs, std::size_t first) {
    const auto planes = static_cast<std::size_t>(layers_->shape.planes);
    const float* from = inputs.planes.data() + first * inputs.cells() * planes;
    for (std::size_t i = 0; i < chunk_.boards(); ++i) {
      float* const board = boards(planes_, planes_width()) + i * layout_.board() * planes_width();
      for (std::size_t r = 0; r < layout_.rows(); ++r) {
        float* cell = board + r * layout_.row() * planes_width();
        for (std::size_t c = 0; c < layout_.columns();
             ++c, from += planes, cell += planes_width()) {
          std::copy_n(from, planes, cell);
        }
      }
    }
  }

  /// Applies a layer to each cell of a board of the trunk, rectified, and stores the result in
  /// map_.
  void look(const CpuLinear& layer, const float* trunk, std::size_t board) {
    map_.grow(layout_.board() * layer.width());
    layer.run(trunk + board * layout_.board() * layers_->stem->width(), layers_->stem->width(),
              layout_.run(), map_.data(), true);
  }

  /// The same, pooled into the board's row of features_.
  void pool(const CpuLinear& layer, const float* trunk, std::size_t board) {
    look(layer, trunk, board);
    sums_.grow(layer.width());
    maxima_.grow(layer.width());
    layers_->kernels.pool({.in = map_.data(),
                           .rows = layout_.rows(),
                           .columns = layout_.columns(),
                           .row_stride = layout_.row() * layer.width(),
                           .channels = layer.width(),
                           .sums = sums_.data(),
                           .maxima = maxima_.data()});
    const std::size_t channels = layer.outputs();
    const auto cells = static_cast<float>(layout_.rows() * layout_.columns());
    const auto scale = static_cast<float>(
        board_scale(static_cast<int>(layout_.rows()), static_cast<int>(layout_.columns())));
    float* const features = features_.data() + board * features_of(layer);
    for (std::size_t c = 0; c < channels; ++c) {
      const float mean = sums_.data()[c] / cells;
      features[c] = mean;
      features[channels + c] = mean * scale;
      features[2 * channels + c] = maxima_.data()[c];
    }
  }

  /// Applies a layer to each cell of a board in map_; `to` has the outputs of all positions.
  void run_per_cell(const CpuLinear& layer, std::size_t map_width, float* to,
                    std::size_t position) {
    per_cell_.grow(layout_.board() * layer.width());
    layer.run(map_.data(), map_width, layout_.run(), per_cell_.data(), false);
    const std::size_t used = layer.outputs(), columns = layout_.columns();
    to += position * layout_.rows() * columns * used;
    for (std::size_t r = 0; r < layout_.rows(); ++r) {
      copy_rows(per_cell_.data() + r * layout_.row() * layer.width(), layer.width(), columns, used,
                to + r * columns * used);
    }
  }

  std::shared_ptr<const ResidualLayers> layers_;
  std::unique_ptr<NetBackend> reference_;  ///< null until it is needed

  CpuBoards layout_;
  std::size_t chunk_boards_ = 0;
  CpuChunk chunk_;
  AlignedFloats planes_, trunk_, inner_, added_, map_, per_cell_, features_, sums_, maxima_;
  ConvolutionScratch room_;
  ValueHead::Room head_room_;
};

}  // namespace

std::unique_ptr<NetBackend> make_cpu_backend(const Net& net, const CpuKernels& kernels,
                                             std::string name) {
  if (net.spec.trunk == NetSpec::Trunk::dense) {
    return std::make_unique<DenseBackend>(
        std::make_shared<const DenseLayers>(net, kernels, std::move(name)));
  }
  return std::make_unique<ResidualBackend>(
      std::make_shared<const ResidualLayers>(net, kernels, std::move(name)));
}

std::unique_ptr<NetBackend> make_cpu_backend(const Net& net, CpuIsa isa) {
  return make_cpu_backend(net, kernels_of(isa), fmt::format("cpu-{}", name_of(isa)));
}

}  // namespace tavlab
