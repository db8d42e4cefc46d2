// RUN: tine-opt %s --bools-as-bytes | FileCheck %s

// CHECK-LABEL: llvm.func @copy
//  CHECK-SAME: (%[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr)
llvm.func @copy(%from: !llvm.ptr, %to: !llvm.ptr) -> i1 {
  // CHECK: %[[BYTE:.*]] = llvm.load %[[FROM]] : !llvm.ptr -> i8
  // CHECK: %[[BIT:.*]] = llvm.trunc %[[BYTE]] : i8 to i1
  %bit = llvm.load %from : !llvm.ptr -> i1
  // CHECK: %[[WIDE:.*]] = llvm.zext %[[BIT]] : i1 to i8
  // CHECK: llvm.store %[[WIDE]], %[[TO]] : i8, !llvm.ptr
  llvm.store %bit, %to : i1, !llvm.ptr
  // CHECK: llvm.return %[[BIT]] : i1
  llvm.return %bit : i1
}

// Others stay.
// CHECK-LABEL: llvm.func @number
llvm.func @number(%from: !llvm.ptr, %to: !llvm.ptr) {
  // CHECK-NOT: i8
  // CHECK: llvm.load {{.*}} -> f32
  %number = llvm.load %from : !llvm.ptr -> f32
  llvm.store %number, %to : f32, !llvm.ptr
  %mask = llvm.load %from : !llvm.ptr -> vector<8xi1>
  llvm.store %mask, %to : vector<8xi1>, !llvm.ptr
  llvm.return
}
