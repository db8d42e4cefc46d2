//===- Schedule.cpp - What a program hands out, as a graph ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: 1. the functions that nobody calls are walked, with the functions that
//      they call or spawn where these hand something out themselves; each
//      spawn, call of a device, copy and wait is a step, and so is what the
//      host computes between two of them; 2. a value has the steps that make
//      it, through containers, loops and calls; 3. the longest way through
//      the steps is the critical path. Iterations of a loop come one after
//      the other, but for tasks and copies that the loop does not wait for;
//      4. equal steps of one place in the source become one node.
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/Schedule.h"
#include "dialects/tine/Tine.h"
#include "lowering/placement/DeviceContainers.h"
#include "lowering/support/DeviceNames.h"
#include "lowering/support/Report.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>
#include <map>
#include <set>

using namespace mlir;
using namespace tine;

namespace {

using StepSet = llvm::SmallSetVector<unsigned, 2>;

struct Step {
  unsigned node;
  double seconds;
  double times;     ///< iterations of the loops around
  double pathTimes; ///< of these, one after the other
  unsigned first;   ///< the first step of the task that ends here
  unsigned loop;
  StepSet before, order;
};

/// The steps behind which a value is there; and, of the future of a task, those
/// behind which what the task gives is there.
struct Origin {
  StepSet now, later;

  void add(const Origin &other) {
    now.insert_range(other.now);
    later.insert_range(other.later);
  }
};

Origin madeBy(unsigned step, const StepSet &later = {}) {
  Origin origin;
  origin.now.insert(step);
  origin.later = later;
  return origin;
}

/// The host, or a task.
struct Thread {
  const char *place;
  std::optional<unsigned> last = std::nullopt;
  double times = 1;
  bool isInLoop = false;
  unsigned loop = 0;
  Estimate work = {}; ///< since the last step
  std::optional<Location> workAt = std::nullopt;
};

class ScheduleBuilder {
public:
  ScheduleBuilder(ModuleOp module, bool mixes)
      : module(module), mixes(mixes), symbols(module), estimator(module) {}

  Schedule build();

private:
  using Origins = llvm::DenseMap<Value, Origin>;

  bool handsOut(Operation *op);
  Origin walk(Region &region, Thread &thread, Origins &origins);
  void visit(Operation *op, Thread &thread, Origins &origins);
  void visitLoopOrBranch(Operation *op, const Origin &operands, Thread &thread,
                         Origins &origins);
  /// The function in this thread; gives what its results are made by.
  Origin enter(func::FuncOp callee, const Origin &operands, Thread &thread);
  void spawn(SpawnOp op, const Origin &operands, Thread &thread,
             Origins &origins);
  unsigned add(ScheduleNode::Kind kind, std::string place, std::string text,
               Location loc, Estimate estimate, Thread &thread);
  void flush(Thread &thread);
  void findCriticalPath();
  void joinEdges();
  void dropImpliedEdges();

  /// Larger programs are not walked through.
  static constexpr size_t mostSteps = 20000;

