#!/usr/bin/env bash
# Makes the packages of a build folder, and tries each where nothing else is.
#
# usage: test/packages/run.sh BUILD_DIR
#
# Needs root, for chroot. The wheel is tried in a fresh virtual environment, and
# in a root folder that has a C library and nothing else.
set -euo pipefail
case ${1:-} in
-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
esac
build=$(readlink -f "${1:?usage: run.sh BUILD_DIR}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
scripts=$(dirname "$(readlink -f "$0")")/../../scripts

"$scripts/package.py" "$build" "$work/out" 2>"$work/log" || {
  cat "$work/log" >&2
  exit 1
}
echo 'import torch; print(torch.arange(3) + 1)' >"$work/program.py"
expected='tensor([1, 2, 3])'

# check NAME COMMAND...: tinec, started so, makes a program that works.
check() {
  local name=$1
  shift
  "$@" "$work/program.py" -o "$work/program"
  [ "$(env -i "$work/program")" = "$expected" ] || {
    echo "packages: the $name is wrong" >&2
    exit 1
  }
  rm "$work/program"
  echo "packages: the $name works"
}

mkdir "$work/deb"
dpkg-deb -x "$work"/out/*.deb "$work/deb"
check "Debian package" env -i "$work/deb/usr/bin/tinec"

python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q --no-index "$work"/out/*.whl
check "wheel in a virtual environment" env -i "$work/venv/bin/tinec"

root=$work/root
mkdir -p "$root"/{lib64,lib/x86_64-linux-gnu,proc,tmp,tine}
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64"
for library in libc libm libdl librt libpthread; do
  cp -L /lib/x86_64-linux-gnu/$library.so.? "$root/lib/x86_64-linux-gnu"
done
cp -r "$work"/venv/lib/python3*/site-packages/tine "$root"
cp "$work/program.py" "$root/tmp"
output=$(unshare -m sh -ec "mount --rbind /proc '$root/proc'
  env -i $(command -v chroot) '$root' /tine/bin/tinec /tmp/program.py -o /tmp/program
  env -i $(command -v chroot) '$root' /tmp/program")
[ "$output" = "$expected" ] || { echo "packages: printed '$output'" >&2 && exit 1; }
echo "packages: the wheel in an empty root folder works"
