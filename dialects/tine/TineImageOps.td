//===- TineImageOps.td - Image files -----------------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_IMAGE_OPS
#define TINE_IMAGE_OPS

//===----------------------------------------------------------------------===//
// Images
//
// An image is a tensor of bytes: its rows, their pixels, the channels of one.
//===----------------------------------------------------------------------===//

def Tine_ReadImageHeadOp : Tine_EffectOp<"read_image_head"> {
  let summary = "what a PNG or JPEG file says of its image";
  let description = [{
    Its width and height, and what Pillow calls its mode and its format. Raises what PIL.Image.open raises.

    Example:

    ```mlir
    func.func @f(%path: !tine.str) {
      %width, %height, %mode, %format = tine.read_image_head %path
      return
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$path);
  let results = (outs I64:$width, I64:$height, Tine_StringType:$mode, Tine_StringType:$format);
  let assemblyFormat = "$path attr-dict";
}

def Tine_DecodeImageOp : Tine_EffectOp<"decode_image"> {
  let summary = "the pixels of a PNG or JPEG file";
  let description = [{
    In the mode L, LA, RGB or RGBA, which the file's is converted to as Pillow does it, or, where the mode is
    empty, in the file's, whose channels only the run knows. A JPEG is read at a half, fourth or eighth of its size
    where the scale is 2, 4 or 8. Raises what Pillow raises.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %scale: i64) -> tensor<?x?x3xi8> {
      %image = tine.decode_image %path as "RGB" scaled %scale : tensor<?x?x3xi8>
      return %image : tensor<?x?x3xi8>
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$path, StrAttr:$mode, I64:$scale);
  let results = (outs Tine_AnyTensor:$image);
  let assemblyFormat = "$path `as` $mode `scaled` $scale attr-dict `:` type($image)";
  let hasVerifier = 1;
}

def Tine_ResampleImageOp : Tine_EffectOp<"resample_image"> {
  let summary = "a part of an image in another size, as Pillow makes it";
  let description = [{
    The part lies between the edges left, upper, right and lower, in pixels. The filter is one of Pillow's numbers: 0 the
    nearest pixel, 1 Lanczos, 2 bilinear, 3 bicubic, 4 box, 5 Hamming. Fails for sizes and edges that are none.

    Example:

    ```mlir
    func.func @f(%image: tensor<?x?x3xi8>, %n: i64, %filter: i64, %from: f64, %to: f64) -> tensor<?x?x3xi8> {
      %small = tine.resample_image %image, %n, %n, %filter between %from, %from, %to, %to : tensor<?x?x3xi8> -> tensor<?x?x3xi8>
      return %small : tensor<?x?x3xi8>
    }
    ```
  }];
  let arguments = (ins Tine_AnyTensor:$image, I64:$width, I64:$height, I64:$filter, F64:$left,
                       F64:$upper, F64:$right, F64:$lower);
  let results = (outs Tine_AnyTensor:$result);
  let assemblyFormat = [{
    $image `,` $width `,` $height `,` $filter `between` $left `,` $upper `,` $right `,` $lower attr-dict
    `:` type($image) `->` type($result)
  }];
}

def Tine_WriteImageOp : Tine_EffectOp<"write_image"> {
  let summary = "makes a PNG or JPEG file of an image, or replaces it";
  let description = [{
    With a quality of 0 a PNG of 1 to 4 channels: gray, gray and alpha, RGB, RGBA; with one from 1 to 100 a JPEG, gray
    or RGB. Raises Python's OSError where that fails.

    Example:

    ```mlir
    func.func @f(%path: !tine.str, %image: tensor<?x?x3xi8>, %quality: i64) {
      tine.write_image %path, %image, %quality : tensor<?x?x3xi8>
      return
    }
    ```
  }];
  let arguments = (ins Tine_StringType:$path, Tine_AnyTensor:$image, I64:$quality);
  let assemblyFormat = "$path `,` $image `,` $quality attr-dict `:` type($image)";
}

#endif // TINE_IMAGE_OPS
