//===- TineToOpenMP.cpp - Futures on OpenMP tasks -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  `tine.spawn`, `tine.enqueue`, `tine.transfer` and `tine.wait` of
//         leaves without tensors, and `tine.runs_on`.
// Output: runtime futures run by `omp.task` or queued; the rest of `tine` is
//         untouched and connected with casts.
// How:    1. each spawned function gets a wrapper `NAME_task(future)` that
//         loads the captures, calls it and stores the results in their
//         place; 2. a spawn makes a future, stores the captures and hands it to
//         `tine_submit`, one `omp.task` that runs it unless somebody has; an
//         inlined one runs it at once; of an `scf.if` on `tine.runs_on` with the
//         same job for two targets one future is left, whose wrapper is loaded
//         from a table; 3. a wait calls `tine_await` and loads
//         the results, retained. `tine_await`: done, or claimed and run inside
//         an undeferred task (so that what it waits for in turn can only be its
//         own descendants), or helped by `omp.taskyield` until done.
// Rejects: a task that takes or gives more than 63 numbers beside more than 63
//          counted objects; a device that `tine.devices` does not list.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/abi/Abi.h"
#include "lowering/support/DeviceNames.h"
#include "lowering/support/Targets.h"
#include "lowering/target/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tine/abi.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tine {
#define GEN_PASS_DEF_TINETOOPENMP
#include "lowering/target/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

/// Slots of which each has a bit of its own in a mask.
constexpr size_t maskedSlots = 63;

/// Where the values of a task lie in its future, and which are counted. One bit
/// speaks of all slots behind the masked ones: of many values those of the
/// rarer kind come first.
struct SlotPlan {
  SmallVector<unsigned> slots; // of each value
  uint64_t mask = 0;
};

/// None if there are too many of both kinds.
std::optional<SlotPlan> planSlots(ArrayRef<Type> types) {
  SlotPlan plan;
  size_t counted = llvm::count_if(types, isCounted);
  bool first = counted <= types.size() - counted; // the kind that comes first
  if (std::min(counted, types.size() - counted) > maskedSlots)
    return std::nullopt;
  bool reorder = types.size() > maskedSlots;
  unsigned next[2] = {0, 0};
  if (reorder)
    next[!first] = std::min(counted, types.size() - counted);
  for (Type type : types) {
    unsigned &slot = next[reorder && isCounted(type)];
    if (isCounted(type))
      plan.mask |= uint64_t(1) << std::min<size_t>(slot, maskedSlots);
    plan.slots.push_back(slot++);
  }
  return plan;
}

Value cast(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value)
      .getResult(0);
}

/// As in the list of the program's devices.
Attribute entryOf(DeviceAttr device) {
  return StringAttr::get(device.getContext(), nameOf(device));
}

/// A job that has code for two targets: the enqueue, the condition and the
/// function that is called if it does not hold.
struct Choice {
  EnqueueOp enqueue;
  Value condition;
  func::FuncOp other;
};

/// The enqueues of two blocks that differ in nothing but what one enqueue of
/// each calls. Null ones if there are other differences.
std::pair<EnqueueOp, EnqueueOp> findOnlyDifference(Block &left, Block &right) {
  std::pair<EnqueueOp, EnqueueOp> found;
  if (left.getOperations().size() != right.getOperations().size())
    return {};
  llvm::DenseMap<Value, Value> partners;
  for (auto [x, y] : llvm::zip_equal(left, right)) {
    auto partnerOf = [&](Value value) {
      auto partner = partners.find(value);
      return partner == partners.end() ? value : partner->second;
    };
    if (x.getName() != y.getName() || x.getNumRegions() ||
        x.getResultTypes() != y.getResultTypes() ||
        !llvm::equal(llvm::map_range(x.getOperands(), partnerOf),
                     y.getOperands()))
      return {};
    for (auto [result, partner] :
         llvm::zip_equal(x.getResults(), y.getResults()))
      partners[result] = partner;
    if (x.getAttrDictionary() == y.getAttrDictionary())
      continue;
    auto enqueue = dyn_cast<EnqueueOp>(x);
    auto other = dyn_cast<EnqueueOp>(y);
    if (!enqueue || found.first || enqueue.getDevice() != other.getDevice())
      return {};
    found = {enqueue, other};
  }
  return found;
}

class Tasks {
public:
  explicit Tasks(ModuleOp module) : module(module), abi(module) {}

