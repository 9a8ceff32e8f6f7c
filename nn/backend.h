#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace tavlab {

/// A batch of encoded positions for a net, each with the layout of ObservationShape.
struct NetInputs {
  std::size_t count = 0;
  int rows = 0;
  int columns = 0;
  std::span<const float> planes;   ///< [count][rows * columns][shape.planes]
  std::span<const float> globals;  ///< [count][shape.globals]

  [[nodiscard]] std::size_t cells() const {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
  }
};

/// A net's outputs: logits unless stated otherwise, for the side to move if the encoding is
/// mover_relative.
struct NetOutputs {
  std::vector<float> policy;      ///< [count][rows * columns][shape.policy_planes]
  std::vector<float> value;       ///< [count][3]: win, draw, loss
  std::vector<float> moves_left;  ///< [count]: plies left, divided by kMovesLeftScale
  std::vector<float>
      captured;  ///< [count][2]: pieces that each side will still lose, divided by 10
  std::vector<float> ownership;  ///< [count][rows * columns][shape.square_classes]
};

inline constexpr float kMovesLeftScale = 50.0F;
inline constexpr float kCapturedScale = 10.0F;

/// Runs a net. A backend belongs to one thread. Apart from rounding, a position's outputs do not
/// depend on the rest of the batch.
class NetBackend {
 public:
  NetBackend() = default;
  NetBackend(const NetBackend&) = delete;
  NetBackend& operator=(const NetBackend&) = delete;
  virtual ~NetBackend() = default;

  [[nodiscard]] virtual std::string_view name() const = 0;

  /// Fills all outputs if `everything`, else only policy and value.
  virtual void run(const NetInputs& inputs, NetOutputs& outputs, bool everything) = 0;

  /// A backend of the same net for another thread. They share ownership of the weights.
  [[nodiscard]] virtual std::unique_ptr<NetBackend> share() const = 0;
};

}  // namespace tavlab
