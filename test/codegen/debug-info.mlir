// -g carries the locations of operations to line tables.
// RUN: %tinec %s -g -O0 --emit=llvm | FileCheck %s
// RUN: %tinec %s -O0 --emit=llvm | FileCheck %s --check-prefix=NONE

// CHECK: define i32 @main() {{.*}}!dbg
// CHECK: !DIFile(filename: "model.py"
// CHECK: !DILocation(line: 12, column: 3
// NONE-NOT: !DILocation

llvm.func @f() -> i32
llvm.func @main() -> i32 {
  %0 = llvm.call @f() : () -> i32 loc("model.py":12:3)
  llvm.return %0 : i32 loc("model.py":13:3)
} loc("model.py":10:1)
