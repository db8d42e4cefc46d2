// Forks of one place that run the same way share a remark.
// RUN: %tine-opt %s --schedule-forks=report 2>&1 | FileCheck %s
// CHECK: model.py:3:5: remark: 3 forks run as tasks
// CHECK: model.py:3:5: remark: fork runs inline: it prints
// CHECK: model.py:9:1: remark: fork runs as a task
// CHECK-NOT: remark:

func.func private @f(%x: tensor<2xf32>) {
  %a = tine.fork (%y = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    tine.yield %y : tensor<2xf32>
  } loc("model.py":3:5)
  %b = tine.fork (%y = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    tine.yield %y : tensor<2xf32>
  } loc("model.py":3:5)
  %c = tine.fork () : () -> !tine.future<> {
    %text = tine.string "text"
    tine.print %text
  } loc("model.py":3:5)
  %d = tine.fork (%y = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    tine.yield %y : tensor<2xf32>
  } loc("model.py":9:1)
  return
}

func.func private @again(%x: tensor<2xf32>) {
  %a = tine.fork (%y = %x) : (tensor<2xf32>) -> !tine.future<tensor<2xf32>> {
    tine.yield %y : tensor<2xf32>
  } loc(callsite("main"("model.py":3:5) at "model.py":20:1))
  return
}
