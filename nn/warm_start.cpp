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

/// Why a net cannot take the weights of `from`; empty if it can. Blocks and a policy for each side
/// may be added, boards may have another size, and rule inputs have names.
std::string difference(const Net& net, const Net& from) {
  if (net.family != from.family) return fmt::format("its family is {}", from.family);
  if (net.spec.trunk != from.spec.trunk) return "it has another trunk";
  NetSpec wanted = net.spec;
  if (wanted.trunk == NetSpec::Trunk::residual) {
    wanted.blocks = std::min(wanted.blocks, from.spec.blocks);
  }
  wanted.encoding.max_size = from.spec.encoding.max_size;
  wanted.encoding.side_heads = wanted.encoding.side_heads && from.spec.encoding.side_heads;
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

/// The plane of `from`'s policy whose logits a plane of `shape`'s takes: the same move, or the
/// farthest move of `from` in its direction.
int policy_plane_of(int plane, const ObservationShape& shape, const ObservationShape& from) {
  const int planes = shape.policy_planes / shape.policies;
  const int policy = std::min(plane / planes, from.policies - 1);
  const int first = policy * (from.policy_planes / from.policies);
  const int own = plane % planes;
  const int distances = shape.largest_side - 1;
  const int distances_from = from.largest_side - 1;
  const int others = own - shape.directions * distances;
  if (others >= 0) return first + shape.directions * distances_from + others;
  return first + own / distances * distances_from + std::min(own % distances, distances_from - 1);
}

/// Copies the layer of the policy, [planes, in], or its bias.
void copy_policy(Tensor& layer, const ObservationShape& shape, const Tensor& from,
                 const ObservationShape& shape_from) {
  const auto width =
      static_cast<std::ptrdiff_t>(layer.values.size()) / std::ptrdiff_t{shape.policy_planes};
  for (int plane = 0; plane < shape.policy_planes; ++plane) {
    std::copy_n(from.values.begin() + policy_plane_of(plane, shape, shape_from) * width, width,
                layer.values.begin() + plane * width);
  }
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
    } else if (name.starts_with("policy.out.")) {
      copy_policy(tensor, net.shape, found->second, from.shape);
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
