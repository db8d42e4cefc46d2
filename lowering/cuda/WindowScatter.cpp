//===- WindowScatter.cpp - Scatters within windows ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Images, and the results of windows in them, lie one behind the other. Along
// each dimension element d lies in windows (d + padding) / stride and before,
// of which there are a few. It takes the values of those whose place is its
// own, in the order of the values: no places have to be sorted.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/WindowScatter.h"
#include "dialects/nn/IndexingOps.h"
#include "lowering/support/Sizes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;

namespace {

/// What `nn.windows` says of a dimension, and the count of windows that an
/// element can lie in.
struct Dimension {
  int64_t image, results, stride, padding, most;
};

int64_t product(ArrayRef<int64_t> sizes) {
  int64_t all = 1;
  for (int64_t size : sizes)
    all *= size;
  return all;
}

/// The windows; none where the scatter is no longer the one of them.
SmallVector<Dimension> windowsOf(nn::ScatterOp op) {
  auto windows = op->getAttrOfType<DictionaryAttr>("nn.windows");
  RankedTensorType values = tensorType(op.getValues());
  RankedTensorType type = tensorType(op.getResult());
  if (!windows || op.getHow() != nn::Scatter::add || type.getRank() != 2 ||
      !type.hasStaticShape() || !values.hasStaticShape() ||
      type.getDimSize(1) != 1)
    return {};
  auto list = [&](StringRef name) {
    return windows.getAs<DenseI64ArrayAttr>(name).asArrayRef();
  };
  ArrayRef<int64_t> images = list("images"), results = list("results");
  int64_t image = product(images), ofImage = product(results);
  if (image <= 0 || ofImage <= 0 || type.getDimSize(0) % image ||
      values.getDimSize(0) % ofImage ||
      type.getDimSize(0) / image != values.getDimSize(0) / ofImage)
    return {};
  SmallVector<Dimension> dimensions;
  for (size_t i = 0; i != images.size(); ++i) {
    int64_t reach = (list("kernel")[i] - 1) * list("dilations")[i];
    int64_t stride = list("strides")[i];
    dimensions.push_back({images[i], results[i], stride, list("paddings")[i],
                          reach / stride + 1});
  }
  return dimensions;
}

/// The number of the value of a window that element `i` may lie in, or of some
/// other value, and whether there is one. `windows` counts them from the first
/// one on, in each dimension.
std::pair<Value, Value> findValue(ImplicitLocOpBuilder &b,
                                  ArrayRef<Dimension> dimensions, Value i,
                                  ArrayRef<Value> windows) {
  auto div = [&](Value x, int64_t y) -> Value {
    return b.createOrFold<arith::DivUIOp>(x, indexConstant(b, y));
  };
  auto add = [&](Value x, int64_t y) -> Value {
    return b.createOrFold<arith::AddIOp>(x, indexConstant(b, y));
  };
  SmallVector<Value> numbers(dimensions.size());
  Value isThere, rest = i;
  for (size_t d = dimensions.size(); d-- > 0;) {
    const Dimension &dimension = dimensions[d];
    Value size = indexConstant(b, dimension.image);
    Value at = arith::RemUIOp::create(b, rest, size);
    rest = div(rest, dimension.image);
    // What is below 0 is far above as a number without sign.
    Value window = arith::AddIOp::create(
        b, div(add(at, dimension.padding), dimension.stride),
        add(windows[d], 1 - dimension.most));
    Value inside = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, window,
                                         indexConstant(b, dimension.results));
    isThere = isThere ? arith::AndIOp::create(b, isThere, inside).getResult()
                      : inside;
    numbers[d] =
        arith::SelectOp::create(b, inside, window, indexConstant(b, 0));
  }
  Value number = rest; // of the image
  for (auto [dimension, window] : llvm::zip(dimensions, numbers))
    number = arith::AddIOp::create(
        b,
        arith::MulIOp::create(b, number, indexConstant(b, dimension.results)),
        window);
  return {number, isThere};
}

} // namespace

bool tine::gatherFromWindows(nn::ScatterOp op) {
  SmallVector<Dimension> dimensions = windowsOf(op);
  if (dimensions.empty())
    return false;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  MLIRContext *context = b.getContext();
  RankedTensorType type = tensorType(op.getResult());
  Type element = type.getElementType();
  unsigned rank = unsigned(dimensions.size()), loops = 2 + rank;
  SmallVector<int64_t> most;
  SmallVector<AffineExpr> ofWindows;
  for (auto [i, dimension] : llvm::enumerate(dimensions)) {
    most.push_back(dimension.most);
    ofWindows.push_back(getAffineDimExpr(unsigned(2 + i), context));
  }
  // Says how many windows there are.
  Value windows = tensor::EmptyOp::create(b, most, element);
  AffineMap maps[] = {AffineMap::get(loops, 0, ofWindows, context),
                      AffineMap::get(loops, 0,
                                     {getAffineDimExpr(0, context),
                                      getAffineDimExpr(1, context)},
                                     context)};
  SmallVector<utils::IteratorType> kinds(2, utils::IteratorType::parallel);
  kinds.append(rank, utils::IteratorType::reduction);
  auto body = [&](OpBuilder &inner, Location loc, ValueRange arguments) {
    ImplicitLocOpBuilder b(loc, inner);
    Value i = linalg::IndexOp::create(b, 0);
    SmallVector<Value> at;
    for (unsigned d = 0; d != rank; ++d)
      at.push_back(linalg::IndexOp::create(b, 2 + d));
    auto [number, isThere] = findValue(b, dimensions, i, at);
    Value place = tensor::ExtractOp::create(b, op.getPlaces(), number);
    Value own =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, place,
                              arith::IndexCastOp::create(b, b.getI64Type(), i));
    Value value = tensor::ExtractOp::create(
        b, op.getValues(), ValueRange{number, indexConstant(b, 0)});
    Value sum = arith::AddFOp::create(b, arguments[1], value);
    Value takes = arith::AndIOp::create(b, isThere, own);
    linalg::YieldOp::create(
        b, arith::SelectOp::create(b, takes, sum, arguments[1]).getResult());
  };
  auto made = linalg::GenericOp::create(b, type, windows, op.getInput(), maps,
                                        kinds, body);
  op.getResult().replaceAllUsesWith(made.getResult(0));
  op.erase();
  return true;
}
