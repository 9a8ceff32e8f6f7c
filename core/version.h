#pragma once

#include <string>

namespace tavlab {

/// The version, which CMakeLists.txt states and nothing else; it travels with every store and
/// report.
extern const char* const kVersion;

/// Under what terms it may be used, copied and changed: the file LICENSE.
inline constexpr const char* kLicence =
    "Apache License, Version 2.0 <https://www.apache.org/licenses/LICENSE-2.0>";

/// What this program was built from and by, for reports of mistakes: one line, such as
/// "commit 1a2b3c4d5e6f, g++ 12.2.0, for this machine".
std::string build_text();

}  // namespace tavlab
