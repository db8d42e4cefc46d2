//===- OrderMicroBatches.cpp - Parts of a batch take turns ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders the work on parts of a batch as each device shall do it: one forward,
// one backward (1F1B). Of S devices, the s-th begins with S - s parts and then
// goes back with one before it begins another, so that it keeps what S - s
// backward passes need, however many parts there are.
//
//   device 0:  F0 F1    B0 F2 B1 F3 B2    B3
//   device 1:     F0 B0 F1 B1 F2 B2 F3 B3
//
// Input:  slices with the attribute `tine.micro_batch`, behind differentiation.
// Output: the same operations in another order, and `tine.hand_over` behind
//         each turn; queues keep that order.
// How:    in each block that has slices of a batch, between the first and the
//         last op that is of one part or reads one:
// 1. An op is of a part if it is made of slices of that part only; its stage is
//    the number of copies between devices that lead to it. What only a later
//    stage reads (values that are computed again) is of that stage.
// 2. A turn is a stage of a part: turns are played through in time, each device
//    taking a next part while it may hold one more, and else the oldest.
// 3. Ops come by turns. What needs several parts comes with the last of them,
//    what needs none comes first; effects keep their order.
// Rejects: nothing.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/placement/DeviceContainers.h"
#include "lowering/placement/Passes.h"
#include "lowering/support/MicroBatches.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <queue>

namespace tine {
#define GEN_PASS_DEF_ORDERMICROBATCHES
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

bool isCrossing(Operation *op) {
  auto to = dyn_cast<ToOp>(op);
  return to && deviceOf(to.getTensor().getType()) != deviceOf(to.getType());
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

/// What a device does of a part before another device goes on.
struct Turn {
  int64_t part;
  int64_t stage;
  Attribute device; // null: the host

  auto key() const { return std::make_pair(part, stage); }
};

/// Puts turns into the order in which the devices take them.
class Timetable {
public:
  /// `turns` by parts, and of a part by stages.
  explicit Timetable(ArrayRef<Turn> turns);
  SmallVector<Turn> run();

private:
  /// The turns of a part; the next of them may begin behind `round`.
  struct Part {
    SmallVector<Turn> turns;
    size_t next = 0;
    int64_t round = 0;
  };
  struct Device {
    unsigned most = 0;  // parts that it may hold
    unsigned held = 0;  // that have begun here and come back
    size_t started = 0; // parts, in their order
  };
  bool isFirstHere(const Part &part) const;
  bool comesBack(const Part &part) const;
  Part *choose(Attribute name, Device &device, int64_t round);

  SmallVector<Part> parts;
  llvm::MapVector<Attribute, Device> devices;
};

Timetable::Timetable(ArrayRef<Turn> turns) {
  for (const Turn &turn : turns) {
    if (parts.empty() || parts.back().turns.front().part != turn.part)
      parts.emplace_back();
    parts.back().turns.push_back(turn);
    devices.insert({turn.device, Device()});
  }
  for (auto [i, entry] : llvm::enumerate(devices))
    entry.second.most = devices.size() - i;
}

/// Whether the part has not been on the device of its next turn.
bool Timetable::isFirstHere(const Part &part) const {
  return llvm::none_of(ArrayRef(part.turns).take_front(part.next),
                       [&](const Turn &turn) {
                         return turn.device == part.turns[part.next].device;
                       });
}

/// Whether the part has another turn on the device of its next one.
bool Timetable::comesBack(const Part &part) const {
  return llvm::any_of(ArrayRef(part.turns).drop_front(part.next + 1),
                      [&](const Turn &turn) {
                        return turn.device == part.turns[part.next].device;
                      });
}

/// The part that the device goes on with, or null.
Timetable::Part *Timetable::choose(Attribute name, Device &device,
                                   int64_t round) {
  auto isReady = [&](const Part &part) {
    return part.next < part.turns.size() && part.round <= round &&
           part.turns[part.next].device == name;
  };
  if (device.started < parts.size()) {
    Part &part = parts[device.started];
    if (isReady(part) && isFirstHere(part) &&
        (!comesBack(part) || device.held < device.most))
      return &part;
  }
  for (Part &part : parts)
    if (isReady(part) && !isFirstHere(part))
      return &part;
  return nullptr;
}

SmallVector<Turn> Timetable::run() {
  SmallVector<Turn> order;
  bool goesOn = true;
  for (int64_t round = 0; goesOn; ++round) {
    goesOn = false;
    for (auto &[name, device] : devices) {
      Part *part = choose(name, device, round);
      if (!part)
        continue;
      goesOn = true;
      bool isFirst = isFirstHere(*part), again = comesBack(*part);
      device.started += isFirst;
      if (isFirst && again)
        ++device.held;
      if (!isFirst && !again)
        --device.held;
      order.push_back(part->turns[part->next++]);
      part->round = round + 1;
    }
  }
  // Parts that skip a device are out of step.
  for (Part &part : parts)
    for (; part.next < part.turns.size(); ++part.next)
      order.push_back(part.turns[part.next]);
  return order;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// The work on one batch in a block.
class BatchWork {
public:
  BatchWork(Block &block, int64_t batch) : block(block), batch(batch) {}

  void order();

private:
  /// Whose work an op is.
  struct Work {
    enum Kind { None, Part, Several } kind = None;
    int64_t part = 0;
    int64_t stage = 0;
  };
  /// Calls `visit` with each op of the block that makes what this one reads.
  template <typename Visit> void visitSources(Operation *op, Visit visit) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *maker = operand.getDefiningOp())
          if (Operation *source = block.findAncestorOpInBlock(*maker);
              source && source != op)
            visit(source);
    });
  }
  bool isOfPart(Operation *op) { return work.lookup(op).kind == Work::Part; }
  void divide();
  void delay();
  SmallVector<Turn> collectTurns();
  void place(ArrayRef<Turn> turns);

  Block &block;
  int64_t batch;
  llvm::DenseMap<Operation *, Work> work;
  SmallVector<Operation *> ops; // that are ordered
};

