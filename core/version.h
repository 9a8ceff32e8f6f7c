#pragma once

namespace tavlab {

/// The version that CMake's project() states; it travels with every store and report.
extern const char* const kVersion;

/// Under what terms it may be used, copied and changed: the file LICENSE.
inline constexpr const char* kLicence =
    "Apache License, Version 2.0 <https://www.apache.org/licenses/LICENSE-2.0>";

}  // namespace tavlab
