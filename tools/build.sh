#!/usr/bin/env bash
# Configures and builds for this machine in build/native; arguments go to `cmake --build`.
#   tools/build.sh --target tavlab
# TAVLAB_CONFIGURE holds further options of the configuration, TAVLAB_PRESET the preset if not native.
set -euo pipefail
cd "$(dirname "$0")/.."

# A compiler job takes up to 1.5 GB: as many jobs as cores, and as fit into the memory there is.
cores=$(nproc)
gigabytes=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
jobs=$(( gigabytes < cores ? (gigabytes < 1 ? 1 : gigabytes) : cores ))

# shellcheck disable=SC2086  # the options are words
preset=${TAVLAB_PRESET:-native}
configured=$(cmake --preset "$preset" ${TAVLAB_CONFIGURE:-} 2>&1) || { echo "$configured" >&2; exit 1; }
cmake --build "build/$preset" --parallel "$jobs" "$@"
