// RUN: %tine-opt %s --expand-masked-stores=vector-bits=256 | FileCheck %s
// RUN: %tine-opt %s --expand-masked-stores=vector-bits=512 | FileCheck %s --check-prefix=MASKS

// 7 lanes are 4, 2 and 1.
// CHECK-LABEL: func @known(
// CHECK-SAME:    %[[X:[^:]*]]: vector<8xf32>, %[[D:[^:]*]]: memref<?xf32>
// CHECK-NOT: maskedstore
// CHECK: %[[A:.*]] = vector.shuffle %[[X]], %[[X]] [0, 1, 2, 3]
// CHECK: vector.store %[[A]], %[[D]][%c0{{.*}}]
// CHECK: %[[B:.*]] = vector.shuffle %[[X]], %[[X]] [4, 5]
// CHECK: vector.store %[[B]], %[[D]][%c4{{.*}}]
// CHECK: %[[C:.*]] = vector.shuffle %[[X]], %[[X]] [6]
// CHECK: vector.store %[[C]], %[[D]][%c6{{.*}}]
// MASKS-LABEL: func @known(
// MASKS: vector.maskedstore
func.func @known(%x: vector<8xf32>, %d: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : index
  %m = vector.create_mask %c7 : vector<8xi1>
  vector.maskedstore %d[%c0], %m, %x : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// The number is cut into its bits; any number above 7 is all.
// CHECK-LABEL: func @unknown(
// CHECK-NOT: maskedstore
// CHECK: arith.cmpi sge, %{{.*}}, %c8
// CHECK: scf.if
// CHECK:   vector.store {{.*}} vector<8xf32>
// CHECK: else
// CHECK:   arith.maxsi
// CHECK:   arith.andi %{{.*}}, %c4
// CHECK:   vector.store {{.*}} vector<4xf32>
// CHECK:   arith.andi %{{.*}}, %c2
// CHECK:   vector.store {{.*}} vector<2xf32>
// CHECK:   arith.andi %{{.*}}, %c1
// CHECK:   vector.store {{.*}} vector<1xf32>
func.func @unknown(%x: vector<8xf32>, %d: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %m = vector.create_mask %n : vector<8xi1>
  vector.maskedstore %d[%c0], %m, %x : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}

// Another kind of mask stays.
// CHECK-LABEL: func @any(
// CHECK: vector.maskedstore
func.func @any(%x: vector<8xf32>, %d: memref<?xf32>, %m: vector<8xi1>) {
  %c0 = arith.constant 0 : index
  vector.maskedstore %d[%c0], %m, %x : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}
