#!/usr/bin/env bash
# Checks the formatting of all source files and runs clang-tidy on all of them or on the given ones; and mypy on the Python package,
# if it is installed. Needs the packages clang-format and clang-tidy.
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t sources < <(git ls-files '*.cpp' '*.h')
clang-format --dry-run -Werror "${sources[@]}"
# Classes of packages that are not installed have no types.
if command -v mypy >/dev/null; then
  mypy --ignore-missing-imports --strict --allow-subclassing-any --no-warn-return-any --cache-dir=/dev/null python/tavlab
fi

mapfile -t units < <(if [ $# -gt 0 ]; then printf '%s\n' "$@"; else git ls-files '*.cpp'; fi)
# clang cannot read g++'s precompiled headers and needs a command for each file; every file includes what it needs.
cmake --preset native -B build/lint -DTAVLAB_UNITY=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
      -DTAVLAB_SLOW_TESTS=ON -DTAVLAB_BENCHMARKS=ON >/dev/null
cmake --build build/lint --target tavlab_build_info >/dev/null  # the header with the commit
sed -i -E 's/ -fpch-preprocess//' build/lint/compile_commands.json
# Ignore options that only g++ knows; use -Wconversion in g++'s sense.
printf '%s\0' "${units[@]}" |
  xargs -0 -n 1 -P "$(nproc)" clang-tidy -p build/lint --quiet \
    --extra-arg=-Wno-unknown-warning-option --extra-arg=-Wno-ignored-optimization-argument \
    --extra-arg=-Wno-sign-conversion
