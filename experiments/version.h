#pragma once

namespace tavlab {

/// The version that CMake's project() states; it travels with every store and report.
inline constexpr const char* kVersion = TAVLAB_VERSION;

}  // namespace tavlab
