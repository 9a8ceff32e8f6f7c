#!/usr/bin/env bash
# Compares an array of shards on a one-node Slurm cluster, one of whose workers is killed, with one undisturbed run.
#
#   slurm_test.sh TAVLAB_BINARY SOURCE_FOLDER
#
# Exits with 77, which ctest calls skipped, where Slurm is not installed or cannot be started.
set -euo pipefail
export TAVLAB=$1
source_folder=$2

skip() { echo "skipped: $*"; exit 77; }
for program in munged slurmctld slurmd sbatch scontrol; do
  command -v "$program" >/dev/null || skip "$program is not installed (Debian: slurmctld slurmd slurm-client munge)"
done
[ "$(id -u)" -eq 0 ] || skip "the daemons need root"

work=$(mktemp -d)
cluster=$source_folder/tests/slurm/one_node_slurm.sh
cleanup() {
  "$cluster" stop "$work/slurm" || true
  rm -rf "$work"
}
trap cleanup EXIT
SLURM_CONF=$("$cluster" start "$work/slurm") || skip "the cluster did not start"
export SLURM_CONF

cat >"$work/small.toml" <<'TOML'
id = "small"
title = "Games for a cluster"
question = "Are they the same?"
rules = ["helmfrid-9", "brandubh-7"]
agents = ["mcts:sims=800"]  # long enough to be killed in the middle
games = 40
seed = 5
opening_plies = 2
max_plies = 200
TOML

"$TAVLAB" experiment run "$work/small.toml" --out "$work/undisturbed" --threads 1 --quiet >/dev/null

"$source_folder/tools/slurm/submit.sh" experiment "$work/small.toml" "$work/out" 3
# Kill a worker in the middle of its games, as a failing node would.
worker=
for _ in $(seq 300); do
  worker=$(pgrep -f -- "--shard 2/3" | head -n 1) && [ -f "$work/out/shard-2/games.sqlite" ] && break
  sleep 0.1
done
[ -n "$worker" ] || { echo "no worker of shard 2 was seen"; squeue; exit 1; }
kill -KILL "$worker"
echo "killed the worker of shard 2"

# A job that is queued again would wait two minutes, which adds nothing here.
for _ in $(seq 600); do
  for job in $(squeue -h -r -t PENDING -o '%i %r' | awk '/BeginTime/ {print $1}'); do
    scontrol update JobId="$job" StartTime=now 2>/dev/null || true
  done
  [ -z "$(squeue -h)" ] && break
  sleep 0.2
done
squeue
cat "$work"/out/*.log
grep -q 'shard 2: the worker exited with code' "$work/out/shard-2.log"

# Merging checks every game: missing ones would be added, different ones refused.
games=80
for order in "out undisturbed" "undisturbed out"; do
  read -r into from <<<"$order"
  "$TAVLAB" experiment merge "$work/$from" --out "$work/$into" 2>"$work/merged" >/dev/null
  cat "$work/merged"
  grep -qx "0 games added, $games already present" "$work/merged"
done
echo "the merged shards are the undisturbed run"
