# Flags for all targets, as the interface target tavlab_options.
add_library(tavlab_options INTERFACE)
target_include_directories(tavlab_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(tavlab_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# Warnings are errors only for the compilers of Debian 12, so that new warnings of later ones do not break builds.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13) OR
   (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  target_compile_options(tavlab_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # -Wconversion in g++'s sense for C++.
  target_compile_options(tavlab_options INTERFACE -Wno-sign-conversion)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # False positives of this version for string concatenation (GCC bug 105651).
  target_compile_options(tavlab_options INTERFACE -Wno-restrict)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # Others are silenced by pragmas in the library's headers, which are lost when these are precompiled.
    target_compile_options(tavlab_options INTERFACE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endif()
# The same floating-point results on every machine: contracting a*b+c to a fused multiply-add changes the rounding,
# and games, tables and statistics would depend on the build. Net kernels use FMA intrinsics explicitly.
target_compile_options(tavlab_options INTERFACE -ffp-contract=off)

# Lets ccache work with precompiled headers (with CCACHE_SLOPPINESS=pch_defines,time_macros).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tavlab_options INTERFACE -fpch-preprocess)
endif()

# Vectors wider than the machine's are only passed to inlined functions.
target_compile_options(tavlab_options INTERFACE -Wno-psabi)

if(TAVLAB_NATIVE)
  # 64-byte loads of data just written in halves would cause store-forwarding stalls.
  target_compile_options(tavlab_options INTERFACE -march=native -mprefer-vector-width=256)
else()
  target_compile_options(tavlab_options INTERFACE -march=${TAVLAB_ARCH})
endif()

if(TAVLAB_SANITIZE)
  target_compile_options(tavlab_options INTERFACE -fsanitize=${TAVLAB_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tavlab_options INTERFACE -fsanitize=${TAVLAB_SANITIZE})
endif()
