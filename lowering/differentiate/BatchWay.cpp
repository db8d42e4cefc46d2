//===- BatchWay.cpp - The way of a batch over devices ---------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/differentiate/BatchWay.h"
#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/LayerOps.h"
#include "dialects/nn/ProductOps.h"
#include "dialects/nn/ReductionOps.h"
#include "dialects/nn/ViewOps.h"
#include "dialects/tine/Tine.h"
#include "lowering/support/MicroBatches.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace tine;
using nn::Rows;

static RankedTensorType tensorOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// Calls `visit` with what the op and its regions read.
template <typename Visit>
static void visitOperands(Operation *op, Visit visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      visit(operand);
  });
}

static std::string quote(Operation *op) {
  return "'" + op->getName().stripDialect().str() + "'";
}

static std::string whyWhole(Operation *op) {
  if (isa<ForkOp, WaitOp>(op))
    return "a task takes all rows";
  if (isa<func::CallOp>(op))
    return "a call takes all rows";
  if (isa<nn::WithDerivativeOp>(op))
    return "what has a derivative of its own takes all rows, as a batch norm "
           "in training does";
  if (op->getNumRegions())
    return "a loop or branch takes all rows";
  return quote(op) + " takes all rows";
}

/// Whether a product is among what the op and what leads to it do in its block.
static bool isMadeByProduct(Operation *op) {
  llvm::SetVector<Operation *> made;
  made.insert(op);
  for (size_t i = 0; i < made.size(); ++i)
    for (Value operand : made[i]->getOperands())
      if (Operation *maker = operand.getDefiningOp();
          maker && maker->getBlock() == op->getBlock())
        made.insert(maker);
  return llvm::any_of(made, hasProduct);
}

/// Whether a gradient is taken of what is made of the op's results.
static bool leadsToGradient(Operation *op) {
  llvm::SetVector<Operation *> made;
  made.insert(op);
  for (size_t i = 0; i < made.size(); ++i)
    for (Operation *user : made[i]->getUsers()) {
      if (isa<nn::GradientOp>(user))
        return true;
      if (Operation *outer = op->getBlock()->findAncestorOpInBlock(*user))
        made.insert(outer);
    }
  return false;
}

bool tine::isProduct(Operation *op) {
  return isa<nn::MatmulOp, nn::BatchMatmulOp, nn::AttentionOp, nn::ConvOp,
             nn::ConvTransposeOp, nn::RnnOp>(op);
}

bool tine::hasProduct(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isProduct(inner) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Finding it
//===----------------------------------------------------------------------===//

/// Whether the value has rows there.
bool BatchWay::isPossible(Value value, Rows at) const {
  if (at.isNone())
    return true;
  RankedTensorType type = tensorOf(value);
  int64_t size = type.getDimSize(at.dim);
  return size > 0 && size % (at.outer * rows) == 0 &&
         (at.outer == 1 || type.hasStaticShape());
}

std::optional<Cutting> BatchWay::cuttingOf(Operation *op, unsigned result,
                                           Rows at) {
  if (isa<ToOp>(op))
    return Cutting{{at}, {at}};
  auto byParts = dyn_cast<nn::PartsOpInterface>(op);
  if (!byParts || stops.contains(op) || !isPure(op))
    return std::nullopt;
  Cutting cutting;
  if (auto reshape = dyn_cast<nn::ReshapeOp>(op)) {
    std::optional<Rows> input = nn::rowsOfInput(reshape, at, rows);
    if (!input)
      return std::nullopt;
    cutting.operands.assign(op->getNumOperands(), Rows());
    cutting.operands.front() = *input;
    cutting.results = {at};
  } else {
    std::optional<nn::Cuts> cuts;
    if (result == 0)
      cuts = byParts.getCuts(at.dim, rows);
    // The first result has the rows along some dimension.
    for (int64_t i = 0;
         result && !cuts && i < tensorOf(op->getResult(0)).getRank(); ++i)
      if ((cuts = byParts.getCuts(i, rows)) && cuts->results[result] != at.dim)
        cuts.reset();
    if (!cuts)
      return std::nullopt;
    for (int64_t dim : cuts->operands)
      cutting.operands.push_back(dim < 0 ? Rows() : Rows{dim, at.outer});
    for (int64_t dim : cuts->results)
      cutting.results.push_back({dim, at.outer});
  }
  for (auto [value, rows] :
       llvm::zip_equal(op->getOperands(), cutting.operands))
    if (!isPossible(value, rows))
      return std::nullopt;
  for (auto [value, rows] : llvm::zip_equal(op->getResults(), cutting.results))
    if (!isPossible(value, rows))
      return std::nullopt;
  return cutting;
}

void BatchWay::goBack() {
  SmallVector<Value> waiting{crossing.getTensor()};
  wanted[crossing.getTensor()] = {dim};
  while (!waiting.empty()) {
    Value value = waiting.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != crossing->getBlock())
      continue;
    std::optional<Cutting> cutting =
        cuttingOf(op, cast<OpResult>(value).getResultNumber(), wanted[value]);
    if (!cutting && !stops.contains(op) && isMadeByProduct(op))
      begins.push_back({op, whyWhole(op)});
    if (!cutting)
      continue;
    if (derivedBy.contains(value)) {
      obstacles.push_back({op, "a gradient by all rows of it is asked for"});
      continue;
    }
    for (auto [operand, rows] :
         llvm::zip_equal(op->getOperands(), cutting->operands))
      if (!rows.isNone() && wanted.try_emplace(operand, rows).second)
        waiting.push_back(operand);
  }
  wanted[crossing.getResult()] = {dim};
}

