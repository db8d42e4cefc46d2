//===- SliceSubsets.cpp - When two slices are one -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization asks whether an `insert_slice` puts something back to where it
// was extracted from. Common subexpressions are merged before, so that equal
// slices have the same values.
//
//===----------------------------------------------------------------------===//

#include "lowering/buffer/SliceSubsets.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

using namespace mlir;
using namespace tine;

using EquivalenceFn = function_ref<bool(Value, Value)>;

static bool areEqual(ArrayRef<OpFoldResult> a, ArrayRef<OpFoldResult> b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip(a, b), [](const auto &pair) {
           return isEqualConstantIntOrValue(std::get<0>(pair),
                                            std::get<1>(pair));
         });
}

static bool isSameSlice(Operation *op, SubsetOpInterface candidate,
                        EquivalenceFn isEquivalent) {
  auto a = cast<OffsetSizeAndStrideOpInterface>(op);
  auto b = dyn_cast<OffsetSizeAndStrideOpInterface>(candidate.getOperation());
  return b &&
         isEquivalent(mlir::detail::getTensorContainer(op),
                      candidate.getTensorContainer()) &&
         areEqual(a.getMixedOffsets(), b.getMixedOffsets()) &&
         areEqual(a.getMixedSizes(), b.getMixedSizes()) &&
         areEqual(a.getMixedStrides(), b.getMixedStrides());
}

namespace {

template <typename Op>
struct SliceSubset : SubsetOpInterface::ExternalModel<SliceSubset<Op>, Op> {
  bool operatesOnEquivalentSubset(Operation *op, SubsetOpInterface candidate,
                                  EquivalenceFn isEquivalent) const {
    return isSameSlice(op, candidate, isEquivalent);
  }
  bool operatesOnDisjointSubset(Operation * /*op*/,
                                SubsetOpInterface /*candidate*/,
                                EquivalenceFn /*isEquivalent*/) const {
    return false; // not asked for
  }
  FailureOr<HyperrectangularSlice>
  getAccessedHyperrectangularSlice(Operation *op) const {
    return HyperrectangularSlice(cast<OffsetSizeAndStrideOpInterface>(op));
  }
};

struct SliceInsertion
    : SubsetInsertionOpInterface::ExternalModel<SliceInsertion,
                                                tensor::InsertSliceOp> {
  OpOperand &getSourceOperand(Operation *op) const {
    return cast<tensor::InsertSliceOp>(op).getSourceMutable();
  }
  OpOperand &getDestinationOperand(Operation *op) const {
    return cast<tensor::InsertSliceOp>(op).getDestMutable();
  }
  bool isEquivalentSubset(Operation *op, Value candidate,
                          EquivalenceFn isEquivalent) const {
    auto slice = candidate.getDefiningOp<SubsetExtractionOpInterface>();
    return slice &&
           isSameSlice(op, cast<SubsetOpInterface>(slice.getOperation()),
                       isEquivalent);
  }
  Value buildSubsetExtraction(Operation *op, OpBuilder &b, Location loc) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    return tensor::ExtractSliceOp::create(
        b, loc, insert.getSourceType(), insert.getDest(),
        insert.getMixedOffsets(), insert.getMixedSizes(),
        insert.getMixedStrides());
  }
  SmallVector<Value>
  getValuesNeededToBuildSubsetExtraction(Operation *op) const {
    auto insert = cast<tensor::InsertSliceOp>(op);
    SmallVector<Value> needed(insert.getOffsets());
    llvm::append_range(needed, insert.getSizes());
    llvm::append_range(needed, insert.getStrides());
    needed.push_back(insert.getDest());
    return needed;
  }
};

} // namespace

void tine::registerSliceSubsets(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ExtractSliceOp::attachInterface<
        SliceSubset<tensor::ExtractSliceOp>>(*context);
    tensor::InsertSliceOp::attachInterface<SliceSubset<tensor::InsertSliceOp>>(
        *context);
    tensor::InsertSliceOp::attachInterface<SliceInsertion>(*context);
  });
}
