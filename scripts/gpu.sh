#!/usr/bin/env bash
# Tests and measures the CUDA back end on a machine with an NVIDIA GPU that has no
# Tine on it: python3, a C library and the driver are enough.
#
# usage: scripts/gpu.sh prepare DIR [OPTION...]   here: compiles what DIR will run
#        scripts/gpu.sh run DIR [OPTION...]       there: runs it
#
# Options and formats: scripts/gpu/prepare.py --help, scripts/gpu/run.py --help.
# `prepare` makes DIR/run.py, too: the repository need not be there.
set -euo pipefail
here=$(dirname "$0")
case ${1:-} in
prepare) shift && exec python3 "$here/gpu/prepare.py" "$@" ;;
run) shift && exec python3 -u "$1/run.py" "${@:2}" ;;
*) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$0" >&2 && exit 2 ;;
esac
