// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @mode(%path: !tine.str) {
  // expected-error @+1 {{has no such mode}}
  %image = tine.decode_image %path as "CMYK" : tensor<?x?x4xi8>
  return
}
