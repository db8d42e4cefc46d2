// RUN: %tine-opt %s --tine-to-llvm --reconcile-unrealized-casts | FileCheck %s

// Constants are static objects: an immortal head, the length, the bytes.
// CHECK-DAG: llvm.mlir.global internal @[[S:tine.string[_0-9]*]]([6442450944, 5, "hello\00\00\00"])
// CHECK-DAG: llvm.mlir.global internal unnamed_addr constant @[[W:tine.text[_0-9]*]]("model.py:3:5: in f\00")

// CHECK-LABEL: llvm.func @strings(
// CHECK-SAME: !llvm.ptr
// CHECK: %[[H:.*]] = llvm.mlir.addressof @[[S]]
// CHECK: %[[C:.*]] = llvm.call @tine_abi_string_concat(%[[H]], %arg0)
// CHECK: llvm.call @tine_abi_print(%[[C]], %{{.*}})
// CHECK: llvm.call @tine_abi_release(%[[C]])
func.func @strings(%s: !tine.str) {
  %h = tine.string "hello"
  %c = tine.string_concat %h, %s
  tine.print %c
  tine.release %c : !tine.str
  return
}

// CHECK-LABEL: llvm.func @file(
// CHECK: llvm.call @tine_abi_write_file(%arg0, %arg1, %{{.*}})
func.func @file(%path: !tine.str, %text: !tine.str) {
  tine.write_file %path, %text
  return
}

// What makes pictures is linked where it is called only.
// CHECK-LABEL: llvm.func @picture(
// CHECK: %[[NO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @tine_abi_png(%arg0, %arg1, %[[NO]])
// CHECK: %[[YES:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: llvm.call @tine_abi_png(%arg0, %arg1, %[[YES]])
func.func @picture(%drawing: !tine.str, %dpi: f64) {
  %png = tine.string_method "png"(%drawing, %dpi) : (!tine.str, f64) -> !tine.str
  %text = tine.string_method "png_base64"(%drawing, %dpi) : (!tine.str, f64) -> !tine.str
  return
}

// Characters are code points, or bytes.
// CHECK-LABEL: llvm.func @characters(
// CHECK: %[[NO:.*]] = llvm.mlir.constant(0 : i32) : i32
// CHECK: llvm.call @tine_abi_string_index(%arg0, %arg1, %[[NO]], %{{.*}})
// CHECK: %[[YES:.*]] = llvm.mlir.constant(1 : i32) : i32
// CHECK: llvm.call @tine_abi_string_index(%arg0, %arg1, %[[YES]], %{{.*}})
// CHECK: llvm.call @tine_abi_string_length(%arg0)
func.func @characters(%s: !tine.str, %i: i64) -> i64 {
  %c = tine.string_index %s[%i]
  %b = tine.string_index %s[%i] {bytes}
  %n = tine.string_length %s
  return %n : i64
}

// Elements are retained; the trace names the function around.
// CHECK-LABEL: llvm.func @get(
// CHECK: %[[AT:.*]] = llvm.mlir.addressof @[[W]]
// CHECK: %[[E:.*]] = llvm.call @tine_abi_list_at(%arg0, %arg1, %[[AT]])
// CHECK: %[[X:.*]] = llvm.load %[[E]] {{.*}} -> !llvm.ptr
// CHECK: llvm.call @tine_abi_retain(%[[X]])
// CHECK: %[[BITS:.*]] = llvm.load %{{.*}} -> i64
// CHECK: llvm.trunc %[[BITS]] : i64 to i1
func.func @get(%l: !tine.list<!tine.str, i1>, %i: i64) -> i1 attributes {tine.source_name = "f"} {
  %s, %b = tine.list_get %l[%i] : !tine.list<!tine.str, i1> -> !tine.str, i1 loc("model.py":3:5)
  tine.release %s : !tine.str
  return %b : i1
}

