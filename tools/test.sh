#!/usr/bin/env bash
# Installs the packages, builds, and runs the tests: those of everyday, or with --all the slow ones too.
set -euo pipefail
cd "$(dirname "$0")/.."

selection=(--label-exclude slow)
needs=--tests
for option in "$@"; do
  case "$option" in
    --all) selection=(); needs=--slow-tests ;;
    *) echo "test.sh: unknown option '$option'; the only one is --all" >&2; exit 2 ;;
  esac
done

tools/setup.sh "$needs"
TAVLAB_CONFIGURE="-DTAVLAB_TESTS=ON -DTAVLAB_BENCHMARKS=ON" tools/build.sh
ctest --test-dir build/native --parallel "$(nproc)" --output-on-failure "${selection[@]}"
