//===- QueueDeviceWork.cpp - Work of devices goes to their queues ---------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host does not compute on tensors of other devices: it hands functions to
// their queues and goes on. There, such a tensor is a future.
//
//   %b = nn.relu %a : tensor<2xf32, D>
//   %c = nn.neg %b : tensor<2xf32, D> ==>  %c = tine.enqueue D, @f_cuda1(%a)
//   tine.list_append %l, %c                tine.list_append %l, %c
//
// Input:  tensors with `#tine.device` encodings, copies between devices; forks
//         are outlined.
// Output: functions of the host, in which a tensor of a device is a future of
//         it, and functions of devices, with the attribute `tine.device`.
//         `tine.enqueue` and `tine.transfer` are between them.
// How:    1. a function all of whose tensors are on one device, and that does
//         nothing but compute, is one of that device; 2. everything else on
//         tensors of a device that needs the host (text, parameters of files,
//         random numbers) works on copies; 3. in each block of the host,
//         operations on tensors of one device are gathered until somebody else
//         needs a result; what it needs becomes a function, with all checks so
//         far, the rest waits on for more, or for `tine.hand_over`; 4.
//         `tine.to` becomes `tine.transfer`; 5. types follow.
// Rejects: text of futures and cells of tensors that are on another device.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/tine/ModuleLocations.h"
#include "dialects/tine/Tine.h"
#include "lowering/placement/DeviceContainers.h"
#include "lowering/placement/DeviceOwners.h"
#include "lowering/placement/Outlining.h"
#include "lowering/placement/Passes.h"
#include "lowering/placement/Schedule.h"
#include "lowering/support/DeviceNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_QUEUEDEVICEWORK
#include "lowering/placement/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Ops of `tine` that hand tensors on and do not look at them.
bool handsOn(Operation *op) {
  return isa<scf::SCFDialect, func::FuncDialect>(op->getDialect()) ||
         (isa<TineDialect>(op->getDialect()) &&
          !isa<FormatOp, LoadParameterOp, SaveFileOp, SaveParameterOp,
               SetRandomStateOp, StoredTensorOp>(op));
}

/// True if each function that reads the op's results has a copy of it: it costs
/// little there, and from another function more memory would come.
bool isMadeWhereRead(Operation *op) {
  if (auto split = dyn_cast<SplitOp>(op))
    return bool(deviceOf(split.getVector().getType()));
  auto cast = dyn_cast<nn::CastOp>(op);
  if (!cast || !deviceOf(cast.getType()))
    return false;
  // Half floats as operations compute with them.
  Type from = getElementTypeOrSelf(cast->getOperand(0).getType());
  return (from.isF16() || from.isBF16()) &&
         getElementTypeOrSelf(cast.getType()).isF32();
}

//===----------------------------------------------------------------------===//
// A block of the host
//===----------------------------------------------------------------------===//

using Members = SmallVector<Operation *>;

/// Calls `visit` with each operand of the op and of what its regions hold.
template <typename Visit> void visitOperands(Operation *op, Visit visit) {
  op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands())
      visit(operand);
  });
}

/// Gathers the work of each device in a block, and hands it over.
class BlockQueuer {
public:
  BlockQueuer(Block &block, Owners &owners, SymbolTable &symbols)
      : block(block), owners(owners), symbols(symbols) {}

