#pragma once

#include <string>
#include <string_view>

#include "core/ruleset.h"
#include "nn/net.h"

namespace tavlab {

/// A net of a family that is small enough for tests. No two widths are the same, so that what takes
/// one for the other fails.
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

/// A net for these rules that knows nothing, and yet has opinions that differ from move to move.
inline Net opinionated_net(const RuleSet& rules, std::uint64_t seed) {
  Net net = random_net(rules.family, small_spec(rules.family), seed);
  for (auto& [layer, tensor] : net.tensors) {
    if (layer.find(".out.weight") == std::string::npos) continue;
    for (float& value : tensor.values) value *= 30.0F;
  }
  net.rules = {{rules.id, rules.content_hash()}};
  return net;
}

}  // namespace tavlab
