#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ruleset/ruleset.h"
#include "nn/net_spec.h"
#include "nn/tensor_file.h"
#include "nn/trained_rules.h"

namespace tavlab {

/// A net: its architecture, its rules and its weights.
struct Net {
  std::string family;
  NetSpec spec;                                ///< includes the names of its rule inputs
  ObservationShape shape;                      ///< of its inputs and outputs
  std::vector<NetRules> rules;                 ///< what it was trained for
  std::map<std::string, std::string> history;  ///< of its training, for information
  std::map<std::string, Tensor> tensors;       ///< by the names of net_parameters()

  [[nodiscard]] const Tensor& at(const std::string& name) const { return tensors.at(name); }
  /// The number of trained weights.
  [[nodiscard]] std::uint64_t parameter_count() const;
};

/// An untrained net. Weights are initialised for rectified layers (He et al. 2015); those of the
/// last layers are small, so that all moves and results are about equally likely. The rule inputs
/// are those of the spec, or all of the family's. Throws UserError if the trunk does not fit the
/// family.
Net random_net(std::string_view family, const NetSpec& spec, std::uint64_t seed);

/// Writes a net as a safetensors file; nn/FORMATS.md describes it. Throws UserError.
void write_net(const std::filesystem::path& path, const Net& net);

/// Reads a net of this version or an earlier one; files are untrusted. Throws UserError, naming the
/// file, if it is not a net, is truncated, has an unknown observation, head or rule input, or lacks
/// a layer.
Net read_net(const std::filesystem::path& path);
/// The same from a tensor file in memory; `name` stands for the file in messages.
Net net_of(TensorFile file, const std::string& name);

/// Adds the names of the rule inputs, which nets of version 0.1 did not store. Throws UserError for
/// a newer family.
NetSpec with_first_inputs(NetSpec spec, std::string_view family);
/// The current name of a tensor of version 0.1, which had other names for two heads.
std::string tensor_name_since_0_1(std::string name);

/// Throws UserError if the net cannot play these rules, as for TrainedRules.
void check_rules(const Net& net, const RulesIdentity& rules, std::string_view file);

}  // namespace tavlab
