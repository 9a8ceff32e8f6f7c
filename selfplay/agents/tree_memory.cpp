#include "selfplay/agents/tree_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"
#include "core/io/files.h"
#include "core/text.h"

namespace tavlab {
namespace {

/// The text of a small kernel file; empty if it cannot be read.
std::string kernel_file(const std::filesystem::path& path) {
  try {
    return read_file(path, std::uint64_t{1} << 16);
  } catch (const UserError&) {
    return {};
  }
}

/// The lowest limit of a control group and its ancestors; UINT64_MAX if there is none.
std::uint64_t least_limit(const std::filesystem::path& root, std::filesystem::path group,
                          const char* file) {
  std::uint64_t least = UINT64_MAX;
  for (;; group = group.parent_path()) {
    const std::string text = kernel_file(root / group.relative_path() / file);
    std::uint64_t bytes = 0;  // or "max"
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (error == std::errc{} && bytes > 0) least = std::min(least, bytes);
    if (!group.has_relative_path()) return least;
  }
}

/// The limit of this process's control groups, of either version (see cgroups(7)).
std::uint64_t group_limit() {
  std::uint64_t least = UINT64_MAX;
  std::istringstream lines(kernel_file("/proc/self/cgroup"));
  for (std::string line; std::getline(lines, line);) {  // "0::/path" or "5:cpu,memory:/path"
    const std::vector<std::string_view> parts = split(line, ':');
    if (parts.size() < 3) continue;
    const std::vector<std::string_view> controllers = split(parts[1], ',');
    if (parts[1].empty()) {
      least = std::min(least, least_limit("/sys/fs/cgroup", parts[2], "memory.max"));
    } else if (std::ranges::find(controllers, "memory") != controllers.end()) {
      least =
          std::min(least, least_limit("/sys/fs/cgroup/memory", parts[2], "memory.limit_in_bytes"));
    }
  }
  return least;
}

}  // namespace

std::uint64_t usable_memory() {
  const auto pages = static_cast<std::uint64_t>(std::max(0L, sysconf(_SC_PHYS_PAGES)));
  std::uint64_t bytes = pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    bytes = std::min<std::uint64_t>(bytes, limit.rlim_cur);
  }
  return std::min(bytes, group_limit());
}

std::size_t default_tree_bytes(std::uint64_t memory, unsigned cores) {
  constexpr std::uint64_t kMost = std::uint64_t{4} << 30, kLeast = std::uint64_t{64} << 20;
  return std::clamp(memory / (std::uint64_t{8} * std::max(1U, cores)), kLeast, kMost);
}

}  // namespace tavlab
