#!/usr/bin/env bash
# Builds the Debian packages for any x86-64-v2 machine in build/package: tavlab, python3-tavlab and, if LibTorch is installed,
# tavlab-train. Install with `apt install ./build/package/tavlab_*.deb ./build/package/python3-tavlab_*.deb`.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh --package --python
TAVLAB_PRESET=package tools/build.sh
cd build/package
cpack --config CPackConfig.cmake
