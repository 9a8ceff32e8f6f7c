#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

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

/// A fresh folder that goes away with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Writes a file in the folder and returns its path.
  std::filesystem::path write(const std::string& name, const std::string& text) const;

 private:
  std::filesystem::path path_;
};

}  // namespace tavlab::test
