// RUN: not %tine-opt %s --generate-entry 2>&1 | FileCheck %s

// The entry takes a weight that the module does not have.
// CHECK: error: 'builtin.module' op 'tine.entries' is not a list of entries, each with function, state, inputs, outputs and updates that fit
module attributes {tine.entries = [{function = @f, state = array<i64: 0>, updates = array<i64>, inputs = [], outputs = []}]} {
  func.func private @program() {
    return
  }
  func.func @f(%x: f64) {
    return
  }
}
