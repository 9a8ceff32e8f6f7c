#!/usr/bin/env bash
# Configures and builds for this machine in build/native; arguments are passed to `cmake --build`.
#   tools/build.sh --target tavlab
# TAVLAB_CONFIGURE: further options for configuring; TAVLAB_PRESET: the preset, by default native.
set -euo pipefail
cd "$(dirname "$0")/.."

# A compiler job needs up to 1.5 GB: run one job per core, but no more than fit into memory.
cores=$(nproc)
gigabytes=$(awk '/MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
jobs=$(( gigabytes < cores ? (gigabytes < 1 ? 1 : gigabytes) : cores ))

# shellcheck disable=SC2086  # the options must be split into words
preset=${TAVLAB_PRESET:-native}
configured=$(cmake --preset "$preset" ${TAVLAB_CONFIGURE:-} 2>&1) || { echo "$configured" >&2; exit 1; }
cmake --build "build/$preset" --parallel "$jobs" "$@"