  void run();

private:
  /// The op of this block that makes the value or has it in a region; null if
  /// it comes from outside.
  Operation *makerOf(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      op = value.getParentBlock()->getParentOp();
    return op ? block.findAncestorOpInBlock(*op) : nullptr;
  }
  /// The devices whose gathered work the op needs results of.
  llvm::SmallSetVector<Attribute, 2> devicesNeededBy(Operation *op);
  void gather(Operation *op, DeviceAttr device) {
    gathered[device].push_back(op);
    deviceOfMember[op] = device;
  }
  /// Lets the op read what is made where it is read, gathered with it: parts of
  /// vectors, which would be copies if another function made them, and half
  /// floats as f32.
  void copyWhereRead(Operation *op);
  /// The gathered work of the device that the op needs, and all checks.
  llvm::DenseSet<Operation *> workFor(Operation *op, Attribute device);
  /// Hands over what the op needs, before it.
  void handOverFor(Operation *op, Attribute device);
  /// Lets the operand be a copy of a number that one of the ops in `from`
  /// makes.
  void copyNumbers(OpOperand &operand, const llvm::DenseSet<Operation *> &from,
                   llvm::DenseMap<Operation *, Operation *> &copyOf,
                   Members &copies);
  void handOverAll(Operation *before);
  void handOver(DeviceAttr device, ArrayRef<Operation *> members,
                Operation *before);
  func::FuncOp makeFunction(DeviceAttr device, ArrayRef<Operation *> members,
                            ArrayRef<Value> captures, ArrayRef<Value> results);

  Block &block;
  Owners &owners;
  SymbolTable &symbols;
  llvm::MapVector<Attribute, Members> gathered;
  llvm::DenseMap<Operation *, Attribute> deviceOfMember;
  /// What the host waits for right behind what is handed over.
  Members waits;
  /// The copy of an op that is made where it is read, which is gathered now.
  llvm::MapVector<Operation *, Operation *> copyOfRead;
};

llvm::SmallSetVector<Attribute, 2> BlockQueuer::devicesNeededBy(Operation *op) {
  llvm::SmallSetVector<Attribute, 2> devices;
  visitOperands(op, [&](OpOperand &operand) {
    if (Operation *maker = makerOf(operand.get()))
      if (Attribute device = deviceOfMember.lookup(maker))
        devices.insert(device);
  });
  return devices;
}

/// Ops of the host that take no time and before which gathered work need not
/// have begun.
bool takesNoTime(Operation *op) {
  return isa<ToOp, ListNewOp, ListLengthOp, ListGetOp, ListSetOp, ListAppendOp,
             DictNewOp, DictGetOp, DictSetOp, StringConstantOp>(op);
}

void BlockQueuer::run() {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isMadeWhereRead(&op))
      continue;
    if (auto handsOver = dyn_cast<HandOverOp>(op)) {
      Members members = std::move(gathered[handsOver.getDevice()]);
      gathered.erase(handsOver.getDevice());
      handOver(handsOver.getDevice(), members, &op);
      handsOver.erase();
      continue;
    }
    copyWhereRead(&op);
    Owner owner = owners.of(&op);
    llvm::SmallSetVector<Attribute, 2> needed = devicesNeededBy(&op);
    if (owner.kind == Owner::Device) {
      for (Attribute device : needed)
        if (device != owner.device)
          handOverFor(&op, device);
      gather(&op, owner.device);
      continue;
    }
    if (owner.kind == Owner::Anybody) {
      if (needed.size() == 1)
        gather(&op, cast<DeviceAttr>(needed.front()));
      for (Attribute device : needed)
        if (needed.size() > 1)
          handOverFor(&op, device);
      continue;
    }
    // What the host waits for comes first.
    waits.clear();
    for (Attribute device : needed)
      handOverFor(&op, device);
    if (!takesNoTime(&op))
      handOverAll(&op);
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        BlockQueuer(inner, owners, symbols).run();
  }
}

void BlockQueuer::copyWhereRead(Operation *op) {
  bool entersRegions = owners.of(op).kind != Owner::Host;
  auto copyRead = [&](OpOperand &operand) {
    Operation *made = operand.get().getDefiningOp();
    // What the op has in its regions goes over with it.
    if (!made || !isMadeWhereRead(made) || deviceOfMember.contains(made) ||
        op->isProperAncestor(made))
      return;
    Operation *copy = copyOfRead.lookup(made);
    if (!copy) {
      copy = made->clone();
      copyOfRead[made] = copy;
      block.getOperations().insert(Block::iterator(op), copy);
      copyWhereRead(copy);
      gather(copy, deviceOf(made->getOperand(0).getType()));
    }
    auto result = cast<OpResult>(operand.get());
    operand.set(copy->getResult(result.getResultNumber()));
  };
  if (entersRegions)
    visitOperands(op, copyRead);
  else
    for (OpOperand &operand : op->getOpOperands())
      copyRead(operand);
}

