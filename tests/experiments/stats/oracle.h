#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace tavlab {

/// A group of the test vectors in tests/data/statistics-oracle.json, which states their sources.
inline nlohmann::json oracle(const std::string& group) {
  std::ifstream file(TAVLAB_TEST_DATA "/statistics-oracle.json");
  return nlohmann::json::parse(file).at(group);
}

}  // namespace tavlab
