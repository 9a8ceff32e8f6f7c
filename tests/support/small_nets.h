#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/random.h"
#include "core/ruleset/ruleset.h"
#include "nn/backend.h"
#include "nn/net.h"

namespace tavlab {

/// A net of a family that is small enough for tests. No two widths are the same, so that confusing
/// them fails.
inline NetSpec small_spec(std::string_view family) {
  NetSpec spec;
  spec.trunk = family == "ur" ? NetSpec::Trunk::dense : NetSpec::Trunk::residual;
  spec.blocks = 2;
  spec.channels = 8;
  spec.pooling_every = 2;
  spec.pooling_channels = 5;
  spec.policy_channels = 7;
  spec.value_channels = 6;
  spec.value_hidden = 9;
  return spec;
}

/// An untrained net for these rules whose outputs still differ from move to move.
inline Net untrained_net(const RuleSet& rules, std::uint64_t seed) {
  Net net = random_net(rules.family, small_spec(rules.family), seed);
  for (auto& [layer, tensor] : net.tensors) {
    if (layer.find(".out.weight") == std::string::npos) continue;
    for (float& value : tensor.values) value *= 30.0F;
  }
  net.rules = {{rules.id, rules.content_hash()}};
  return net;
}

/// A net whose batch normalizations and biases have an effect.
inline Net net_with_random_norms(std::string_view family, const NetSpec& spec, std::uint64_t seed) {
  Net net = random_net(family, spec, seed);
  Random random(seed + 1);
  for (auto& [name, tensor] : net.tensors) {
    const bool norm = name.find(".norm.") != std::string::npos;
    if (!norm && !name.ends_with(".bias")) continue;
    for (float& value : tensor.values) {
      value = static_cast<float>(name.ends_with(".variance") ? 0.2 + random.uniform()
                                                             : random.uniform() - 0.3);
    }
  }
  return net;
}

/// Made-up positions for a net: zeros and ones.
class MadeUpInputs {
 public:
  MadeUpInputs(const ObservationShape& shape, std::size_t count, int rows, int columns,
               std::uint64_t seed)
      : count_(count),
        rows_(rows),
        columns_(columns),
        planes_(count * static_cast<std::size_t>(rows * columns * shape.planes)),
        globals_(count * static_cast<std::size_t>(shape.globals)) {
    Random random(seed);
    for (auto* numbers : {&planes_, &globals_}) {
      for (float& value : *numbers) value = random.below(3) == 0 ? 1.0F : 0.0F;
    }
  }

  [[nodiscard]] NetInputs all() const { return {count_, rows_, columns_, planes_, globals_}; }
  /// One of them alone.
  [[nodiscard]] NetInputs one(std::size_t number) const {
    const std::size_t planes = planes_.size() / count_, globals = globals_.size() / count_;
    return {1, rows_, columns_, std::span(planes_).subspan(number * planes, planes),
            std::span(globals_).subspan(number * globals, globals)};
  }

 private:
  std::size_t count_;
  int rows_, columns_;
  std::vector<float> planes_, globals_;
};

}  // namespace tavlab
