#!/usr/bin/env bash
# The tests of the page in Chromium: run.sh BINARY FOLDER [OPTION...], with a folder for the packages of npm. Exits with 77, which
# ctest calls skipped, where there is no Node, no Chromium or no npm registry.
set -euo pipefail
binary=$1 folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)

skip() { echo "skipped: $*"; exit 77; }
command -v node >/dev/null && command -v npm >/dev/null || skip "Node and npm are not installed"
[ -x /usr/bin/chromium ] || skip "Chromium is not installed"
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip "Node is older than 18"

mkdir -p "$folder/source"
cp "$here"/../../../serve/page/*.js "$folder/source"
cp "$here"/*.mjs "$here"/package.json "$here"/package-lock.json "$folder"
if ! cmp -s "$folder"/package-lock.json "$folder"/node_modules/.lock; then
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 timeout 120 npm ci --prefix "$folder" --no-audit --no-fund --silent ||
    skip "npm could not install its packages"
  cp "$folder"/package-lock.json "$folder"/node_modules/.lock
fi
exec node "$folder"/run.mjs "$(realpath "$binary")" "$@"
