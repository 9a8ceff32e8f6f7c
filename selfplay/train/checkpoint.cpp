#include "selfplay/train/checkpoint.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/error.h"
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
  TensorFile file = read_tensor_file(path);
  if (file.metadata["format"] != kFormat) {
    throw UserError(fmt::format("{}: is no checkpoint of this version of tavlab", path.string()));
  }
  Checkpoint checkpoint;
  try {
    const Json counters = Json::parse(file.metadata["counters"]);
    counters.at("round").get_to(checkpoint.round);
    counters.at("games").get_to(checkpoint.games);
    counters.at("positions").get_to(checkpoint.positions);
    counters.at("first_shard").get_to(checkpoint.first_shard);
    counters.at("window_games").get_to(checkpoint.window_games);
    counters.at("seconds").get_to(checkpoint.seconds);
    counters.at("resign_below").get_to(checkpoint.resign_below);
    counters.at("next").get_to(checkpoint.next);
    counters.at("shards").get_to(checkpoint.shards);
    counters.at("taken").get_to(checkpoint.taken);
  } catch (const nlohmann::json::exception&) {
    throw UserError(fmt::format("{}: its counters are not as tavlab writes them", path.string()));
  }
  checkpoint.identity = file.metadata["config"];
  checkpoint.learner = std::move(file.tensors);
  return checkpoint;
}

}  // namespace tavlab
