#!/usr/bin/env bash
# Copies what build-libomp.sh makes into the link bundle.
# usage: copy-libomp.sh BUILD-LIBOMP FOLDER [OPTION...]
set -euo pipefail
script=$1 folder=$2
shift 2
made=$("$script" "$@")
mkdir -p "$folder"
cp "$made/lib/libomp.a" "$folder/libomp.a"
cp "$made/LICENSE.TXT" "$folder/libomp-LICENSE.TXT"
