#include "nn/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "core/families.h"
#include "core/random.h"
#include "core/text.h"
#include "mcts/noise.h"
#include "nn/evaluation/evaluation_net.h"
#include "nn/net_metadata.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tavlab net";
constexpr const char* kFormatVersion = "2";
constexpr const char* kFirstFormatVersion = "1";
constexpr float kLastLayers = 0.1F;  ///< factor of their initial weights

Tensor random_tensor(const NetParameter& parameter, Random& random) {
  Tensor tensor;
  tensor.shape = parameter.shape;
  std::size_t count = 1, inputs = 1;
  for (std::size_t i = 0; i < parameter.shape.size(); ++i) {
    count *= static_cast<std::size_t>(parameter.shape[i]);
    if (i > 0) inputs *= static_cast<std::size_t>(parameter.shape[i]);
  }
  const std::string_view name = parameter.name;
  tensor.values.assign(count, 0.0F);
  if (name.ends_with(".norm.weight") || name.ends_with(".norm.variance")) {
    std::ranges::fill(tensor.values, 1.0F);
  } else if (parameter.shape.size() > 1) {
    const float scale = std::sqrt(2.0F / static_cast<float>(inputs)) *
                        (name.find(".out.") != std::string_view::npos ? kLastLayers : 1.0F);
    for (float& value : tensor.values) value = scale * static_cast<float>(normal_variate(random));
  }
  return tensor;
}

/// Throws unless the trunk is residual for families with a board, and dense for the others.
void check_trunk(std::string_view family, const NetSpec& spec) {
  const bool board = observation_shape(family, spec.encoding).board;
  if (board == (spec.trunk == NetSpec::Trunk::residual)) return;
  throw UserError(
      fmt::format("trunk must be \"{}\" for the family {}", board ? "residual" : "dense", family));
}

/// Throws if a variance is negative, which training never produces.
void check_variances(const Net& net) {
  for (const auto& [name, tensor] : net.tensors) {
    if (!name.ends_with(".norm.variance")) continue;
    if (std::ranges::all_of(tensor.values, [](float value) { return value >= 0; })) continue;
    throw UserError(fmt::format("layer '{}' has a negative variance", name));
  }
}

/// Converts a file of version 0.1 to the current format, except for the names of its rule inputs.
void rename_tensors(TensorFile& file) {
  std::map<std::string, Tensor> renamed;
  while (!file.tensors.empty()) {
    auto node = file.tensors.extract(file.tensors.begin());
    node.key() = tensor_name_since_0_1(node.key());
    renamed.insert(std::move(node));
  }
  file.tensors = std::move(renamed);
}

void take_tensors(TensorFile& file, Net& net) {
  for (const NetParameter& parameter : net_parameters(net.spec, net.shape)) {
    const auto found = file.tensors.find(parameter.name);
    if (found == file.tensors.end()) {
      throw UserError(fmt::format("layer '{}' is missing", parameter.name));
    }
    if (found->second.shape != parameter.shape) {
      throw UserError(fmt::format("layer '{}' has the shape {}, not {}", parameter.name,
                                  shape_text(found->second.shape), shape_text(parameter.shape)));
    }
    net.tensors.insert(file.tensors.extract(found));
  }
  if (!file.tensors.empty()) {
    throw UserError(fmt::format("layer '{}' does not belong to the net that 'net' describes",
                                file.tensors.begin()->first));
  }
}