  ModuleOp module;
  bool mixes; ///< steps that are not equal
  SymbolTable symbols;
  Estimator estimator;
  Schedule schedule;
  std::vector<Step> steps;
  std::set<std::pair<unsigned, unsigned>> criticalSteps;
  std::map<std::tuple<int, std::string, std::string, const void *, bool>,
           unsigned>
      nodes;
  llvm::DenseMap<Attribute, unsigned> lastOfDevice;
  llvm::DenseMap<Operation *, bool> handers;
  llvm::SmallVector<Operation *> entered;
  unsigned loops = 0;
};

/// Whether an op, or what it calls, has steps of its own.
bool ScheduleBuilder::handsOut(Operation *op) {
  return op
      ->walk([&](Operation *inner) {
        bool is = isa<SpawnOp, EnqueueOp, TransferOp, WaitOp>(inner);
        if (auto call = dyn_cast<func::CallOp>(inner))
          if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee())) {
            auto [entry, isNew] = handers.try_emplace(callee, false);
            is = entry->second;
            if (isNew) {
              is = handsOut(callee);
              handers[callee] = is;
            }
          }
        return is ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

unsigned ScheduleBuilder::add(ScheduleNode::Kind kind, std::string place,
                              std::string text, Location loc, Estimate estimate,
                              Thread &thread) {
  Location position = getPosition(loc);
  std::string kindOfStep = mixes ? "" : text + toText(estimate);
  auto [entry, isNew] = nodes.try_emplace(
      {kind, place, kindOfStep, position.getAsOpaquePointer(), thread.isInLoop},
      unsigned(schedule.nodes.size()));
  if (isNew) {
    schedule.nodes.push_back(
        {kind, std::move(place), std::move(text), position});
    schedule.nodes.back().isInLoop = thread.isInLoop;
    schedule.nodes.back().estimate = estimate;
  }
  ScheduleNode &node = schedule.nodes[entry->second];
  if (mixes && !isNew && kind != ScheduleNode::Wait) {
    auto multiply = [](Estimate &one, double times) {
      one.seconds *= times;
      one.bytes *= times;
    };
    if (!node.areMixed)
      multiply(node.estimate, double(node.count));
    node.areMixed = true;
    Estimate all = estimate;
    multiply(all, thread.times);
    node.estimate += all;
    node.text = kind == ScheduleNode::Task   ? "tasks"
                : kind == ScheduleNode::Copy ? "copies"
                : kind == ScheduleNode::Call ? "calls"
                                             : "work";
    if (node.estimate.bytes > 0)
      node.text +=
          " of " + std::to_string(int64_t(node.estimate.bytes)) + " bytes";
    if (node.estimate.operations)
      node.text +=
          " of " + std::to_string(node.estimate.operations) + " operations";
  }
  node.count =
      int64_t(std::min(9e18, double(node.count) + std::floor(thread.times)));
  unsigned step = unsigned(steps.size());
  bool isSerial = kind != ScheduleNode::Copy &&
                  StringRef(thread.place) != StringRef("tasks");
  steps.push_back({entry->second,
                   estimate.seconds,
                   thread.times,
                   isSerial ? thread.times : 1,
                   step,
                   thread.loop,
                   {},
                   {}});
  schedule.work += estimate;
  schedule.work.seconds += estimate.seconds * (thread.times - 1);
  if (thread.last)
    steps.back().before.insert(*thread.last);
  return step;
}

/// What the thread has computed becomes a step.
void ScheduleBuilder::flush(Thread &thread) {
  Estimate work = std::exchange(thread.work, {});
  if (work.seconds <= 0)
    return;
  std::string text = std::to_string(work.operations) +
                     (work.operations == 1 ? " operation" : " operations");
  thread.last =
      add(ScheduleNode::Work, thread.place, text, *thread.workAt, work, thread);
}

Origin ScheduleBuilder::walk(Region &region, Thread &thread, Origins &origins) {
  Origin given;
  for (Block &block : region)
    for (Operation &op : block) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        for (Value operand : op.getOperands())
          given.add(origins.lookup(operand));
      else
        visit(&op, thread, origins);
    }
  return given;
}

void ScheduleBuilder::visit(Operation *op, Thread &thread, Origins &origins) {
  Origin operands;
  for (Value operand : op->getOperands())
    operands.add(origins.lookup(operand));
  auto give = [&](const Origin &origin) {
    for (Value result : op->getResults())
      origins[result] = origin;
  };
  StepSet all = operands.now;
  all.insert_range(operands.later);

  if (auto task = dyn_cast<SpawnOp>(op))
    return spawn(task, operands, thread, origins);
  if (auto enqueue = dyn_cast<EnqueueOp>(op)) {
    flush(thread);
    Estimate cost = estimator.ofFunction(enqueue.getCallee());
    std::string text = "a call of " + std::to_string(cost.operations) +
                       (cost.operations == 1 ? " operation" : " operations");
    unsigned step = add(ScheduleNode::Call, nameOf(enqueue.getDevice()), text,
                        op->getLoc(), cost, thread);
    steps[step].pathTimes = thread.times; // a queue has one after the other
    steps[step].before.insert_range(all);
    auto [last, isFirst] = lastOfDevice.try_emplace(enqueue.getDevice(), step);
    if (!isFirst)
      steps[step].order.insert(std::exchange(last->second, step));
    return give(madeBy(step));
  }
  if (auto transfer = dyn_cast<TransferOp>(op)) {
    flush(thread);
    auto tensor =
        cast<RankedTensorType>(transfer.getCopy().getType().getLeaves()[0]);
    std::string text = "a copy of ";
    if (tensor.hasStaticShape())
      text += std::to_string(tensor.getNumElements() *
                             ((tensor.getElementTypeBitWidth() + 7) / 8)) +
              " bytes";
    else
      text += "a size that the run decides";
    unsigned step =
        add(ScheduleNode::Copy,
            nameOf(transfer.getFrom()) + " to " + nameOf(transfer.getTo()),
            text, op->getLoc(), Estimator::ofCopy(tensor), thread);
    steps[step].before.insert_range(all);
    return give(madeBy(step));
  }
  if (isa<WaitOp>(op)) {
    flush(thread);
    unsigned step =
        add(ScheduleNode::Wait, thread.place, "wait", op->getLoc(), {}, thread);
    steps[step].before.insert_range(operands.now);
    // What a loop waits for is done in each iteration.
    for (unsigned waited : operands.now)
      if (thread.loop && steps[waited].loop == thread.loop)
        for (unsigned i = steps[waited].first; i <= waited; ++i)
          steps[i].pathTimes = steps[i].times;
    thread.last = step;
    return give({operands.later, {}});
  }
  if (auto call = dyn_cast<func::CallOp>(op))
    if (auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        callee && handsOut(callee) && !llvm::is_contained(entered, callee) &&
        steps.size() < mostSteps)
      return give(enter(callee, operands, thread));
  if (op->getNumRegions() && handsOut(op))
    return visitLoopOrBranch(op, operands, thread, origins);
  Estimate cost = estimator.of(op);
  if (cost.seconds > 0) {
    if (thread.work.operations == 0)
      thread.workAt = op->getLoc();
    thread.work += cost;
  }
  give(operands);
  // A container holds what was put into it.
  if (!operands.now.empty() || !operands.later.empty())
    for (Value operand : op->getOperands())
      if (isa<ListType, DictType>(operand.getType()))
        origins[operand].add(operands);
}

/// Whether the branch asks for which target a device runs code.
static bool isChoiceOfTarget(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && branch.getCondition().getDefiningOp<RunsOnOp>();
}

void ScheduleBuilder::visitLoopOrBranch(Operation *op, const Origin &operands,
                                        Thread &thread, Origins &origins) {
  flush(thread);
  Thread inner = thread;
  if (isa<LoopLikeOpInterface>(op)) {
    std::optional<int64_t> trips = tripCount(op);
    inner.times *= double(trips.value_or(1));
    inner.isInLoop |= !trips;
    inner.loop = ++loops;
  }
  Origin results = operands;
  for (Region &region : op->getRegions()) {
    // The work is the same for all targets.
    if (isChoiceOfTarget(op) && region.getRegionNumber() == 0)
      continue;
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        origins[argument] = results;
    results.add(walk(region, inner, origins));
    flush(inner);
  }
  thread.last = inner.last;
  for (Value result : op->getResults())
    origins[result] = results;
}

Origin ScheduleBuilder::enter(func::FuncOp callee, const Origin &operands,
                              Thread &thread) {
  Origins origins;
  for (BlockArgument argument : callee.getArguments())
    origins[argument] = operands;
  entered.push_back(callee);
  Origin results = walk(callee.getBody(), thread, origins);
  entered.pop_back();
  return results;
}

void ScheduleBuilder::spawn(SpawnOp op, const Origin &operands, Thread &thread,
                            Origins &origins) {
  flush(thread);
  auto callee = symbols.lookup<func::FuncOp>(op.getCallee());
  bool enters = callee && handsOut(callee) &&
                !llvm::is_contained(entered, callee) &&
                steps.size() < mostSteps;
  Thread task = thread;
  task.place = "tasks";
  Estimate cost = enters ? Estimate() : estimator.ofFunction(op.getCallee());
  std::string text = "a task";
  if (cost.operations)
    text += " of " + std::to_string(cost.operations) +
            (cost.operations == 1 ? " operation" : " operations");
  unsigned start =
      add(ScheduleNode::Task, task.place, text, op.getLoc(), cost, task);
  task.last = start;
  Origin given;
  if (enters) {
    given = enter(callee, operands, task);
    flush(task);
  } else {
    steps[start].before.insert_range(operands.now);
  }
  steps[*task.last].first = start;
  StepSet later = given.now;
  later.insert_range(given.later);
  origins[op.getFuture()] = madeBy(*task.last, later);
}

void ScheduleBuilder::findCriticalPath() {
  std::vector<double> ends(steps.size());
  std::vector<std::optional<unsigned>> from(steps.size());
  std::optional<unsigned> last;
  for (auto [i, step] : llvm::enumerate(steps)) {
    double start = 0;
    for (const StepSet &set : {step.before, step.order})
      for (unsigned other : set)
        if (!from[i] || ends[other] > start) {
          start = ends[other];
          from[i] = other;
        }
    ends[i] = start + step.seconds * step.pathTimes;
    if (!last || ends[i] >= ends[*last])
      last = unsigned(i);
  }
  if (!last)
    return;
  schedule.path.seconds = ends[*last];
  schedule.path.isCertain = schedule.work.isCertain;
  llvm::SetVector<unsigned> path;
  for (std::optional<unsigned> at = last; at; at = from[*at]) {
    path.insert(steps[*at].node);
    schedule.nodes[steps[*at].node].isCritical = true;
    if (from[*at])
      criticalSteps.insert({*from[*at], *at});
  }
  schedule.criticalPath.assign(path.rbegin(), path.rend());
}

void ScheduleBuilder::joinEdges() {
  std::map<std::pair<unsigned, unsigned>, ScheduleEdge> edges;
  for (auto [i, step] : llvm::enumerate(steps))
    for (bool isOrder : {false, true})
      for (unsigned other : isOrder ? step.order : step.before) {
        unsigned from = steps[other].node;
        if (from == step.node)
          continue;
        auto [entry, isNew] = edges.try_emplace(
            {from, step.node}, ScheduleEdge{from, step.node, isOrder});
        entry->second.isOrder &= isOrder;
        entry->second.isCritical |= criticalSteps.count({other, unsigned(i)});
      }
  for (auto &[key, edge] : edges)
    schedule.edges.push_back(edge);
  dropImpliedEdges();
}

/// Leaves out what other edges say already: a to c where there are a to b and b
/// to c.
void ScheduleBuilder::dropImpliedEdges() {
  size_t count = schedule.nodes.size();
  if (count > 2000)
    return;
  std::vector<llvm::SmallVector<unsigned>> next(count);
  for (const ScheduleEdge &edge : schedule.edges)
    if (edge.from < edge.to)
      next[edge.from].push_back(edge.to);
  // What can be reached from a node; those behind it are done before.
  std::vector<llvm::BitVector> reached(count, llvm::BitVector(count));
  for (unsigned i = count; i-- > 0;)
    for (unsigned other : next[i]) {
      reached[i].set(other);
      reached[i] |= reached[other];
    }
  llvm::erase_if(schedule.edges, [&](const ScheduleEdge &edge) {
    return !edge.isCritical && edge.from < edge.to &&
           llvm::any_of(
               next[edge.from],
               [&](unsigned between) {
                 return reached[between].test(edge.to);
               });
  });
}

Schedule ScheduleBuilder::build() {
  if (auto name = module->getAttrOfType<StringAttr>("tine.name"))
    schedule.name = name.str();
  std::set<StringRef> called;
  module.walk([&](Operation *op) {
    if (auto symbol = op->getAttrOfType<FlatSymbolRefAttr>("callee"))
      called.insert(symbol.getValue());
  });
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || function->hasAttr("tine.device") ||
        called.count(function.getName()))
      continue;
    Thread host{"host"};
    enter(function, {}, host);
    flush(host);
  }
  findCriticalPath();
  joinEdges();
  return std::move(schedule);
}

} // namespace

