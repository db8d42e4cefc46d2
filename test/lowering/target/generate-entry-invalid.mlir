// RUN: not %tine-opt %s --generate-entry 2>&1 | FileCheck %s

// CHECK: error: 'builtin.module' op 'tine.parameters' is not a list of parameters, each with name, dtype, sizes and same
module attributes {tine.parameters = [{name = "w"}]} {
  func.func private @program() {
    return
  }
}
