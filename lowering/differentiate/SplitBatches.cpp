//===- SplitBatches.cpp - Batches go through devices in parts -------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch that one device works on, and then another, becomes several small
// ones: while the second device works on a part, the first one works on the
// next.
//
//   %a = nn.matmul %x, %v        %x0, %x1 = slices of %x
//   %b = tine.to %a              %a1 = nn.matmul %x1, %v
//   %c = nn.matmul %b, %w   ==>  %a0 = nn.matmul %x0, %v
//   %l = nn.reduce sum %c        %b1 = tine.to %a1 ... %c0 = nn.matmul %b0, %w
//                                %l0, %l1 = sums of %c0, %c1
//                                %l = nn.add %l0, %l1
//
// Input:  operations of nn on tensors of devices, gradients.
// Output: the same program. What makes rows of a batch out of the same rows is
//         there once for each part; the slices that a part begins with have
//         the attribute `tine.micro_batch` (MicroBatches.h).
// How:    from each copy between devices of what a product has made, in its
//         block:
// 1. Back along the rows (nn::PartsOpInterface) to what they begin with.
// 2. On from there through all that is made of these rows. What else is needed
//    by rows (labels, masks that were drawn) is cut, too.
// 3. A sum over the rows becomes a sum of sums, so that the backward pass of a
//    part needs that part alone; for every other reader the parts are joined.
// 4. Where a row needs what was made of all rows, nothing can overlap: there
//    the rows end, and those behind begin with what is made there.
// 5. That is worth it if two devices have products to do. The last part comes
//    first, so that derivatives are added up in the order of the parts.
// Rejects: nothing; it warns where a batch stays whole, and why.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/NN.h"
#include "lowering/MicroBatches.h"
#include "lowering/Passes.h"
#include "lowering/placement/DeviceContainers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_SPLITBATCHES
#include "lowering/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

RankedTensorType tensorOf(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

/// What takes long enough to be shared between devices.
bool isProduct(Operation *op) {
  return isa<nn::MatmulOp, nn::BatchMatmulOp, nn::AttentionOp, nn::ConvOp,
             nn::ConvTransposeOp, nn::RnnOp>(op);
}

bool hasProduct(Operation *op) {
  return op
      ->walk([](Operation *inner) {
        return isProduct(inner) ? WalkResult::interrupt()
                                : WalkResult::advance();
      })
      .wasInterrupted();
}

bool isCrossing(ToOp op) {
  return deviceOf(op.getTensor().getType()) != deviceOf(op.getType());
}

/// Calls `visit` with what the op and its regions read.
template <typename Visit> void visitOperands(Operation *op, Visit visit) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      visit(operand);
  });
}

/// Why rows end at an op.
struct Obstacle {
  Operation *op;
  std::string why;
};

std::string nameOf(Operation *op) {
  return "'" + op->getName().stripDialect().str() + "'";
}

std::string whyWhole(Operation *op) {
  if (isa<ForkOp>(op))
    return "a task takes all rows";
  if (isa<func::CallOp>(op))
    return "a call takes all rows";
  if (op->getNumRegions())
    return "a loop, a branch or a derivative of its own takes all rows";
  return nameOf(op) + " takes all rows";
}

//===----------------------------------------------------------------------===//
// The way of a batch
//===----------------------------------------------------------------------===//

/// The operations of a block that make rows of a batch out of its rows.
class Way {
public:
  /// From a copy whose rows lie along a dimension, and not through `stops`,
  /// where other rows begin.
  Way(ToOp crossing, int64_t dim, const llvm::DenseSet<Operation *> &stops,
      const llvm::DenseSet<Value> &derivedBy)
      : crossing(crossing), dim(dim),
        rows(tensorOf(crossing.getTensor()).getDimSize(dim)), stops(stops),
        derivedBy(derivedBy) {}

