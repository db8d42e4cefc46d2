// RUN: %tine-opt %s --differentiate --split-input-file --verify-diagnostics

// The sizes of what was in a list are not known when it is empty.
func.func @cleared(%w: tensor<?xf32>, %i: i64, %s: tensor<?x?xf32>) -> tensor<?xf32> {
  %l = tine.list_new : !tine.list<tensor<?xf32>>
  tine.list_append %l, %w : !tine.list<tensor<?xf32>>, tensor<?xf32>
  // expected-error @below {{clearing a list has no derivative where the sizes of its tensors are known at run time only}}
  tine.list_clear %l : !tine.list<tensor<?xf32>>
  %z = nn.list_cat %l dim 0 stacked : !tine.list<tensor<?xf32>> -> tensor<?x?xf32>
  %d = nn.gradient of %z seeded %s by %w : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %d : tensor<?xf32>
}

// -----

// A task whose future is kept runs again for its derivative, which output must
// not.
func.func @kept(%w: tensor<3xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %l = tine.list_new : !tine.list<!tine.future<tensor<3xf32>>>
  %f = tine.fork (%a = %w) : (tensor<3xf32>) -> !tine.future<tensor<3xf32>> {
    %m = tine.string "once"
    // expected-error @below {{this has no derivative in a task whose future is kept in a list, dict or task}}
    tine.print %m
    %t = nn.tanh %a : tensor<3xf32>
    tine.yield %t : tensor<3xf32>
  }
  tine.list_append %l, %f : !tine.list<!tine.future<tensor<3xf32>>>, !tine.future<tensor<3xf32>>
  %y = tine.wait %f : !tine.future<tensor<3xf32>>
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}

// -----

// Nor may a checkpoint change what it did not make: it would do so twice.
func.func @changes(%w: tensor<3xf32>, %s: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // expected-error @below {{a checkpoint that changes tensors or objects that it did not make has no derivative}}
  %f = tine.fork (%a = %w) inlined "it is a checkpoint" : (tensor<3xf32>) -> !tine.future<tensor<3xf32>, tensor<3xf32>> {
    %t = nn.tanh %a : tensor<3xf32>
    %u = nn.neg %a : tensor<3xf32>
    tine.yield %t, %u : tensor<3xf32>, tensor<3xf32>
  }
  %y:2 = tine.wait %f {implicit} : !tine.future<tensor<3xf32>, tensor<3xf32>>
  %d = nn.gradient of %y#0 seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d, %y#1 : tensor<3xf32>, tensor<3xf32>
}

// -----

// Without the state, how much is drawn again depends on where PyTorch stops.
func.func @some(%w: tensor<3xf32>, %p: f64, %s: tensor<3xf32>) -> tensor<3xf32> {
  %f = tine.fork (%a = %w, %q = %p) inlined "it is a checkpoint" attributes {redraws = "some"} : (tensor<3xf32>, f64) -> !tine.future<tensor<3xf32>> {
    // expected-error @below {{how much of this a checkpoint without preserve_rng_state draws again depends on what PyTorch keeps}}
    %r = nn.random bernoulli %q, %q () : f64 -> tensor<3xf32>
    %u = nn.mul %a, %r : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    tine.yield %u : tensor<3xf32>
  }
  %y = tine.wait %f : !tine.future<tensor<3xf32>>
  %d = nn.gradient of %y seeded %s by %w : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %d : tensor<3xf32>
}