/// Finds the part and the stage of each op.
void BatchWork::divide() {
  for (Operation &op : block.without_terminator()) {
    Work own;
    if (std::optional<MicroBatch> of = getMicroBatch(&op);
        of && of->batch == batch) {
      own.kind = Work::Part;
      own.part = of->part;
    }
    visitSources(&op, [&](Operation *source) {
      Work from = work.lookup(source);
      if (from.kind == Work::None)
        return;
      bool isOther = own.kind == Work::Part && own.part != from.part;
      if (from.kind == Work::Several || isOther)
        own.kind = Work::Several;
      if (own.kind == Work::None)
        own = {Work::Part, from.part, 0};
      own.stage = std::max(own.stage, from.stage + isCrossing(source));
    });
    // What has effects stays where it is among others that have.
    if (own.kind == Work::Part && !isMemoryEffectFree(&op))
      own.kind = Work::Several;
    work[&op] = own;
    if (own.kind != Work::None || !ops.empty())
      ops.push_back(&op);
  }
  // Up to the last that looks at one part: derivatives by weights are added up
  // at the end.
  auto looksAtPart = [&](Operation *op) {
    bool looks = isOfPart(op);
    visitSources(op, [&](Operation *source) { looks |= isOfPart(source); });
    return looks;
  };
  while (!ops.empty() && !looksAtPart(ops.back()))
    ops.pop_back();
}

/// Moves what only a later stage reads to that stage.
void BatchWork::delay() {
  llvm::DenseMap<Operation *, int64_t> readAt;
  for (Operation *op : llvm::reverse(ops)) {
    Work &own = work[op];
    if (auto read = readAt.find(op);
        read != readAt.end() && own.kind == Work::Part && !isCrossing(op))
      own.stage = std::max(own.stage, read->second);
    visitSources(op, [&](Operation *source) {
      int64_t stage = own.kind == Work::Part ? own.stage : 0;
      auto [entry, isNew] = readAt.try_emplace(source, stage);
      entry->second = std::min(entry->second, stage);
    });
  }
}