  /// Takes what a condition on a target decides out of its arms if it is only
  /// what a job calls.
  void join(scf::IfOp op);
  void lower(SpawnOp op);
  void lower(WaitOp op);
  void lower(EnqueueOp op) { lower(Choice{op, Value(), func::FuncOp()}); }
  void lower(const Choice &choice);
  void lower(TransferOp op);
  void lower(RunsOnOp op);

private:
  /// A new future that will call the function with the captures. If there is
  /// an other one it is called where the condition does not hold.
  Value makeFuture(OpBuilder &builder, Operation *op, func::FuncOp callee,
                   ValueRange captures, Value condition = {},
                   func::FuncOp other = {});
  /// The address of the wrapper of one of two functions. It is loaded, so that
  /// a long row of jobs remains without conditions.
  Value choose(OpBuilder &builder, Location loc, Value condition,
               func::FuncOp callee, func::FuncOp other);
  /// The number of a device in the program's list.
  Value numberOf(OpBuilder &builder, Location loc, DeviceAttr device);
  /// Whether a run of the function can raise an error of its own.
  bool canFail(func::FuncOp function);
  LLVM::LLVMFuncOp getWrapper(func::FuncOp callee);
  LLVM::LLVMFuncOp getSubmit();
  LLVM::LLVMFuncOp getAwait();
  LLVM::LLVMFuncOp makeFunction(llvm::StringRef name, TypeRange inputs);
  /// Goes on with `yes` if a function of the runtime answers 1.
  void branchOn(OpBuilder &builder, Value future, llvm::StringRef question,
                Block *yes, Block *no, ValueRange noArguments = {});
  Value getSlots(OpBuilder &builder, Location loc, Value future) {
    return abi.offset(builder, loc, future, offsetof(tine_future, slots));
  }

  ModuleOp module;
  AbiBuilder abi;
  LLVM::LLVMFuncOp submit, await;
  llvm::DenseMap<Operation *, LLVM::LLVMFuncOp> wrappers;
  llvm::DenseMap<Operation *, LLVM::GlobalOp> tables;
  llvm::DenseMap<Operation *, bool> failing;
};

LLVM::LLVMFuncOp Tasks::makeFunction(llvm::StringRef name, TypeRange inputs) {
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  auto type = LLVM::LLVMFunctionType::get(
      LLVM::LLVMVoidType::get(module.getContext()), SmallVector<Type>(inputs));
  auto function = LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type,
                                           LLVM::Linkage::Internal);
  function.addEntryBlock(builder);
  return function;
}

void Tasks::branchOn(OpBuilder &builder, Value future, llvm::StringRef question,
                     Block *yes, Block *no, ValueRange noArguments) {
  Location loc = module.getLoc();
  Value answer = abi.call(builder, loc, question, builder.getI32Type(), future)
                     .getResult();
  Value is = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, answer,
                                  abi.i32(builder, loc, 0));
  LLVM::CondBrOp::create(builder, loc, is, yes, ValueRange(), no, noArguments);
}

/// void NAME_task(tine_future *future)
LLVM::LLVMFuncOp Tasks::getWrapper(func::FuncOp callee) {
  LLVM::LLVMFuncOp &made = wrappers[callee];
  if (made)
    return made;
  made = makeFunction((callee.getName() + "_task").str(), abi.pointer());
  Location loc = callee.getLoc();
  auto builder = OpBuilder::atBlockEnd(&made.getBody().front());
  Value slots = getSlots(builder, loc, made.getArgument(0));
  SmallVector<Value> captures;
  FunctionType type = callee.getFunctionType();
  SlotPlan from = *planSlots(type.getInputs());
  SlotPlan to = *planSlots(type.getResults());
  for (auto [slot, input] : llvm::zip_equal(from.slots, type.getInputs()))
    captures.push_back(
        cast(builder, loc, input,
             abi.loadSlot(builder, loc, slots, slot, getLeafType(input))));
  auto call = func::CallOp::create(builder, loc, callee, captures);
  for (auto [slot, result] : llvm::zip_equal(to.slots, call.getResults()))
    abi.storeSlot(builder, loc, slots, slot,
                  cast(builder, loc, getLeafType(result.getType()), result));
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return made;
}