/// Whether the op uses a number that is a key of `copyOf`, or one that is
/// computed from it.
bool dependsOn(Operation *op,
               const llvm::DenseMap<Operation *, Operation *> &copyOf) {
  llvm::SetVector<Operation *> makers;
  auto add = [&](Operation *user) {
    for (Value operand : user->getOperands())
      if (Operation *maker = operand.getDefiningOp())
        if (isScalar(operand.getType()))
          makers.insert(maker);
  };
  add(op);
  for (size_t i = 0; i < makers.size(); ++i) {
    if (copyOf.contains(makers[i]))
      return true;
    add(makers[i]);
  }
  return false;
}

llvm::DenseSet<Operation *> BlockQueuer::workFor(Operation *op,
                                                 Attribute device) {
  llvm::DenseSet<Operation *> wanted;
  Members waiting{op};
  // All that is gathered stands before the op, which may rely on its checks;
  // and of two errors the first one is told.
  for (Operation *member : gathered[device])
    if (owners.hasCheck(member)) {
      wanted.insert(member);
      waiting.push_back(member);
    }
  while (!waiting.empty())
    visitOperands(waiting.pop_back_val(), [&](OpOperand &operand) {
      Operation *maker = makerOf(operand.get());
      if (maker && deviceOfMember.lookup(maker) == device &&
          wanted.insert(maker).second)
        waiting.push_back(maker);
    });
  return wanted;
}

