#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "experiments/stats/elo.h"

namespace tavlab {

/// A group of the test vectors in tests/data/statistics-oracle.json, which states their sources.
inline nlohmann::json oracle(const std::string& group) {
  std::ifstream file(TAVLAB_TEST_DATA "/statistics-oracle.json");
  return nlohmann::json::parse(file).at(group);
}

/// The numbers of pairs by points, as a vector states them.
inline PairCounts pairs_of(const nlohmann::json& counts) {
  return {counts.get<std::array<std::uint64_t, 5>>()};
}

}  // namespace tavlab
