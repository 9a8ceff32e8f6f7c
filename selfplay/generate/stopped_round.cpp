#include "selfplay/generate/stopped_round.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "core/io/files.h"
#include "core/io/json_check.h"

namespace tavlab {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMaxIndexBytes = std::uint64_t{16} << 20;

/// The content of stopped.json.
struct Index {
  std::uint64_t part = 0;  ///< in the names of the shards, from 1: other ones after each stop
  std::uint64_t round = 0;
  double seconds = 0.0;
  std::vector<std::uint64_t> next;         ///< GroupState::next of each group
  std::vector<std::uint64_t> evaluations;  ///< of the games in flight, in the order of their shard
};

Index read_index(const fs::path& path) {
  const std::string text = read_file(path, kMaxIndexBytes);
  const auto refuse = [&](std::string_view why) {
    throw UserError(
        fmt::format("{}: is malformed: {}; without it, the round begins anew", path.string(), why));
  };
  if (const std::string fault = json_fault(text); !fault.empty()) refuse(fault);
  const Json json = Json::parse(text);
  const char* at = "";
  const auto take = [&](const char* key) -> const Json& {
    at = key;
    if (!json.is_object() || !json.contains(key)) throw UserError("is missing");
    return json.at(key);
  };
  Index index;
  try {
    index.part = json_count(take("part"));
    index.round = json_count(take("round"));
    index.next = json_counts(take("next"));
    index.evaluations = json_counts(take("evaluations"));
    if (!take("seconds").is_number()) throw UserError("is not a number");
    index.seconds = json.at("seconds").get<double>();
    if (!(index.seconds >= 0)) throw UserError("is negative");
  } catch (const UserError& error) {
    refuse(fmt::format("'{}' {}", at, error.what()));
  }
  return index;
}

}  // namespace

fs::path StoppedRoundFile::games(std::uint64_t part) const {
  return folder_ / fmt::format("stopped-{}-games.h5", part);
}
fs::path StoppedRoundFile::in_flight(std::uint64_t part) const {
  return folder_ / fmt::format("stopped-{}-in-flight.h5", part);
}

std::uint64_t StoppedRoundFile::part() const {
  std::error_code error;
  return fs::exists(index(), error) ? read_index(index()).part : 0;
}

void StoppedRoundFile::write(StoppedRound round, const std::string& net) const {
  const std::uint64_t before = part();
  Json next = Json::array(), evaluations = Json::array();
  std::vector<StoredGame> in_flight;
  for (GroupState& group : round.groups) {
    next.push_back(group.next);
    group.evaluations.resize(group.in_flight.size(), 0);
    for (const std::uint32_t count : group.evaluations) evaluations.push_back(count);
    std::ranges::move(group.in_flight, std::back_inserter(in_flight));
  }
  shards_->write(games(before + 1), std::move(round.finished), net);
  shards_->write(this->in_flight(before + 1), std::move(in_flight), net);
  const Json json = {{"part", before + 1},
                     {"round", round.round},
                     {"seconds", round.seconds},
                     {"next", next},
                     {"evaluations", evaluations}};
  write_file(index(), json.dump(1) + "\n");
  remove_shards(before);
}

std::optional<StoppedRound> StoppedRoundFile::read(std::uint64_t round, std::size_t groups) const {
  std::error_code error;
  if (!fs::exists(index(), error)) return std::nullopt;
  const Index found = read_index(index());
  if (found.round != round) return std::nullopt;  // one that was finished before a kill
  StoppedRound stopped{round, found.seconds, {}, {}};
  std::vector<StoredGame> in_flight;
  try {
    stopped.finished = shards_->read(games(found.part));
    in_flight = shards_->read(this->in_flight(found.part));
  } catch (const UserError& damaged) {
    throw UserError(
        fmt::format("{}; without {}, the round begins anew", damaged.what(), index().string()));
  }
  if (found.next.size() != groups || found.evaluations.size() != in_flight.size()) {
    throw UserError(
        fmt::format("{}: does not match the run and the shards next to it; without it, "
                    "the round begins anew",
                    index().string()));
  }
  stopped.groups.resize(groups);
  for (std::size_t i = 0; i < groups; ++i) stopped.groups[i].next = found.next[i];
  for (std::size_t i = 0; i < in_flight.size(); ++i) {
    GroupState& group = stopped.groups[in_flight[i].number % groups];
    group.in_flight.push_back(std::move(in_flight[i]));
    group.evaluations.push_back(static_cast<std::uint32_t>(found.evaluations[i]));
  }
  return stopped;
}

void StoppedRoundFile::remove() const {
  std::error_code error;
  if (!fs::exists(index(), error)) return;
  const std::uint64_t last = part();
  fs::remove(index(), error);
  remove_shards(last);
}

void StoppedRoundFile::remove_shards(std::uint64_t part) const {
  std::error_code ignored;
  for (const fs::path& file : {games(part), in_flight(part)}) fs::remove(file, ignored);
}

}  // namespace tavlab