void BlockQueuer::handOverFor(Operation *op, Attribute device) {
  llvm::DenseSet<Operation *> wanted = workFor(op, device);
  Members now, later;
  for (Operation *member : gathered[device])
    (wanted.contains(member) ? now : later).push_back(member);
  // What stays computes its numbers itself: the host would have to wait.
  Members copies;
  llvm::DenseMap<Operation *, Operation *> copyOf;
  for (Operation *member : later)
    visitOperands(member, [&](OpOperand &operand) {
      copyNumbers(operand, wanted, copyOf, copies);
    });
  // And checks them itself: it runs even if the earlier job has failed.
  for (Operation *member : now)
    if (isa<AssertOp>(member) && dependsOn(member, copyOf)) {
      Operation *check = member->clone();
      block.getOperations().insertAfter(Block::iterator(member), check);
      copies.push_back(check);
      for (OpOperand &operand : check->getOpOperands())
        copyNumbers(operand, wanted, copyOf, copies);
    }
  for (Operation *copy : copies)
    deviceOfMember[copy] = device;
  llvm::append_range(copies, later);
  llvm::sort(copies,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  gathered[device] = std::move(copies);
  handOver(cast<DeviceAttr>(device), now, op);
}

void BlockQueuer::copyNumbers(OpOperand &operand,
                              const llvm::DenseSet<Operation *> &from,
                              llvm::DenseMap<Operation *, Operation *> &copyOf,
                              Members &copies) {
  auto result = dyn_cast<OpResult>(operand.get());
  Operation *maker = result ? result.getOwner() : nullptr;
  if (!maker || !from.contains(maker) || maker->getNumRegions() ||
      !isPure(maker) || !(isScalar(result.getType()) || isMadeWhereRead(maker)))
    return;
  Operation *&copy = copyOf[maker];
  if (!copy) {
    copy = maker->clone();
    block.getOperations().insertAfter(Block::iterator(maker), copy);
    copies.push_back(copy);
    Operation *made = copy; // the map may grow
    for (OpOperand &inner : made->getOpOperands())
      copyNumbers(inner, from, copyOf, copies);
    operand.set(made->getResult(result.getResultNumber()));
    return;
  }
  operand.set(copy->getResult(result.getResultNumber()));
}

void BlockQueuer::handOverAll(Operation *before) {
  for (auto &[device, members] : gathered)
    handOver(cast<DeviceAttr>(device), members, before);
  gathered.clear();
  // The host waits when every device has its work, unless that needs the
  // number.
  for (Operation *wait : waits)
    if (llvm::none_of(wait->getUsers(), [&](Operation *user) {
          Operation *op = block.findAncestorOpInBlock(*user);
          return op && op->isBeforeInBlock(before);
        }))
      wait->moveBefore(before);
}

void BlockQueuer::handOver(DeviceAttr device, ArrayRef<Operation *> members,
                           Operation *before) {
  if (members.empty())
    return;
  llvm::DenseSet<Operation *> inside(members.begin(), members.end());
  llvm::SetVector<Value> captures;
  llvm::SetVector<Operation *> constants;
  for (Operation *member : members) {
    deviceOfMember.erase(member);
    copyOfRead.remove_if([&](auto &entry) { return entry.second == member; });
    visitOperands(member, [&](OpOperand &operand) {
      Value value = operand.get();
      if (Operation *maker = makerOf(value); maker && inside.contains(maker))
        return;
      Operation *op = value.getDefiningOp();
      if (op && op->hasTrait<OpTrait::ConstantLike>())
        constants.insert(op);
      else
        captures.insert(value);
    });
  }
  auto isOutside = [&](OpOperand &use) {
    Operation *user = block.findAncestorOpInBlock(*use.getOwner());
    return !user || !inside.contains(user);
  };
  SmallVector<Value> results;
  for (Operation *member : members)
    for (Value result : member->getResults())
      if (llvm::any_of(result.getUses(), isOutside))
        results.push_back(result);

  OpBuilder builder(before);
  Location loc = members.front()->getLoc();
  // Tensors stand for their futures until the types follow.
  SmallVector<Type> types;
  for (Value result : results) {
    Type type = result.getType();
    types.push_back(deviceOf(type) ? type
                                   : FutureType::get(type.getContext(), type));
  }
  auto enqueue = EnqueueOp::create(builder, loc, types, FlatSymbolRefAttr(),
                                   captures.getArrayRef(), device);
  for (auto [result, future] :
       llvm::zip_equal(results, enqueue->getResults())) {
    Value value = future;
    if (!deviceOf(result.getType())) {
      // The host waits where it needs the number.
      Operation *first = nullptr;
      for (OpOperand &use : result.getUses()) {
        Operation *user = block.findAncestorOpInBlock(*use.getOwner());
        if (!user || !isOutside(use))
          continue;
        // What is gathered still moves behind this.
        if (deviceOfMember.lookup(user))
          user = before;
        if (!first || user->isBeforeInBlock(first))
          first = user;
      }
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(first);
      auto wait = WaitOp::create(builder, loc, result.getType(), future,
                                 /*implicit=*/false, /*last=*/true);
      if (first == before)
        waits.push_back(wait);
      value = wait.getResult(0);
    }
    result.replaceUsesWithIf(value, isOutside);
  }
  for (Operation *constant : constants) {
    Operation *copy = constant->clone();
    block.getOperations().insert(Block::iterator(members.front()), copy);
    inside.insert(copy);
    for (auto [from, to] :
         llvm::zip_equal(constant->getResults(), copy->getResults()))
      from.replaceUsesWithIf(to, [&](OpOperand &use) {
        Operation *user = block.findAncestorOpInBlock(*use.getOwner());
        return user && inside.contains(user);
      });
  }
  Members all;
  for (Operation &op : block)
    if (inside.contains(&op))
      all.push_back(&op);
  func::FuncOp function =
      makeFunction(device, all, captures.getArrayRef(), results);
  enqueue.setCallee(function.getName());
}

func::FuncOp BlockQueuer::makeFunction(DeviceAttr device,
                                       ArrayRef<Operation *> members,
                                       ArrayRef<Value> captures,
                                       ArrayRef<Value> results) {
  auto parent = block.getParentOp();
  auto host = dyn_cast<func::FuncOp>(parent);
  if (!host)
    host = parent->getParentOfType<func::FuncOp>();
  OpBuilder builder(host.getContext());
  SmallVector<Type> inputs;
  for (Value capture : captures) {
    Type type = capture.getType();
    inputs.push_back(deviceOf(type) ? FutureType::get(type.getContext(), type)
                                    : type);
  }
  func::FuncOp function = makeFunctionBeside(
      host, members.front()->getLoc(),
      host.getName() + "_" + device.getKind() + llvm::Twine(device.getIndex()),
      builder.getFunctionType(inputs, ValueRange(results).getTypes()), symbols);
  function->setAttr("tine.device", device);
  Block *body = function.addEntryBlock();
  for (Operation *op : members)
    op->moveBefore(body, body->end());
  for (auto [capture, argument] :
       llvm::zip_equal(captures, body->getArguments())) {
    auto inBody = [&](OpOperand &use) {
      return body->findAncestorOpInBlock(*use.getOwner()) != nullptr;
    };
    Value value = argument;
    if (deviceOf(capture.getType())) {
      Operation *first = nullptr;
      for (OpOperand &use : capture.getUses())
        if (Operation *user = body->findAncestorOpInBlock(*use.getOwner());
            user && (!first || user->isBeforeInBlock(first)))
          first = user;
      builder.setInsertionPoint(first);
      value = WaitOp::create(builder, function.getLoc(), capture.getType(),
                             argument, /*implicit=*/false, /*last=*/true)
                  .getResult(0);
    }
    Value captured = capture;
    captured.replaceUsesWithIf(value, inBody);
  }
  builder.setInsertionPointToEnd(body);
  func::ReturnOp::create(builder, function.getLoc(), results);
  return function;
}

//===----------------------------------------------------------------------===//
// The host
//===----------------------------------------------------------------------===//

/// Lets an op that needs the host work on copies.
LogicalResult workOnCopies(Operation *op, SymbolTable &symbols) {
  if (auto cat = dyn_cast<nn::ListCatOp>(op)) {
    queueListCat(cat, symbols);
    return success();
  }
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value copy = copyToHost(builder, op->getLoc(), operand.get());
    if (!copy)
      return op->emitError("this needs copies of tensors that are on another "
                           "device; move them with .cpu()");
    operand.set(copy);
  }
  builder.setInsertionPointAfter(op);
  for (Value result : op->getResults()) {
    Type type = result.getType();
    if (!deviceOf(type))
      continue;
    result.setType(onHost(type));
    auto back = ToOp::create(builder, op->getLoc(), type, result);
    result.replaceAllUsesExcept(back, back);
  }
  return success();
}

