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

namespace tavlab {

/// Rules that a net was trained for.
struct NetRules {
  std::string id;
  std::uint64_t hash = 0;  ///< RuleSet::content_hash
  /// RulesIdentity::parameters; nets of version 0.1 do not have them.
  std::optional<std::map<std::string, std::string>> parameters = {};
};

/// A net: how it is built, what it is for, its weights.
struct Net {
  std::string family;
  NetSpec spec;                                ///< with the names of its rule inputs
  ObservationShape shape;                      ///< of its inputs and outputs
  std::vector<NetRules> rules;                 ///< what it was trained for
  std::map<std::string, std::string> history;  ///< of its training, for readers
  std::map<std::string, Tensor> tensors;       ///< as net_parameters() names them

  [[nodiscard]] const Tensor& at(const std::string& name) const { return tensors.at(name); }
  /// How many weights are trained.
  [[nodiscard]] std::uint64_t parameter_count() const;
};

/// An untrained net: weights drawn for rectified layers (He et al. 2015), those of the last layers
/// small, so that all moves and results are about equally likely. Its rule inputs are those of the
/// spec, or all that there are. Throws UserError where the trunk does not fit the family.
Net random_net(std::string_view family, const NetSpec& spec, std::uint64_t seed);

/// Writes a net as a safetensors file; nn/FORMATS.md describes it. Throws UserError.
void write_net(const std::filesystem::path& path, const Net& net);

/// Reads a net of this version or an earlier one; files are untrusted. Throws UserError, naming the
/// file, for one that is not a net, is truncated, has an observation, a head or a rule input that
/// this version does not know, or misses a layer.
Net read_net(const std::filesystem::path& path);
/// The same from a tensor file in memory; `name` stands for the file in messages.
Net net_of(TensorFile file, const std::string& name);

/// What a net of version 0.1 with this description was built with but did not store: the names of
/// its rule inputs. Throws UserError for a family that is younger.
NetSpec with_first_inputs(NetSpec spec, std::string_view family);
/// The present name of a tensor of version 0.1, which called two heads by other names.
std::string tensor_name_since_0_1(std::string name);

/// The parameters of rules that a net was trained for, as stored or, where version 0.1 did not
/// store them, as the built-in rule set of that id and hash has them; nothing where there is none.
std::optional<std::map<std::string, std::string>> known_parameters(const NetRules& known);

/// Throws UserError where the net cannot play these rules. Either it has no input for a parameter
/// that is not neutral in them, which is named with its value; or it was not trained for them, and
/// the nearest rules that it was trained for are named with what differs.
void check_rules(const Net& net, const RulesIdentity& rules, std::string_view file);

}  // namespace tavlab
