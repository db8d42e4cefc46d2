#!/usr/bin/env bash
# Builds Tine, compiles an ensemble of LSTMs that run in parallel and runs it.
#
# usage: scripts/demo.sh
#
# Installs what is missing first (see scripts/setup.sh).
set -euo pipefail
case ${1:-} in
-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
esac
cd "$(dirname "$0")/.."

scripts/build.sh tinec tine-opt tine-trace tine-link-bundle

example=examples/lstm_ensemble.py
program=build/lstm_ensemble
run() {
  echo "\$ $*" >&2
  "$@"
}
run build/bin/tinec $example -o $program
run ls -l $program >&2
run $program
