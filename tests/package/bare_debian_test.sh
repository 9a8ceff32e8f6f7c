#!/usr/bin/env bash
# The packages `tavlab` and `python3-tavlab`, installed by apt on a Debian 12 of nothing but the minimal base system, and
# run there by a user who is not root.
#
#   bare_debian_test.sh SOURCE_FOLDER [MIRROR]
#
# Exits with 77, which ctest calls skipped, where such a system cannot be made.
set -euo pipefail
source_folder=$1
mirror=${2:-http://deb.debian.org/debian}

skip() { echo "skipped: $*"; exit 77; }
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
[ "$(id -u)" -eq 0 ] || skip "needs root"

root=$(mktemp -d)
cleanup() {
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap cleanup EXIT
chmod 755 "$root"
debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root.log" 2>&1 ||
  { tail -n 3 "$root.log"; rm -f "$root.log"; skip "debootstrap failed"; }
rm -f "$root.log"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc" || skip "cannot mount /proc"  # by which a program knows where it is installed

rm -f "$source_folder"/build/package/*.deb
"$source_folder/tools/package.sh"

cp "$source_folder"/build/package/{tavlab,python3-tavlab}_*.deb "$root/tmp/"
in_root() { chroot "$root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C DEBIAN_FRONTEND=noninteractive "$@"; }
in_root sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /tmp/tavlab_*.deb /tmp/python3-tavlab_*.deb'
in_root useradd --create-home guest

cat >"$root/tmp/check.sh" <<'SH'
set -eu
cd
want() {  # want TEXT COMMAND...: the command succeeds, and TEXT is in its output
  text=$1; shift
  "$@" >output 2>&1 || { echo "failed: $*"; cat output; exit 1; }
  grep -qF -- "$text" output || { echo "no '$text' in the output of: $*"; cat output; exit 1; }
}
want "tavlab $VERSION" tavlab --version
want "tavlei-9" tavlab rules list
want "Brandubh" tavlab rules show brandubh-7
want "complete -F _tavlab" cat /usr/share/bash-completion/completions/tavlab
# The evaluations, a net and a rule set that another one extends are found where they are installed.
want "games" tavlab match brandubh-7 --first alphabeta:net=brandubh-7,depth=3 --second mcts:sims=50 --games 2
want "games" tavlab match brandubh-7 --first net:file=brandubh-7 --second random --games 2
printf 'id = "mine"\ntitle = "Mine"\nsource = "none"\nextends = "brandubh-7"\n' >mine.toml
want "Mine" tavlab rules show mine.toml
want "What this shows" tavlab experiment run quickstart --games 4 --out quickstart
test -s quickstart/report.html
cat >first.py <<'PY'
import tavlab
game = tavlab.load("brandubh-7")
state = game.new_initial_state()
# By the evaluation that the package tavlab has.
move = tavlab.Agent("alphabeta:net=brandubh-7,nodes=500").play(state)
state.apply_action(move)
print(tavlab.__version__, "played", state.history()[0])
PY
want "$VERSION played" python3 first.py
SH
version=$(sed -n 's/^Version: //p' <(dpkg-deb --field "$root"/tmp/tavlab_*.deb))
in_root su guest -c "VERSION=$version sh /tmp/check.sh"
echo "installed and ran: tavlab $version"
