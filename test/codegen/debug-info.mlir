// -g carries the locations of operations to line tables.
// RUN: %tinec %s -g -O0 --emit=llvm | FileCheck %s
// RUN: %tinec %s -O0 --emit=llvm | FileCheck %s --check-prefix=NONE

// CHECK: define i32 @main() {{.*}}!dbg
// CHECK: !DIFile(filename: "model.py"
// CHECK: !DILocation(line: 12, column: 3
// NONE-NOT: !DILocation

// A constant may come from a call.
llvm.mlir.global internal constant @table() : i64 {
  %0 = llvm.mlir.constant(7 : i64) : i64 loc(callsite("model.py":3:3 at "model.py":12:3))
  llvm.return %0 : i64 loc(callsite("model.py":3:3 at "model.py":12:3))
} loc(callsite("model.py":3:3 at "model.py":12:3))
llvm.func @f() -> i32
llvm.func @main() -> i32 {
  %0 = llvm.call @f() : () -> i32 loc("model.py":12:3)
  llvm.return %0 : i32 loc("model.py":13:3)
} loc("model.py":10:1)
