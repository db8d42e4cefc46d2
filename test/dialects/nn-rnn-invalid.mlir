// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @input(%x: tensor<5x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<4x8xf32>, %wh: tensor<4x4xf32>) {
  // expected-error@+1 {{input and output must be [T, B, features]}}
  %y, %hn = nn.rnn rnn_tanh %x, %h, %wi, %wh
    : tensor<5x8xf32>, tensor<3x4xf32>, tensor<4x8xf32>, tensor<4x4xf32> -> tensor<5x3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @state(%x: tensor<5x3x8xf32>, %h: tensor<4xf32>, %wi: tensor<4x8xf32>, %wh: tensor<4x4xf32>) {
  // expected-error@+1 {{states and weights must be matrices}}
  %y, %hn = nn.rnn rnn_tanh %x, %h, %wi, %wh
    : tensor<5x3x8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x4xf32> -> tensor<5x3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @cell(%x: tensor<5x3x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<4x8xf32>, %wh: tensor<4x4xf32>) {
  // expected-error@+1 {{only an lstm has a cell state}}
  %y, %hn = nn.rnn rnn_tanh %x, %h, %wi, %wh init %h : tensor<3x4xf32>
    : tensor<5x3x8xf32>, tensor<3x4xf32>, tensor<4x8xf32>, tensor<4x4xf32> -> tensor<5x3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @biases(%x: tensor<5x3x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<4x8xf32>, %wh: tensor<4x4xf32>, %b: tensor<4xf32>) {
  // expected-error@+1 {{takes two biases or none}}
  %y, %hn = nn.rnn rnn_tanh %x, %h, %wi, %wh bias %b : tensor<4xf32>
    : tensor<5x3x8xf32>, tensor<3x4xf32>, tensor<4x8xf32>, tensor<4x4xf32> -> tensor<5x3x4xf32>, tensor<3x4xf32>
  return
}

// -----

func.func @gates(%x: tensor<5x3x8xf32>, %h: tensor<3x4xf32>, %wi: tensor<12x8xf32>, %wh: tensor<16x4xf32>) {
  // expected-error@+1 {{w_hh must be [3 * H, H]}}
  %y, %hn = nn.rnn gru %x, %h, %wi, %wh
    : tensor<5x3x8xf32>, tensor<3x4xf32>, tensor<12x8xf32>, tensor<16x4xf32> -> tensor<5x3x4xf32>, tensor<3x4xf32>
  return
}
