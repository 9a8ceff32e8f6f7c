#include "nn/warm_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include "core/error.h"

namespace tavlab {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Why a net cannot take the weights of `from`; empty if it can. Blocks may be added, and rule
/// inputs have names.
std::string difference(const Net& net, const Net& from) {
  if (net.family != from.family) return fmt::format("its family is {}", from.family);
  if (net.spec.trunk != from.spec.trunk) return "it has another trunk";
  NetSpec wanted = net.spec;
  if (wanted.trunk == NetSpec::Trunk::residual) {
    wanted.blocks = std::min(wanted.blocks, from.spec.blocks);
  }
  const std::vector<std::string> ours = lines_of(net_spec_text(net.spec));
  const std::vector<std::string> needed = lines_of(net_spec_text(wanted));
  const std::vector<std::string> theirs = lines_of(net_spec_text(from.spec));
  for (std::size_t i = 0; i < needed.size(); ++i) {
    if (needed[i] != theirs[i]) {
      return fmt::format("it has {}, the config {}", theirs[i], ours[i]);
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
    throw UserError(fmt::format("{}: training cannot start from this net: {}", file, reason));
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
