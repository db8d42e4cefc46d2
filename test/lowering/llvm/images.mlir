// RUN: %tine-opt %s --tine-to-llvm --reconcile-unrealized-casts | FileCheck %s

// Of four slots the last two are counted objects, which this owns.
// CHECK-LABEL: llvm.func @head(
// CHECK: %[[SLOTS:.*]] = llvm.alloca
// CHECK: llvm.call @tine_abi_image_head(%arg0, %[[SLOTS]], %{{.*}})
// CHECK: llvm.load %{{.*}} -> !llvm.ptr
// CHECK: llvm.call @tine_abi_release(
func.func @head(%path: !tine.str) -> i64 {
  %width, %height, %mode, %format = tine.read_image_head %path
  tine.release %mode : !tine.str
  return %width : i64
}

// CHECK-LABEL: llvm.func @small(
// CHECK: %[[IMAGE:.*]] = llvm.call @tine_abi_image_decode(%arg0, %{{.*}}, %arg1, %{{.*}}) : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
// CHECK: %[[FROM:.*]] = llvm.bitcast %arg3 : f64 to i64
// CHECK: llvm.store %[[FROM]], %{{.*}} : i64, !llvm.ptr
// CHECK: %[[SMALL:.*]] = llvm.call @tine_abi_image_resample(%[[IMAGE]], %arg1, %arg1, %arg2, %{{.*}}, %{{.*}})
// CHECK: llvm.call @tine_abi_image_write(%arg0, %[[SMALL]], %arg1, %{{.*}})
func.func @small(%path: !tine.str, %n: i64, %filter: i64, %from: f64, %to: f64) {
  %image = tine.decode_image %path as "RGB" scaled %n : !tine.box<tensor<?x?x3xi8>>
  %small = tine.resample_image %image, %n, %n, %filter between %from, %from, %to, %to : !tine.box<tensor<?x?x3xi8>> -> !tine.box<tensor<?x?x3xi8>>
  tine.write_image %path, %small, %n : !tine.box<tensor<?x?x3xi8>>
  return
}
