//===- WindowSizes.cpp - Sizes of convolutions and pools ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/WindowSizes.h"
#include "dialects/nn/ProductOps.h"

using namespace mlir;
using namespace tine;

ConvSizes::ConvSizes(ImplicitLocOpBuilder &b, nn::ConvOp op)
    : input(sizesOf(b, op.getInput())), weight(sizesOf(b, op.getWeight())),
      result(sizesOfResult(b, tensorType(op.getResult()), op.getSizes())) {}

ConvSizes::ConvSizes(ImplicitLocOpBuilder &b, nn::ConvWeightOp op)
    : input(sizesOf(b, op.getInput())),
      weight(sizesOfResult(b, tensorType(op.getResult()), op.getSizes())),
      result(sizesOf(b, op.getSeed())) {}

void ConvSizes::check(ImplicitLocOpBuilder &b, int64_t groups) const {
  raiseUnlessSame(b, multiplySizes(b, {weight[1], b.getIndexAttr(groups)}),
                  input[1], "RuntimeError",
                  "Given groups=" + std::to_string(groups) +
                      ", expected input to have %i channels, but got %i "
                      "channels instead");
  raiseUnlessSame(b, input[0], result[0], "RuntimeError",
                  "Expected a batch of size %i but got size %i");
  raiseUnlessSame(b, weight[0], result[1], "RuntimeError",
                  "Expected %i channels but got %i");
}

void tine::checkBias(ImplicitLocOpBuilder &b, nn::ConvOp op,
                     const ConvSizes &sizes) {
  if (op.getBias())
    raiseUnlessSame(b, sizeOf(b, op.getBias(), 0), sizes.weight[0],
                    "RuntimeError",
                    "Expected bias to have shape [%i], but got shape [%i]");
}

void tine::checkImages(ImplicitLocOpBuilder &b, ArrayRef<OpFoldResult> input,
                       ArrayRef<OpFoldResult> result) {
  for (int i : {0, 1})
    raiseUnlessSame(b, input[i], result[i], "RuntimeError",
                    "Expected a size of %i but got size %i");
}
