// RUN: %tine-opt %s --split-input-file --verify-diagnostics

func.func @mode(%path: !tine.str, %scale: i64) {
  // expected-error @+1 {{has no such mode}}
  %image = tine.decode_image %path as "CMYK" scaled %scale : tensor<?x?x4xi8>
  return
}
