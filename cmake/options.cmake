# Flags that every target of tavlab shares, as the interface target tavlab_options.
add_library(tavlab_options INTERFACE)
target_include_directories(tavlab_options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_options(tavlab_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion)
# Errors for the compilers of Debian 12. What later ones come to say keeps nobody from building.
if((CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13) OR
   (CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 15))
  target_compile_options(tavlab_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # As g++ understands -Wconversion in C++.
  target_compile_options(tavlab_options INTERFACE -Wno-sign-conversion)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # A false alarm of this version on joining strings (GCC bug 105651).
  target_compile_options(tavlab_options INTERFACE -Wno-restrict)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS)
    # Others of the kind are silenced by pragmas in the library's headers, which get lost where they are precompiled.
    target_compile_options(tavlab_options INTERFACE -Wno-stringop-overflow -Wno-array-bounds)
  endif()
endif()
# The same sums on every machine: a compiler that fuses a product and a sum where the machine can rounds once
# instead of twice, and games, tables and statistics would depend on the build. Kernels of nets fuse by
# intrinsics, where they mean to.
target_compile_options(tavlab_options INTERFACE -ffp-contract=off)

# Lets ccache work with precompiled headers (with CCACHE_SLOPPINESS=pch_defines,time_macros).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(tavlab_options INTERFACE -fpch-preprocess)
endif()

# Vectors wider than the machine's never cross a function that is not inlined.
target_compile_options(tavlab_options INTERFACE -Wno-psabi)

if(TAVLAB_NATIVE)
  # Vectors of 64 bytes would read what was just written in halves, and wait for memory.
  target_compile_options(tavlab_options INTERFACE -march=native -mprefer-vector-width=256)
else()
  target_compile_options(tavlab_options INTERFACE -march=x86-64-v2)
endif()

if(TAVLAB_SANITIZE)
  target_compile_options(tavlab_options INTERFACE -fsanitize=${TAVLAB_SANITIZE}
                         -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tavlab_options INTERFACE -fsanitize=${TAVLAB_SANITIZE})
endif()
