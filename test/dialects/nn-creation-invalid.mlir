// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @full_of_another_type(%v: f64) {
  // expected-error@+1 {{the value must have the result's element type}}
  %y = nn.full %v () : f64 -> tensor<2xf32>
  return
}

// -----

func.func @full_without_size(%v: f32) {
  // expected-error@+1 {{needs one size for each dynamic dimension of the result}}
  %y = nn.full %v () : f32 -> tensor<?xf32>
  return
}

// -----

func.func @iota(%v: i64) {
  // expected-error@+1 {{the result must be a vector}}
  %y = nn.iota %v, %v () : i64 -> tensor<2x3xi64>
  return
}

// -----

func.func @state() {
  // expected-error@+1 {{the state has 5056 bytes}}
  %s = nn.random_state : tensor<100xi8>
  return
}

// -----

// Elements of half floats are made of numbers in f32.
func.func @full_of_doubles(%v: f64) {
  // expected-error@+1 {{the value must have the result's element type}}
  %y = nn.full %v () : f64 -> tensor<3xbf16>
  return
}