/// Where the rows are if the op is done by parts, as its operands are.
std::optional<Cutting> BatchWay::cuttingFor(Operation *op) {
  if (op->getNumResults() == 0 || !tensorOf(op->getResult(0)))
    return std::nullopt;
  auto fits = [&](const Cutting &cutting) {
    for (auto [operand, rows] :
         llvm::zip_equal(op->getOperands(), cutting.operands)) {
      auto known = cut.find(operand);
      if (known != cut.end() && known->second != rows)
        return false;
      if (known == cut.end() && !rows.isNone() && joined.contains(operand))
        return false;
    }
    return true;
  };
  auto back = wanted.find(op->getResult(0));
  int64_t outer = back == wanted.end() ? 1 : back->second.outer;
  for (Value operand : op->getOperands())
    if (auto known = cut.find(operand); known != cut.end())
      outer = known->second.outer;
  auto reshape = dyn_cast<nn::ReshapeOp>(op);
  if (reshape && isCut(reshape.getInput())) {
    Rows from = cut.find(reshape.getInput())->second;
    std::optional<Rows> to = nn::rowsOfResult(reshape, from, rows);
    if (!to || stops.contains(op) || !isPossible(reshape.getResult(), *to))
      return std::nullopt;
    Cutting cutting{{from}, {*to}};
    cutting.operands.resize(op->getNumOperands());
    return cutting;
  }
  for (int64_t i = 0; i < tensorOf(op->getResult(0)).getRank(); ++i) {
    Rows at{i, outer};
    if (back != wanted.end() && back->second != at)
      continue;
    std::optional<Cutting> cutting = cuttingOf(op, 0, at);
    if (cutting && fits(*cutting))
      return cutting;
  }
  return std::nullopt;
}

bool BatchWay::isSumOverRows(Operation *op) const {
  auto reduce = dyn_cast<nn::ReduceOp>(op);
  if (!reduce || reduce.getReduction() != nn::Reduction::sum)
    return false;
  auto known = cut.find(reduce.getInput());
  return known != cut.end() &&
         llvm::is_contained(reduce.getDims(), known->second.dim);
}

void BatchWay::joinAt(Operation *op, Operation *taker) {
  for (Value result : op->getResults())
    joined.try_emplace(result, taker);
}

