#include "selfplay/train/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/text.h"
#include "selfplay/run_folder.h"
#include "selfplay/train/old_keys.h"

namespace tavlab {

namespace fs = std::filesystem;

fs::path TrainingFolder::games(std::uint64_t round) const {
  return path_ / fmt::format("games-{:06}.h5", round);
}
fs::path TrainingFolder::in_flight(std::uint64_t round) const {
  return path_ / fmt::format("in-flight-{:06}.h5", round);
}
fs::path TrainingFolder::kept_net(std::uint64_t round) const {
  return path_ / "nets" / fmt::format("round-{:06}.safetensors", round);
}

bool TrainingFolder::begun() const {
  std::error_code error;
  return fs::exists(checkpoint(), error);
}

void TrainingFolder::begin(Checkpoint at, LearnerState learner) const {
  make_folder(path_);
  check_nothing_begun(path_, checkpoint().filename().string());
  at.learner = std::move(learner);
  write_checkpoint(checkpoint(), at);
}

void TrainingFolder::make(const TrainConfig& config) const {
  make_folder(path_);
  make_folder(path_ / "nets");
  write_file(this->config(), config.text);
}

TrainConfig TrainingFolder::with_rule_inputs(TrainConfig config, const std::string& family,
                                             const std::string& identity) const {
  std::optional<std::vector<std::string>>& names = config.net.encoding.rule_inputs;
  if (!begun()) {
    names = rule_input_names(*find_family_schema(family));
    return config;
  }
  names = read(identity).rule_inputs;
  try {
    if (!names) config.net = with_first_inputs(std::move(config.net), family);
    check_rule_inputs(*find_family_schema(family), config.net.encoding);
  } catch (const UserError& wrong) {
    throw UserError(fmt::format("{}: {}", checkpoint().string(), wrong.what()));
  }
  return config;
}

namespace {

/// The first lines of two texts that are not the same.
std::pair<std::string, std::string> first_difference(std::string_view a, std::string_view b) {
  const std::vector<std::string_view> of_a = split(a, '\n'), of_b = split(b, '\n');
  const auto [in_a, in_b] = std::ranges::mismatch(of_a, of_b);
  return {std::string(in_a == of_a.end() ? "" : *in_a),
          std::string(in_b == of_b.end() ? "" : *in_b)};
}

}  // namespace

Checkpoint TrainingFolder::read(const std::string& identity) const {
  Checkpoint found = read_checkpoint(checkpoint());
  if (const std::string before = present_identity(found.identity); before != identity) {
    const auto [then, now] = first_difference(before, identity);
    throw UserError(fmt::format(
        "{}: holds a training run with {} in its config, not {}, or by the other command (train or "
        "learn); only title, rounds, minutes and [ladder] may change",
        path_.string(), in_quotes(then), in_quotes(now)));
  }
  found.identity = identity;
  return found;
}

void TrainingFolder::save_net(const TrainConfig& config, const Checkpoint& at, Net net) const {
  net.history = {{"config", config.title},
                 {"seed", fmt::format("{}", config.seed)},
                 {"rounds", fmt::format("{}", at.round)},
                 {"games", fmt::format("{}", at.games)},
                 {"positions", fmt::format("{}", at.positions)},
                 {"minutes", fmt::format("{:.1f}", at.seconds / 60.0)}};
  if (at.round % static_cast<std::uint64_t>(config.past_every) == 0) {
    write_net(kept_net(at.round), net);
  }
  write_net(this->net(), net);
}

}  // namespace tavlab
