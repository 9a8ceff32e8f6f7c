#include "nn/net_metadata.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/io/json_check.h"
#include "core/text.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

/// Parses a hash of 16 hexadecimal digits.
std::uint64_t parse_hash(const std::string& text) {
  std::uint64_t hash = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc() || end != text.data() + text.size() || text.size() != 16) {
    throw UserError(fmt::format("metadata key 'rules' has the invalid hash '{}'", text));
  }
  return hash;
}

/// A text made printable; earlier versions did not restrict the characters.
std::string short_line(const Json& json) {
  constexpr std::size_t kLongest = 64 * 1024;
  return printable(whole_letters(json.get_ref<const std::string&>(), kLongest));
}

}  // namespace

std::string need(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  if (found == file.metadata.end()) {
    throw UserError(fmt::format("metadata key '{}' is missing", key));
  }
  return found->second;
}

Json need_json(const TensorFile& file, const char* key) {
  const std::string text = need(file, key);
  if (const std::string fault = json_fault(text); !fault.empty()) {
    throw UserError(fmt::format("metadata key '{}' is not valid JSON: {}", key, fault));
  }
  return Json::parse(text);
}

void check_version(const TensorFile& file, const char* key, const std::string& known) {
  if (const std::string version = need(file, key); version != known) {
    throw UserError(fmt::format("its {} is {}; this version of tavlab reads {}", key,
                                printable(version), known));
  }
}

std::vector<std::string> read_names(const Json& json) {
  constexpr std::size_t kMost = 100'000;
  if (json.size() > kMost) throw UserError("has too many rule inputs");
  std::vector<std::string> names;
  for (const auto& name : json) names.push_back(short_line(name));
  return names;
}

std::vector<NetRules> read_rules(const Json& json) {
  std::vector<NetRules> rules;
  for (const auto& each : json) {
    NetRules known{short_line(each.at("id")), parse_hash(each.at("hash"))};
    if (each.contains("parameters")) {
      known.parameters.emplace();
      for (const auto& [key, value] : each.at("parameters").items()) {
        known.parameters->emplace(printable(key), short_line(value));
      }
    }
    rules.push_back(std::move(known));
  }
  return rules;
}

std::string rules_text(const std::vector<NetRules>& rules) {
  Json json = Json::array();
  for (const NetRules& each : rules) {
    json.push_back({{"id", each.id}, {"hash", fmt::format("{:016x}", each.hash)}});
    if (each.parameters) json.back()["parameters"] = *each.parameters;
  }
  return json.dump();
}

std::map<std::string, std::string> read_history(const Json& json) {
  std::map<std::string, std::string> history;
  for (const auto& [key, value] : json.items()) {
    history.emplace(printable(key), short_line(value));
  }
  return history;
}

}  // namespace tavlab
