//--- race.mlir
llvm.mlir.global internal @sum(0 : i32) : i32

llvm.func @main() -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %last = llvm.mlir.constant(100000 : i32) : i32
  %sum = llvm.mlir.addressof @sum : !llvm.ptr
  omp.parallel {
    llvm.br ^loop(%one : i32)
  ^loop(%i: i32):
    %old = llvm.load volatile %sum : !llvm.ptr -> i32
    %new = llvm.add %old, %i : i32
    llvm.store volatile %new, %sum : i32, !llvm.ptr
    %next = llvm.add %i, %one : i32
    %more = llvm.icmp "sle" %next, %last : i32
    llvm.cond_br %more, ^loop(%next : i32), ^end
  ^end:
    omp.terminator
  }
  llvm.return %zero : i32
}

//--- overflow.mlir
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

llvm.func @main(%argc: i32, %argv: !llvm.ptr) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %size = llvm.mlir.constant(16 : i64) : i64
  %memory = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %behind = llvm.getelementptr %memory[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store volatile %argc, %behind : i32, !llvm.ptr
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  llvm.return %zero : i32
}

//--- leak.mlir
// A box that is not released.
module attributes {tine.phase = "buffer"} {
  func.func private @program() {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 1.0 : f32
    %box = tine.box_alloc() : <tensor<2xf32>>
    %memory = tine.box_buffer %box : <tensor<2xf32>> -> memref<2xf32>
    memref.store %cst, %memory[%c0] : memref<2xf32>
    return
  }
}
