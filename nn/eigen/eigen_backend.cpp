#include "nn/eigen/eigen_backend.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "nn/folded.h"

namespace tavlab {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Index = Eigen::Index;
using Weights = Eigen::Map<const Matrix>;
using RowVector = Eigen::Map<const Eigen::RowVectorXf>;

Weights weights_of(const FoldedLayer& layer, std::size_t offset = 0) {
  return {layer.weights.data() + offset * layer.inputs * layer.outputs,
          static_cast<Index>(layer.inputs), static_cast<Index>(layer.outputs)};
}

RowVector bias_of(const FoldedLayer& layer) {
  return {layer.bias.data(), static_cast<Index>(layer.bias.size())};
}

void rectify(Matrix& m) { m = m.cwiseMax(0.0F); }

/// out = in * weights + bias.
void apply_linear(const FoldedLayer& layer, const Eigen::Ref<const Matrix>& in, Matrix& out) {
  out.noalias() = in * weights_of(layer);
  out.rowwise() += bias_of(layer);
}

/// Boards as rows of a matrix, with a row per cell and a column per channel. A column and a row of
/// zeros after each board are the padding, so that a 3x3 convolution is nine products with shifted
/// rows of the matrix.
class Layout {
 public:
  Layout(std::size_t boards, int rows, int columns)
      : boards_(static_cast<Index>(boards)), rows_(rows), columns_(columns) {}

  [[nodiscard]] Index boards() const { return boards_; }
  [[nodiscard]] Index board_rows() const { return (rows_ + 1) * (columns_ + 1); }
  /// Zeros before the first board and after the last.
  [[nodiscard]] Index margin() const { return columns_ + 2; }
  [[nodiscard]] Index size() const { return boards_ * board_rows(); }
  [[nodiscard]] Index row(Index board, Index r, Index c) const {
    return margin() + board * board_rows() + r * (columns_ + 1) + c;
  }
  /// The row offset of the k-th of the 3x3 neighbours.
  [[nodiscard]] Index offset(std::size_t k) const {
    return (static_cast<Index>(k) / 3 - 1) * (columns_ + 1) + static_cast<Index>(k) % 3 - 1;
  }
  /// Calls f(row in the matrix, number of the cell among all cells).
  template <typename F>
  void for_each_cell(F&& f) const {
    Index number = 0;
    for (Index board = 0; board < boards_; ++board) {
      for (Index r = 0; r < rows_; ++r) {
        for (Index c = 0; c < columns_; ++c) f(row(board, r, c), number++);
      }
    }
  }
  [[nodiscard]] Matrix zeros(std::size_t channels) const {
    return Matrix::Zero(size() + 2 * margin(), static_cast<Index>(channels));
  }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }

  /// Resets everything outside the boards to zero.
  void clear_outside(Matrix& m) const {
    m.topRows(margin()).setZero();
    m.bottomRows(margin()).setZero();
    for (Index board = 0; board < boards_; ++board) {
      for (Index r = 0; r < rows_; ++r) m.row(row(board, r, columns_)).setZero();
      m.middleRows(row(board, rows_, 0), columns_ + 1).setZero();
    }
  }

 private:
  Index boards_, rows_, columns_;
};

/// out = the convolution of in. `added`, if given, has a row for each board.
void convolve(const FoldedLayer& layer, const Layout& layout, const Matrix& in, Matrix& out,
              const Matrix* added = nullptr) {
  auto inner = out.middleRows(layout.margin(), layout.size());
  inner.rowwise() = bias_of(layer);
  if (added != nullptr) {
    for (Index board = 0; board < layout.boards(); ++board) {
      inner.middleRows(board * layout.board_rows(), layout.board_rows()).rowwise() +=
          added->row(board);
    }
  }
  for (std::size_t k = 0; k < layer.offsets; ++k) {
    const Index offset = layer.offsets == 1 ? 0 : layout.offset(k);
    inner.noalias() +=
        in.middleRows(layout.margin() + offset, layout.size()) * weights_of(layer, k);
  }
}

