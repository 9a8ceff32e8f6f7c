#!/usr/bin/env bash
# Checks the formatting of all source files and runs clang-tidy on all of them or on the given ones.
# Needs the packages clang-format and clang-tidy, and a configured build (for its compile commands).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.h')
clang-format --dry-run -Werror "${sources[@]}"

[ -f build/native/compile_commands.json ] || cmake --preset native >/dev/null
mapfile -t units < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files '*.cpp'; fi)
# Ignore options that only g++ knows; use -Wconversion in g++'s sense.
printf '%s\0' "${units[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/native --quiet \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-ignored-optimization-argument \
    --extra-arg=-Wno-sign-conversion
