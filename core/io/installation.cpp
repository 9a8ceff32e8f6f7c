#include "core/io/installation.h"

#include <system_error>

namespace tavlab {

namespace fs = std::filesystem;

fs::path installed_file(const fs::path& name) {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error || program.parent_path().filename() != "bin") return {};
  fs::path file = program.parent_path().parent_path() / name;
  return fs::exists(file, error) ? file : fs::path{};
}

}  // namespace tavlab
