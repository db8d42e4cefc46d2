// Prose may name CHECK: and RUN: lines.
// RUN: %tinec %s \
// RUN:   | FileCheck %s --check-prefix=SOME
// SOME-LABEL: a
// SOME-COUNT-2: b
func.func @f() // SOME: c