void BatchWay::visit(Operation *op) {
  bool beginsRows = llvm::any_of(op->getResults(), [&](Value result) {
    auto back = wanted.find(result);
    return back != wanted.end() && !derivedBy.contains(result) &&
           cuttingOf(op, cast<OpResult>(result).getResultNumber(),
                     back->second);
  });
  bool readsRows = false;
  Operation *taker = nullptr;
  visitOperands(op, [&](Value operand) {
    readsRows |= isCut(operand);
    if (!taker)
      taker = joined.lookup(operand);
  });
  // A gradient ends a step: weights that it has changed are no statistics.
  if (isa<nn::GradientOp>(op))
    return;
  if (taker && !readsRows) {
    joinAt(op, taker);
    if (hasProduct(op))
      takenFor.insert(taker);
    return;
  }
  if (!readsRows && !beginsRows)
    return;
  if (taker) {
    if (isPure(op) || op->getNumRegions())
      obstacles.push_back(
          {op,
           quote(taker) + " makes of all rows what each row needs" +
               (isa<nn::ReduceOp>(taker) ? ", as a batch norm in training does"
                                         : "")});
    return joinAt(op, taker);
  }
  if (auto size = dyn_cast<tensor::DimOp>(op)) {
    sizes.push_back(size);
    return;
  }
  bool isDerivedBy = llvm::any_of(
      op->getResults(), [&](Value v) { return derivedBy.contains(v); });
  // Other sums stay as they are, to the last bit.
  if (!isDerivedBy && isSumOverRows(op) && leadsToGradient(op)) {
    sums.insert(op);
    ops.insert({op, {}});
    return joinAt(op, op);
  }
  std::optional<Cutting> cutting;
  if (!isDerivedBy)
    cutting = cuttingFor(op);
  if (!cutting) {
    if (isDerivedBy)
      obstacles.push_back({op, "a gradient by all rows of it is asked for"});
    else if (op->getNumResults())
      ends.push_back({op, whyWhole(op)});
    return joinAt(op, op);
  }
  for (auto [result, rows] :
       llvm::zip_equal(op->getResults(), cutting->results))
    cut[result] = rows;
  if (isProduct(op)) {
    devices.insert(deviceOf(op->getResult(0).getType()));
    ++products;
  }
  ops.insert({op, std::move(*cutting)});
}

void BatchWay::goOn() {
  for (Operation &op : crossing->getBlock()->without_terminator())
    visit(&op);
}

std::optional<Obstacle> BatchWay::whyNot() {
  // Products in front of the copy are missing.
  if (!begins.empty() &&
      !devices.contains(deviceOf(crossing.getTensor().getType())))
    return begins.front();
  if (!obstacles.empty())
    return obstacles.front();
  for (const Obstacle &end : ends)
    if (crossing->isBeforeInBlock(end.op) &&
        (takenFor.contains(end.op) || hasProduct(end.op)))
      return end;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

RankedTensorType BatchWay::typeOf(Value value, Rows at, unsigned part) const {
  RankedTensorType type = tensorOf(value);
  SmallVector<int64_t> sizes(type.getShape());
  sizes[at.dim] = sizes[at.dim] / rows * (starts[part + 1] - starts[part]);
  return type.clone(sizes);
}

/// The tensor with rows that follow each other along dimension `dim` + 1 where
/// `dim` goes through them several times.
Value BatchWay::unroll(OpBuilder &b, Value tensor, Rows at) {
  if (at.outer == 1)
    return tensor;
  RankedTensorType type = tensorOf(tensor);
  SmallVector<int64_t> sizes(type.getShape());
  sizes[at.dim] /= at.outer;
  sizes.insert(sizes.begin() + at.dim, at.outer);
  return nn::ReshapeOp::create(b, tensor.getLoc(), type.clone(sizes), tensor,
                               ValueRange());
}

/// The parts of a value that is made by parts, or slices of one that is not, in
/// front of the first who reads them.
SmallVector<Value> &BatchWay::piecesOf(Value value, Rows at,
                                       Operation *reader) {
  SmallVector<Value> &parts = pieces[placeOf(value, at)];
  if (!parts.empty())
    return parts;
  OpBuilder b(reader);
  Location loc = reader->getLoc();
  Value rolledOut = unroll(b, value, at);
  Rows along{at.outer == 1 ? at.dim : at.dim + 1};
  int64_t elements = tensorOf(rolledOut).getDimSize(along.dim) / rows;
  for (unsigned i = 0; i + 1 < starts.size(); ++i) {
    Value start = arith::ConstantIndexOp::create(b, loc, starts[i] * elements);
    auto slice = nn::SliceOp::create(b, loc, typeOf(rolledOut, along, i),
                                     rolledOut, along.dim, start, /*step=*/1,
                                     /*size=*/Value());
    setMicroBatch(slice, {batch, int64_t(i)});
    Value part = slice;
    if (at.outer != 1)
      part = nn::ReshapeOp::create(b, loc, typeOf(value, at, i), slice,
                                   ValueRange());
    parts.push_back(part);
  }
  return parts;
}

/// All parts of a result, in front of the op.
Value BatchWay::join(Operation *op, Value whole, Rows at) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  SmallVector<Value> parts = pieces.find(placeOf(whole, at))->second;
  if (at.outer == 1)
    return nn::CatOp::create(b, loc, whole.getType(), parts, at.dim);
  for (Value &part : parts)
    part = unroll(b, part, at);
  SmallVector<int64_t> sizes(tensorOf(whole).getShape());
  sizes[at.dim] /= at.outer;
  sizes.insert(sizes.begin() + at.dim, at.outer);
  Value all = nn::CatOp::create(b, loc, tensorOf(whole).clone(sizes), parts,
                                at.dim + 1);
  return nn::ReshapeOp::create(b, loc, whole.getType(), all, ValueRange());
}

