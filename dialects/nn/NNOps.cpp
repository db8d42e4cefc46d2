//===- NNOps.cpp - Operations of the nn dialect ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and folders of the nn operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Ops.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace tine;
using namespace tine::nn;

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

Speculation::Speculatability OptimizationBarrierOp::getSpeculatability() {
  return getPinned() ? Speculation::NotSpeculatable : Speculation::Speculatable;
}

void OptimizationBarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (getPinned())
    effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Whether a dimension can be broadcast to another. Two dynamic ones are
/// compared at run time.
static bool canBroadcast(int64_t from, int64_t to) {
  return from == to || from == 1 || ShapedType::isDynamic(from) ||
         ShapedType::isDynamic(to);
}

static LogicalResult verifyBroadcast(Operation *op, Type operand,
                                     RankedTensorType result) {
  auto tensor = dyn_cast<RankedTensorType>(operand);
  if (!tensor)
    return success();
  if (tensor.getRank() > result.getRank())
    return op->emitOpError("an operand has a higher rank than the result");
  int64_t shift = result.getRank() - tensor.getRank();
  for (int64_t i = 0; i < tensor.getRank(); ++i)
    if (!canBroadcast(tensor.getDimSize(i), result.getDimSize(i + shift)))
      return op->emitOpError("an operand of shape [")
             << tensor.getShape() << "] cannot be broadcast to ["
             << result.getShape() << "]";
  if (tensor.getEncoding() != result.getEncoding())
    return op->emitOpError("operands and result must be on one device");
  return success();
}

/// Whether a tensor has these elements, or a number is of the type that is
/// computed in with them.
static bool hasElement(Type type, Type element) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.getElementType() == element;
  return type == getComputeType(element);
}

static LogicalResult verifyElementwise(Operation *op, bool compares = false) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  Type element;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      element = tensor.getElementType();
  if (!element)
    return op->emitOpError("needs a tensor operand");
  for (Type type : op->getOperandTypes()) {
    if (!hasElement(type, element))
      return op->emitOpError("operands must have one element type");
    if (failed(verifyBroadcast(op, type, result)))
      return failure();
  }
  if (compares ? !result.getElementType().isInteger(1)
               : result.getElementType() != element)
    return op->emitOpError("the result has the wrong element type");
  return success();
}

LogicalResult FmaOp::verify() { return verifyElementwise(*this); }

LogicalResult WhereOp::verify() {
  auto result = cast<RankedTensorType>(getResult().getType());
  for (Value operand : {getLhs(), getRhs()})
    if (!hasElement(operand.getType(), result.getElementType()))
      return emitOpError("the result has the wrong element type");
  for (Type type : getOperandTypes())
    if (failed(verifyBroadcast(*this, type, result)))
      return failure();
  return success();
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getInput().getType() == getResult().getType())
    return getInput();
  return {};
}

//===----------------------------------------------------------------------===//
// Making tensors
//===----------------------------------------------------------------------===//

static LogicalResult verifySizes(Operation *op, ValueRange sizes, Type type) {
  if (sizes.size() != cast<RankedTensorType>(type).getNumDynamicDims())
    return op->emitOpError(
        "needs one size for each dynamic dimension of the result");
  return success();
}

LogicalResult FullOp::verify() {
  if (!hasElement(getValue().getType(),
                  getElementTypeOrSelf(getResult().getType())))
    return emitOpError("the value must have the result's element type");
  return verifySizes(*this, getSizes(), getResult().getType());
}

LogicalResult IotaOp::verify() {
  if (cast<RankedTensorType>(getResult().getType()).getRank() != 1)
    return emitOpError("the result must be a vector");
  return verifySizes(*this, getSizes(), getResult().getType());
}

LogicalResult RandomOp::verify() {
  return verifySizes(*this, getSizes(), getResult().getType());
}

LogicalResult RandomStateOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (!type.getElementType().isSignlessInteger(8) ||
      type.getShape() != ArrayRef<int64_t>(stateSize))
    return emitOpError("the state has ") << stateSize << " bytes";
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult ReshapeOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError("the element type must stay");
  if (from.hasStaticShape() && to.hasStaticShape() &&
      from.getNumElements() != to.getNumElements())
    return emitOpError("the number of elements must stay");
  return verifySizes(*this, getSizes(), to);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (getInput().getType() == type && type.hasStaticShape())
    return getInput();
  return {};
}

