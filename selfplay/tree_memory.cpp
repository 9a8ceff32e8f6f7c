#include "selfplay/tree_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string>

#include "core/error.h"
#include "core/files.h"

namespace tavlab {
namespace {

/// The limit of this process's control group (version 2, then 1), or the most there is.
std::uint64_t group_limit() {
  std::uint64_t least = UINT64_MAX;
  for (const char* const file :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    try {
      const std::string text = read_file(file, 64);
      std::uint64_t bytes = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
      if (error == std::errc{} && bytes > 0) least = std::min(least, bytes);
    } catch (const UserError&) {  // no such group, or no limit: "max"
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
