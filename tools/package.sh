#!/usr/bin/env bash
# Makes the Debian packages of tavlab for any x86-64-v2 machine in build/package: tavlab, and where LibTorch is
# installed tavlab-train. `apt install ./build/package/tavlab_*.deb` installs it.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh
TAVLAB_PRESET=package tools/build.sh
cd build/package
cpack --config CPackConfig.cmake
