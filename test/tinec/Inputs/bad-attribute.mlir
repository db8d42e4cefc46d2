llvm.func @main() -> i32 {
  %0 = llvm.mlir.constant(0 : i64) : i64
  llvm.return %0 : i64
}
