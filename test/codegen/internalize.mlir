// A module with an entry point is a whole program: what only it uses is inlined
// and dropped. A module without one keeps everything.
// RUN: split-file %s %t
// RUN: %tinec %t/program.mlir --emit=llvm | FileCheck %s --check-prefix=PROGRAM
// RUN: %tinec %t/library.mlir --emit=llvm | FileCheck %s --check-prefix=LIBRARY

// PROGRAM-NOT: @helper
// PROGRAM: define{{.*}} i32 @main
// PROGRAM-NOT: @helper
// LIBRARY: define{{.*}} i32 @helper

//--- program.mlir
llvm.func @helper() -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  llvm.return %0 : i32
}
llvm.func @main() -> i32 {
  %0 = llvm.call @helper() : () -> i32
  llvm.return %0 : i32
}

//--- library.mlir
llvm.func @helper() -> i32 {
  %0 = llvm.mlir.constant(7 : i32) : i32
  llvm.return %0 : i32
}
