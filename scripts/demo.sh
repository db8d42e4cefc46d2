#!/usr/bin/env bash
# Builds Tine, compiles an ensemble of LSTMs that run in parallel and runs it.
#
# usage: scripts/demo.sh
#
# Installs what is missing first (see scripts/setup.sh).
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh tinec tine-link-bundle

example=examples/lstm_ensemble.py
program=build/lstm_ensemble
run() {
  echo "\$ $*" >&2
  "$@"
}
run build/bin/tinec $example -o $program
run ls -l $program >&2
run $program
