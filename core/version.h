#pragma once

#include <string>

namespace tavlab {

/// The version, defined in CMakeLists.txt only; recorded in every store and report.
extern const char* const kVersion;

/// The licence; see the file LICENSE.
inline constexpr const char* kLicence =
    "Apache License, Version 2.0 <https://www.apache.org/licenses/LICENSE-2.0>";

/// Commit, compiler and target of this build, for bug reports, in one line:
/// "commit 1a2b3c4d5e6f, g++ 12.2.0, for the machine it was built on".
std::string build_text();

}  // namespace tavlab
