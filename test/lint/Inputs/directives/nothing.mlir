// RUN: %tinec %s
// CHECK: a
