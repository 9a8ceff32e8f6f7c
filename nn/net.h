#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "nn/net_spec.h"
#include "nn/tensor_file.h"

namespace tavlab {

/// Rules that a net was trained for.
struct NetRules {
  std::string id;
  std::uint64_t hash = 0;  ///< RuleSet::content_hash
};

/// A net: how it is built, what it is for, its numbers.
struct Net {
  std::string family;
  NetSpec spec;
  ObservationShape shape;                      ///< what family and spec make of it
  std::vector<NetRules> rules;                 ///< what it was trained for
  std::map<std::string, std::string> history;  ///< of its training, for readers
  std::map<std::string, Tensor> tensors;       ///< as net_parameters() names them

  [[nodiscard]] const Tensor& at(const std::string& name) const { return tensors.at(name); }
  /// How many numbers training can change.
  [[nodiscard]] std::uint64_t parameter_count() const;
};

/// A net that knows nothing: weights drawn for rectified layers (He et al. 2015), the last layers
/// small, so that it finds every move and result about equally good. Throws UserError where such a
/// net cannot see the family's positions.
Net random_net(std::string_view family, const NetSpec& spec, std::uint64_t seed);

/// Writes a net as a safetensors file; nn/FORMATS.md describes it. Throws UserError.
void write_net(const std::filesystem::path& path, const Net& net);

/// Reads a net, which may come from anybody. Throws UserError, naming the file, for one that is no
/// net of tavlab's, is cut off, was made for another encoding, or lacks a layer.
Net read_net(const std::filesystem::path& path);
/// The net that a file's tensors and texts are; `name` stands for the file in messages.
Net net_of(TensorFile file, const std::string& name);

/// Throws UserError where a net was not trained for the rules of this RuleSet::content_hash, naming
/// what it was trained for.
void check_rules(const Net& net, std::uint64_t rules_hash, std::string_view file);

}  // namespace tavlab
