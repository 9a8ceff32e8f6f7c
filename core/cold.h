#pragma once

namespace tavlab {

/// Whether this file is compiled as cold code, which must not play games; see
/// cmake/precompiled.cmake.
#ifdef TAVLAB_COLD
inline constexpr bool kCold = true;
#else
inline constexpr bool kCold = false;
#endif

}  // namespace tavlab
