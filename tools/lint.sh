#!/usr/bin/env bash
# Checks the formatting of all source files and runs clang-tidy on all of them or on the given ones.
# Needs the packages clang-format and clang-tidy, and a configured build (for its compile commands).
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.h')
clang-format --dry-run -Werror "${sources[@]}"

[ -f build/native/compile_commands.json ] || cmake --preset native >/dev/null
mapfile -t units < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files '*.cpp'; fi)
# clang cannot read g++'s precompiled headers; every file includes what it needs.
mkdir -p build/lint
sed -E 's/ -include [^ ]*cmake_pch\.hxx//g; s/ -(Winvalid-pch|fpch-preprocess)//g' \
  build/native/compile_commands.json >build/lint/compile_commands.json
# Ignore options that only g++ knows; use -Wconversion in g++'s sense.
printf '%s\0' "${units[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/lint --quiet \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-ignored-optimization-argument \
    --extra-arg=-Wno-sign-conversion
