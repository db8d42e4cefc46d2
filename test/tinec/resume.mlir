// Every stage that is MLIR is an input too, and gives the same program.
// RUN: %tinec %s -o %t.exe && %t.exe > %t.expected
// RUN: FileCheck %s --input-file=%t.expected
// RUN: %tinec %s --emit=nn -o %t.nn.mlir
// RUN: %tinec %t.nn.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=differentiate -o %t.differentiate.mlir
// RUN: %tinec %t.differentiate.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=place -o %t.place.mlir
// RUN: %tinec %t.place.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=tensor -o %t.tensor.mlir
// RUN: %tinec %t.tensor.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=buffer -o %t.buffer.mlir
// RUN: %tinec %t.buffer.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=target -o %t.target.mlir
// RUN: %tinec %t.target.mlir -o %t.exe && %t.exe | diff - %t.expected
// RUN: %tinec %s --emit=llvm-dialect -o %t.llvm.mlir
// RUN: %tinec %t.llvm.mlir -o %t.exe && %t.exe | diff - %t.expected

// CHECK: tensor([-1.0000, -2.5000])

func.func private @program() {
  %x = arith.constant dense<[1.0, 2.5]> : tensor<2xf32>
  %f = tine.fork (%a = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    %b = nn.neg %a : tensor<2xf32>
    tine.yield %b : tensor<2xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<2xf32>>
  %text = tine.format eager "%t\0A" (%y : tensor<2xf32>)
  tine.print %text
  return
}
