# Writes OUTPUT, a header with the version, commit and target of the build. Runs at each build, so that the commit
# is current; the file is rewritten only if it changes.
set(commit "unknown")
find_program(git git)
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git} -C ${SOURCE} describe --always --abbrev=12 --dirty=+changes --exclude=*
                  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(commit "unknown")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#pragma once

namespace tavlab::build_info {
inline constexpr const char* kVersion = "@VERSION@";
inline constexpr const char* kCommit = "@commit@";
inline constexpr const char* kTarget = "@TARGET@";
}  // namespace tavlab::build_info
]])
