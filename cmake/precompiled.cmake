# How a target is compiled: with which precompiled headers, and how hard the compiler tries.
#
# tavlab_compile(TARGET plain|json|test [COLD])
#   plain, json, test   headers of the standard library and {fmt}; those and nlohmann's JSON, or GoogleTest. A file includes
#                       what it needs all the same: it must compile with CMAKE_DISABLE_PRECOMPILE_HEADERS=ON too.
#   COLD                code that waits for nothing and for which nobody waits (texts, commands, reports, what tests say):
#                       -O1. Code that plays games must not be cold, not even a little: of an inline function that two
#                       files have, the linker keeps the first, and that could be the slow one. GameState and
#                       visit_game refuse to be compiled so.
set(TAVLAB_PRECOMPILED_STANDARD
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdio> <cstdlib> <cstring> <filesystem> <fstream>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream> <stop_token>
    <string> <string_view> <thread> <tuple> <type_traits> <unordered_map> <utility> <variant> <vector>
    <fmt/format.h>)

# Options of the optimiser must be those that the headers were compiled with; g++ would crash.
function(tavlab_compile target set)
  cmake_parse_arguments(COMPILE "COLD" "" "" ${ARGN})
  set(headers tavlab_precompiled_${set})
  if(COMPILE_COLD)
    string(APPEND headers _cold)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
    target_compile_definitions(${target} PRIVATE TAVLAB_COLD)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # False alarms of the kind that options.cmake tells of; the library's pragmas against them get lost where its headers
      # are precompiled.
      target_compile_options(${target} PRIVATE -Wno-stringop-overflow -Wno-array-bounds)
    endif()
  endif()
  if(NOT TARGET ${headers})
    set(source ${PROJECT_BINARY_DIR}/precompiled.cpp)
    if(NOT EXISTS ${source})
      file(WRITE ${source} "// Only headers are compiled here.\n")
    endif()
    add_library(${headers} OBJECT ${source})
    target_link_libraries(${headers} PRIVATE tavlab_options fmt::fmt)
    set(files ${TAVLAB_PRECOMPILED_STANDARD})
    if(set STREQUAL "json")
      target_link_libraries(${headers} PRIVATE nlohmann_json::nlohmann_json)
      list(APPEND files <nlohmann/json.hpp>)
    endif()
    if(set STREQUAL "test")
      target_link_libraries(${headers} PRIVATE GTest::gtest GTest::gmock)
      list(APPEND files <gtest/gtest.h> <gmock/gmock.h>)
    endif()
    if(COMPILE_COLD)
      target_compile_options(${headers} PRIVATE $<$<CONFIG:Release>:-O1>)
      target_compile_definitions(${headers} PRIVATE TAVLAB_COLD)
    endif()
    target_precompile_headers(${headers} PRIVATE ${files})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  target_link_libraries(${target} PRIVATE tavlab_options fmt::fmt)  # what defines macros that the headers see
endfunction()