void BatchWay::splitOp(Operation *op) {
  const Cutting &cutting = ops.find(op)->second;
  unsigned count = starts.size() - 1;
  SmallVector<SmallVector<Value>> operands(count);
  for (auto [operand, at] :
       llvm::zip_equal(op->getOperands(), cutting.operands))
    for (unsigned i = 0; i < count; ++i)
      operands[i].push_back(at.isNone() ? operand
                                        : piecesOf(operand, at, op)[i]);
  SmallVector<SmallVector<Value>> results(op->getNumResults(),
                                          SmallVector<Value>(count));
  OpBuilder b(op);
  for (unsigned i = count; i-- > 0;) {
    Operation *copy = b.clone(*op);
    copy->setOperands(operands[i]);
    for (auto [r, at] : llvm::enumerate(cutting.results)) {
      copy->getResult(r).setType(typeOf(op->getResult(r), at, i));
      results[r][i] = copy->getResult(r);
    }
  }
  for (auto [r, at] : llvm::enumerate(cutting.results))
    pieces[placeOf(op->getResult(r), at)] = results[r];
}

void BatchWay::splitSum(nn::ReduceOp op) {
  OpBuilder b(op);
  Value input = op.getInput();
  SmallVector<Value> parts = pieces.find(placeOf(input, cut[input]))->second;
  for (Value &part : llvm::reverse(parts)) {
    auto copy = cast<nn::ReduceOp>(b.clone(*op));
    copy->setOperand(0, part);
    part = copy.getResult();
  }
  Value total = parts.front();
  for (Value part : llvm::drop_begin(parts))
    total = nn::AddOp::create(b, op.getLoc(), op.getType(), total, part);
  op.replaceAllUsesWith(total);
}

void BatchWay::split(int64_t partRows, int64_t number) {
  batch = number;
  for (int64_t start = 0; start < rows; start += partRows)
    starts.push_back(start);
  starts.push_back(rows);
  SmallVector<tensor::DimOp> sizesOfRun; // of other dimensions than the rows'
  for (tensor::DimOp size : sizes) {
    std::optional<int64_t> index = size.getConstantIndex();
    RankedTensorType type = tensorOf(size.getSource());
    if (!index || type.isDynamicDim(*index)) {
      sizesOfRun.push_back(size);
      continue;
    }
    OpBuilder b(size);
    size.replaceAllUsesWith(arith::ConstantIndexOp::create(
                                b, size.getLoc(), type.getDimSize(*index))
                                .getResult());
    size.erase();
  }
  for (auto &[op, cutting] : ops)
    if (sums.contains(op))
      splitSum(cast<nn::ReduceOp>(op));
    else
      splitOp(op);
  // They are the same of each part; a dynamic number may still ask for rows.
  for (tensor::DimOp size : sizesOfRun)
    if (size.getConstantIndex())
      size.getSourceMutable().assign(
          pieces.find(placeOf(size.getSource(), cut[size.getSource()]))
              ->second.front());
  SmallVector<Operation *> whole;
  for (auto &[op, cutting] : ops)
    whole.push_back(op);
  for (Operation *op : llvm::reverse(whole)) {
    for (Value result : op->getResults())
      if (!result.use_empty())
        result.replaceAllUsesWith(join(op, result, cut[result]));
    op->erase();
  }
}
