// RUN: %tine-opt %s --verify-diagnostics

func.func @numbers(%c: i1, %n: index) {
  // expected-error@+1 {{needs one value for each %i of the message}}
  tine.assert %c, "IndexError", "%i and %i", %n : index
  return
}
