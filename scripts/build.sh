#!/usr/bin/env bash
# Installs what is missing and builds Tine.
#
# usage: scripts/build.sh [--preset NAME] [TARGET...]
#
# The presets are those of CMakePresets.json: default (in build/), asan, tsan.
# Safe to run again: what is up to date is not made again.
set -euo pipefail
case ${1:-} in
-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
esac
cd "$(dirname "$0")/.."

preset=default
if [ "${1:-}" = --preset ]; then
  preset=${2:?--preset needs a name}
  shift 2
fi
folder=build
[ "$preset" = default ] || folder=build-$preset

scripts/setup.sh

# A compilation needs up to 1.5 GB.
memory=$(awk '/^MemAvailable/ {print int($2 / 1500000)}' /proc/meminfo)
jobs=$(nproc)
[ "$jobs" -le "${memory:-1}" ] || jobs=$((memory > 0 ? memory : 1))

if [ ! -e "$folder/build.ninja" ]; then
  echo "build: configuring $folder" >&2
  log=$(mktemp)
  trap 'rm -f "$log"' EXIT
  cmake --preset "$preset" >"$log" 2>&1 || {
    cat "$log" >&2
    echo "build: error: CMake could not configure $folder" >&2
    exit 1
  }
fi
echo "build: building ${*:-everything} in $folder with $jobs jobs" >&2
exec ninja -C "$folder" -j "$jobs" "$@" >&2