  void goBack();
  void goOn();
  /// Whether two devices or more have products of it to do.
  bool isWorthIt() const { return devices.size() > 1; }
  ArrayRef<Obstacle> getObstacles() const { return obstacles; }
  int64_t getRows() const { return rows; }
  auto getOps() const { return llvm::make_first_range(ops); }
  ArrayRef<Attribute> getDevices() const { return devices.getArrayRef(); }
  /// The first op behind the copy that takes all rows for a product.
  std::optional<Obstacle> firstEnd() const;

  /// Does it in parts of so many rows.
  void split(int64_t partRows, int64_t batch);

private:
  std::optional<nn::Cuts> cutsOf(Operation *op, unsigned result, int64_t dim);
  std::optional<nn::Cuts> cutsFor(Operation *op);
  bool isCut(Value value) const { return cutDims.contains(value); }
  bool isSumOverRows(Operation *op) const;
  void visit(Operation *op);
  void joinAt(Operation *op, Operation *taker);
  SmallVector<Value> &piecesOf(Value value, int64_t dim, Operation *reader);
  RankedTensorType typeOf(Value value, int64_t dim, unsigned part) const;
  void splitSum(nn::ReduceOp op);
  void splitOp(Operation *op);

  ToOp crossing;
  int64_t dim;
  int64_t rows;
  const llvm::DenseSet<Operation *> &stops;
  const llvm::DenseSet<Value> &derivedBy;

  /// What the way back has found: values, and along which dimension.
  llvm::DenseMap<Value, int64_t> wanted;
  /// What is made by parts, and along which dimension.
  llvm::DenseMap<Value, int64_t> cutDims;
  llvm::MapVector<Operation *, nn::Cuts> ops;
  llvm::SetVector<Operation *> sums;
  SmallVector<tensor::DimOp> sizes;
  /// What is made of all rows, and the op that took them all.
  llvm::DenseMap<Value, Operation *> joined;
  llvm::DenseSet<Operation *> takenFor; // those of which products are made
  llvm::SetVector<Attribute> devices;
  SmallVector<Obstacle> obstacles, ends;

  // While it is split.
  SmallVector<int64_t> starts; // of each part, and the end
  int64_t batch = 0;
  llvm::MapVector<std::pair<Value, int64_t>, SmallVector<Value>> pieces;
};

std::optional<nn::Cuts> Way::cutsOf(Operation *op, unsigned result,
                                    int64_t dim) {
  if (isa<ToOp>(op))
    return nn::Cuts{{dim}, {dim}};
  auto byParts = dyn_cast<nn::PartsOpInterface>(op);
  if (!byParts || stops.contains(op) || !isPure(op))
    return std::nullopt;
  std::optional<nn::Cuts> cuts;
  if (result == 0)
    cuts = byParts.getCuts(dim, rows);
  // The first result has the rows along some dimension.
  for (int64_t i = 0;
       result && !cuts && i < tensorOf(op->getResult(0)).getRank(); ++i)
    if ((cuts = byParts.getCuts(i, rows)) && cuts->results[result] != dim)
      cuts.reset();
  auto fits = [&](Value value, int64_t dim) {
    if (dim < 0)
      return true;
    int64_t size = tensorOf(value).getDimSize(dim);
    return size > 0 && size % rows == 0;
  };
  if (!cuts)
    return std::nullopt;
  for (auto [value, dim] : llvm::zip_equal(op->getOperands(), cuts->operands))
    if (!fits(value, dim))
      return std::nullopt;
  for (auto [value, dim] : llvm::zip_equal(op->getResults(), cuts->results))
    if (!fits(value, dim))
      return std::nullopt;
  return cuts;
}

void Way::goBack() {
  SmallVector<Value> waiting{crossing.getTensor()};
  wanted[crossing.getTensor()] = dim;
  while (!waiting.empty()) {
    Value value = waiting.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != crossing->getBlock())
      continue;
    std::optional<nn::Cuts> cuts =
        cutsOf(op, cast<OpResult>(value).getResultNumber(), wanted[value]);
    if (!cuts)
      continue;
    if (derivedBy.contains(value)) {
      obstacles.push_back({op, "a gradient by all rows of it is asked for"});
      continue;
    }
    for (auto [operand, dim] :
         llvm::zip_equal(op->getOperands(), cuts->operands))
      if (dim >= 0 && wanted.try_emplace(operand, dim).second)
        waiting.push_back(operand);
  }
  wanted[crossing.getResult()] = dim;
}

