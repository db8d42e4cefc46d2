//===- ReturnIntoParts.cpp - Tasks write into the caller's vector ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gradients that tasks give are joined to the vector of all gradients. Here the
// tasks write them there.
//
// Input:  boxes, not yet counted; joins of tensors.
// Output: a task makes a result that its caller joins to a vector in the part
//         of the vector where it belongs: it takes a box for it and gives that
//         box back. The join is left with what tasks do not give.
//
//           %f = spawn @g(%x)              %v = box_alloc
//           %r = wait %f            ==>    %p = box_part %v[6]
//           %v = join .., unbox %r         %f = spawn @g(%x, %p)
//                                          wait %f
//
// How:    1. the parts of each join that are results of tasks forked in its
//         block are found: nobody may keep such a result, as that would keep
//         the whole vector, and the function must make it in a box that it only
//         returns; 2. the functions get arguments for the boxes, and their
//         chains of ops with destinations start there; 3. forks whose results
//         are not joined pass new boxes; 4. the vector is a box in front of the
//         first fork; what else the join had is copied to it where it was.
// Rejects: nothing. Functions that are also called, take very many numbers, or
//         give what they got of others, stay as they are.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/buffer/Boxing.h"
#include "lowering/buffer/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"
#include <set>

namespace tine {
#define GEN_PASS_DEF_RETURNINTOPARTS
#include "lowering/buffer/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// A result of a task.
using TaskResult = std::pair<Operation *, unsigned>;

/// What a fork's function and all its forks are.
struct Callee {
  func::FuncOp function;
  SmallVector<SpawnOp> spawns;
  std::set<unsigned> placed; // results that get arguments
};

/// A task that takes more numbers than this cannot take as many tensors, too
/// (tine-to-openmp): it gets no more.
constexpr unsigned maxNumbers = 63;

bool takesMany(func::FuncOp function) {
  return llvm::count_if(function.getArgumentTypes(), [](Type type) {
           return !isCounted(type);
         }) > maxNumbers;
}

/// The box that the function makes for this result alone, or null.
BoxOp findResultBox(func::FuncOp function, unsigned result) {
  Operation *end = function.front().getTerminator();
  auto box = end->getOperand(result).getDefiningOp<BoxOp>();
  if (!box || box->getBlock() != end->getBlock() ||
      !box.getBox().getType().getTensor().hasStaticShape())
    return {};
  unsigned returned = 0;
  for (Operation *user : box->getUsers())
    if (user == end)
      ++returned;
    else if (!isa<UnboxOp>(user))
      return {};
  return returned == 1 ? box : BoxOp();
}

class Placer {
public:
  explicit Placer(ModuleOp module) : module(module) {
    llvm::StringMap<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPrivate() && !function.isExternal() &&
          !takesMany(function) && function.getBody().hasOneBlock())
        functions[function.getName()] = function;
    module.walk([&](func::CallOp op) { functions.erase(op.getCallee()); });
    module.walk([&](SpawnOp op) {
      if (func::FuncOp function = functions.lookup(op.getCallee())) {
        callees[function].function = function;
        callees[function].spawns.push_back(op);
      }
    });
    for (auto &[function, callee] : callees)
      for (SpawnOp spawn : callee.spawns)
        calleeOf[spawn] = &callee;
  }

  void run() {
    SmallVector<JoinOp> joins;
    module.walk([&](JoinOp join) { joins.push_back(join); });
    for (JoinOp join : joins)
      placeResults(join);
    for (auto &[function, callee] : callees)
      if (!callee.placed.empty())
        passBoxes(callee);
  }

private:
  /// The result of a task that this part of a join is, or null.
  TaskResult findResult(JoinOp join, Value part) {
    auto unbox = part.getDefiningOp<UnboxOp>();
    auto wait = unbox ? unbox.getBox().getDefiningOp<WaitOp>() : WaitOp();
    auto spawn = wait ? wait.getFuture().getDefiningOp<SpawnOp>() : SpawnOp();
    if (!spawn || spawn->getBlock() != join->getBlock() ||
        !calleeOf.contains(spawn))
      return {};
    unsigned number = cast<OpResult>(unbox.getBox()).getResultNumber();
    for (Operation *user : spawn.getFuture().getUsers())
      if (!isa<WaitOp>(user) ||
          !llvm::all_of(user->getResult(number).getUsers(),
                        llvm::IsaPred<UnboxOp>))
        return {};
    TaskResult result{spawn, number};
    if (boxOf.contains(result) ||
        !findResultBox(calleeOf[spawn]->function, number))
      return {};
    return result;
  }

