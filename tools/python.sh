#!/usr/bin/env bash
# Installs the packages it needs, builds the Python package for this machine, and installs it in a virtual environment:
#   tools/python.sh [DIR]         by default build/venv; run DIR/bin/python
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -le 1 ] || { echo "usage: tools/python.sh [DIR]" >&2; exit 2; }
venv=$(realpath -m "${1:-build/venv}")

tools/setup.sh --python
/usr/bin/python3 -m venv --system-site-packages "$venv"
echo "building the Python package: some 15 minutes on 2 cores, without output until the end"
TAVLAB_CMAKE="-DTAVLAB_NATIVE=ON ${TAVLAB_CMAKE:-}" "$venv/bin/python" -m pip install --quiet --no-index \
  --no-build-isolation --no-deps --force-reinstall .
echo "installed in $venv; try: $venv/bin/python python/examples/first_steps.py"