// CHECK-LABEL: llvm.func @append(
// CHECK: %[[E:.*]] = llvm.call @tine_abi_list_push(%arg0)
// CHECK: %[[B:.*]] = llvm.bitcast %arg1 : f64 to i64
// CHECK: llvm.store %[[B]], %[[E]]
func.func @append(%l: !tine.list<f64>, %x: f64) {
  tine.list_append %l, %x : !tine.list<f64>, f64
  return
}

// Bool results of the runtime are int32_t.
// CHECK-LABEL: llvm.func @contains(
// CHECK: %[[R:.*]] = llvm.call @tine_abi_dict_contains(%arg0, %arg1) : (!llvm.ptr, i64) -> i32
// CHECK: llvm.icmp "ne" %[[R]]
func.func @contains(%d: !tine.dict<i64, i64>, %k: i64) -> i1 {
  %b = tine.dict_contains %d, %k : !tine.dict<i64, i64>, i64
  return %b : i1
}

// Where a box's elements are stands in its header, and so do its sizes.
// CHECK-LABEL: llvm.func @buffer(
// CHECK: %[[DATA:.*]] = llvm.getelementptr %arg0[8]
// CHECK: llvm.load %[[DATA]] {{.*}} -> !llvm.ptr
// CHECK: %[[AT:.*]] = llvm.getelementptr %arg0[16]
// CHECK: llvm.load %[[AT]] {{.*}} -> i64
func.func @buffer(%b: !tine.box<tensor<?x2xf32>>, %i: index) -> f32 {
  %m = tine.box_buffer %b : !tine.box<tensor<?x2xf32>> -> memref<?x2xf32>
  %x = memref.load %m[%i, %i] : memref<?x2xf32>
  return %x : f32
}

// CHECK-LABEL: llvm.func @alloc(
// CHECK: %[[B:.*]] = llvm.call @tine_abi_tensor_new(
// CHECK: llvm.call @tine_abi_normal(%[[B]], %arg1, %arg1)
func.func @alloc(%n: index, %a: f64) -> !tine.box<tensor<?xf32>> {
  %b = tine.box_alloc(%n) : !tine.box<tensor<?xf32>>
  tine.draw "normal" %a, %a in %b : f64, !tine.box<tensor<?xf32>>
  return %b : !tine.box<tensor<?xf32>>
}

// CHECK-LABEL: llvm.func @box_part(
// CHECK: %[[FIRST:.*]] = llvm.mlir.constant(11 : i64)
// CHECK: %[[RANK:.*]] = llvm.mlir.constant(2 : i32)
// CHECK: llvm.call @tine_abi_tensor_part(%arg0, %[[FIRST]], %[[RANK]], %{{.*}})
// CHECK: llvm.call @tine_abi_tensor_own(%arg0) : (!llvm.ptr) -> !llvm.ptr
func.func @box_part(%v: !tine.box<tensor<20xf32>>) -> (!tine.box<tensor<2x3xf32>>, !tine.box<tensor<20xf32>>) {
  %b = tine.box_part %v[11] : !tine.box<tensor<20xf32>> -> !tine.box<tensor<2x3xf32>>
  %o = tine.box_own %v : !tine.box<tensor<20xf32>>
  return %b, %o : !tine.box<tensor<2x3xf32>>, !tine.box<tensor<20xf32>>
}

// CHECK-LABEL: llvm.func @heap(
// CHECK: llvm.call @tine_abi_alloc(
// CHECK: llvm.call @tine_abi_free(
func.func @heap(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  return
}

// CHECK-LABEL: llvm.func @assert(
// CHECK: llvm.cond_br %arg0
// CHECK: llvm.call @tine_abi_raise_text(
// CHECK-NEXT: llvm.unreachable
func.func @assert(%c: i1) {
  tine.assert %c, "RuntimeError", "no"
  return
}

