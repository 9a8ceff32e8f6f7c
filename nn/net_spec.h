#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/observation.h"

namespace tavlab {

class TomlReader;

/// The architecture of a net. `nn/FORMATS.md` describes every layer.
struct NetSpec {
  enum class Trunk : std::uint8_t {
    residual,  ///< blocks of two 3x3 convolutions over a board
    dense      ///< layers over one row of numbers
  };

  Trunk trunk = Trunk::residual;
  int blocks = 6;             ///< residual blocks, or dense layers
  int channels = 64;          ///< width of the trunk
  int pooling_every = 3;      ///< every how many blocks one has global pooling; 0: none
  int pooling_channels = 16;  ///< channels pooled in such a block
  int policy_channels = 32;   ///< between trunk and policy
  int value_channels = 32;    ///< between trunk and the value's pooling
  int value_hidden = 64;
  ObservationOptions encoding;

  bool operator==(const NetSpec&) const = default;

  /// Whether a block (from 0) pools.
  [[nodiscard]] bool pools(int block) const {
    return pooling_every > 0 && (block + 1) % pooling_every == 0;
  }
};

/// Reads the keys of a net from a table (of a training config or a net's metadata) and leaves other
/// keys to the caller. Throws UserError for invalid shapes.
NetSpec read_net_spec(TomlReader& reader);
/// The same from a text with no other keys.
NetSpec parse_net_spec(std::string_view text, std::string_view origin);
/// As TOML with all keys.
std::string net_spec_text(const NetSpec& spec);

/// The name and shape of a tensor of a net.
struct NetParameter {
  std::string name;
  std::vector<std::int64_t> shape;
};

/// All tensors of such a net, in the order of the layers. Convolutions are [out, in, rows,
/// columns], other layers [out, in]; `NAME.norm` stands for the four vectors of a batch
/// normalization (weight, bias, mean, variance).
std::vector<NetParameter> net_parameters(const NetSpec& spec, const ObservationShape& shape);

/// Added to variances, as in Ioffe and Szegedy 2015.
inline constexpr float kNormEpsilon = 1e-5F;

/// Values that pooling computes per channel: the mean, the mean scaled by the size of the board,
/// and the maximum (Wu 2019, "Accelerating self-play learning in Go", section 3.3).
inline constexpr int kPooled = 3;
/// The scale of the second value.
inline double board_scale(int rows, int columns) { return ((rows + columns) / 2.0 - 11.0) / 10.0; }

}  // namespace tavlab