/// What is cut where the op's operands are, if it can be done by parts.
std::optional<nn::Cuts> Way::cutsFor(Operation *op) {
  if (op->getNumResults() == 0 || !tensorOf(op->getResult(0)))
    return std::nullopt;
  auto fits = [&](const nn::Cuts &cuts) {
    for (auto [operand, dim] :
         llvm::zip_equal(op->getOperands(), cuts.operands)) {
      auto cut = cutDims.find(operand);
      if (cut != cutDims.end() && cut->second != dim)
        return false;
      if (cut == cutDims.end() && dim >= 0 && joined.contains(operand))
        return false;
    }
    return true;
  };
  auto back = wanted.find(op->getResult(0));
  for (int64_t i = 0; i < tensorOf(op->getResult(0)).getRank(); ++i) {
    if (back != wanted.end() && back->second != i)
      continue;
    std::optional<nn::Cuts> cuts = cutsOf(op, 0, i);
    if (cuts && fits(*cuts))
      return cuts;
  }
  return std::nullopt;
}

bool Way::isSumOverRows(Operation *op) const {
  auto reduce = dyn_cast<nn::ReduceOp>(op);
  if (!reduce || reduce.getReduction() != nn::Reduction::sum)
    return false;
  auto cut = cutDims.find(reduce.getInput());
  return cut != cutDims.end() &&
         llvm::is_contained(reduce.getDims(), cut->second);
}

void Way::joinAt(Operation *op, Operation *taker) {
  for (Value result : op->getResults())
    joined.try_emplace(result, taker);
}

