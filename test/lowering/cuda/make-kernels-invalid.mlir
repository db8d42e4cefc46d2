// RUN: %tine-opt %s --make-kernels --split-input-file --verify-diagnostics

#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#one = affine_map<(d0, d1) -> ()>

func.func private @steps(%x: memref<60000xf32>, %y: memref<60000xf32>, %r: memref<f32>) attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"} {
  // expected-error@+1 {{3600000000 elements are too many for a kernel of a cuda device, which takes fewer than 2^31; move them with .cpu(), or compile with --targets=cpu}}
  linalg.generic {indexing_maps = [#row, #column, #one], iterator_types = ["reduction", "reduction"]} ins(%x, %y : memref<60000xf32>, memref<60000xf32>) outs(%r : memref<f32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func private @tensor() -> !tine.box<tensor<50000x50000xi8>> attributes {tine.device = #tine.device<cuda : 0>, tine.target = "cuda"} {
  // expected-error@+1 {{2500000000 elements are too many}}
  %x = tine.box_alloc() : <tensor<50000x50000xi8>>
  return %x : !tine.box<tensor<50000x50000xi8>>
}