/// void tine_submit(tine_future *future): the OpenMP task of a fork, if it
/// becomes one.
LLVM::LLVMFuncOp Tasks::getSubmit() {
  if (submit)
    return submit;
  submit = makeFunction("tine_submit", abi.pointer());
  Location loc = module.getLoc();
  Region &body = submit.getBody();
  OpBuilder builder(module.getContext());
  Block *defer = builder.createBlock(&body, body.end());
  Block *done = builder.createBlock(&body, body.end());
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  builder.setInsertionPointToEnd(&body.front());
  branchOn(builder, submit.getArgument(0), "future_defer", defer, done);
  builder.setInsertionPointToEnd(defer);
  auto task = omp::TaskOp::create(builder, loc, omp::TaskOperands());
  LLVM::BrOp::create(builder, loc, done);
  builder.createBlock(&task.getRegion());
  abi.call(builder, loc, "future_task", {}, submit.getArgument(0));
  omp::TerminatorOp::create(builder, loc);
  return submit;
}

/// void tine_await(tine_future *future, const char *where)
LLVM::LLVMFuncOp Tasks::getAwait() {
  if (await)
    return await;
  await = makeFunction("tine_await", {abi.pointer(), abi.pointer()});
  Location loc = module.getLoc();
  OpBuilder builder(module.getContext());
  Region &body = await.getBody();
  Value future = await.getArgument(0);
  Type i64 = builder.getI64Type();

  Block *entry = &body.front();
  Block *claim = builder.createBlock(&body, body.end());
  Block *run = builder.createBlock(&body, body.end());
  Block *poll = builder.createBlock(&body, body.end(), {i64}, {loc});
  Block *pause = builder.createBlock(&body, body.end());
  Block *done = builder.createBlock(&body, body.end());

  builder.setInsertionPointToEnd(entry);
  branchOn(builder, future, "future_ready", done, claim);

  builder.setInsertionPointToEnd(claim);
  Value first = abi.i64(builder, loc, 0);
  branchOn(builder, future, "future_claim", run, poll, first);

  builder.setInsertionPointToEnd(run);
  omp::TaskOperands operands;
  operands.ifExpr = LLVM::ConstantOp::create(builder, loc, builder.getI1Type(),
                                             builder.getBoolAttr(false));
  auto task = omp::TaskOp::create(builder, loc, operands);
  LLVM::BrOp::create(builder, loc, done);
  builder.createBlock(&task.getRegion());
  abi.call(builder, loc, "future_run", {}, future);
  omp::TerminatorOp::create(builder, loc);

  builder.setInsertionPointToEnd(poll);
  omp::TaskyieldOp::create(builder, loc);
  branchOn(builder, future, "future_ready", done, pause);

  builder.setInsertionPointToEnd(pause);
  Value round = poll->getArgument(0);
  abi.call(builder, loc, "future_pause", {}, {future, round});
  Value next =
      LLVM::AddOp::create(builder, loc, round, abi.i64(builder, loc, 1));
  LLVM::BrOp::create(builder, loc, ValueRange(next), poll);

  builder.setInsertionPointToEnd(done);
  abi.call(builder, loc, "future_check", {}, await.getArguments());
  LLVM::ReturnOp::create(builder, loc, ValueRange());
  return await;
}

Value Tasks::choose(OpBuilder &builder, Location loc, Value condition,
                    func::FuncOp callee, func::FuncOp other) {
  auto type = LLVM::LLVMArrayType::get(abi.pointer(), 2);
  LLVM::GlobalOp &table = tables[callee];
  if (!table) {
    auto atEnd = OpBuilder::atBlockEnd(module.getBody());
    table = LLVM::GlobalOp::create(
        atEnd, loc, type, /*isConstant=*/true, LLVM::Linkage::Internal,
        (callee.getName() + "_tasks").str(), Attribute());
    atEnd.createBlock(&table.getInitializer());
    Value entries = LLVM::PoisonOp::create(atEnd, loc, type);
    for (auto [i, function] : llvm::enumerate(ArrayRef{other, callee}))
      entries = LLVM::InsertValueOp::create(
          atEnd, loc, entries,
          LLVM::AddressOfOp::create(atEnd, loc, getWrapper(function)), i);
    LLVM::ReturnOp::create(atEnd, loc, entries);
  }
  Value index =
      LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), condition);
  Value entry =
      LLVM::GEPOp::create(builder, loc, abi.pointer(), type,
                          LLVM::AddressOfOp::create(builder, loc, table),
                          ArrayRef<LLVM::GEPArg>{0, index});
  return LLVM::LoadOp::create(builder, loc, abi.pointer(), entry);
}

