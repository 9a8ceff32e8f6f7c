#!/usr/bin/env bash
# Makes the documentation site in build/docs, of the program and the Python package in build/native:
#   tools/docs.sh [DIR]           by default build/docs; open DIR/index.html, which needs no server
# TAVLAB_BUILD: another build. What it needs is installed by `tools/setup.sh --python --docs`.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -le 1 ] || { echo "usage: tools/docs.sh [DIR]" >&2; exit 2; }
out=${1:-build/docs}
build=$(realpath -m "${TAVLAB_BUILD:-build/native}")

/usr/bin/python3 -c 'import furo, myst_parser' 2>/dev/null ||
  { echo "docs.sh: Sphinx, MyST or Furo is missing: run tools/setup.sh --docs" >&2; exit 2; }
{ [ -x "$build/tools/tavlab" ] && ls "$build"/python/tavlab/_tavlab.*.so > /dev/null 2>&1; } ||
  { echo "docs.sh: the program or the Python package is not in $build: run tools/setup.sh --python and tools/build.sh" >&2; exit 2; }
# Everything anew: what the program says is no file that Sphinx could compare.
rm -rf "$out/.doctrees"
TAVLAB_BINARY=$build/tools/tavlab PYTHONPATH=$build/python PYTHONDONTWRITEBYTECODE=1 LANG=C.UTF-8 \
  /usr/bin/python3 -m sphinx -q -W --keep-going -E -b html -d "$out/.doctrees" -c docs/site . "$out"
echo "$out/index.html"
