#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "nn/tensor_file.h"
#include "nn/trained_rules.h"

namespace tavlab {

// Metadata common to the files of all kinds of nets (nn/FORMATS.md). Readers throw UserError with
// the key, or an exception of nlohmann::json for JSON of another shape.

/// The value of a key.
std::string need(const TensorFile& file, const char* key);
/// The value of a key, parsed.
nlohmann::ordered_json need_json(const TensorFile& file, const char* key);
/// Throws unless the key has this value.
void check_version(const TensorFile& file, const char* key, const std::string& known);

/// The list `rule_inputs`.
std::vector<std::string> read_names(const nlohmann::ordered_json& json);
/// The list `rules`, read and written.
std::vector<NetRules> read_rules(const nlohmann::ordered_json& json);
std::string rules_text(const std::vector<NetRules>& rules);
/// The object `training`.
std::map<std::string, std::string> read_history(const nlohmann::ordered_json& json);

}  // namespace tavlab
