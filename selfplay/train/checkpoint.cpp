#include "selfplay/train/checkpoint.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "core/io/json_check.h"
#include "nn/net.h"
#include "nn/tensor_file.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCheckpointFormat = "tavlab checkpoint 2";
constexpr const char* kFirstFormat = "tavlab checkpoint 1";  ///< of version 0.1

LearnerState renamed(LearnerState learner) {
  LearnerState now;
  while (!learner.empty()) {
    auto node = learner.extract(learner.begin());
    node.key() = tensor_name_since_0_1(node.key());
    now.insert(std::move(node));
  }
  return now;
}

/// Parses a metadata value as JSON. Throws UserError.
Json metadata_json(const TensorFile& file, const char* key) {
  const auto found = file.metadata.find(key);
  const std::string text = found == file.metadata.end() ? "" : found->second;
  if (const std::string fault = json_fault(text); !fault.empty()) {
    throw UserError(fmt::format("metadata key '{}' is not valid JSON: {}", key, fault));
  }
  return Json::parse(text);
}

/// Throws UserError or exceptions of nlohmann::json.
void read_counters(const Json& counters, Checkpoint& checkpoint) {
  const char* at = "";
  const auto take = [&](const char* key) -> const Json& { return counters.at(at = key); };
  try {
    checkpoint.round = json_count(take("round"));
    checkpoint.games = json_count(take("games"));
    checkpoint.positions = json_count(take("positions"));
    checkpoint.first_shard = json_count(take("first_shard"));
    checkpoint.window_games = json_count(take("window_games"));
    take("seconds").get_to(checkpoint.seconds);
    take("resign_below").get_to(checkpoint.resign_below);
    if (!(checkpoint.seconds >= 0) || !(checkpoint.resign_below >= 0)) {
      throw UserError("is negative");
    }
    checkpoint.next = json_counts(take("next"));
    take("shards").get_to(checkpoint.shards);
    for (const auto& [folder, number] : take("taken").items()) {
      checkpoint.taken.emplace(folder, json_count(number));
    }
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format("counter '{}' is missing or of another type", at));
  } catch (const UserError& error) {
    throw UserError(fmt::format("counter '{}' {}", at, error.what()));
  }
}

}  // namespace

void write_checkpoint(const std::filesystem::path& path, const Checkpoint& checkpoint) {
  const Json counters = {{"round", checkpoint.round},
                         {"games", checkpoint.games},
                         {"positions", checkpoint.positions},
                         {"first_shard", checkpoint.first_shard},
                         {"window_games", checkpoint.window_games},
                         {"seconds", checkpoint.seconds},
                         {"resign_below", checkpoint.resign_below},
                         {"next", checkpoint.next},
                         {"shards", checkpoint.shards},
                         {"taken", checkpoint.taken}};
  TensorFile file;
  file.metadata = {{"format", kCheckpointFormat},
                   {"counters", counters.dump()},
                   {"config", checkpoint.identity}};
  if (checkpoint.rule_inputs) file.metadata["rule_inputs"] = Json(*checkpoint.rule_inputs).dump();
  file.tensors = checkpoint.learner;
  write_tensor_file(path, file);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  return checkpoint_of(read_tensor_file(path), path.string());
}

Checkpoint checkpoint_of(TensorFile file, const std::string& name) {
  const std::string format = file.metadata["format"];
  if (format != kCheckpointFormat && format != kFirstFormat) {
    throw UserError(fmt::format("{}: is not a checkpoint of this version of tavlab", name));
  }
  Checkpoint checkpoint;
  try {
    read_counters(metadata_json(file, "counters"), checkpoint);
    if (format == kCheckpointFormat) {
      checkpoint.rule_inputs.emplace();
      metadata_json(file, "rule_inputs").get_to(*checkpoint.rule_inputs);
    }
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format("{}: metadata key 'rule_inputs' is not a list of names", name));
  } catch (const UserError& error) {
    throw UserError(fmt::format("{}: {}", name, error.what()));
  }
  checkpoint.identity = file.metadata["config"];
  checkpoint.learner = renamed(std::move(file.tensors));
  return checkpoint;
}

}  // namespace tavlab