static LogicalResult verifyDim(Operation *op, int64_t dim, int64_t rank) {
  if (dim < 0 || dim >= rank)
    return op->emitOpError("dim ")
           << dim << " is out of range for rank " << rank;
  return success();
}

LogicalResult PermuteOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (static_cast<int64_t>(getDims().size()) != from.getRank() ||
      to.getRank() != from.getRank())
    return emitOpError("needs one dim for each dimension");
  SmallVector<bool> seen(from.getRank());
  for (auto [i, dim] : llvm::enumerate(getDims())) {
    if (failed(verifyDim(*this, dim, from.getRank())))
      return failure();
    if (seen[dim])
      return emitOpError("dims must be different");
    seen[dim] = true;
    if (from.getDimSize(dim) != to.getDimSize(i))
      return emitOpError("the result's shape does not fit");
  }
  return success();
}

OpFoldResult PermuteOp::fold(FoldAdaptor) {
  for (auto [i, dim] : llvm::enumerate(getDims()))
    if (static_cast<int64_t>(i) != dim)
      return {};
  return getInput();
}

LogicalResult ExpandOp::verify() {
  auto to = cast<RankedTensorType>(getResult().getType());
  if (failed(verifyBroadcast(*this, getInput().getType(), to)))
    return failure();
  return verifySizes(*this, getSizes(), to);
}

static LogicalResult verifySlice(Operation *op, RankedTensorType part,
                                 RankedTensorType whole, int64_t dim,
                                 int64_t step) {
  if (part.getRank() != whole.getRank())
    return op->emitOpError("the slice must have the tensor's rank");
  if (part.getElementType() != whole.getElementType())
    return op->emitOpError("the element type must stay");
  if (step < 1)
    return op->emitOpError("the step must be at least 1");
  return verifyDim(op, dim, whole.getRank());
}

LogicalResult SliceOp::verify() {
  auto part = cast<RankedTensorType>(getResult().getType());
  if (failed(verifySlice(*this, part,
                         cast<RankedTensorType>(getInput().getType()), getDim(),
                         getStep())))
    return failure();
  if (part.isDynamicDim(getDim()) != static_cast<bool>(getSize()))
    return emitOpError("needs a size when the result's dimension is dynamic, "
                       "and only then");
  return success();
}

LogicalResult InsertSliceOp::verify() {
  return verifySlice(*this, cast<RankedTensorType>(getInput().getType()),
                     cast<RankedTensorType>(getInto().getType()), getDim(),
                     getStep());
}

LogicalResult CatOp::verify() {
  auto to = cast<RankedTensorType>(getResult().getType());
  if (getInputs().empty())
    return emitOpError("needs at least one input");
  if (failed(verifyDim(*this, getDim(), to.getRank())))
    return failure();
  for (Value input : getInputs()) {
    auto from = cast<RankedTensorType>(input.getType());
    if (from.getRank() != to.getRank() ||
        from.getElementType() != to.getElementType())
      return emitOpError("inputs must have the result's rank and element type");
  }
  return success();
}

LogicalResult ListCatOp::verify() {
  auto list = dyn_cast<ListType>(getList().getType());
  if (!list || list.getLeaves().size() != 1)
    return emitOpError("needs a list of tensors");
  return success();
}

//===----------------------------------------------------------------------===//
// Reductions, products, indexing
//===----------------------------------------------------------------------===//

LogicalResult ReduceOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  SmallVector<bool> seen(from.getRank());
  for (int64_t dim : getDims()) {
    if (failed(verifyDim(*this, dim, from.getRank())))
      return failure();
    if (seen[dim])
      return emitOpError("dims must be different");
    seen[dim] = true;
  }
  int64_t rank = from.getRank() -
                 (getKeepdim() ? 0 : static_cast<int64_t>(getDims().size()));
  if (to.getRank() != rank)
    return emitOpError("the result must have rank ") << rank;
  return success();
}

LogicalResult ArgReduceOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (getReduction() != Reduction::max && getReduction() != Reduction::min)
    return emitOpError("only max and min have an index");
  if (failed(verifyDim(*this, getDim(), from.getRank())))
    return failure();
  if (!to.getElementType().isInteger(64) ||
      to.getRank() != from.getRank() - (getKeepdim() ? 0 : 1))
    return emitOpError("the result must be i64 and have the reduced rank");
  return success();
}

