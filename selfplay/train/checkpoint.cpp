#include "selfplay/train/checkpoint.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/error.h"
#include "core/io/json_check.h"
#include "nn/tensor_file.h"

namespace tavlab {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tavlab checkpoint 1";

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
  file.metadata = {
      {"format", kFormat}, {"counters", counters.dump()}, {"config", checkpoint.identity}};
  file.tensors = checkpoint.learner;
  write_tensor_file(path, file);
}

Checkpoint read_checkpoint(const std::filesystem::path& path) {
  return checkpoint_of(read_tensor_file(path), path.string());
}

Checkpoint checkpoint_of(TensorFile file, const std::string& name) {
  if (file.metadata["format"] != kFormat) {
    throw UserError(fmt::format("{}: is no checkpoint of this version of tavlab", name));
  }
  const std::string& text = file.metadata["counters"];
  std::string fault = json_fault(text), at = "they";
  Checkpoint checkpoint;
  try {
    const Json counters = fault.empty() ? Json::parse(text) : Json();
    const auto take = [&](const char* key) -> const Json& { return counters.at(at = key); };
    checkpoint.round = json_count(take("round"));
    checkpoint.games = json_count(take("games"));
    checkpoint.positions = json_count(take("positions"));
    checkpoint.first_shard = json_count(take("first_shard"));
    checkpoint.window_games = json_count(take("window_games"));
    take("seconds").get_to(checkpoint.seconds);
    take("resign_below").get_to(checkpoint.resign_below);
    if (!(checkpoint.seconds >= 0) || !(checkpoint.resign_below >= 0)) {
      throw UserError("is below 0");
    }
    checkpoint.next = json_counts(take("next"));
    take("shards").get_to(checkpoint.shards);
    for (const auto& [folder, number] : take("taken").items()) {
      checkpoint.taken.emplace(folder, json_count(number));
    }
  } catch (const nlohmann::json::exception&) {
    if (fault.empty()) fault = fmt::format("'{}' is missing or of another type", at);
  } catch (const UserError& error) {
    fault = fmt::format("'{}' {}", at, error.what());
  }
  if (!fault.empty()) {
    throw UserError(fmt::format("{}: its counters are not as tavlab writes them: {}", name, fault));
  }
  checkpoint.identity = file.metadata["config"];
  checkpoint.learner = std::move(file.tensors);
  return checkpoint;
}

}  // namespace tavlab