// Where control never comes there is null, an empty tensor, or 0.
// CHECK-LABEL: llvm.func @poison(
// CHECK: llvm.mlir.zero : !llvm.ptr
// CHECK: llvm.mlir.addressof @tine.absent
func.func @poison() -> (!tine.str, !tine.box<tensor<?xf32>>, i64) {
  %s = ub.poison : !tine.str
  %b = ub.poison : !tine.box<tensor<?xf32>>
  %n = ub.poison : i64
  return %s, %b, %n : !tine.str, !tine.box<tensor<?xf32>>, i64
}

// What must be there before the clock is read is made to look read.
// CHECK-LABEL: llvm.func @clock(
// CHECK: llvm.inline_asm has_side_effects
// CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
// CHECK: %[[NS:.*]] = llvm.call @tine_abi_clock(%[[ONE]])
// CHECK: %[[F:.*]] = llvm.sitofp %[[NS]]
// CHECK: %[[S:.*]] = llvm.fdiv %[[F]]
// CHECK: llvm.return %[[S]]
func.func @clock(%m: memref<2xf32>) -> f64 {
  %t = tine.time monotonic (%m : memref<2xf32>) : f64
  return %t : f64
}

// CHECK-LABEL: llvm.func @nanoseconds(
// CHECK: llvm.mlir.constant(2 : i32)
// CHECK: %[[NS:.*]] = llvm.call @tine_abi_clock(
// CHECK: llvm.return %[[NS]]
func.func @nanoseconds() -> i64 {
  %t = tine.time process : i64
  return %t : i64
}

// Without a trace, a load and a branch where only the run knows how long it takes.
// CHECK-LABEL: llvm.func @traced(
// CHECK: %[[FLAG:.*]] = llvm.load %{{.*}} atomic monotonic
// CHECK: llvm.cond_br %{{.*}} weights([1, 1048576]), ^[[BEGIN:.*]], ^[[ON:bb[0-9]+]](%{{.*}} : i64)
// CHECK: ^[[BEGIN]]:
// CHECK: llvm.call @tine_abi_trace_begin()
// CHECK: llvm.cond_br %{{.*}} weights([1, 1048576]), ^[[END:.*]], ^[[REST:.*]]
// CHECK: llvm.call @tine_abi_trace_end(
// CHECK: llvm.return
func.func @traced(%n: index) {
  %t = tine.trace_begin
  tine.trace_end %t "exp" shapes "f32[?] -> f32[?]" flops -1 bytes -1 (%n, %n, %n, %n)
  return
}

