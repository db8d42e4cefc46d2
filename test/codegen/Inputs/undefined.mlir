llvm.func @no_such_function()
llvm.func @main() -> i32 {
  llvm.call @no_such_function() : () -> ()
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
