// The processor decides the attributes of functions, and an unknown one is an
// error.
// RUN: %tinec %s --emit=llvm --mcpu=x86-64-v3 | FileCheck %s --check-prefixes=CHECK,V3
// RUN: %tinec %s --emit=llvm --mcpu=znver4 | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: %tinec %s --emit=asm --mcpu=znver4 | FileCheck %s --check-prefix=ZMM
// RUN: %tinec %s --emit=asm --mcpu=x86-64-v3 | FileCheck %s --check-prefix=YMM
// RUN: not %tinec %s --emit=llvm --mcpu=znver44 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %tinec %s --emit=llvm --mcpu=i686 2>&1 | FileCheck %s --check-prefix=NARROW

// CHECK: target datalayout = "e-m:e-
// CHECK: target triple = "x86_64-unknown-linux-gnu"
// CHECK: define void @add({{.*}} #[[ATTRIBUTES:[0-9]+]]
// V3: attributes #[[ATTRIBUTES]] = { {{.*}}nounwind
// V3-NOT: prefer-vector-width
// V3-SAME: "target-cpu"="x86-64-v3"
// WIDE: attributes #[[ATTRIBUTES]] = { {{.*}}"prefer-vector-width"="512" "target-cpu"="znver4"
// ZMM: %zmm
// YMM-NOT: %zmm
// YMM: %ymm
// UNKNOWN: tinec: error: unknown processor 'znver44' for --mcpu; did you mean 'znver4'?
// NARROW: tinec: error: the processor 'i686' given to --mcpu has no 64-bit mode

llvm.func @add(%a: !llvm.ptr, %b: !llvm.ptr) {
  %x = llvm.load %a : !llvm.ptr -> vector<16xf32>
  %y = llvm.load %b : !llvm.ptr -> vector<16xf32>
  %sum = llvm.fadd %x, %y : vector<16xf32>
  llvm.store %sum, %a : vector<16xf32>, !llvm.ptr
  llvm.return
}
