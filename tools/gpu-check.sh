#!/usr/bin/env bash
# Checks and measures nets on a GPU: the tests of backend and learner, evaluations a second by net and
# batch, the rate of self-play, and a short training with its curve.
#   tools/gpu-check.sh [TAVLAB] [--device cuda:0] [--minutes 5] [--out DIR]
# TAVLAB is the program, by default the one in build/native. Writes DIR/figures.json (default out/gpu-check). With --device
# cpu it only checks itself, with tiny nets.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
tavlab=$root/build/native/tools/tavlab device=cuda:0 minutes=5 out=out/gpu-check
while [ $# -gt 0 ]; do
  case "$1" in
    --device | --minutes | --out) [ $# -ge 2 ] || { echo "gpu-check.sh: $1 needs a value" >&2; exit 2; }
                                  declare "${1#--}=$2"; shift 2 ;;
    -*) echo "gpu-check.sh: unknown option '$1'; options: --device, --minutes, --out" >&2; exit 2 ;;
    *) tavlab=$1; shift ;;
  esac
done
[ -x "$tavlab" ] || { echo "gpu-check.sh: there is no $tavlab; run tools/build.sh, or name the program" >&2; exit 2; }
[ ! -e "$out" ] || { echo "gpu-check.sh: $out exists already; name another folder with --out" >&2; exit 2; }
[[ $minutes =~ ^[0-9]+(\.[0-9]+)?$ ]] || { echo "gpu-check.sh: --minutes needs a number, not '$minutes'" >&2; exit 2; }
command -v python3 > /dev/null || { echo "gpu-check.sh: needs python3, for the figures" >&2; exit 2; }
threads=$(nproc)
mkdir -p "$out"

tests=$(dirname "$tavlab")/nn_torch_test  # in a bundle
[ -x "$tests" ] || tests=$(dirname "$tavlab")/../tests/nn/nn_torch_test
if [ -x "$tests" ]; then
  echo "== Tests of backend and learner"
  # The nets that come with tavlab are compared only where it was built.
  "$tests" --gtest_brief=1 --gtest_filter='-*OnTrainedNets' --gtest_output="json:$out/tests.json"
fi

echo "== Evaluations a second, by blocks x channels x board"
nets="6x64x9 8x96x11 10x128x11 8x96x8" batches=64,256,1024,2048
[ "$device" != cpu ] || nets=2x16x7 batches=1,16
for net in $nets; do
  IFS=x read -r blocks channels size <<< "$net"
  "$tavlab" bench nn --device "$device" --blocks "$blocks" --channels "$channels" --size "$size" --batches "$batches" \
            --threads "$((2 * threads))" --seconds "$([ "$device" = cpu ] && echo 0.1 || echo 2)" --json > "$out/bench-$net.json"
  echo "$net: done"
done

echo "== A training run of $minutes minutes"
config=$out/train.toml
cat > "$config" <<'T'
title = "A check"
rules = "helmfrid-11"
seed = 1
rounds = 1000
[net]
trunk = "residual"
blocks = 8
channels = 96
pooling_channels = 32
policy_channels = 48
value_channels = 48
value_hidden = 96
max_size = 11
[selfplay]
simulations = 32
full_share = 0.5
fast_simulations = 8
games_per_round = 1000
groups = 32
games_in_flight = 256
opening_plies = 6
max_plies = 300
[learn]
batch = 1024
replay_ratio = 2
learning_rate = 2e-3
window = 150000
max_window = 1000000
start = 20000
T
[ "$device" != cpu ] || sed -i 's/helmfrid-11/brandubh-7/; s/^\(blocks\|channels\|games_in_flight\|simulations\|fast_simulations\|groups\|batch\) = .*/\1 = 4/
  s/^max_size.*/max_size = 7/; s/^\(start\|games_per_round\|max_plies\) = .*/\1 = 20/' "$config"
sed -i "/^rounds/a minutes = $minutes" "$config"
"$tavlab" train "$config" --out "$out/training" --device "$device" --threads "$((2 * threads))"
cp "$out/training/metrics.jsonl" "$out/training/net.safetensors" "$out/"

python3 - "$out" "$device" <<'P'
import glob, json, os, sys
out, device = sys.argv[1:]
rounds = [json.loads(line) for line in open(f"{out}/metrics.jsonl")]
read = lambda name: json.load(open(name))
tests = f"{out}/tests.json"
figures = {
    "device": device,
    "tests": {key: read(tests)[key] for key in ("tests", "failures")} if os.path.exists(tests) else None,
    "bench": {name.split("bench-")[1][:-5]: read(name)["figures"] for name in sorted(glob.glob(f"{out}/bench-*.json"))},
    "selfplay": {
        "evaluations_per_second": sum(r["evaluations"] for r in rounds) / sum(r["play_seconds"] for r in rounds),
        "games_per_hour": 3600 * sum(r["games"] for r in rounds) / sum(r["play_seconds"] for r in rounds)},
    "training": {
        "steps_per_second": sum(r["steps"] for r in rounds) / sum(r["learn_seconds"] for r in rounds),
        "games": sum(r["games"] for r in rounds), "minutes": rounds[-1]["minutes"],
        "curve": [{key: r[key] for key in ("round", "minutes", "games", "first_wins", "draws", "second_wins", "policy_loss",
                                           "value_loss")} for r in rounds]},
}
json.dump(figures, open(f"{out}/figures.json", "w"), indent=1)
print(f"{out}/figures.json: self-play {figures['selfplay']['evaluations_per_second']:.0f} evaluations/s, "
      f"{figures['training']['steps_per_second']:.1f} steps/s")
P