LogicalResult ScanOp::verify() {
  auto type = cast<RankedTensorType>(getInput().getType());
  if (getKind() == Scan::logsumexp && !isa<FloatType>(type.getElementType()))
    return emitOpError("logsumexp takes floats");
  return verifyDim(*this, getDim(), type.getRank());
}

static bool sizesFit(int64_t a, int64_t b) {
  return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
}

LogicalResult MatmulOp::verify() {
  auto a = cast<RankedTensorType>(getLhs().getType());
  auto b = cast<RankedTensorType>(getRhs().getType());
  auto c = cast<RankedTensorType>(getResult().getType());
  if (a.getRank() != 2 || b.getRank() != 2 || c.getRank() != 2)
    return emitOpError("takes and gives matrices");
  int64_t k = b.getDimSize(getTransposed() ? 1 : 0);
  int64_t n = b.getDimSize(getTransposed() ? 0 : 1);
  if (!sizesFit(a.getDimSize(1), k) ||
      !sizesFit(a.getDimSize(0), c.getDimSize(0)) ||
      !sizesFit(n, c.getDimSize(1)))
    return emitOpError("the shapes do not fit");
  return success();
}

LogicalResult BatchMatmulOp::verify() {
  auto a = cast<RankedTensorType>(getLhs().getType());
  auto b = cast<RankedTensorType>(getRhs().getType());
  auto c = cast<RankedTensorType>(getResult().getType());
  if (a.getRank() != 3 || b.getRank() != 3 || c.getRank() != 3)
    return emitOpError("takes and gives batches of matrices");
  if (!sizesFit(a.getDimSize(2), b.getDimSize(1)) ||
      !sizesFit(a.getDimSize(0), b.getDimSize(0)) ||
      !sizesFit(a.getDimSize(1), c.getDimSize(1)) ||
      !sizesFit(b.getDimSize(2), c.getDimSize(2)))
    return emitOpError("the shapes do not fit");
  return success();
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// Of the operands and results that nn.attention and its derivative have.
template <typename Op> static LogicalResult verifyAttention(Op op) {
  auto q = cast<RankedTensorType>(op.getQuery().getType());
  auto k = cast<RankedTensorType>(op.getKey().getType());
  auto v = cast<RankedTensorType>(op.getValue().getType());
  auto y = cast<RankedTensorType>(op.getResult().getType());
  auto rows = cast<RankedTensorType>(op.getRows().getType());
  for (RankedTensorType type : {q, k, v, y, rows})
    if (type.getRank() != 4)
      return op.emitOpError("takes and gives tensors of 4 dimensions");
  for (RankedTensorType type : {k, v, y, rows})
    if (type.getElementType() != q.getElementType())
      return op.emitOpError("needs one element type");
  auto fit = [](RankedTensorType a, int64_t i, RankedTensorType b, int64_t j) {
    return sizesFit(a.getDimSize(i), b.getDimSize(j));
  };
  for (RankedTensorType type : {k, v, y, rows})
    if (!fit(q, 0, type, 0) || !fit(q, 1, type, 1))
      return op.emitOpError("the batches do not fit");
  if (!fit(q, 3, k, 3) || !fit(k, 2, v, 2) || !fit(q, 2, y, 2) ||
      !fit(v, 3, y, 3) || !fit(q, 2, rows, 2) || rows.getDimSize(3) != 2)
    return op.emitOpError("the shapes do not fit");
  if (!op.getMask())
    return success();
  auto mask = cast<RankedTensorType>(op.getMask().getType());
  if (mask.getRank() != 4 || (!mask.getElementType().isInteger(1) &&
                              mask.getElementType() != q.getElementType()))
    return op.emitOpError("the mask needs 4 dimensions, and bools or the "
                          "element type");
  int64_t scores[] = {q.getDimSize(0), q.getDimSize(1), q.getDimSize(2),
                      k.getDimSize(2)};
  for (auto [own, full] : llvm::zip_equal(mask.getShape(), scores))
    if (own != 1 && !sizesFit(own, full))
      return op.emitOpError("the mask does not fit");
  return success();
}

LogicalResult AttentionOp::verify() { return verifyAttention(*this); }

LogicalResult AttentionGradOp::verify() { return verifyAttention(*this); }

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

static int64_t perGroup(int64_t channels, int64_t groups) {
  return ShapedType::isDynamic(channels) ? channels : channels / groups;
}

/// Of the input, weight and result of the convolution that it stands for.
template <typename Op>
static LogicalResult verifyWindows(Op op, Value input, Value weight,
                                   Value result) {
  auto from = cast<RankedTensorType>(input.getType());
  auto by = cast<RankedTensorType>(weight.getType());
  auto to = cast<RankedTensorType>(result.getType());
  int64_t rank = from.getRank(), groups = op.getGroups();
  if (rank < 3 || rank > 5 || by.getRank() != rank || to.getRank() != rank)
    return op.emitOpError("convolves 1 to 3 dimensions");
  for (ArrayRef<int64_t> list :
       {op.getStrides(), op.getPaddings(), op.getDilations()})
    if (static_cast<int64_t>(list.size()) != rank - 2)
      return op.emitOpError("needs a stride, a padding and a dilation for each "
                            "dimension");
  auto isPositive = [](int64_t number) { return number > 0; };
  if (!isPositive(groups) || !llvm::all_of(op.getStrides(), isPositive) ||
      !llvm::all_of(op.getDilations(), isPositive))
    return op.emitOpError("strides, dilations and groups must be positive");
  if (!sizesFit(from.getDimSize(0), to.getDimSize(0)) ||
      !sizesFit(by.getDimSize(0), to.getDimSize(1)) ||
      !sizesFit(perGroup(from.getDimSize(1), groups), by.getDimSize(1)))
    return op.emitOpError("the shapes do not fit");
  for (RankedTensorType type : {by, to})
    if (type.getElementType() != from.getElementType())
      return op.emitOpError("operands must have one element type");
  return verifySizes(op, op.getSizes(), op.getResult().getType());
}

LogicalResult ConvOp::verify() {
  if (getBias()) {
    auto bias = cast<RankedTensorType>(getBias().getType());
    auto result = cast<RankedTensorType>(getResult().getType());
    if (bias.getRank() != 1 ||
        !sizesFit(bias.getDimSize(0), result.getDimSize(1)))
      return emitOpError("the bias must have a number for each channel");
  }
  return verifyWindows(*this, getInput(), getWeight(), getResult());
}

LogicalResult ConvTransposeOp::verify() {
  return verifyWindows(*this, getResult(), getWeight(), getInput());
}

LogicalResult ConvWeightOp::verify() {
  return verifyWindows(*this, getInput(), getResult(), getSeed());
}

LogicalResult PoolOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  int64_t rank = from.getRank();
  if (rank < 3 || rank > 5 || to.getRank() != rank)
    return emitOpError("has windows of 1 to 3 dimensions");
  for (ArrayRef<int64_t> list :
       {getKernel(), getStrides(), getPaddings(), getDilations()})
    if (static_cast<int64_t>(list.size()) != rank - 2)
      return emitOpError("needs a kernel, a stride, a padding and a dilation "
                         "for each dimension");
  for (ArrayRef<int64_t> list : {getKernel(), getStrides(), getDilations()})
    if (llvm::any_of(list, [](int64_t number) { return number < 1; }))
      return emitOpError("the kernel, strides and dilations must be positive");
  if (!sizesFit(from.getDimSize(0), to.getDimSize(0)) ||
      !sizesFit(from.getDimSize(1), to.getDimSize(1)))
    return emitOpError("the shapes do not fit");
  if (getPool() == Pool::arg_max ? !to.getElementType().isInteger(64)
                                 : to.getElementType() != from.getElementType())
    return emitOpError("the result has the wrong element type");
  return verifySizes(*this, getSizes(), to);
}