Net make_net(TensorFile file, std::string_view name) {
  if (const auto format = file.metadata.find("format");
      format == file.metadata.end() || format->second != kFormat) {
    throw UserError(is_evaluation_net(file)
                        ? "is a learned evaluation, not a net: see tavlab evaluate show"
                        : "is not a tavlab net");
  }
  const std::string version = need(file, "format_version");
  const bool first = version == kFirstFormatVersion;
  if (!first && version != kFormatVersion) {
    throw UserError(fmt::format("is a net of format {}; this version of tavlab reads {} and {}",
                                printable(version), kFirstFormatVersion, kFormatVersion));
  }
  Net net;
  net.family = need(file, "family");
  net.spec = parse_net_spec(need(file, "net"), name);
  check_trunk(net.family, net.spec);  // throws for an unknown family, too
  if (first) {
    net.spec = with_first_inputs(std::move(net.spec), net.family);
    rename_tensors(file);
  } else {
    net.spec.encoding.rule_inputs = read_names(need_json(file, "rule_inputs"));
  }
  check_rule_inputs(*find_family_schema(net.family), net.spec.encoding);
  net.shape = observation_shape(net.family, net.spec.encoding);
  if (first) {
    check_version(file, "encoding", net.family + "-1");
  } else {
    check_version(file, "observation", net.shape.name);
    check_version(file, "head", net.shape.head);
  }
  net.rules = read_rules(need_json(file, "rules"));
  net.history = read_history(need_json(file, "training"));
  take_tensors(file, net);
  check_variances(net);
  return net;
}

}  // namespace

std::uint64_t Net::parameter_count() const {
  std::uint64_t count = 0;
  for (const auto& [name, tensor] : tensors) {
    if (name.ends_with(".norm.mean") || name.ends_with(".norm.variance")) continue;
    count += tensor.values.size();
  }
  return count;
}

Net random_net(std::string_view family, const NetSpec& spec, std::uint64_t seed) {
  check_trunk(family, spec);
  Net net;
  net.family = family;
  net.spec = spec;
  if (!net.spec.encoding.rule_inputs) {
    net.spec.encoding.rule_inputs = rule_input_names(*find_family_schema(family));
  }
  net.shape = observation_shape(family, net.spec.encoding);
  Random random(derive_seed({seed, hash_text("net")}));
  for (const NetParameter& parameter : net_parameters(spec, net.shape)) {
    net.tensors.emplace(parameter.name, random_tensor(parameter, random));
  }
  return net;
}

void write_net(const std::filesystem::path& path, const Net& net) {
  TensorFile file;
  file.metadata = {{"format", kFormat},
                   {"format_version", kFormatVersion},
                   {"family", net.family},
                   {"observation", net.shape.name},
                   {"head", net.shape.head},
                   {"rule_inputs", Json(net.spec.encoding.rule_inputs.value()).dump()},
                   {"net", net_spec_text(net.spec)},
                   {"rules", rules_text(net.rules)},
                   {"training", Json(net.history).dump()}};
  file.tensors = net.tensors;
  write_tensor_file(path, file);
}

NetSpec with_first_inputs(NetSpec spec, std::string_view family) {
  const FamilySchema* const schema = find_family_schema(family);
  if (schema == nullptr) throw_unknown_family("net", family);
  if (schema->first_inputs.empty()) {
    throw UserError(fmt::format("version 0.1 had no nets of the family {}", family));
  }
  spec.encoding.rule_inputs = schema->first_inputs;
  return spec;
}

std::string tensor_name_since_0_1(std::string name) {
  constexpr std::pair<std::string_view, std::string_view> kRenamed[] = {
      {"plies.out.", "moves_left.out."}, {"squares.out.", "ownership.out."}};
  for (const auto& [before, now] : kRenamed) {
    const std::size_t at = name.find(before);
    if (at == 0 || (at != std::string::npos && name[at - 1] == '.')) {
      return name.replace(at, before.size(), now);
    }
  }
  return name;
}

Net read_net(const std::filesystem::path& path) {
  return net_of(read_tensor_file(path), path.string());
}

Net net_of(TensorFile file, const std::string& name) {
  try {
    return make_net(std::move(file), "metadata key 'net'");
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", name, error.what()));
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format(
        "{}: metadata key 'rules', 'rule_inputs' or 'training' has an unexpected form", name));
  }
}

}  // namespace tavlab
