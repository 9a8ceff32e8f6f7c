#include "nn/net.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/families.h"
#include "core/io/json_check.h"
#include "core/random.h"
#include "core/text.h"
#include "mcts/noise.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tavlab net";
constexpr const char* kFormatVersion = "1";
constexpr float kLastLayers = 0.1F;  ///< by how much smaller than others they begin

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

/// A hash from its 16 hexadecimal digits.
std::uint64_t parse_hash(const std::string& text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != 16) {
    throw UserError(fmt::format("has rules with the hash '{}', which is none", text));
  }
  return hash;
}

/// Convolutions need a board; a row of numbers needs layers without one.
void check_trunk(std::string_view family, const NetSpec& spec) {
  const bool board = observation_shape(family, spec.encoding).board;
  if (board == (spec.trunk == NetSpec::Trunk::residual)) return;
  throw UserError(
      fmt::format("trunk must be \"{}\" for the family {}", board ? "residual" : "dense", family));
}

std::string need(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) throw UserError(fmt::format("says no '{}'", key));
  return found->second;
}

Json need_json(const TensorFile& file, const char* key) {
  const std::string text = need(file, key);
  if (const std::string fault = json_fault(text); !fault.empty()) {
    throw UserError(fmt::format("has '{}' that cannot be read: {}", key, fault));
  }
  return Json::parse(text);
}

/// A name or a word of a net's history, which are shown; earlier versions wrote any characters.
std::string short_line(const Json& json) {
  constexpr std::size_t kLongest = 64 * 1024;
  return printable(whole_letters(json.get_ref<const std::string&>(), kLongest));
}

/// Numbers that no training makes, and no back end can divide by.
void check_variances(const Net& net) {
  for (const auto& [name, tensor] : net.tensors) {
    if (!name.ends_with(".norm.variance")) continue;
    if (std::ranges::all_of(tensor.values, [](float value) { return value >= 0; })) continue;
    throw UserError(fmt::format("has a layer '{}' with a variance below 0", name));
  }
}

Net make_net(TensorFile file, std::string_view name) {
  if (const auto format = file.metadata.find("format");
      format == file.metadata.end() || format->second != kFormat) {
    throw UserError("is no net of tavlab's");
  }
  if (const std::string version = need(file, "format_version"); version != kFormatVersion) {
    throw UserError(fmt::format("has the format {} of another version of tavlab, this one reads {}",
                                version, kFormatVersion));
  }
  Net net;
  net.family = need(file, "family");
  net.spec = parse_net_spec(need(file, "net"), name);
  check_trunk(net.family, net.spec);  // throws for another family, too
  net.shape = observation_shape(net.family, net.spec.encoding);
  if (const std::string encoding = need(file, "encoding"); encoding != net.shape.name) {
    throw UserError(fmt::format("sees positions by the encoding {}, this version of tavlab has {}",
                                encoding, net.shape.name));
  }
  const Json rules = need_json(file, "rules");
  for (const auto& each : rules) {
    net.rules.push_back({short_line(each.at("id")), parse_hash(each.at("hash"))});
  }
  const Json history = need_json(file, "training");
  for (const auto& [key, value] : history.items()) {
    net.history.emplace(printable(key), short_line(value));
  }
  for (const NetParameter& parameter : net_parameters(net.spec, net.shape)) {
    const auto found = file.tensors.find(parameter.name);
    if (found == file.tensors.end()) {
      throw UserError(fmt::format("lacks the layer '{}'", parameter.name));
    }
    if (found->second.shape != parameter.shape) {
      throw UserError(fmt::format("has a layer '{}' of the shape {}, not {}", parameter.name,
                                  shape_text(found->second.shape), shape_text(parameter.shape)));
    }
    net.tensors.insert(file.tensors.extract(found));
  }
  if (!file.tensors.empty()) {
    throw UserError(fmt::format("has a layer '{}' that its description does not know",
                                file.tensors.begin()->first));
  }
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
  net.shape = observation_shape(family, spec.encoding);
  Random random(derive_seed({seed, hash_text("net")}));
  for (const NetParameter& parameter : net_parameters(spec, net.shape)) {
    net.tensors.emplace(parameter.name, random_tensor(parameter, random));
  }
  return net;
}

void write_net(const std::filesystem::path& path, const Net& net) {
  Json rules = Json::array();
  for (const NetRules& each : net.rules)
    rules.push_back({{"id", each.id}, {"hash", fmt::format("{:016x}", each.hash)}});
  TensorFile file;
  file.metadata = {{"format", kFormat},
                   {"format_version", kFormatVersion},
                   {"family", net.family},
                   {"encoding", net.shape.name},
                   {"net", net_spec_text(net.spec)},
                   {"rules", rules.dump()},
                   {"training", Json(net.history).dump()}};
  file.tensors = net.tensors;
  write_tensor_file(path, file);
}

Net read_net(const std::filesystem::path& path) {
  return net_of(read_tensor_file(path), path.string());
}

Net net_of(TensorFile file, const std::string& name) {
  try {
    return make_net(std::move(file), "its description");
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", name, error.what()));
  } catch (const nlohmann::json::exception&) {
    throw UserError(
        fmt::format("{}: its rules or its history are not as tavlab writes them", name));
  }
}

void check_rules(const Net& net, std::uint64_t rules_hash, std::string_view file) {
  constexpr std::size_t kMostNamed = 5;
  std::string known;
  for (std::size_t i = 0; i < net.rules.size(); ++i) {
    if (net.rules[i].hash == rules_hash) return;
    if (i < kMostNamed) known += fmt::format("{}{}", known.empty() ? "" : ", ", net.rules[i].id);
  }
  if (net.rules.size() > kMostNamed) {
    known += fmt::format(" and {} more", net.rules.size() - kMostNamed);
  }
  throw UserError(fmt::format("net '{}': was trained for {}, not for these rules", file,
                              known.empty() ? "no rules" : known));
}

}  // namespace tavlab
