#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace tavlab::test {

/// What a command printed and how it ended.
struct Outcome {
  int code = -1;  ///< exit code; 128 + signal when killed by one
  std::string out;
  std::string err;

  [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
  [[nodiscard]] std::vector<nlohmann::json> json_lines() const;
};

/// Runs a line of shell with the built `tavlab` first in PATH, in `folder`, fed with `input`.
Outcome shell(const std::string& line, const std::string& input = {},
              const std::filesystem::path& folder = std::filesystem::temp_directory_path());

/// The content of a file; empty if there is none.
std::string content(const std::filesystem::path& path);

/// Whether the built `tavlab` can train; tests are skipped where it cannot.
bool has_torch();

/// The content of a file of the repository.
std::string source_file(const std::string& name);

}  // namespace tavlab::test