Value Tasks::makeFuture(OpBuilder &builder, Operation *op, func::FuncOp callee,
                        ValueRange captures, Value condition,
                        func::FuncOp other) {
  Location loc = op->getLoc();
  ArrayRef<Type> leaves = callee.getFunctionType().getResults();
  SlotPlan from = *planSlots(SmallVector<Type>(captures.getTypes()));
  SlotPlan to = *planSlots(leaves);
  Value body =
      other ? choose(builder, loc, condition, callee, other)
            : LLVM::AddressOfOp::create(builder, loc, getWrapper(callee));
  Value future =
      abi.call(builder, loc, "future_new", abi.pointer(),
               {body, abi.i32(builder, loc, captures.size()),
                abi.i64(builder, loc, from.mask),
                abi.i32(builder, loc, leaves.size()),
                abi.i64(builder, loc, to.mask), abi.whereOfTask(builder, op)})
          .getResult();
  Value slots = getSlots(builder, loc, future);
  for (auto [slot, capture] : llvm::zip_equal(from.slots, captures))
    abi.storeSlot(builder, loc, slots, slot,
                  cast(builder, loc, getLeafType(capture.getType()), capture));
  return future;
}

void Tasks::lower(SpawnOp op) {
  auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee());
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value future = makeFuture(builder, op, callee, op.getCaptures());
  if (op.getInlined())
    abi.call(builder, loc, "future_now", {}, future);
  else
    LLVM::CallOp::create(builder, loc, getSubmit(), future);
  op.getFuture().replaceAllUsesWith(
      cast(builder, loc, op.getFuture().getType(), future));
  op.erase();
}

Value Tasks::numberOf(OpBuilder &builder, Location loc, DeviceAttr device) {
  auto devices = module->getAttrOfType<ArrayAttr>("tine.devices");
  auto *place = llvm::find(devices, entryOf(device));
  return abi.i32(builder, loc, place - devices.begin());
}

bool Tasks::canFail(func::FuncOp function) {
  auto [entry, isNew] = failing.try_emplace(function, false);
  if (!isNew)
    return entry->second;
  bool fails =
      function
          .walk([&](Operation *op) {
            auto call = dyn_cast<func::CallOp>(op);
            auto callee =
                call ? module.lookupSymbol<func::FuncOp>(call.getCallee())
                     : func::FuncOp();
            auto called = dyn_cast<LLVM::CallOp>(op);
            bool checks = called && called.getCallee() == "tine_abi_cuda_check";
            return isa<AssertOp, RaiseOp>(op) || checks ||
                           (callee && canFail(callee))
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  return failing[function] = fails;
}

void Tasks::join(scf::IfOp op) {
  if (!op.elseBlock())
    return;
  auto [enqueue, other] = findOnlyDifference(*op.thenBlock(), *op.elseBlock());
  if (!enqueue)
    return;
  auto callee = module.lookupSymbol<func::FuncOp>(enqueue.getCallee());
  auto otherCallee = module.lookupSymbol<func::FuncOp>(other.getCallee());
  if (callee.getFunctionType() != otherCallee.getFunctionType())
    return;
  Choice choice{enqueue, op.getCondition(), otherCallee};
  Operation *yield = op.thenBlock()->getTerminator();
  op.replaceAllUsesWith(yield->getOperands());
  yield->erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         op.thenBlock()->getOperations());
  op.erase();
  lower(choice);
}

void Tasks::lower(const Choice &choice) {
  EnqueueOp op = choice.enqueue;
  auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee());
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value future = makeFuture(builder, op, callee, op.getCaptures(),
                            choice.condition, choice.other);
  bool fails = canFail(callee) || (choice.other && canFail(choice.other));
  Value futures = abi.stackSlots(builder, loc, op.getNumResults());
  abi.call(builder, loc, "enqueue", {},
           {future, numberOf(builder, loc, op.getDevice()),
            abi.i32(builder, loc, fails), futures});
  // Each result has a future, in the order of the slots.
  SlotPlan plan = *planSlots(callee.getFunctionType().getResults());
  for (auto [slot, result] : llvm::zip_equal(plan.slots, op.getFutures()))
    result.replaceAllUsesWith(
        cast(builder, loc, result.getType(),
             abi.loadSlot(builder, loc, futures, slot, abi.pointer())));
  op.erase();
}

