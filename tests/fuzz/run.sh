#!/usr/bin/env bash
# Builds every fuzz target with clang and the address and undefined-behaviour sanitizers, and runs each for a
# number of seconds, as many at once as there are cores. Prints a line per target; inputs that crash one are in
# build/fuzz/findings. Exits with 1 if there is any.
#   tests/fuzz/run.sh 600            all
#   tests/fuzz/run.sh 60 shard_fuzz  some
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1:?usage: tests/fuzz/run.sh SECONDS [TARGET...]}
shift
export CXX=clang++
cmake --preset fuzz -DTAVLAB_TESTS=OFF -DTAVLAB_BENCHMARKS=OFF >/dev/null
mapfile -t targets < <(cut -d ' ' -f 1 build/fuzz/tests/fuzz/targets.txt)
[ $# -eq 0 ] || targets=("$@")
cmake --build build/fuzz --parallel "$(nproc)" --target "${targets[@]}" >/dev/null
rm -rf build/fuzz/findings
mkdir -p build/fuzz/findings build/fuzz/logs

run() {
  local name=$1 corpus new code=0
  corpus=$(awk -v name="$name" '$1 == name {print $2}' build/fuzz/tests/fuzz/targets.txt)
  new=$(mktemp -d)
  build/fuzz/tests/fuzz/"$name" "$new" "$corpus" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=4096 \
    -artifact_prefix=build/fuzz/findings/"$name"- >build/fuzz/logs/"$name".log 2>&1 || code=$?
  echo "$name: $(grep -a '^Done' build/fuzz/logs/"$name".log || tail -n 1 build/fuzz/logs/"$name".log), exit code $code"
  rm -rf "$new"
  return "$code"
}
export -f run
export seconds
printf '%s\n' "${targets[@]}" | xargs -P "$(nproc)" -I {} bash -c 'run {}' || exit 1
