// RUN: %tine-opt %s --tine-to-llvm | FileCheck %s

// Traces: innermost first, a name for each frame.
// CHECK-DAG: "m.py:3:5: in inner\0Am.py:9:1: in outer\00"
// CHECK-DAG: "m.py:4:2: in outer\00"
// CHECK-DAG: "m.py:5:6: in outer\00"
func.func @f(%c: i1) attributes {tine.source_name = "outer"} {
  tine.assert %c, "E", "a" loc(callsite("inner"("m.py":3:5) at "m.py":9:1))
  tine.assert %c, "E", "b" loc("m.py":4:2)
  tine.assert %c, "E", "c" loc(fused["m.py":5:6, "m.py":6:7])
  return
}
