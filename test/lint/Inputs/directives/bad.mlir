// RUN: %tinec %s | FileCheck %s --check-prefixes=CHECK,UNUSED
// RNU: %tinec %s
// RUN %tinec %s
// CHECK-NXT: a
// CHEKC: a
// OTHER: a
// CHECK: a
