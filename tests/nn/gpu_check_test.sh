#!/usr/bin/env bash
# tools/gpu-check.sh on the processor: it runs to its end, and its figures say what was measured.
#   gpu_check_test.sh TAVLAB SOURCE_DIR
set -euo pipefail
command -v python3 > /dev/null || exit 77  # skipped
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$2/tools/gpu-check.sh" "$1" --device cpu --minutes 0.02 --out "$folder/check"
python3 - "$folder/check/figures.json" <<'P'
import json, sys
figures = json.load(open(sys.argv[1]))
assert figures["device"] == "cpu"
assert figures["tests"] is None or (figures["tests"]["tests"] > 10 and figures["tests"]["failures"] == 0), figures["tests"]
assert [figure["batch"] for figure in figures["bench"]["2x16x7"]][:2] == [1, 16]
assert all(figure["evaluations_per_second"] > 0 for figure in figures["bench"]["2x16x7"])
assert figures["selfplay"]["evaluations_per_second"] > 0 and figures["selfplay"]["games_per_hour"] > 0
assert figures["training"]["steps_per_second"] > 0 and figures["training"]["games"] >= 20
assert [point["round"] for point in figures["training"]["curve"]][0] == 1
P
refused() {  # EXPECTED_TEXT OPTIONS...
  local text=$1 status=0 said
  shift
  said=$("$2/tools/gpu-check.sh" "${@:3}" 2>&1) || status=$?
  [ "$status" = 2 ] && [[ $said == *"$text"* ]] || { echo "expected '$text', got $status: $said" >&2; exit 1; }
}
refused "exists already" "$1" "$2" "$1" --device cpu --out "$folder/check"
refused "--minutes needs a number" "$1" "$2" "$1" --device cpu --minutes abc --out "$folder/other"
refused "unknown option '--devise'" "$1" "$2" --devise cpu
refused "there is no $folder/tavlab" "$1" "$2" "$folder/tavlab"
