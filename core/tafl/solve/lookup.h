#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <nlohmann/json.hpp>
#include <string>

#include "core/solving/lookup.h"
#include "core/tafl/solve/endgame_table.h"
#include "core/tafl/tafl.h"

namespace tavlab {

template <int Words>
struct Lookup<Tafl<Words>> {
  static bool is_table_for(const std::filesystem::path& file, const tafl::Rules<Words>& rules) {
    if (!tafl::is_endgame_table(file)) return false;
    constexpr std::size_t kLongest = 1 << 16;
    std::ifstream stream(file, std::ios::binary);
    std::string line(kLongest, '\0');
    stream.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(std::min(static_cast<std::size_t>(stream.gcount()), line.find('\n')));
    const nlohmann::json header = nlohmann::json::parse(line, nullptr, false);
    const auto hash = header.find("rules_hash");
    return hash != header.end() && *hash == fmt::format("{:016x}", rules.parameters.identity.hash);
  }

  static int moves_left(const tafl::Rules<Words>& rules, const tafl::Position<Words>& position) {
    return rules.parameters.king_side_moves - position.king_moves;
  }
};

}  // namespace tavlab