// What takes long calls the runtime, which looks whether there is a trace.
// CHECK-LABEL: llvm.func @traced_long(
// CHECK-NOT: llvm.cond_br
// CHECK: %[[T:.*]] = llvm.call @tine_abi_trace_begin()
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.call @tine_abi_trace_end(%[[T]], %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: llvm.return
func.func @traced_long() {
  %t = tine.trace_begin
  tine.trace_end %t "exp" shapes "f32[9999] -> f32[9999]" flops 9999 bytes 79992
  return
}

// The place is told where it fails.
// CHECK-LABEL: llvm.func @profile(
// CHECK: llvm.call @tine_abi_profile_start(%{{.*}}) : (!llvm.ptr) -> i64
// CHECK: llvm.call @tine_abi_profile_export(%{{.*}}, %{{.*}}) : (i64, !llvm.ptr) -> i64
func.func @profile(%path: !tine.str) -> i64 {
  %p = tine.profile "start" : () -> i64
  %e = tine.profile "export" %p, %path : (i64, !tine.str) -> i64
  return %e : i64
}

// The mark of a loop that may not end needs no code.
// CHECK-LABEL: llvm.func @endless(
// CHECK-NEXT: llvm.return
func.func @endless() {
  tine.endless
  return
}

// A fused product is an instruction, not a call.
// CHECK-LABEL: llvm.func @fused(
// CHECK: llvm.intr.fma(%arg0, %arg1, %arg2)
func.func @fused(%x: f32, %y: f32, %z: f32) -> f32 {
  %r = math.fma %x, %y, %z : f32
  return %r : f32
}

// CHECK-LABEL: llvm.func @part(
// CHECK: %[[BASE:.*]] = llvm.extractvalue %{{.*}}[1]
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(2 : i64)
// CHECK: %[[DATA:.*]] = llvm.getelementptr %[[BASE]][%[[OFFSET]]] {{.*}} f32
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f32
func.func @part(%v: memref<8xf32>, %i: index) -> f32 {
  %p = tine.buffer_part %v[2] : memref<8xf32> -> memref<2x3xf32>
  %x = memref.load %p[%i, %i] : memref<2x3xf32>
  return %x : f32
}

// CHECK-LABEL: llvm.func @parameters(
// CHECK: %[[N:.*]] = llvm.mlir.constant(3 : i64)
// CHECK: %[[L:.*]] = llvm.call @tine_abi_load_parameter(%[[N]], %arg0, %{{.*}})
// CHECK: %[[S:.*]] = llvm.call @tine_abi_saving() : () -> i32
// CHECK: llvm.icmp "ne" %[[S]]
// CHECK: llvm.call @tine_abi_save_parameter(%{{.*}}, %[[L]])
func.func @parameters(%b: !tine.box<tensor<2xf32>>) -> i1 {
  %l = tine.load_parameter 3 %b : !tine.box<tensor<2xf32>>
  %s = tine.saving
  tine.save_parameter "weight" %l : !tine.box<tensor<2xf32>>
  return %s : i1
}

// Of two slots the first one is a counted object.
// CHECK-LABEL: llvm.func @entry_state(
// CHECK: %[[SLOTS:.*]] = llvm.alloca
// CHECK: llvm.store %arg0, %{{.*}} : !llvm.ptr, !llvm.ptr
// CHECK: llvm.store %arg1, %{{.*}} : i64, !llvm.ptr
// CHECK-DAG: %[[N:.*]] = llvm.mlir.constant(2 : i64)
// CHECK-DAG: %[[MASK:.*]] = llvm.mlir.constant(1 : i64)
// CHECK: llvm.call @tine_abi_entry_state(%[[SLOTS]], %[[N]], %[[MASK]])
func.func @entry_state(%b: !tine.box<tensor<2xf32>>, %n: i64) {
  tine.entry_state %b, %n : !tine.box<tensor<2xf32>>, i64
  return
}

// CHECK-LABEL: llvm.func @system(
// CHECK: llvm.call @tine_abi_system_sleep(%arg1, %{{.*}}) : (f64, !llvm.ptr) -> ()
// CHECK: llvm.call @tine_abi_system_path_kind(%arg0, %{{.*}}) : (!llvm.ptr, !llvm.ptr) -> i64
func.func @system(%path: !tine.str, %seconds: f64) -> i64 {
  tine.system "sleep"(%seconds) : (f64) -> ()
  %kind = tine.system "path_kind"(%path) : (!tine.str) -> i64
  return %kind : i64
}

// CHECK-LABEL: llvm.func @python_numbers(
// CHECK: llvm.call @tine_abi_python_seed(%arg0, %arg1) : (i64, i64) -> i64
// CHECK: llvm.call @tine_abi_python_random(%arg0, %arg1) : (i64, i64) -> f64
func.func @python_numbers(%g: i64, %n: i64) -> f64 {
  %s = tine.python_draw "seed" %g, %n : i64
  %x = tine.python_draw "random" %g, %n : f64
  return %x : f64
}

// CHECK-LABEL: llvm.func @assert_numbers(
// CHECK: llvm.cond_br
// CHECK: llvm.call @tine_abi_raise_numbers(
func.func @assert_numbers(%c: i1, %n: index) {
  tine.assert %c, "RuntimeError", "no %i", %n : index
  return
}