/// Mean, scaled mean and maximum of each channel, in a row for each board. Channels are rectified,
/// so the zeros outside do not affect the maximum.
Matrix pool(const Layout& layout, const Matrix& in) {
  const Index channels = in.cols();
  const auto cells = static_cast<float>(layout.rows() * layout.columns());
  const auto scale = static_cast<float>(
      board_scale(static_cast<int>(layout.rows()), static_cast<int>(layout.columns())));
  Matrix pooled(layout.boards(), kPooled * channels);
  for (Index board = 0; board < layout.boards(); ++board) {
    const auto cells_of = in.middleRows(layout.row(board, 0, 0), layout.board_rows());
    pooled.row(board).head(channels) = cells_of.colwise().sum() / cells;
    pooled.row(board).segment(channels, channels) = pooled.row(board).head(channels) * scale;
    pooled.row(board).tail(channels) = cells_of.colwise().maxCoeff();
  }
  return pooled;
}

void store(const Matrix& from, std::vector<float>& to) {
  to.assign(from.data(), from.data() + from.size());
}

/// The layers from pooled (or dense) features to value, moves left and captured pieces.
struct ValueHead {
  explicit ValueHead(const Net& net)
      : hidden(folded_linear(net, "value.hidden")),
        value(folded_linear(net, "value.out")),
        moves_left(folded_linear(net, "moves_left.out")),
        captured(folded_linear(net, "captured.out")) {}

  void run(const Matrix& features, NetOutputs& outputs, bool everything) const {
    Matrix inner, out;
    apply_linear(hidden, features, inner);
    rectify(inner);
    apply_linear(value, inner, out);
    store(out, outputs.value);
    if (!everything) return;
    apply_linear(moves_left, inner, out);
    store(out, outputs.moves_left);
    apply_linear(captured, inner, out);
    store(out, outputs.captured);
  }

  FoldedLayer hidden, value, moves_left, captured;
};

/// A net without convolutions. Running it does not change it.
class DenseNet {
 public:
  explicit DenseNet(const Net& net)
      : shape_(net.shape), policy_(folded_linear(net, "policy.out")), head_(net) {
    for (int i = 0; i < net.spec.blocks; ++i) {
      layers_.push_back(folded_linear(net, fmt::format("layer{}", i)));
    }
  }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) const {
    const auto count = static_cast<Index>(inputs.count);
    Matrix features(count, shape_.planes + shape_.globals), next;
    features.leftCols(shape_.planes) =
        Eigen::Map<const Matrix>(inputs.planes.data(), count, shape_.planes);
    features.rightCols(shape_.globals) =
        Eigen::Map<const Matrix>(inputs.globals.data(), count, shape_.globals);
    for (const FoldedLayer& layer : layers_) {
      apply_linear(layer, features, next);
      rectify(next);
      std::swap(features, next);
    }
    apply_linear(policy_, features, next);
    store(next, outputs.policy);
    head_.run(features, outputs, everything);
    outputs.ownership.clear();
  }

 private:
  ObservationShape shape_;
  std::vector<FoldedLayer> layers_;
  FoldedLayer policy_;
  ValueHead head_;
};

