// RUN: not %tine-opt %s 2>&1 | FileCheck %s

// CHECK: needs one value for each %i of the message
func.func @numbers(%c: i1, %n: index) {
  tine.assert %c, "IndexError", "%i and %i", %n : index
  return
}
