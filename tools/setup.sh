#!/usr/bin/env bash
# Installs the missing Debian packages for building tavlab, with sudo if needed.
#   tools/setup.sh                for `tavlab` itself
#   tools/setup.sh --train        also for training nets: LibTorch, and a linear algebra library that makes it
#                                 several times faster than Debian's default
#   tools/setup.sh --python       also for the Python package
#   tools/setup.sh --tests        also for the tests
#   tools/setup.sh --slow-tests   also for the slow tests: a one-node Slurm, a bare Debian
#   tools/setup.sh --package      also for making Debian packages
#   tools/setup.sh --docs         also for the documentation site
set -euo pipefail

packages=(g++ cmake esbuild ninja-build libboost-dev libcli11-dev libcpp-httplib-dev libedit-dev libeigen3-dev libfmt-dev
          libhdf5-dev libsqlite3-dev libtomlplusplus-dev nlohmann-json3-dev pkg-config zlib1g-dev)
# Programs used by some tests, which are skipped without them.
wanted=()
python=(pybind11-dev python3-dev python3-numpy python3-pip python3-venv python3-build python3-setuptools python3-wheel)
train=(libtorch-dev libopenblas0-openmp)
docs=(python3-sphinx python3-myst-parser furo)
tests=(libgtest-dev libgmock-dev libbenchmark-dev)
programs=(chromium fish zsh python3-cairosvg python3-h5py python3-numpy python3-pytest python3-torch "${python[@]}" "${train[@]}" "${docs[@]}")
# For the tests of the page; Node from elsewhere brings npm along.
command -v npm >/dev/null || programs+=(nodejs npm)
for option in "$@"; do
  case "$option" in
    --train) packages+=("${train[@]}") ;;
    --python) packages+=("${python[@]}") ;;
    --tests) packages+=("${tests[@]}"); wanted+=("${programs[@]}") ;;
    --slow-tests) packages+=("${tests[@]}"); wanted+=("${programs[@]}" debootstrap munge slurm-client slurmctld slurmd) ;;
    --package) packages+=(dpkg-dev) ;;
    --docs) packages+=("${docs[@]}") ;;
    *) echo "setup.sh: unknown option '$option'; options: --train, --python, --tests, --slow-tests, --package, --docs" >&2; exit 2 ;;
  esac
done

not_installed() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' ||
      echo "$package"
  done
}
mapfile -t missing < <(not_installed "${packages[@]}")
mapfile -t missing_wanted < <(not_installed "${wanted[@]}")
[ $((${#missing[@]} + ${#missing_wanted[@]})) -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    { [ ${#missing[@]} -eq 0 ] && exit 0
      echo "setup.sh: needs root or sudo to install: ${missing[*]}" >&2; exit 2; }
  as_root=(sudo)
fi
echo "Installing ${missing[*]} ${missing_wanted[*]}"
export DEBIAN_FRONTEND=noninteractive
install() {
  [ $# -eq 0 ] && return
  # Another apt, of a second terminal, is waited for.
  "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=600 update -qq &&
    "${as_root[@]}" apt-get -o DPkg::Lock::Timeout=600 install -y -qq --no-install-recommends "$@" >/dev/null
}
install "${missing[@]}"
install "${missing_wanted[@]}" ||
  echo "setup.sh: could not install ${missing_wanted[*]}; tests that need them will be skipped"