void makeTransfer(ToOp op) {
  OpBuilder builder(op);
  auto host = DeviceAttr::get(op.getContext(), "cpu", 0);
  Type source = op.getTensor().getType(), result = op.getType();
  DeviceAttr from = deviceOf(source), to = deviceOf(result);
  if (!from && !to) {
    op.replaceAllUsesWith(op.getTensor());
  } else if (to) {
    auto transfer = TransferOp::create(builder, op.getLoc(), result,
                                       op.getTensor(), from ? from : host, to);
    op->replaceAllUsesWith(transfer);
  } else {
    auto transfer = TransferOp::create(
        builder, op.getLoc(), FutureType::get(op.getContext(), onHost(result)),
        op.getTensor(), from, host);
    auto wait = WaitOp::create(builder, op.getLoc(), onHost(result),
                               transfer.getCopy(), /*implicit=*/false,
                               /*last=*/true);
    op.replaceAllUsesWith(wait.getResult(0));
  }
  op.erase();
}

/// In functions of the host, a tensor of a device is a future.
void makeFutures(func::FuncOp function) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](RankedTensorType type) -> std::optional<std::pair<Type, WalkResult>> {
        if (!deviceOf(type))
          return std::nullopt;
        return std::make_pair(Type(FutureType::get(type.getContext(), type)),
                              WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// A function of the host that has a device call `callee`.
func::FuncOp makeCaller(func::FuncOp callee, SymbolTable &symbols) {
  func::FuncOp caller =
      makeFunctionBeside(callee, callee.getLoc(), callee.getName() + "_queued",
                         callee.getFunctionType(), symbols);
  auto builder = OpBuilder::atBlockEnd(caller.addEntryBlock());
  // The task's, and equal ones of other modules become one function.
  Location loc = inModule(callee.getLoc(), ".");
  auto call = func::CallOp::create(builder, loc, callee, caller.getArguments());
  func::ReturnOp::create(builder, callee.getLoc(), call.getResults());
  return caller;
}

/// Lists the devices that the program names on the module: a copy that goes
/// there and back is none in the end, but the program's map may name it.
void listDevices(ModuleOp module) {
  llvm::SetVector<Attribute> names;
  if (auto known = module->getAttrOfType<ArrayAttr>("tine.devices"))
    names.insert_range(known);
  module.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      type.walk([&](Type inner) {
        if (DeviceAttr device = deviceOf(inner))
          names.insert(StringAttr::get(module.getContext(), nameOf(device)));
      });
  });
  if (!names.empty())
    module->setAttr("tine.devices",
                    ArrayAttr::get(module.getContext(), names.getArrayRef()));
}

