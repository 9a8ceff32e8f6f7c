#!/usr/bin/env bash
# Installs the packages, builds, and runs the tests: those of everyday, or with --all the slow ones too, and
# the everyday ones of what knows nets in a build without LibTorch.
set -euo pipefail
cd "$(dirname "$0")/.."

selection=(--label-exclude slow)
needs=--tests
slow=OFF  # slow tests and benchmarks
for option in "$@"; do
  case "$option" in
    --all) selection=(); needs=--slow-tests; slow=ON ;;
    *) echo "test.sh: unknown option '$option'; the only one is --all" >&2; exit 2 ;;
  esac
done

tools/setup.sh "$needs"
TAVLAB_CONFIGURE="-DTAVLAB_TESTS=ON -DTAVLAB_SLOW_TESTS=$slow -DTAVLAB_BENCHMARKS=$slow" tools/build.sh
ctest --test-dir build/native --parallel "$(nproc)" --output-on-failure "${selection[@]}"

[ "$needs" = --slow-tests ] || exit 0
# Here every file shows that it includes what it needs itself.
TAVLAB_PRESET=without-torch TAVLAB_CONFIGURE="-DTAVLAB_TESTS=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON" \
  tools/build.sh --target tavlab nn_test selfplay_test training_test tools_test
ctest --test-dir build/without-torch --parallel "$(nproc)" --output-on-failure --label-exclude slow \
      --tests-regex '^(nn_test|selfplay_test|training_test|tools_test)\.'
