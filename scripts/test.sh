#!/usr/bin/env bash
# Builds Tine and runs all its tests.
#
# usage: scripts/test.sh [--preset NAME] [LIT-FILTER]
#
# Installs what is missing first (see scripts/setup.sh). The last line is
# `N passed, N failed`, with `, N skipped` when this machine cannot run some;
# the exit status is 0 when none failed.
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

scripts/build.sh --preset "$preset" all check-tine-depends
exec python3 scripts/run_tests.py "$folder" "$@"
