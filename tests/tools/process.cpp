#include "tests/tools/process.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace tavlab::test {
namespace {

std::string quoted(const std::string& text) { return "'" + text + "'"; }

}  // namespace

std::vector<nlohmann::json> Outcome::json_lines() const {
  std::vector<nlohmann::json> lines;
  std::istringstream stream(out);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

Outcome shell(const std::string& line, const std::string& input,
              const std::filesystem::path& folder) {
  const TemporaryFolder scratch;
  const std::filesystem::path in = scratch.write("in", input);
  const std::filesystem::path script = scratch.write(
      "script", "cd " + quoted(folder.string()) + "\nexport PATH=" +
                    quoted(std::filesystem::path(TAVLAB_BINARY).parent_path().string()) +
                    ":\"$PATH\"\n" + line + "\n");
  const std::filesystem::path out = scratch.path() / "out", err = scratch.path() / "err";
  const std::string command = "bash " + quoted(script.string()) + " <" + quoted(in.string()) +
                              " >" + quoted(out.string()) + " 2>" + quoted(err.string());
  const int status = std::system(command.c_str());
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = content(out);
  outcome.err = content(err);
  return outcome;
}

std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

bool has_torch() {
  return shell("tavlab --version").out.find("LibTorch: none") == std::string::npos;
}

std::string source_file(const std::string& name) {
  return content(std::filesystem::path(TAVLAB_SOURCE_DIR) / name);
}

}  // namespace tavlab::test
