// RUN: %tine-opt %s --stack-bookkeeping | FileCheck %s

func.func private @helper(memref<?xindex>)

// What a call gets is a list of addresses; elements stay where they are.
// CHECK-LABEL: func @lists(
// CHECK-NEXT: %[[LIST:.*]] = memref.alloca() : memref<2xindex>
// CHECK: memref.alloc() : memref<4xf32>
// CHECK: %[[CAST:.*]] = memref.cast %[[LIST]]
// CHECK: call @helper(%[[CAST]])
// CHECK-NOT: memref.dealloc %[[LIST]]
// CHECK: memref.dealloc %{{.*}} : memref<4xf32>
func.func @lists() {
  %x = memref.alloc() : memref<4xf32>
  %l = memref.alloc() : memref<2xindex>
  %c = memref.cast %l : memref<2xindex> to memref<?xindex>
  call @helper(%c) : (memref<?xindex>) -> ()
  memref.dealloc %l : memref<2xindex>
  memref.dealloc %x : memref<4xf32>
  return
}

// CHECK-LABEL: func @shape(
// CHECK: memref.alloca() : memref<2xindex>
// CHECK: memref.reshape
func.func @shape(%x: memref<?xf32>, %n: index) -> memref<?x?xf32> {
  %zero = arith.constant 0 : index
  %s = memref.alloc() : memref<2xindex>
  memref.store %n, %s[%zero] : memref<2xindex>
  %r = memref.reshape %x(%s) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  return %r : memref<?x?xf32>
}
