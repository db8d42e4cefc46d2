//===- ImageBuiltins.cpp - Image files, and images of another size --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What PIL and torchvision are made of. An image is a tensor of uint8 with the
// sizes height, width and channels.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static bool isPath(Context &e, const Value &path, ast::Range range) {
  if (path.is(Kind::Str))
    return true;
  return e.error(range, "the name of a file is a str, not '" +
                            toString(e.types.typeOf(path)) + "'");
}

static Value imageHead(Context &e, Bound &a) {
  if (!isPath(e, a[0], a.range))
    return {};
  auto op = ReadImageHeadOp::create(e.b, e.loc(a.range), e.ssa(a[0]));
  if (a[1].integer)
    op->setAttr(neverFails, e.b.getUnitAttr());
  return makeTuple({makeInt(op.getWidth()), makeInt(op.getHeight()),
                    makeStrSsa(op.getMode()), makeStrSsa(op.getFormat())});
}

/// _tine.decode_image(path, mode, scale, is_checked)
static Value decodeImage(Context &e, Bound &a) {
  if (!isPath(e, a[0], a.range))
    return {};
  StringRef mode = a[1].text;
  int64_t channels =
      mode.empty() ? ShapedType::kDynamic : static_cast<int64_t>(mode.size());
  auto type = RankedTensorType::get(
      {ShapedType::kDynamic, ShapedType::kDynamic, channels},
      e.b.getIntegerType(8));
  auto op = DecodeImageOp::create(e.b, e.loc(a.range), type, e.ssa(a[0]),
                                  e.b.getStringAttr(mode), e.ssa(a[2]));
  if (a[3].integer)
    op->setAttr(neverFails, e.b.getUnitAttr());
  return e.tensors.newTensor(op);
}

/// _tine.resample(image, width, height, filter, left, upper, right, lower)
static Value resample(Context &e, Bound &a) {
  SmallVector<mlir::Value> edges;
  for (size_t i = 4; i != 8; ++i)
    edges.push_back(e.ssa(e.numbers.toFloat(a[i], a.range)));
  auto known = [](const Value &size) {
    return size.isConst() && size.integer > 0 ? size.integer
                                              : ShapedType::kDynamic;
  };
  RankedTensorType from = e.tensors.tensorType(a[0]);
  auto type = RankedTensorType::get(
      {known(a[2]), known(a[1]), from.getDimSize(2)}, from.getElementType());
  return e.tensors.newTensor(ResampleImageOp::create(
      e.b, e.loc(a.range), type, e.tensors.read(a[0]), e.ssa(a[1]), e.ssa(a[2]),
      e.ssa(a[3]), edges[0], edges[1], edges[2], edges[3]));
}

static Value writeImage(Context &e, Bound &a) {
  if (!isPath(e, a[0], a.range))
    return {};
  WriteImageOp::create(e.b, e.loc(a.range), e.ssa(a[0]), e.tensors.read(a[1]),
                       e.ssa(a[2]));
  e.diagnoser.hadOutput = true;
  return makeNone();
}

void registerImageBuiltins(Registry &r) {
  r.add("_tine.image_head", "path, is_checked=False", imageHead);
  r.add("_tine.decode_image", "path, mode, scale=1, is_checked=False",
        decodeImage);
  r.add("_tine.resample",
        "image: Tensor, width, height, filter, left, upper, right, lower",
        resample);
  r.add("_tine.write_image", "path, image: Tensor, quality=0", writeImage);
}

} // namespace tine::elaborate
