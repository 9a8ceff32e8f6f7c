#!/usr/bin/env bash
# Runs an experiment or a claim as a Slurm array of shards; each merges the results so far when it is done.
#
#   tools/slurm/submit.sh experiment CONFIG OUT SHARDS [--games N ...]
#   tools/slurm/submit.sh claim CLAIM OUT SHARDS [--games N ...]
#
# OUT must be a folder shared by all nodes. SBATCH_OPTIONS: further options of sbatch, such as
# "--partition=long --time=8:00:00 --cpus-per-task=4". The merged store and its report are in OUT.
set -euo pipefail
if [ $# -lt 4 ] || { [ "$1" != experiment ] && [ "$1" != claim ]; } || ! [ "$4" -ge 1 ] 2>/dev/null; then
  echo "usage: submit.sh experiment|claim CONFIG OUT SHARDS [options of the run]" >&2
  exit 2
fi
kind=$1 config=$2 out=$3 shards=$4
shift 4
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"
read -ra options <<<"${SBATCH_OPTIONS:-}"

array=$(sbatch --parsable --array="1-$shards" --output="$out/shard-%a.log" "${options[@]}" \
  "$here/shard.sbatch" "$kind" "$config" "$out" "$@")
echo "array $array of $shards shards; results in $out, complete when the last one is done"
