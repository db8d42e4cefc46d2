# usage: pipe_stages.sh TINEC
#
# Compiles the program on standard input once for each stage of MLIR, with a
# pipe between what leads to the stage and what follows, and runs the results.
set -o pipefail
text=$(cat)
for stage in nn differentiate place tensor buffer target llvm-dialect; do
  printf '%s' "$text" | "$1" - --emit=$stage -o - | "$1" - -o - >piped
  chmod +x piped
  ./piped
done