SmallVector<Turn> BatchWork::collectTurns() {
  // A turn is of the device that does most of it.
  std::map<std::pair<int64_t, int64_t>, llvm::MapVector<Attribute, unsigned>>
      devicesOf;
  for (Operation *op : ops) {
    Work own = work[op];
    if (own.kind != Work::Part || op->getNumResults() == 0)
      continue;
    Type type = isCrossing(op) ? op->getOperand(0).getType()
                               : op->getResult(0).getType();
    if (isa<RankedTensorType>(type))
      ++devicesOf[{own.part, own.stage}][deviceOf(type)];
    else
      devicesOf[{own.part, own.stage}];
  }
  SmallVector<Turn> turns;
  for (auto &[key, devices] : devicesOf) {
    Attribute device;
    unsigned most = 0;
    for (auto [name, count] : devices)
      if (count > most) {
        device = name;
        most = count;
      }
    turns.push_back({key.first, key.second, device});
  }
  return turns;
}

/// Moves the ops into the order of the turns.
void BatchWork::place(ArrayRef<Turn> turns) {
  std::map<std::pair<int64_t, int64_t>, unsigned> numbers;
  for (auto [i, turn] : llvm::enumerate(turns))
    numbers[turn.key()] = i + 1;

  // By the turn, and then as they were.
  using Key = std::pair<unsigned, unsigned>;
  llvm::DenseMap<Operation *, Key> keys;
  llvm::DenseMap<Operation *, unsigned> waitsFor;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> readers;
  Operation *lastEffect = nullptr;
  for (auto [i, op] : llvm::enumerate(ops)) {
    Work own = work[op];
    unsigned turn = own.kind == Work::Part ? numbers[{own.part, own.stage}] : 0;
    auto waitFor = [&, op = op](Operation *source) {
      auto before = keys.find(source);
      if (before == keys.end())
        return;
      if (own.kind != Work::Part)
        turn = std::max(turn, before->second.first);
      readers[source].push_back(op);
      ++waitsFor[op];
    };
    visitSources(op, waitFor);
    if (!isMemoryEffectFree(op)) {
      if (lastEffect)
        waitFor(lastEffect);
      lastEffect = op;
    }
    keys[op] = {turn, i};
  }

  auto isLater = [&](Operation *a, Operation *b) { return keys[a] > keys[b]; };
  std::priority_queue<Operation *, std::vector<Operation *>, decltype(isLater)>
      ready(isLater);
  for (Operation *op : ops)
    if (!waitsFor.lookup(op))
      ready.push(op);
  Operation *end = ops.back()->getNextNode();
  unsigned turn = 0;
  auto endTurn = [&] {
    if (turn == 0 || !turns[turn - 1].device)
      return;
    OpBuilder builder(end);
    HandOverOp::create(builder, end->getPrevNode()->getLoc(),
                       cast<DeviceAttr>(turns[turn - 1].device));
  };
  while (!ready.empty()) {
    Operation *op = ready.top();
    ready.pop();
    if (keys[op].first > turn) {
      endTurn();
      turn = keys[op].first;
    }
    op->moveBefore(end);
    for (Operation *reader : readers.lookup(op))
      if (--waitsFor[reader] == 0)
        ready.push(reader);
  }
  endTurn();
}

void BatchWork::order() {
  divide();
  if (ops.empty())
    return;
  delay();
  place(Timetable(collectTurns()).run());
}

struct OrderMicroBatches
    : tine::impl::OrderMicroBatchesBase<OrderMicroBatches> {
  using OrderMicroBatchesBase::OrderMicroBatchesBase;

  void runOnOperation() override {
    llvm::SetVector<std::pair<Block *, int64_t>> batches;
    getOperation().walk([&](Operation *op) {
      if (std::optional<MicroBatch> of = getMicroBatch(op))
        batches.insert({op->getBlock(), of->batch});
    });
    for (auto [block, batch] : batches)
      BatchWork(*block, batch).order();
  }
};

} // namespace
