// A loop of 16 rows around a loop of unknown length stays one: unrolled, each
// of its copies would be vectorised by itself. Short inner loops are unrolled.
// RUN: %tinec %s --emit=llvm --mcpu=x86-64-v3 -o - | FileCheck %s

// CHECK-LABEL: @rows(
// CHECK:       fmul <8 x float>
// CHECK-NOT:   @
// CHECK:       icmp eq i64 %{{.*}}, 16
// CHECK-NOT:   fmul <8 x float>
// CHECK-LABEL: @corner(
// CHECK-NOT:   br
// CHECK:       ret void

llvm.func @rows(%p: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %rows = llvm.mlir.constant(16 : i64) : i64
  llvm.br ^outer(%zero : i64)
^outer(%i: i64):
  %more = llvm.icmp "slt" %i, %rows : i64
  llvm.cond_br %more, ^inner(%zero : i64), ^end
^inner(%j: i64):
  %some = llvm.icmp "slt" %j, %n : i64
  llvm.cond_br %some, ^body, ^next
^body:
  %row = llvm.mul %i, %n overflow<nsw, nuw> : i64
  %at = llvm.add %row, %j overflow<nsw, nuw> : i64
  %q = llvm.getelementptr inbounds %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q : !llvm.ptr -> f32
  %y = llvm.fmul %x, %x : f32
  llvm.store %y, %q : f32, !llvm.ptr
  %j1 = llvm.add %j, %one : i64
  llvm.br ^inner(%j1 : i64)
^next:
  %i1 = llvm.add %i, %one : i64
  llvm.br ^outer(%i1 : i64)
^end:
  llvm.return
}

llvm.func @corner(%p: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  llvm.br ^outer(%zero : i64)
^outer(%i: i64):
  %more = llvm.icmp "slt" %i, %two : i64
  llvm.cond_br %more, ^inner(%zero : i64), ^end
^inner(%j: i64):
  %some = llvm.icmp "slt" %j, %two : i64
  llvm.cond_br %some, ^body, ^next
^body:
  %row = llvm.mul %i, %two : i64
  %at = llvm.add %row, %j : i64
  %q = llvm.getelementptr inbounds %p[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %x = llvm.load %q : !llvm.ptr -> f32
  %y = llvm.fmul %x, %x : f32
  llvm.store %y, %q : f32, !llvm.ptr
  %j1 = llvm.add %j, %one : i64
  llvm.br ^inner(%j1 : i64)
^next:
  %i1 = llvm.add %i, %one : i64
  llvm.br ^outer(%i1 : i64)
^end:
  llvm.return
}
