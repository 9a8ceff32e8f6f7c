#!/usr/bin/env bash
# Installs the Debian packages that tavlab builds with, those that are missing, with sudo where needed.
#   tools/setup.sh           what `tavlab` itself needs
#   tools/setup.sh --tests   and what its tests need
set -euo pipefail

packages=(g++ cmake ninja-build libboost-dev libcli11-dev libeigen3-dev libfmt-dev libsqlite3-dev
          libtomlplusplus-dev nlohmann-json3-dev)
for option in "$@"; do
  case "$option" in
    --tests) packages+=(libgtest-dev libgmock-dev libbenchmark-dev) ;;
    *) echo "setup.sh: unknown option '$option'; the only one is --tests" >&2; exit 2 ;;
  esac
done

missing=()
for package in "${packages[@]}"; do
  dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    { echo "setup.sh: needs root or sudo to install: ${missing[*]}" >&2; exit 2; }
  as_root=(sudo)
fi
echo "Installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
