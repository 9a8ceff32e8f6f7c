#!/usr/bin/env bash
# Makes the pages of the Python API in build/docs/python, of the package in build/native (the package python3-sphinx).
set -euo pipefail
cd "$(dirname "$0")/.."
package=build/native/python
ls "$package"/tavlab/_tavlab.*.so > /dev/null 2>&1 ||
  { echo "python-docs.sh: the package is not in $package: run tools/setup.sh --python and tools/build.sh" >&2; exit 2; }
PYTHONPATH=$package /usr/bin/python3 -m sphinx -q -W -b html docs/python build/docs/python
echo "build/docs/python/index.html"
