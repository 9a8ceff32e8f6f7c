#!/usr/bin/env bash
# Installs the packages, builds, and runs the fast tests; with --all also the slow ones, and the fast tests that
# use nets in a build without LibTorch.
set -euo pipefail
cd "$(dirname "$0")/.."

selection=(--label-exclude slow)
needs=--tests
slow=OFF  # slow tests and benchmarks
for option in "$@"; do
  case "$option" in
    --all) selection=(); needs=--slow-tests; slow=ON ;;
    *) echo "test.sh: unknown option '$option'; options: --all" >&2; exit 2 ;;
  esac
done

tools/setup.sh "$needs"
TAVLAB_CONFIGURE="-DTAVLAB_TESTS=ON -DTAVLAB_SLOW_TESTS=$slow -DTAVLAB_BENCHMARKS=$slow" tools/build.sh
ctest --test-dir build/native --parallel "$(nproc)" --output-on-failure "${selection[@]}"

[ "$needs" = --slow-tests ] || exit 0
# Each file by itself and without precompiled headers, to check that it includes what it uses.
TAVLAB_PRESET=without-torch \
TAVLAB_CONFIGURE="-DTAVLAB_TESTS=ON -DTAVLAB_UNITY=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON" \
  tools/build.sh --target tavlab nn_test selfplay_test training_test tools_test
ctest --test-dir build/without-torch --parallel "$(nproc)" --output-on-failure --label-exclude slow \
      --tests-regex '^(nn_test|selfplay_test|training_test|tools_test)\.'
