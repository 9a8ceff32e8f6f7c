#include "selfplay/generate/run_state.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"
#include "core/other_run.h"
#include "core/text.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxBytes = std::uint64_t{16} << 20;

/// The parts of an identity.
std::vector<std::string> parts_of(std::string_view identity) {
  constexpr std::string_view kBetween = ", ";
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = identity.find(kBetween);
    parts.emplace_back(identity.substr(0, end));
    if (end == std::string_view::npos) return parts;
    identity.remove_prefix(end + kBetween.size());
  }
}

/// The parts in which two identities differ: "seed 1, here seed 2; rules".
std::string difference(std::string_view there, std::string_view here) {
  constexpr std::size_t kShown = 100;
  const std::vector<std::string> of_there = parts_of(there), of_here = parts_of(here);
  if (of_there.size() != of_here.size()) return "from another version of tavlab, or not from a run";
  std::string text;
  for (std::size_t i = 0; i < of_here.size(); ++i) {
    if (of_there[i] == of_here[i]) continue;
    text += text.empty() ? "" : "; ";
    if (of_here[i].starts_with("rules ") || of_there[i].size() > kShown) {
      text += of_here[i].substr(0, of_here[i].find(' '));  // hashes tell the reader nothing
    } else {
      text += fmt::format("{}, here {}", of_there[i], of_here[i]);
    }
  }
  return text;
}

}  // namespace

void write_run_state(const std::filesystem::path& path, const RunIdentity& identity,
                     const RunState& state) {
  const Json json = {{"run", identity.text},
                     {"options", identity.added},
                     {"round", state.round},
                     {"games", state.games},
                     {"next", state.next}};
  write_file(path, json.dump(1) + "\n");
}

RunState read_run_state(const std::filesystem::path& path, const RunIdentity& identity) {
  return parse_run_state(read_file(path, kMaxBytes), path.string(), identity);
}

RunState parse_run_state(std::string_view text, const std::string& name,
                         const RunIdentity& identity) {
  const auto refuse = [&](std::string_view why) {
    throw UserError(fmt::format("{}: is malformed: {}", name, why));
  };
  if (const std::string fault = json_fault(text); !fault.empty()) refuse(fault);
  const Json json = Json::parse(text);
  const auto part = [&](const char* key) -> const Json& {
    if (!json.is_object() || !json.contains(key)) refuse(fmt::format("'{}' is missing", key));
    return json.at(key);
  };
  if (!part("run").is_string()) refuse("'run' is not a string");
  const auto refuse_other = [&](const std::string& why) {
    throw OtherRun(fmt::format("{}: belongs to another run ({})", name, why));
  };
  if (const auto& run = part("run").get_ref<const std::string&>(); run != identity.text) {
    refuse_other(difference(run, identity.text));
  }
  const auto number = [&](const char* key, auto&& read) {
    const Json& value = part(key);
    try {
      return read(value);
    } catch (const UserError& error) {
      throw UserError(fmt::format("{}: is malformed: '{}' {}", name, key, error.what()));
    }
  };
  RunState state;
  const Json none = Json::object();
  const Json& options = json.contains("options") ? json.at("options") : none;
  if (!options.is_object()) refuse("'options' is not an object");
  for (const auto& [key, here] : identity.added) {
    const auto found = options.find(key);
    if (found == options.end()) {
      state.complete = false;
      continue;
    }
    if (!found->is_string()) refuse(fmt::format("'options' has no text '{}'", key));
    if (const auto& there = found->get_ref<const std::string&>(); there != here) {
      refuse_other(fmt::format("{} {}, here {}", key, printable(there), here));
    }
  }
  state.round = number("round", json_count<Json>);
  state.games = number("games", json_count<Json>);
  state.next = number("next", json_counts<Json>);
  return state;
}

}  // namespace tavlab