void Tasks::lower(TransferOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value source = cast(builder, loc, abi.pointer(), op.getSource());
  Value copy =
      abi.call(builder, loc, "transfer", abi.pointer(),
               {source, numberOf(builder, loc, op.getFrom()),
                numberOf(builder, loc, op.getTo()), abi.where(builder, op)})
          .getResult();
  op.getCopy().replaceAllUsesWith(
      cast(builder, loc, op.getCopy().getType(), copy));
  op.erase();
}

void Tasks::lower(RunsOnOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value answer = abi.call(builder, loc, "runs_on", builder.getI32Type(),
                          {numberOf(builder, loc, op.getDevice()),
                           abi.text(builder, loc, op.getTarget())})
                     .getResult();
  Value runs = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                    answer, abi.i32(builder, loc, 0));
  op.getResult().replaceAllUsesWith(runs);
  op.erase();
}

void Tasks::lower(WaitOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value future = cast(builder, loc, abi.pointer(), op.getFuture());
  LLVM::CallOp::create(builder, loc, getAwait(),
                       {future, abi.where(builder, op)});
  if (op.getNumResults() != 0) {
    Value slots = getSlots(builder, loc, future);
    SlotPlan plan = *planSlots(SmallVector<Type>(op.getResultTypes()));
    for (auto [slot, result] : llvm::zip_equal(plan.slots, op.getResults())) {
      Type type = getLeafType(result.getType());
      Value value;
      if (op.getLast()) {
        Value taken =
            abi.call(builder, loc, "future_take", builder.getI64Type(),
                     {future, abi.i32(builder, loc, slot)})
                .getResult();
        value = abi.fromSlot(builder, loc, taken, type);
      } else {
        value = abi.loadSlot(builder, loc, slots, slot, type);
        if (isCounted(result.getType()))
          abi.call(builder, loc, "retain", {}, value);
      }
      // What made the tensor may have been issued only.
      if (issuesWork(op) && isa<BoxType>(result.getType()))
        abi.call(builder, loc, inMemoryOf(op, "use"), {}, value);
      result.replaceAllUsesWith(cast(builder, loc, result.getType(), value));
    }
  }
  op.erase();
}

struct TineToOpenMP : tine::impl::TineToOpenMPBase<TineToOpenMP> {
  void runOnOperation() override {
    SmallVector<scf::IfOp> choices;
    bool good = true;
    getOperation().walk([&](Operation *op) {
      if (auto choice = dyn_cast<scf::IfOp>(op))
        if (choice.getCondition().getDefiningOp<RunsOnOp>())
          choices.push_back(choice);
      if (isLowered(op)) {
        good &= !isa<SpawnOp, EnqueueOp>(op) || hasRoom(op);
        good &= areListed(op);
      }
    });
    if (!good)
      return signalPassFailure();
    Tasks tasks(getOperation());
    for (scf::IfOp choice : choices)
      tasks.join(choice);
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isLowered(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      llvm::TypeSwitch<Operation *>(op)
          .Case<SpawnOp, EnqueueOp, WaitOp, TransferOp, RunsOnOp>(
              [&](auto lowered) { tasks.lower(lowered); });
  }

  static bool isLowered(Operation *op) {
    return isa<SpawnOp, EnqueueOp, WaitOp, TransferOp, RunsOnOp>(op);
  }

  /// Whether the module lists the devices that the op names.
  bool areListed(Operation *op) {
    auto devices = getOperation()->getAttrOfType<ArrayAttr>("tine.devices");
    for (llvm::StringRef name : {"device", "from", "to"})
      if (auto device = op->getAttrOfType<DeviceAttr>(name))
        if (!devices || !llvm::is_contained(devices, entryOf(device))) {
          op->emitOpError("names a device that the module's attribute "
                          "'tine.devices' does not");
          return false;
        }
    return true;
  }

  /// Whether the masks have room for what the task takes and gives.
  bool hasRoom(Operation *op) {
    auto name = op->getAttrOfType<FlatSymbolRefAttr>("callee");
    auto callee = getOperation().lookupSymbol<func::FuncOp>(name.getAttr());
    FunctionType type = callee.getFunctionType();
    if (planSlots(type.getInputs()) && planSlots(type.getResults()))
      return true;
    emitError(op->getLoc())
        << "a task takes and gives at most " << maskedSlots
        << " numbers beside more than as many tensors, those included that "
           "it changes; let it work on fewer";
    return false;
  }
};

} // namespace