Schedule tine::buildSchedule(ModuleOp module, size_t most) {
  Schedule schedule = ScheduleBuilder(module, /*mixes=*/false).build();
  return schedule.nodes.size() <= most
             ? schedule
             : ScheduleBuilder(module, /*mixes=*/true).build();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string tine::toText(Location position) {
  auto at = dyn_cast<FileLineColLoc>(position);
  return at ? (at.getFilename().getValue() + ":" + Twine(at.getLine()) + ":" +
               Twine(at.getColumn()))
                  .str()
            : "";
}

std::string tine::describe(const ScheduleNode &node) {
  std::string text;
  auto add = [&](const Twine &part) {
    text += ((text.empty() ? "" : ", ") + part).str();
  };
  if (node.estimate.seconds > 0)
    add(toText(node.estimate) + (node.areMixed ? " in all" : ""));
  if (node.count != 1)
    add(Twine(node.count) + " times");
  if (node.isInLoop)
    add("in a loop");
  return text;
}

std::string Schedule::summary() const {
  return "critical path: " + toText(path) + " of " + toText(work.seconds) +
         " of work";
}

void tine::report(const Schedule &schedule, Location program) {
  for (const ScheduleNode &node : schedule.nodes) {
    if (node.kind != ScheduleNode::Call && node.kind != ScheduleNode::Copy)
      continue;
    std::string more = describe(node);
    emitRemark(node.position) << node.place << ": " << node.text
                              << (more.empty() ? "" : ", ") << more;
  }
  if (schedule.path.seconds <= 0)
    return;
  InFlightDiagnostic remark = emitRemark(getPosition(program));
  remark << schedule.summary();
  for (unsigned i : schedule.criticalPath) {
    const ScheduleNode &node = schedule.nodes[i];
    double share = node.estimate.seconds *
                   double(node.areMixed ? 1 : node.count) /
                   schedule.path.seconds;
    if (share >= 0.02)
      remark.attachNote(node.position)
          << node.place << ": " << node.text << ", " << describe(node);
  }
}