/// Where a remark about the whole program stands.
Location placeOfProgram(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName() == "program" ||
        (!function.isPrivate() && !function->hasAttr("tine.device")))
      return function.getLoc();
  return module.getLoc();
}

struct QueueDeviceWork : tine::impl::QueueDeviceWorkBase<QueueDeviceWork> {
  using QueueDeviceWorkBase::QueueDeviceWorkBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    listDevices(module);
    Owners owners(module);
    SymbolTable symbols(module);
    SmallVector<func::FuncOp> hosts;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (DeviceAttr device = owners.of(function))
        function->setAttr("tine.device", device);
      else
        hosts.push_back(function);
    }
    // A task is the host's: what it calls goes to a queue.
    llvm::DenseMap<Operation *, func::FuncOp> callers;
    module.walk([&](SpawnOp spawn) {
      auto callee = symbols.lookup<func::FuncOp>(spawn.getCallee());
      if (!owners.of(callee))
        return;
      func::FuncOp &caller = callers[callee];
      if (!caller)
        caller = makeCaller(callee, symbols);
      spawn.setCallee(caller.getName());
    });
    // Not asked who owns them: they are like what they call.
    for (auto &[callee, caller] : callers)
      hosts.push_back(caller);
    for (func::FuncOp function : hosts)
      if (failed(queueWork(function, owners, symbols)))
        return signalPassFailure();
    if (report)
      tine::report(buildSchedule(module), placeOfProgram(module));
  }

  static LogicalResult queueWork(func::FuncOp function, Owners &owners,
                                 SymbolTable &symbols) {
    SmallVector<Operation *> needHost;
    function.walk([&](Operation *op) {
      auto onDevice = [](Type type) { return mentionsDevice(type); };
      if (!llvm::any_of(op->getOperandTypes(), onDevice) &&
          !llvm::any_of(op->getResultTypes(), onDevice))
        return;
      if (!handsOn(op) && owners.of(op).kind == Owner::Host)
        needHost.push_back(op);
    });
    for (Operation *op : needHost)
      if (failed(workOnCopies(op, symbols)))
        return failure();
    for (Block &block : function.getBody())
      BlockQueuer(block, owners, symbols).run();
    SmallVector<Operation *> made;
    function.walk([&](Operation *op) {
      if (isMadeWhereRead(op))
        made.push_back(op);
    });
    for (Operation *op : llvm::reverse(made))
      op->erase();
    function.walk([](ToOp op) {
      if (op.use_empty())
        op.erase();
      else
        makeTransfer(op);
    });
    makeFutures(function);
    return success();
  }
};

} // namespace
