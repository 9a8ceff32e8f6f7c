#include "nn/warm_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "core/error.h"

namespace tavlab {
namespace {

/// The first key whose values differ, with both values; empty if there is none. Blocks may be
/// added, and rule inputs have names.
std::string difference(const Net& net, const Net& from) {
  if (net.family != from.family) return fmt::format("its family is {}", from.family);
  const NetSpec &a = net.spec, &b = from.spec;
  if (a.trunk != b.trunk) return "it has another trunk";
  if (b.blocks > a.blocks || (b.blocks < a.blocks && a.trunk == NetSpec::Trunk::dense)) {
    return fmt::format("it has blocks = {}, the config {}", b.blocks, a.blocks);
  }
  struct Key {
    const char* name;
    int wanted, found;
  };
  for (const Key& key : {Key{"channels", a.channels, b.channels},
                         Key{"pooling_every", a.pooling_every, b.pooling_every},
                         Key{"pooling_channels", a.pooling_channels, b.pooling_channels},
                         Key{"policy_channels", a.policy_channels, b.policy_channels},
                         Key{"value_channels", a.value_channels, b.value_channels},
                         Key{"value_hidden", a.value_hidden, b.value_hidden},
                         Key{"max_size", a.encoding.max_size, b.encoding.max_size},
                         Key{"side_heads", a.encoding.side_heads, b.encoding.side_heads}}) {
    if (key.wanted != key.found) {
      return fmt::format("it has {} = {}, the config {}", key.name, key.found, key.wanted);
    }
  }
  if (net.shape.name != from.shape.name || net.shape.head != from.shape.head) {
    return fmt::format("it has observation {} and head {}, this version {} and {}", from.shape.name,
                       from.shape.head, net.shape.name, net.shape.head);
  }
  return "";
}

/// Copies the weights of a layer whose last inputs are the rules', [out, in].
void copy_by_rule_inputs(Tensor& layer, const Tensor& from, const std::vector<std::string>& names,
                         const std::vector<std::string>& names_from) {
  const auto rows = static_cast<std::size_t>(layer.shape[0]);
  const auto columns = static_cast<std::size_t>(layer.shape[1]);
  const auto columns_from = static_cast<std::size_t>(from.shape[1]);
  const std::size_t others = columns - names.size();
  for (std::size_t column = 0; column < columns; ++column) {
    std::size_t source = column;
    if (column >= others) {
      const auto found = std::ranges::find(names_from, names[column - others]);
      source = columns_from - static_cast<std::size_t>(names_from.end() - found);
    }
    for (std::size_t row = 0; row < rows; ++row) {
      layer.values[row * columns + column] =
          source < columns_from ? from.values[row * columns_from + source] : 0.0F;
    }
  }
}

}  // namespace

void start_from(Net& net, const Net& from, std::string_view file) {
  if (const std::string reason = difference(net, from); !reason.empty()) {
    throw UserError(fmt::format("{}: a training cannot start from this net: {}", file, reason));
  }
  for (auto& [name, tensor] : net.tensors) {
    const auto found = from.tensors.find(name);
    if (found == from.tensors.end()) {
      if (name.ends_with(".second.norm.weight")) std::ranges::fill(tensor.values, 0.0F);
    } else if (found->second.shape == tensor.shape && name != "stem.globals.weight" &&
               name != "layer0.weight") {
      tensor.values = found->second.values;
    } else {
      copy_by_rule_inputs(tensor, found->second, net.spec.encoding.rule_inputs.value(),
                          from.spec.encoding.rule_inputs.value());
    }
  }
}

}  // namespace tavlab
