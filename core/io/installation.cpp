#include "core/io/installation.h"

#include <dlfcn.h>

#include <system_error>

namespace tavlab {

namespace fs = std::filesystem;

namespace {

/// The shared object that this code is part of; empty if it is a program.
fs::path shared_object() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&installed_file), &info) == 0) return {};
  const fs::path file = info.dli_fname;
  return file.extension() == ".so" ? file : fs::path{};
}

}  // namespace

fs::path installed_file(const fs::path& name) {
  std::error_code error;
  const auto existing = [&](const fs::path& file) {
    return fs::exists(file, error) ? file : fs::path{};
  };
  if (const fs::path module = shared_object(); !module.empty()) {
    return existing(fs::absolute(module).parent_path() / name);
  }
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error || program.parent_path().filename() != "bin") return {};
  return existing(program.parent_path().parent_path() / name);
}

}  // namespace tavlab
