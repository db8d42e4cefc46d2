# usage: resume_stages.sh TINEC PROGRAM EXPECTED
#
# Stops at each stage of MLIR, goes on from what was written, and compares what
# the executable says on standard error.
for stage in nn differentiate place tensor buffer target llvm-dialect; do
  "$1" "$2" --emit=$stage -o stage.mlir
  "$1" stage.mlir -o resumed
  ! ./resumed 2>resumed.log
  diff "$3" resumed.log
done
