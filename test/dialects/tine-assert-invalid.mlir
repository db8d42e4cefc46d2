// RUN: %tine-opt %s --verify-diagnostics

func.func @numbers(%c: i1, %n: index) {
  // expected-error@+1 {{needs one value for each %i of the message}}
  tine.assert %c, "IndexError", "%i and %i", %n : index
  return
}

func.func @checked(%x: tensor<4xi64>, %n: i64) {
  // expected-error@+1 {{needs one value for each %i of the message but the first}}
  tine.check %x from %n to %n, "IndexError", "%i and %i" : tensor<4xi64>
  return
}
