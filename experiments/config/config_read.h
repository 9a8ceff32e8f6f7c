#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <toml++/toml.h>

#include "experiments/config/config.h"

namespace tavlab {

/// Reads an experiment from a table that may have additional keys, `others`, such as those of a
/// claim; leaves `text` empty. If `agents` is not empty they play in place of those of the table.
/// Otherwise as parse_experiment.
ExperimentConfig read_experiment(const toml::table& table, std::string_view origin,
                                 const std::filesystem::path& folder,
                                 std::optional<std::uint64_t> games,
                                 std::span<const std::string_view> others = {},
                                 std::vector<AgentPair> agents = {});

}  // namespace tavlab
