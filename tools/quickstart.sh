#!/usr/bin/env bash
# From a bare Debian 12 machine to a first result: installs the packages, builds, runs the quickstart
# experiment, prints its table and conclusions and the path of its report, and says what to try next.
# Arguments go to `tavlab experiment run`, for instance --games 400; results go to TAVLAB_OUT, by
# default out/quickstart. On a terminal it asks in the end whether to install LibTorch.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${TAVLAB_OUT:-out/quickstart}
tavlab=build/native/tools/tavlab

tools/setup.sh
if [ -d build/native ]; then
  tools/build.sh --target tavlab
else
  TAVLAB_CONFIGURE="-DTAVLAB_TESTS=OFF -DTAVLAB_BENCHMARKS=OFF" tools/build.sh --target tavlab
fi
$tavlab experiment run quickstart --out "$out" "$@"
for argument in "$@"; do
  [ "$argument" != --json ] || exit 0  # the output is one document
done

cat <<END

Look at it in a browser: file://$(cd "$out" && pwd)/report.html

Three things to try next:
  $tavlab serve                 the page in the browser: play, learn the rules, analyse, compare
  $tavlab play brandubh-7       a game in this terminal
  $tavlab help                  all that one can do; docs/ explains it
END

has_libtorch() { dpkg-query -W -f='${Status}' libtorch-dev 2>/dev/null | grep -q 'install ok installed'; }
if [ -t 0 ] && [ -t 1 ] && ! has_libtorch; then
  echo
  read -r -p "Install LibTorch, with which nets are trained (320 MB to download, 1.4 GB on disk)? Later: tools/setup.sh --train [y/N] " answer
  case "$answer" in
    [yY]*)
      tools/setup.sh --train
      tools/build.sh
      echo "Train a net: $tavlab train list"
      ;;
  esac
fi
