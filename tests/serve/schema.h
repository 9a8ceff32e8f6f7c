#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

namespace tavlab::serve {

/// Where a value differs from a JSON Schema, with the path; empty if it does not. Of the schema
/// language only what serve/api/openapi.json uses: type, properties, required,
/// additionalProperties: false, items, enum, oneOf, $ref.
inline std::string schema_fault(const nlohmann::ordered_json& value,
                                const nlohmann::ordered_json& schema,
                                const nlohmann::ordered_json& document, const std::string& path) {
  using Json = nlohmann::ordered_json;
  if (schema.contains("$ref")) {
    const std::string target = schema["$ref"].get<std::string>().substr(1);  // without '#'
    return schema_fault(value, document.at(Json::json_pointer(target)), document, path);
  }
  if (schema.contains("oneOf")) {
    for (const Json& each : schema["oneOf"]) {
      if (schema_fault(value, each, document, path).empty()) return {};
    }
    return path + " is none of its alternatives: " + value.dump();
  }
  if (schema.contains("type")) {
    const auto is = [&](const std::string& type) {
      return (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
             (type == "integer" && value.is_number_integer()) ||
             (type == "number" && value.is_number()) || (type == "array" && value.is_array()) ||
             (type == "object" && value.is_object()) || (type == "null" && value.is_null());
    };
    const Json& type = schema["type"];
    bool found = false;
    if (type.is_string()) found = is(type.get<std::string>());
    if (type.is_array()) {
      for (const Json& each : type) found = found || is(each.get<std::string>());
    }
    if (!found) return path + " is not of type " + type.dump() + ": " + value.dump();
  }
  if (schema.contains("enum")) {
    bool found = false;
    for (const Json& each : schema["enum"]) found = found || each == value;
    if (!found) return path + " is none of " + schema["enum"].dump() + ": " + value.dump();
  }
  if (value.is_array() && schema.contains("items")) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      std::string fault =
          schema_fault(value[i], schema["items"], document, path + "[" + std::to_string(i) + "]");
      if (!fault.empty()) return fault;
    }
  }
  if (!value.is_object() || !schema.contains("properties")) return {};
  const Json& properties = schema["properties"];
  for (const auto& [key, member] : value.items()) {
    if (!properties.contains(key)) {
      if (schema.value("additionalProperties", true)) continue;
      return fmt::format("{}.{} is not described", path, key);
    }
    std::string fault =
        schema_fault(member, properties[key], document, fmt::format("{}.{}", path, key));
    if (!fault.empty()) return fault;
  }
  if (schema.contains("required")) {
    for (const Json& key : schema["required"]) {
      const std::string name = key;
      if (!value.contains(name)) return fmt::format("{}.{} is missing", path, name);
    }
  }
  return {};
}

}  // namespace tavlab::serve
