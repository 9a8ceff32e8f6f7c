# How a target is compiled: precompiled headers, optimization level, and how many files at a time.
#
# tavlab_compile(TARGET plain|json|test [COLD] [TOGETHER n])
#   plain, json, test   precompiled headers: the standard library and {fmt}; additionally nlohmann's JSON, or GoogleTest.
#                       Files still include what they use: they must compile with CMAKE_DISABLE_PRECOMPILE_HEADERS=ON.
#   test                -O1: test programs run once and leave most work to the libraries, whose speed is unaffected.
#   COLD                -O1, for code whose speed does not matter (texts, commands, reports).
#                       Code that plays games must never be cold: the linker keeps the first copy of an inline function,
#                       which could be the slow one. GameState and visit_game reject COLD.
#   TOGETHER            n files at a time are compiled as one, in the order of the target's sources: headers and
#                       templates that they share are compiled once. Files still stand alone: they must compile with
#                       TAVLAB_UNITY=OFF, and what is local to a file has a name that its neighbours do not use.
#                       Files with flags of their own are compiled alone.
set(TAVLAB_PRECOMPILED_STANDARD
    <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstdio> <cstdlib> <cstring> <filesystem> <fstream>
    <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span> <sstream> <stop_token>
    <string> <string_view> <thread> <tuple> <type_traits> <unordered_map> <utility> <variant> <vector>
    <fmt/format.h>)

# Optimization options must be those that the headers were compiled with, or g++ crashes.
function(tavlab_compile target set)
  cmake_parse_arguments(COMPILE "COLD" "TOGETHER" "" ${ARGN})
  set(headers tavlab_precompiled_${set})
  set(options "")
  set(definitions "")
  if(COMPILE_COLD)
    string(APPEND headers _cold)
    set(definitions TAVLAB_COLD)
  endif()
  if(COMPILE_COLD OR set STREQUAL "test")
    set(options $<$<CONFIG:Release>:-O1>)
  endif()
  target_compile_options(${target} PRIVATE ${options})
  target_compile_definitions(${target} PRIVATE ${definitions})
  if(COMPILE_TOGETHER AND TAVLAB_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${COMPILE_TOGETHER})
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
    target_compile_options(${headers} PRIVATE ${options})
    target_compile_definitions(${headers} PRIVATE ${definitions})
    target_precompile_headers(${headers} PRIVATE ${files})
  endif()
  target_precompile_headers(${target} REUSE_FROM ${headers})
  target_link_libraries(${target} PRIVATE tavlab_options fmt::fmt)  # they define macros that affect the headers
endfunction()