void Way::visit(Operation *op) {
  bool beginsRows = llvm::any_of(op->getResults(), [&](Value result) {
    auto back = wanted.find(result);
    return back != wanted.end() && !derivedBy.contains(result) &&
           cutsOf(op, cast<OpResult>(result).getResultNumber(), back->second);
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
      obstacles.push_back({op, nameOf(taker) +
                                   " makes of all rows what each row needs, "
                                   "as a batch norm in training does"});
    return joinAt(op, taker);
  }
  if (auto size = dyn_cast<tensor::DimOp>(op)) {
    sizes.push_back(size);
    return;
  }
  if (isSumOverRows(op)) {
    sums.insert(op);
    ops.insert({op, {}});
    return joinAt(op, op);
  }
  std::optional<nn::Cuts> cuts;
  bool isDerivedBy = llvm::any_of(
      op->getResults(), [&](Value v) { return derivedBy.contains(v); });
  if (!isDerivedBy)
    cuts = cutsFor(op);
  if (!cuts) {
    if (isDerivedBy)
      obstacles.push_back({op, "a gradient by all rows of it is asked for"});
    else if (op->getNumResults())
      ends.push_back({op, whyWhole(op)});
    return joinAt(op, op);
  }
  for (auto [result, dim] : llvm::zip_equal(op->getResults(), cuts->results))
    cutDims[result] = dim;
  if (isProduct(op))
    devices.insert(deviceOf(op->getResult(0).getType()));
  ops.insert({op, std::move(*cuts)});
}

void Way::goOn() {
  for (Operation &op : crossing->getBlock()->without_terminator())
    visit(&op);
}

std::optional<Obstacle> Way::firstEnd() const {
  for (const Obstacle &end : ends)
    if (crossing->isBeforeInBlock(end.op) &&
        (takenFor.contains(end.op) || hasProduct(end.op)))
      return end;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

RankedTensorType Way::typeOf(Value value, int64_t dim, unsigned part) const {
  RankedTensorType type = tensorOf(value);
  SmallVector<int64_t> sizes(type.getShape());
  sizes[dim] = sizes[dim] / rows * (starts[part + 1] - starts[part]);
  return type.clone(sizes);
}

/// The parts of a value that is made by parts, or slices of one that is not, in
/// front of the first who reads them.
SmallVector<Value> &Way::piecesOf(Value value, int64_t dim, Operation *reader) {
  SmallVector<Value> &parts = pieces[{value, dim}];
  if (!parts.empty())
    return parts;
  OpBuilder b(reader);
  Location loc = reader->getLoc();
  int64_t elements = tensorOf(value).getDimSize(dim) / rows;
  for (unsigned i = 0; i + 1 < starts.size(); ++i) {
    Value start = arith::ConstantIndexOp::create(b, loc, starts[i] * elements);
    auto slice = nn::SliceOp::create(b, loc, typeOf(value, dim, i), value, dim,
                                     start, /*step=*/1, /*size=*/Value());
    setMicroBatch(slice, {batch, int64_t(i)});
    parts.push_back(slice);
  }
  return parts;
}

void Way::splitOp(Operation *op) {
  const nn::Cuts &cuts = ops.find(op)->second;
  unsigned count = starts.size() - 1;
  SmallVector<SmallVector<Value>> operands(count);
  for (auto [operand, dim] : llvm::zip_equal(op->getOperands(), cuts.operands))
    for (unsigned i = 0; i < count; ++i)
      operands[i].push_back(dim < 0 ? operand : piecesOf(operand, dim, op)[i]);
  SmallVector<SmallVector<Value>> results(op->getNumResults(),
                                          SmallVector<Value>(count));
  OpBuilder b(op);
  for (unsigned i = count; i-- > 0;) {
    Operation *copy = b.clone(*op);
    copy->setOperands(operands[i]);
    for (auto [r, dim] : llvm::enumerate(cuts.results)) {
      copy->getResult(r).setType(typeOf(op->getResult(r), dim, i));
      results[r][i] = copy->getResult(r);
    }
  }
  for (auto [r, dim] : llvm::enumerate(cuts.results))
    pieces[{op->getResult(r), dim}] = results[r];
}

void Way::splitSum(nn::ReduceOp op) {
  OpBuilder b(op);
  Value input = op.getInput();
  SmallVector<Value> parts = pieces.find({input, cutDims[input]})->second;
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

void Way::split(int64_t partRows, int64_t number) {
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
  for (auto &[op, cuts] : ops)
    if (sums.contains(op))
      splitSum(cast<nn::ReduceOp>(op));
    else
      splitOp(op);
  // They are the same of each part; a dynamic number may still ask for rows.
  for (tensor::DimOp size : sizesOfRun)
    if (size.getConstantIndex())
      size.getSourceMutable().assign(
          pieces.find({size.getSource(), cutDims[size.getSource()]})
              ->second.front());
  SmallVector<Operation *> whole;
  for (auto &[op, cuts] : ops)
    whole.push_back(op);
  for (Operation *op : llvm::reverse(whole)) {
    OpBuilder b(op);
    for (Value result : op->getResults()) {
      if (result.use_empty())
        continue;
      int64_t dim = cutDims[result];
      auto all = nn::CatOp::create(b, op->getLoc(), result.getType(),
                                   pieces.find({result, dim})->second, dim);
      result.replaceAllUsesWith(all);
    }
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct SplitBatches : tine::impl::SplitBatchesBase<SplitBatches> {
  using SplitBatchesBase::SplitBatchesBase;

  void runOnOperation() override {
    if (parts == 0)
      return;
    ModuleOp module = getOperation();
    llvm::DenseSet<Value> derivedBy;
    llvm::SetVector<Attribute> devices;
    module.walk([&](Operation *op) {
      if (auto gradient = dyn_cast<nn::GradientOp>(op))
        derivedBy.insert_range(gradient.getInputs());
      if (isProduct(op))
        devices.insert(deviceOf(op->getResult(0).getType()));
    });
    SmallVector<Block *> blocks;
    module.walk([&](Block *block) { blocks.push_back(block); });
    if (devices.size() > 1)
      for (Block *block : blocks)
        splitIn(*block, derivedBy);
    if (batches)
      return;
    InFlightDiagnostic warning = emitWarning(placeOfProgram(module))
                                 << "--pipeline=" << parts.getValue()
                                 << " has nothing to split: ";
    if (devices.empty())
      warning << "the program multiplies nothing";
    else if (devices.size() == 1)
      warning << "one device has all the products to do";
    else
      warning << "no batch goes from one device to another in rows that do "
                 "not need each other";
  }

  void splitIn(Block &block, const llvm::DenseSet<Value> &derivedBy) {
    SmallVector<ToOp> crossings;
    for (ToOp op : block.getOps<ToOp>())
      if (isCrossing(op) && op.getType().getRank() > 0)
        crossings.push_back(op);
    // Some go away with the first one of a batch.
    llvm::DenseSet<Operation *> gone;
    for (ToOp crossing : crossings)
      if (!gone.contains(crossing))
        splitAt(crossing, derivedBy, gone);
  }

  void splitAt(ToOp crossing, const llvm::DenseSet<Value> &derivedBy,
               llvm::DenseSet<Operation *> &gone) {
    if (!isBetweenProducts(crossing))
      return;
    std::optional<Obstacle> reason;
    int64_t rank = std::min<int64_t>(crossing.getType().getRank(), 2);
    for (int64_t dim = 0; dim < rank; ++dim) {
      if (crossing.getType().isDynamicDim(dim)) {
        if (dim == 0)
          reason = Obstacle{crossing, "the run decides how many rows it has"};
        continue;
      }
      if (crossing.getType().getDimSize(dim) < 2)
        continue;
      llvm::DenseSet<Operation *> stops;
      while (true) {
        Way way(crossing, dim, stops, derivedBy);
        way.goBack();
        way.goOn();
        if (way.isWorthIt()) {
          gone.insert_range(way.getOps());
          return apply(way, crossing);
        }
        size_t before = stops.size();
        for (const Obstacle &obstacle : way.getObstacles())
          stops.insert(obstacle.op);
        if (!reason && !way.getObstacles().empty())
          reason = way.getObstacles().front();
        if (!reason && dim == 0)
          reason = way.firstEnd();
        if (stops.size() == before)
          break;
      }
    }
    if (!reason || !explained.insert(reason->op->getLoc()).second)
      return;
    InFlightDiagnostic warning = emitWarning(reason->op->getLoc())
                                 << "the batch is not split: " << reason->why;
    warning.attachNote(crossing.getLoc()) << "so this copy waits for all of it";
  }

  void apply(Way &way, ToOp crossing) {
    int64_t rows = way.getRows();
    int64_t partRows = llvm::divideCeil(rows, int64_t(parts));
    if (report) {
      InFlightDiagnostic remark = emitRemark(crossing.getLoc())
                                  << "a batch of " << rows << " goes over "
                                  << way.getDevices().size() << " devices in "
                                  << llvm::divideCeil(rows, partRows)
                                  << " parts of " << partRows;
      if (rows % partRows)
        remark << ", the last one of " << rows % partRows;
    }
    way.split(partRows, batches++);
  }

  /// Whether products of one device lead to it in its block, and it leads to
  /// products of another one.
  static bool isBetweenProducts(ToOp crossing) {
    Block *block = crossing->getBlock();
    llvm::SetVector<Operation *> before, behind;
    before.insert(crossing);
    for (size_t i = 0; i < before.size(); ++i)
      for (Value operand : before[i]->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && op->getBlock() == block)
          before.insert(op);
    if (llvm::none_of(before, hasProduct))
      return false;
    behind.insert(crossing);
    for (size_t i = 0; i < behind.size(); ++i)
      for (Operation *user : behind[i]->getUsers())
        if (Operation *op = block->findAncestorOpInBlock(*user);
            op && !isa<nn::GradientOp>(op))
          behind.insert(op);
    return llvm::any_of(behind, hasProduct);
  }

  /// Where a remark about the whole program stands.
  static Location placeOfProgram(ModuleOp module) {
    for (auto function : module.getOps<func::FuncOp>())
      if (function.getName() == "program" || !function.isPrivate())
        return function.getLoc();
    return module.getLoc();
  }

  int64_t batches = 0;
  llvm::DenseSet<Attribute> explained; // places
};

} // namespace