LogicalResult IndexSelectOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (failed(verifyDim(*this, getDim(), from.getRank())))
    return failure();
  if (to.getRank() != from.getRank() - 1 + indices.getRank())
    return emitOpError("the result has the wrong rank");
  return success();
}

LogicalResult GatherOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto indices = cast<RankedTensorType>(getIndices().getType());
  if (failed(verifyDim(*this, getDim(), from.getRank())))
    return failure();
  if (indices.getRank() != from.getRank() ||
      cast<RankedTensorType>(getResult().getType()).getShape() !=
          indices.getShape())
    return emitOpError("the indices must have the input's rank and the "
                       "result's shape");
  return success();
}

LogicalResult ScatterOp::verify() {
  auto values = cast<RankedTensorType>(getValues().getType());
  auto places = cast<RankedTensorType>(getPlaces().getType());
  auto to = cast<RankedTensorType>(getInput().getType());
  if (values.getRank() != 2 || to.getRank() != 2 || places.getRank() != 1)
    return emitOpError("takes matrices, and a vector of places");
  if (values.getElementType() != to.getElementType())
    return emitOpError("the element types differ");
  if (!sizesFit(values.getDimSize(0), places.getDimSize(0)) ||
      !sizesFit(values.getDimSize(1), to.getDimSize(1)))
    return emitOpError("the shapes do not fit");
  return success();
}