/// A residual net, likewise.
class ResidualNet {
 public:
  explicit ResidualNet(const Net& net)
      : shape_(net.shape),
        stem_(folded_convolution(net, "stem")),
        globals_(folded_addition(net, "stem.globals", "stem")),
        policy_(folded_convolution(net, "policy")),
        policy_out_(folded_linear(net, "policy.out")),
        value_(folded_convolution(net, "value")),
        head_(net) {
    for (int i = 0; i < net.spec.blocks; ++i) {
      const std::string name = fmt::format("block{}", i);
      Block block;
      block.first = folded_convolution(net, name + ".first");
      block.second = folded_convolution(net, name + ".second");
      block.pools = net.spec.pools(i);
      if (block.pools) {
        block.pool = folded_convolution(net, name + ".pool");
        block.pooled = folded_addition(net, name + ".pooled", name + ".first");
      }
      blocks_.push_back(std::move(block));
    }
    if (shape_.square_classes > 0) ownership_ = folded_linear(net, "ownership.out");
  }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) const {
    const Layout layout(inputs.count, inputs.rows, inputs.columns);
    Matrix in = layout.zeros(stem_.inputs);
    layout.for_each_cell([&](Index row, Index number) {
      in.row(row) = RowVector(inputs.planes.data() + number * shape_.planes, shape_.planes);
    });
    Matrix added;
    apply_linear(globals_,
                 Eigen::Map<const Matrix>(inputs.globals.data(), layout.boards(), shape_.globals),
                 added);
    Matrix trunk = layout.zeros(stem_.outputs), inner = trunk, sum = trunk;
    convolve(stem_, layout, in, trunk, &added);
    settle(layout, trunk);
    for (const Block& block : blocks_) {
      if (block.pools) {
        Matrix seen = layout.zeros(block.pool.outputs);
        convolve(block.pool, layout, trunk, seen);
        settle(layout, seen);
        apply_linear(block.pooled, pool(layout, seen), added);
      }
      convolve(block.first, layout, trunk, inner, block.pools ? &added : nullptr);
      settle(layout, inner);
      convolve(block.second, layout, inner, sum);
      trunk += sum;
      settle(layout, trunk);
    }
    Matrix policy = layout.zeros(policy_.outputs);
    convolve(policy_, layout, trunk, policy);
    rectify(policy);
    per_cell(layout, policy_out_, policy, outputs.policy);
    Matrix value = layout.zeros(value_.outputs);
    convolve(value_, layout, trunk, value);
    settle(layout, value);
    head_.run(pool(layout, value), outputs, everything);
    if (everything && shape_.square_classes > 0) {
      per_cell(layout, ownership_, value, outputs.ownership);
    }
  }

 private:
  struct Block {
    FoldedLayer first, second, pool, pooled;
    bool pools = false;
  };

  static void settle(const Layout& layout, Matrix& m) {
    rectify(m);
    layout.clear_outside(m);
  }

  /// Applies a layer to each cell of the boards, without the padding.
  static void per_cell(const Layout& layout, const FoldedLayer& layer, const Matrix& in,
                       std::vector<float>& out) {
    Matrix all;
    apply_linear(layer, in, all);
    const auto width = static_cast<Index>(layer.outputs);
    out.resize(
        static_cast<std::size_t>(layout.boards() * layout.rows() * layout.columns() * width));
    layout.for_each_cell([&](Index row, Index number) {
      std::copy_n(all.data() + row * width, width, out.data() + number * width);
    });
  }

  ObservationShape shape_;
  FoldedLayer stem_, globals_;
  std::vector<Block> blocks_;
  FoldedLayer policy_, policy_out_, value_, ownership_;
  ValueHead head_;
};

template <typename Layers>
class EigenBackend final : public NetBackend {
 public:
  explicit EigenBackend(std::shared_ptr<const Layers> layers) : layers_(std::move(layers)) {}

  [[nodiscard]] std::string_view name() const override { return "eigen"; }

  void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) override {
    layers_->run(inputs, outputs, everything);
  }

  [[nodiscard]] std::unique_ptr<NetBackend> share() const override {
    return std::make_unique<EigenBackend>(layers_);
  }

 private:
  std::shared_ptr<const Layers> layers_;
};

}  // namespace

std::unique_ptr<NetBackend> make_eigen_backend(const Net& net) {
  if (net.spec.trunk == NetSpec::Trunk::dense) {
    return std::make_unique<EigenBackend<DenseNet>>(std::make_shared<const DenseNet>(net));
  }
  return std::make_unique<EigenBackend<ResidualNet>>(std::make_shared<const ResidualNet>(net));
}

}  // namespace tavlab