  void placeResults(JoinOp join) {
    Operation *first = nullptr;
    SmallVector<TaskResult> results;
    for (Value part : join.getParts()) {
      TaskResult result = findResult(join, part);
      if (result.first && llvm::is_contained(results, result))
        result = {};
      results.push_back(result);
      if (result.first && (!first || result.first->isBeforeInBlock(first)))
        first = result.first;
    }
    if (!first)
      return;
    Location loc = join.getLoc();
    OpBuilder builder(first);
    RankedTensorType type = join.getVector().getType();
    Value vector = BoxAllocOp::create(
        builder, loc, BoxType::get(type.getContext(), type), ValueRange());
    builder.setInsertionPoint(join);
    Value buffer = getBoxBuffer(builder, loc, vector);
    int64_t offset = 0;
    for (auto [part, result] : llvm::zip_equal(join.getParts(), results)) {
      auto partType = cast<RankedTensorType>(part.getType());
      if (result.first) {
        OpBuilder before(result.first);
        boxOf[result] = BoxPartOp::create(
            before, loc, BoxType::get(type.getContext(), partType), vector,
            offset);
        calleeOf[result.first]->placed.insert(result.second);
      } else {
        Value to = BufferPartOp::create(
            builder, loc,
            MemRefType::get(partType.getShape(), partType.getElementType()),
            buffer, offset);
        fillBuffer(builder, loc, part, to);
      }
      offset += partType.getNumElements();
    }
    join.replaceAllUsesWith(
        UnboxOp::create(builder, loc, type, vector).getTensor());
    join.erase();
  }

  void passBoxes(Callee &callee) {
    func::FuncOp function = callee.function;
    splitEmptyTensors(function);
    for (unsigned result : callee.placed) {
      BoxOp made = findResultBox(function, result);
      Type type = made.getBox().getType();
      Value box = function.front().addArgument(type, made.getLoc());
      fillBox(made, box);
      for (SpawnOp spawn : callee.spawns) {
        Value &into = boxOf[{spawn, result}];
        OpBuilder builder(spawn);
        if (!into)
          into =
              BoxAllocOp::create(builder, spawn.getLoc(), type, ValueRange());
        spawn.getCapturesMutable().append(into);
      }
    }
    function.setType(FunctionType::get(
        function.getContext(), function.front().getArgumentTypes(),
        function.getFunctionType().getResults()));
  }

  /// Makes what `made` holds in the memory of another box.
  static void fillBox(BoxOp made, Value box) {
    auto builder = OpBuilder::atBlockBegin(made->getBlock());
    Value buffer = getBoxBuffer(builder, made.getLoc(), box);
    if (tensor::EmptyOp start = findStart(made))
      startInBuffer(start, buffer);
    builder.setInsertionPoint(made);
    fillBuffer(builder, made.getLoc(), made.getTensor(), buffer);
    made.getBox().replaceAllUsesWith(box);
    made.erase();
  }

  ModuleOp module;
  llvm::MapVector<Operation *, Callee> callees;
  llvm::DenseMap<Operation *, Callee *> calleeOf;
  llvm::DenseMap<TaskResult, Value> boxOf;
};

struct ReturnIntoParts : tine::impl::ReturnIntoPartsBase<ReturnIntoParts> {
  void runOnOperation() override {
    Placer(getOperation()).run();
    getOperation().walk([](UnboxOp op) {
      if (op.use_empty())
        op.erase();
    });
  }
};

} // namespace
