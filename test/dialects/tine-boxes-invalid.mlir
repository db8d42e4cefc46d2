// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @alloc() {
  // expected-error@+1 {{needs one size for each dynamic dimension}}
  %b = tine.box_alloc() : !tine.box<tensor<?xf32>>
  return
}

// -----

func.func @buffer(%b: !tine.box<tensor<2xf32>>) {
  // expected-error@+1 {{the buffer must have the box's shape and elements and the identity layout}}
  %m = tine.box_buffer %b : !tine.box<tensor<2xf32>> -> memref<3xf32>
  return
}
