#include "core/version.h"

#include <fmt/format.h>

#include "core/build_info.h"  // written by cmake/version.cmake

namespace tavlab {

const char* const kVersion = build_info::kVersion;

std::string build_text() {
  return fmt::format("commit {}, {} {}, for {}", build_info::kCommit,
#ifdef __clang__
                     "clang++",
#else
                     "g++",
#endif
                     __VERSION__, build_info::kTarget);
}

}  // namespace tavlab
