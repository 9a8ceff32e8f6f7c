#!/usr/bin/env bash
# From a bare Debian 12 machine to a first result: installs the packages, builds, runs the quickstart
# experiment, prints its table and conclusions and the path of its report. Arguments go to
# `tavlab experiment run`, for instance --games 400; results go to TAVLAB_OUT, by default
# out/quickstart.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh
if [ -d build/native ]; then
  tools/build.sh --target tavlab
else
  TAVLAB_CONFIGURE="-DTAVLAB_TESTS=OFF -DTAVLAB_BENCHMARKS=OFF" tools/build.sh --target tavlab
fi
exec build/native/tools/tavlab experiment run quickstart --out "${TAVLAB_OUT:-out/quickstart}" "$@"
