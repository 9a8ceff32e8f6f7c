#!/usr/bin/env bash
# From a bare Debian 12 machine to a first result: installs the packages, builds, runs the quickstart
# experiment, prints its table, what it shows and what not, and where its report is. Arguments go to
# `tavlab experiment run`, for instance --games 400; the results are in out/quickstart, or where
# TAVLAB_OUT says.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh
if [ -d build/native ]; then
  tools/build.sh --target tavlab
else
  TAVLAB_CONFIGURE="-DTAVLAB_TESTS=OFF -DTAVLAB_BENCHMARKS=OFF" tools/build.sh --target tavlab
fi
exec build/native/tools/tavlab experiment run quickstart --out "${TAVLAB_OUT:-out/quickstart}" "$@"