LogicalResult NonzeroOp::verify() {
  auto to = cast<RankedTensorType>(getResult().getType());
  if (cast<RankedTensorType>(getInput().getType()).getRank() != 1 ||
      to.getRank() != 1 || !to.isDynamicDim(0))
    return emitOpError("takes a vector and gives one of unknown size");
  return success();
}

LogicalResult TopKOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  auto to = cast<RankedTensorType>(getIndices().getType());
  if (from.getRank() != 2 || to.getRank() != 2 ||
      from.getDimSize(0) != to.getDimSize(0))
    return emitOpError("takes a matrix and gives one of as many rows");
  return success();
}

LogicalResult SortOp::verify() {
  auto from = cast<RankedTensorType>(getInput().getType());
  if (from.getRank() != 2 ||
      cast<RankedTensorType>(getIndices().getType()).getShape() !=
          from.getShape())
    return emitOpError("takes a matrix and gives two of its shape");
  return success();
}

//===----------------------------------------------------------------------===//
// Recurrent layers
//===----------------------------------------------------------------------===//

LogicalResult RnnOp::verify() {
  auto rank = [](Value v) {
    return cast<RankedTensorType>(v.getType()).getRank();
  };
  if (rank(getInput()) != 3 || rank(getOutput()) != 3)
    return emitOpError("input and output must be [T, B, features]");
  for (Value v : {getH0(), getWIh(), getWHh(), getHn()})
    if (rank(v) != 2)
      return emitOpError("states and weights must be matrices");
  bool lstm = getCell() == RnnCell::lstm;
  if (static_cast<bool>(getC0()) != lstm || static_cast<bool>(getCn()) != lstm)
    return emitOpError("only an lstm has a cell state");
  if (getBiases().size() != 0 && getBiases().size() != 2)
    return emitOpError("takes two biases or none");
  int64_t gates = lstm ? 4 : getCell() == RnnCell::gru ? 3 : 1;
  auto wHh = cast<RankedTensorType>(getWHh().getType());
  if (!wHh.isDynamicDim(0) && !wHh.isDynamicDim(1) &&
      wHh.getDimSize(0) != gates * wHh.getDimSize(1))
    return emitOpError("w_hh must be [") << gates << " * H, H]";
  return success();
}

#define GET_OP_CLASSES
#include "dialects/nn/NNOps.cpp.inc"

Values nn::readsOf(WithDerivativeOp op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op.getBody(), used);
  Values reads(used.begin(), used.end());
  // A value stands for the result, which is made of the inputs.
  for (auto [value, result] : llvm::zip(op.getValues(), op.getResults()))
    llvm::replace(reads, Value(value), Value(result));
  return reads;
}

LogicalResult WithDerivativeOp::verify() {
  if (!llvm::equal(getValues().getTypes(), getResultTypes()))
    return emitOpError("gives its values");
  Block &body = getBody().front();
  if (!llvm::equal(body.getArgumentTypes(), getResultTypes()))
    return emitOpError("takes a cotangent of its type for each result");
  if (!llvm::equal(body.getTerminator()->getOperandTypes(),
                   getInputs().getTypes()))
    return emitOpError("gives a cotangent of its type for each input");
  return success();
}

LogicalResult GradientOp::verify() {
  if (!llvm::equal(getOutputs().getTypes(), getSeeds().getTypes()))
    return emitOpError("takes a seed of its type for each output");
  if (!llvm::equal(getInputs().getTypes(), getResultTypes()))
    return emitOpError("gives a gradient of its type for each input");
  return success();
}
