//===- ResolveDepends.cpp - Whether a leaf was used, as a condition -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  `nn.depends`, anywhere.
// Output: in its place a condition. Branches and loops on the way from the
//         outputs to the input give one result more where that is needed.
//
//           %y = scf.if %c {            %y, %f = scf.if %c {
//             %x = scf.if %d {            %x = scf.if %d {
//               ... %w ...                  ... %w ...
//             }                  ==>      }
//             yield %x                    yield %x, %d
//           } else { yield %v }         } else { yield %v, false }
//           %p = depends %y on %w       ... %f
//
// How:    1. values that are made of the input sometimes only (Dependence.h)
//         get a flag where they are defined, sources first; 2. a choice between
//         flags that are to be had outside of a branch or loop is a select; 3.
//         others are yielded: a stand-in takes the place of the result until
//         all are known, and branches and loops are made anew once; a task
//         gives the flag as one leaf more, and takes one as a capture; 4. a
//         list has a list of flags beside it, which changes as it does.
// Rejects: nothing. In what the condition of a while loop computes, and behind
//         a task whose future is kept in a container, a value that is made of
//         the input sometimes counts as made of it; so does what comes out of a
//         dict, or of a list that a task or container gives; behind a choice of
//         tasks, one counts as made of all that it captures.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "dialects/nn/JoinOps.h"
#include "dialects/nn/Lists.h"
#include "dialects/tine/Tine.h"
#include "lowering/differentiate/Passes.h"
#include "lowering/support/LoopValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tine {
#define GEN_PASS_DEF_RESOLVEDEPENDS
#include "lowering/differentiate/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;
using nn::Origin;
using nn::Presence;

namespace {

/// A result that a branch or loop will have besides.
struct AddedFlag {
  Value first, second; // what the arms yield; the start and the next iteration
  Value argument;      // of a loop's body
  Value standIn;       // for the result
};

/// A leaf that a task will have besides.
struct AddedLeaf {
  Value flag;
  // For the result of each wait.
  llvm::MapVector<Operation *, Value> standIns;
};

/// Resolves the ops that ask for the same outputs at the same place.
class Resolver {
public:
  explicit Resolver(ArrayRef<nn::DependsOp> ops)
      : ops(ops), b(ops.front()),
        isolated(isolatedAround(b.getInsertionBlock())),
        graph(SmallVector<Value>(nn::DependsOp(ops.front()).getOutputs()),
              nn::DependsOp(ops.front()).getEarlier()
                  ? &isolated->getRegion(0)
                  : ops.front()->getParentRegion()) {
    OpBuilder start = OpBuilder::atBlockBegin(&isolated->getRegion(0).front());
    for (bool value : {false, true})
      constants[value] = arith::ConstantOp::create(start, isolated->getLoc(),
                                                   start.getBoolAttr(value));
  }

  void run() {
    std::vector<std::pair<nn::DependsOp, Value>> results;
    for (nn::DependsOp op : ops)
      results.emplace_back(op, resolve(op));
    apply();
    giveConstants();
    for (auto &[op, flag] : results) {
      op.replaceAllUsesWith(final(flag));
      op.erase();
    }
    for (Value constant : constants)
      if (constant.use_empty())
        constant.getDefiningOp()->erase();
  }

private:
  static Operation *isolatedAround(Block *block) {
    Operation *op = block->getParentOp();
    while (!op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      op = op->getParentOp();
    return op;
  }

  /// The input, and what it is for what loops around the op carry.
  static SmallVector<Value> namesOfInput(nn::DependsOp op) {
    if (!op.getEarlier())
      return {op.getInput()};
    SmallVector<Value> names = nn::versionsOf(op.getInput()).takeVector();
    auto argument = dyn_cast<BlockArgument>(op.getInput());
    while (argument) {
      Operation *around = argument.getOwner()->getParentOp();
      if (!CarriedValues::isLoop(around))
        break;
      CarriedValues loop(around);
      if (argument.getOwner() != loop.body() ||
          (isa<scf::ForOp>(around) && argument.getArgNumber() == 0) ||
          !loop.isPlain(loop.numberOf(argument)))
        break;
      unsigned i = loop.numberOf(argument);
      llvm::append_range(names, nn::versionsOf(loop.yielded(i)));
      llvm::append_range(names, nn::versionsOf(loop.init(i)));
      argument = dyn_cast<BlockArgument>(loop.init(i));
    }
    return names;
  }

  Value resolve(nn::DependsOp op) {
    SmallVector<Value> inputs = namesOfInput(op);
    graph.solve(inputs);
    flags.clear();
    carried.clear();
    reads.clear();
    flagLists.clear();
    // What is sometimes made of the input and matters.
    llvm::DenseSet<Value> needed;
    SmallVector<Value> todo(op.getOutputs());
    while (!todo.empty()) {
      Value value = todo.pop_back_val();
      if (graph.presenceOf(value) == Presence::Sometimes &&
          !llvm::is_contained(inputs, value) &&
          isolated->isAncestor(value.getParentBlock()->getParentOp()) &&
          needed.insert(value).second)
        llvm::append_range(todo, graph.originOf(value).sources);
    }
    // The way around a loop begins with its arguments.
    for (Value value : graph.values())
      if (needed.contains(value) && isCarried(value) &&
          !graph.originOf(value).isList)
        flags[value] = flagOfArgument(cast<BlockArgument>(value));
    // So does the one through a list with its flags.
    for (Value value : graph.values())
      if (needed.contains(value) && graph.originOf(value).isList)
        flagsBeside(value);
    for (Value value : graph.values())
      if (needed.contains(value) && !flags.contains(value) &&
          !graph.originOf(value).isList)
        flags[value] = makeFlag(value);
    // An element may be read of yet another list.
    size_t lists = 0, loopValues = 0;
    while (lists < flagLists.size() || loopValues < carried.size()) {
      for (; lists < flagLists.size(); ++lists) {
        Value list = flagLists.begin()[lists].first;
        for (Value name : nn::namesOf(list))
          flagsBeside(name);
        if (Value ofElements = flagLists.lookup(list))
          mirrorChanges(list, ofElements);
      }
      for (; loopValues < carried.size(); ++loopValues) {
        auto [flag, sources] = carried[loopValues];
        bool isList = isa<ListType>(sources.first.getType());
        Value first =
            isList ? flagsBeside(sources.second) : flagOf(sources.second);
        Value next =
            isList ? flagsBeside(sources.first) : flagOf(sources.first);
        AddedFlag &added = loops[flag.first][flag.second];
        added.first = first;
        added.second = next;
      }
    }
    b.setInsertionPoint(op);
    Value result = constants[false];
    for (Value output : op.getOutputs())
      result = either(op.getLoc(), result, flagOf(output));
    return result;
  }

  Value flagOf(Value value) {
    switch (graph.presenceOf(value)) {
    case Presence::Sometimes: {
      auto known = flags.find(value);
      if (known != flags.end())
        return known->second;
      // On a way around a loop or through a list, which have theirs.
      OpBuilder::InsertionGuard guard(b);
      Value flag = makeFlag(value);
      return flags[value] = flag;
    }
    case Presence::Always:
      return constants[true];
    default:
      return constants[false];
    }
  }

  bool isConstant(Value flag, bool value) { return flag == constants[value]; }

  Value either(Location loc, Value x, Value y) {
    if (isConstant(x, true) || isConstant(y, false) || x == y)
      return x;
    if (isConstant(y, true) || isConstant(x, false))
      return y;
    return arith::OrIOp::create(b, loc, x, y);
  }

  Value choose(Location loc, Value condition, Value x, Value y) {
    if (x == y)
      return x;
    if (isConstant(x, true) && isConstant(y, false))
      return condition;
    return arith::SelectOp::create(b, loc, condition, x, y);
  }

  /// Whether a flag can be used behind the op.
  bool isOutside(Value flag, Operation *op) {
    return flag.getParentRegion()->isAncestor(op->getParentRegion());
  }

  /// Whether it is an argument of a loop. The second block of a while loop
  /// gets what the first one got.
  bool isCarried(Value value) {
    if (graph.originOf(value).kind == Origin::Kind::Carried)
      return true;
    auto argument = dyn_cast<BlockArgument>(value);
    auto loop = argument
                    ? dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp())
                    : nullptr;
    return loop && CarriedValues(loop).isPlain(argument.getArgNumber());
  }

  Value makeFlag(Value value) {
    const Origin &origin = graph.originOf(value);
    Operation *op = value.getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto fork = dyn_cast<ForkOp>(argument.getOwner()->getParentOp());
      return fork ? flagOfCapture(fork, flagOf(origin.sources[0]))
                  : constants[true];
    }
    b.setInsertionPointAfter(op);
    Location loc = op->getLoc();
    if (origin.kind == Origin::Kind::Branch) {
      auto branch = cast<scf::IfOp>(op);
      Value x = flagOf(origin.sources[0]), y = flagOf(origin.sources[1]);
      if (isOutside(x, op) && isOutside(y, op))
        return choose(loc, branch.getCondition(), x, y);
      for (AddedFlag &known : branches[op])
        if (known.first == x && known.second == y)
          return known.standIn;
      branches[op].push_back({x, y, {}, standIn(op)});
      return branches[op].back().standIn;
    }
    if (origin.kind == Origin::Kind::Loop)
      return flagOfLoop(cast<OpResult>(value), origin);
    if (Value flag = flagOfElement(cast<OpResult>(value)))
      return flag;
    if (auto wait = dyn_cast<WaitOp>(op))
      return flagOfWait(wait, origin);
    Value flag = constants[false];
    for (Value source : origin.sources) {
      Value next = flagOf(source);
      if (isConstant(next, false))
        continue;
      // It comes out of a region.
      if (!isOutside(source, op))
        return constants[true];
      flag = either(loc, flag, next);
    }
    return flag;
  }

  /// What is read of a list that is made of the input sometimes; null if the
  /// value is something else.
  Value flagOfElement(OpResult result) {
    Operation *op = result.getOwner();
    auto isList = [&](Value value) {
      return graph.contains(value) && graph.originOf(value).isList &&
             graph.presenceOf(value) == Presence::Sometimes;
    };
    auto operand = llvm::find_if(op->getOperands(), isList);
    if (operand == op->getOperands().end())
      return {};
    Value flagsOfList = flagsBeside(*operand);
    if (!flagsOfList)
      return constants[true];
    b.setInsertionPointAfter(op);
    if (isa<nn::ListCatOp>(op))
      return anyOf(op->getLoc(), flagsOfList);
    Operation *&read = reads[op];
    if (!read) {
      auto list = cast<ListType>(flagsOfList.getType());
      Value index = op->getOperand(1);
      read = isa<ListPopOp>(op)
                 ? ListPopOp::create(b, op->getLoc(), list.getLeaves(),
                                     flagsOfList, index)
                       .getOperation()
                 : ListGetOp::create(b, op->getLoc(), list.getLeaves(),
                                     flagsOfList, index)
                       .getOperation();
    }
    return read->getResult(result.getResultNumber());
  }

  /// Whether an element of a list of flags is true.
  Value anyOf(Location loc, Value list) {
    Value length = ListLengthOp::create(b, loc, list);
    Type index = b.getIndexType();
    Value upper = arith::IndexCastOp::create(b, loc, index, length);
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    auto loop = scf::ForOp::create(
        b, loc, zero, upper, one, ValueRange(constants[false]),
        [&](OpBuilder &inner, Location at, Value i, ValueRange args) {
          Value number =
              arith::IndexCastOp::create(inner, at, inner.getI64Type(), i);
          auto get = ListGetOp::create(
              inner, at, cast<ListType>(list.getType()).getLeaves(), list,
              number);
          Value some = args[0];
          for (Value flag : get.getResults())
            some = arith::OrIOp::create(inner, at, some, flag);
          scf::YieldOp::create(inner, at, some);
        });
    return loop.getResult(0);
  }

  static ListType typeOfFlags(Value list) {
    size_t leaves = cast<ListType>(list.getType()).getLeaves().size();
    SmallVector<Type> types(leaves, IntegerType::get(list.getContext(), 1));
    return ListType::get(list.getContext(), types);
  }

  /// The list of flags beside a list: empty or a copy as that is, chosen or
  /// handed on as that is. Null of what the condition of a while loop gets.
  Value flagsBeside(Value list) {
    auto known = flagLists.find(list);
    if (known != flagLists.end())
      return known->second;
    OpBuilder::InsertionGuard guard(b);
    Value result = makeFlagsBeside(list);
    return flagLists[list] = result;
  }

  Value makeFlagsBeside(Value list) {
    // What the condition of a while loop hands on is what it got.
    auto numberIn = [](Operation *op, unsigned i) {
      auto loop = dyn_cast<scf::WhileOp>(op);
      if (!loop)
        return i;
      Value passed = loop.getConditionOp().getArgs()[i];
      return cast<BlockArgument>(passed).getArgNumber();
    };
    if (auto argument = dyn_cast<BlockArgument>(list)) {
      CarriedValues loop(argument.getOwner()->getParentOp());
      if (argument.getOwner() != loop.body())
        return {};
      unsigned i = numberIn(loop.loop(), loop.numberOf(argument));
      return carry(loop.loop(), i).argument;
    }
    Operation *op = list.getDefiningOp();
    ListType type = typeOfFlags(list);
    if (CarriedValues::isLoop(op)) {
      unsigned i = cast<OpResult>(list).getResultNumber();
      return carry(op, numberIn(op, i)).standIn;
    }
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      unsigned i = cast<OpResult>(list).getResultNumber();
      Value x = flagsBeside(branch.thenYield().getOperand(i));
      Value y = flagsBeside(branch.elseYield().getOperand(i));
      branches[op].push_back({x, y, {}, standIn(op, type)});
      return branches[op].back().standIn;
    }
    Location loc = op->getLoc();
    bool isCopy = nn::makesList(op) && !isa<ListNewOp>(op);
    Value copied = isCopy ? flagsBeside(op->getOperand(0)) : Value();
    b.setInsertionPointAfter(op);
    if (auto slice = dyn_cast<ListSliceOp>(op))
      return ListSliceOp::create(b, loc, type, copied, slice.getLower(),
                                 slice.getUpper(), slice.getStep());
    if (auto repeat = dyn_cast<ListRepeatOp>(op))
      return ListRepeatOp::create(b, loc, type, copied, repeat.getTimes());
    if (isa<ListCopyOp>(op))
      return ListCopyOp::create(b, loc, type, copied);
    if (isa<ListNewOp>(op))
      return ListNewOp::create(b, loc, type);
    return ub::PoisonOp::create(b, loc, type); // nobody reads it
  }

  /// Does with the flags what is done with the elements.
  void mirrorChanges(Value list, Value ofElements) {
    llvm::SetVector<Operation *> users(list.user_begin(), list.user_end());
    for (Operation *op : users) {
      Location loc = op->getLoc();
      b.setInsertionPointAfter(op);
      auto flagsOf = [&](ValueRange leaves) {
        SmallVector<Value> all;
        for (Value leaf : leaves)
          all.push_back(flagOf(leaf));
        return all;
      };
      if (auto append = dyn_cast<ListAppendOp>(op))
        ListAppendOp::create(b, loc, ofElements, flagsOf(append.getLeaves()));
      else if (auto insert = dyn_cast<ListInsertOp>(op))
        ListInsertOp::create(b, loc, ofElements, insert.getIndex(),
                             flagsOf(insert.getLeaves()));
      else if (auto set = dyn_cast<ListSetOp>(op))
        ListSetOp::create(b, loc, ofElements, set.getIndex(),
                          flagsOf(set.getLeaves()));
      else if (auto extend = dyn_cast<ListExtendOp>(op)) {
        if (extend.getList() == list)
          ListExtendOp::create(b, loc, ofElements,
                               flagsBeside(extend.getOther()));
      } else if (isa<ListClearOp>(op))
        ListClearOp::create(b, loc, ofElements);
      else if (isa<ListReverseOp>(op))
        ListReverseOp::create(b, loc, ofElements);
      else if (auto pop = dyn_cast<ListPopOp>(op); pop && !reads.count(op))
        reads[op] = ListPopOp::create(
            b, loc, cast<ListType>(ofElements.getType()).getLeaves(),
            ofElements, pop.getIndex());
    }
  }

  Value standIn(Operation *op, Type type = {}) {
    b.setInsertionPointAfter(op);
    return ub::PoisonOp::create(b, op->getLoc(), type ? type : b.getI1Type());
  }

  /// A flag as it is seen in the body of a task.
  Value flagOfCapture(ForkOp fork, Value flag) {
    if (isConstant(flag, true) || isConstant(flag, false))
      return flag;
    Value &known = captured[{fork, flag}];
    if (!known) {
      fork.getCapturesMutable().append(flag);
      known = fork.getBody().addArgument(b.getI1Type(), fork.getLoc());
    }
    return known;
  }

  Value flagOfWait(WaitOp wait, const Origin &origin) {
    auto fork = wait.getFuture().getDefiningOp<ForkOp>();
    if (!fork) // one of several tasks
      return flagOf(wait.getFuture());
    if (!llvm::all_of(fork.getFuture().getUsers(), llvm::IsaPred<WaitOp>))
      return constants[true];
    Value flag = flagOf(origin.sources[0]);
    if (isConstant(flag, true) || isConstant(flag, false))
      return flag;
    SmallVector<AddedLeaf> &added = leaves[fork];
    auto *leaf = llvm::find_if(
        added, [&](const AddedLeaf &leaf) { return leaf.flag == flag; });
    if (leaf == added.end()) {
      added.push_back({flag, {}});
      leaf = &added.back();
      for (Operation *user : fork.getFuture().getUsers())
        leaf->standIns[user] = standIn(user);
    }
    return leaf->standIns.lookup(wait);
  }

  Value flagOfLoop(OpResult result, const Origin &origin) {
    Operation *op = result.getOwner();
    Value next = flagOf(origin.sources[0]), start = flagOf(origin.sources[1]);
    if (next == start)
      return next;
    bool always = isConstant(next, true);
    if (!always && !isConstant(next, false)) {
      unsigned number = result.getResultNumber();
      if (auto loop = dyn_cast<scf::WhileOp>(op))
        number = cast<BlockArgument>(loop.getConditionOp().getArgs()[number])
                     .getArgNumber();
      return carry(op, number).standIn;
    }
    std::optional<bool> runs = nn::hasIteration(op);
    if (runs)
      return *runs ? next : start;
    Value ran = hasRun(op);
    b.setInsertionPointAfterValue(ran);
    return choose(op->getLoc(), ran, next, start);
  }

  /// Whether a loop has had an iteration, to be used behind it.
  Value hasRun(Operation *op) {
    Value &known = ran[op];
    if (known)
      return known;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      b.setInsertionPointAfter(op);
      return known = arith::CmpIOp::create(
                 b, op->getLoc(), arith::CmpIPredicate::slt,
                 loop.getLowerBound(), loop.getUpperBound());
    }
    Block *body = CarriedValues(op).body();
    AddedFlag flag{constants[false], constants[true],
                   body->addArgument(b.getI1Type(), op->getLoc()), standIn(op)};
    loops[op].push_back(flag);
    return known = flag.standIn;
  }

  Value flagOfArgument(BlockArgument argument) {
    Operation *op = argument.getOwner()->getParentOp();
    CarriedValues loop(op);
    // A value in the first block of a while loop.
    if (argument.getOwner() != loop.body())
      return constants[true];
    return carry(op, loop.numberOf(argument)).argument;
  }

  /// The flag beside the value with this number that a loop carries.
  AddedFlag &carry(Operation *op, unsigned number) {
    CarriedValues loop(op);
    for (auto &[flag, sources] : carried)
      if (flag.first == op && sources.first == loop.yielded(number) &&
          sources.second == loop.init(number))
        return loops[op][flag.second];
    Type type = b.getI1Type();
    if (Value list = loop.yielded(number); isa<ListType>(list.getType()))
      type = typeOfFlags(list);
    Value argument = loop.body()->addArgument(type, op->getLoc());
    carried.push_back(
        {{op, loops[op].size()}, {loop.yielded(number), loop.init(number)}});
    loops[op].push_back({{}, {}, argument, standIn(op, type)});
    return loops[op].back();
  }

  //===--------------------------------------------------------------------===//
  // The branches and loops anew
  //===--------------------------------------------------------------------===//

  Value final(Value flag) {
    while (Value other = finals.lookup(flag))
      flag = other;
    return flag;
  }

  void finish(ArrayRef<AddedFlag> added, ResultRange results) {
    for (auto [flag, result] :
         llvm::zip_equal(added, results.take_back(added.size()))) {
      Value standIn = flag.standIn;
      finals[standIn] = result;
      standIn.replaceAllUsesWith(result);
      standIn.getDefiningOp()->erase();
    }
  }

  void apply() {
    // What is in front and inside comes first.
    SmallVector<Operation *> changed;
    isolated->walk([&](Operation *op) {
      if (branches.count(op) || loops.count(op) || leaves.count(op))
        changed.push_back(op);
    });
    for (Operation *op : changed) {
      if (auto fork = dyn_cast<ForkOp>(op)) {
        widen(fork, leaves[op]);
        continue;
      }
      auto branch = dyn_cast<scf::IfOp>(op);
      SmallVector<AddedFlag> added = branch ? branches[op] : loops[op];
      for (AddedFlag &flag : added) {
        flag.first = final(flag.first);
        flag.second = final(flag.second);
      }
      if (branch) {
        finish(added, widen(branch, added)->getResults());
        continue;
      }
      SmallVector<AddedLoopValue> values;
      for (AddedFlag &flag : added)
        values.push_back({flag.first, flag.argument, flag.second});
      finish(added, CarriedValues(op).change({}, values)->getResults());
    }
  }

  Operation *widen(scf::IfOp branch, ArrayRef<AddedFlag> added) {
    b.setInsertionPoint(branch);
    SmallVector<Type> types(branch.getResultTypes());
    for (const AddedFlag &flag : added)
      types.push_back(flag.first.getType());
    auto wider =
        scf::IfOp::create(b, branch.getLoc(), types, branch.getCondition(),
                          /*addThenBlock=*/false,
                          /*addElseBlock=*/false);
    wider->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
    wider.getThenRegion().takeBody(branch.getThenRegion());
    wider.getElseRegion().takeBody(branch.getElseRegion());
    for (const AddedFlag &flag : added) {
      Operation *then = wider.thenYield(), *other = wider.elseYield();
      then->insertOperands(then->getNumOperands(), flag.first);
      other->insertOperands(other->getNumOperands(), flag.second);
    }
    branch.replaceAllUsesWith(
        wider.getResults().take_front(branch.getNumResults()));
    branch.erase();
    return wider;
  }

  void widen(ForkOp fork, ArrayRef<AddedLeaf> added) {
    SmallVector<Type> types(fork.getFuture().getType().getLeaves());
    types.append(added.size(), b.getI1Type());
    fork.getFuture().setType(FutureType::get(b.getContext(), types));
    Operation *yield = fork.getBody().front().getTerminator();
    for (const AddedLeaf &leaf : added)
      yield->insertOperands(yield->getNumOperands(), final(leaf.flag));
    for (Operation *user :
         llvm::make_early_inc_range(fork.getFuture().getUsers())) {
      auto wait = cast<WaitOp>(user);
      b.setInsertionPoint(wait);
      auto wider = WaitOp::create(b, wait.getLoc(), types, fork.getFuture());
      wider.setImplicit(wait.getImplicit());
      SmallVector<AddedFlag> flags;
      for (const AddedLeaf &leaf : added)
        flags.push_back({{}, {}, {}, leaf.standIns.lookup(user)});
      finish(flags, wider->getResults());
      wait->replaceAllUsesWith(
          wider->getResults().take_front(wait->getNumResults()));
      wait->erase();
    }
  }

  /// Tasks have constants of their own.
  void giveConstants() {
    llvm::DenseMap<std::pair<Operation *, Value>, Value> copies;
    for (Value constant : constants)
      for (OpOperand &use : llvm::make_early_inc_range(constant.getUses())) {
        Operation *task = isolatedAround(use.getOwner()->getBlock());
        if (task == isolated)
          continue;
        Value &copy = copies[{task, constant}];
        if (!copy) {
          b.setInsertionPointToStart(&task->getRegion(0).front());
          copy = b.clone(*constant.getDefiningOp())->getResult(0);
        }
        use.set(copy);
      }
  }

  ArrayRef<nn::DependsOp> ops;
  OpBuilder b;
  Operation *isolated; // the function or task around the ops
  nn::DependenceGraph graph;
  Value constants[2];
  llvm::DenseMap<Value, Value> flags; // of the input; of a list, a list of them
  /// Of the input: the flags beside lists, and what is read of those beside
  /// what is read of the lists.
  llvm::MapVector<Value, Value> flagLists;
  llvm::DenseMap<Operation *, Operation *> reads;
  /// Of the input: the op and number of a loop's flag, and the values that it
  /// is beside: what an iteration yields, what the loop starts with.
  using Carry =
      std::pair<std::pair<Operation *, size_t>, std::pair<Value, Value>>;
  std::vector<Carry> carried;
  llvm::DenseMap<Operation *, SmallVector<AddedFlag>> branches, loops;
  llvm::DenseMap<Operation *, SmallVector<AddedLeaf>> leaves; // of forks
  llvm::DenseMap<std::pair<Operation *, Value>, Value> captured;
  llvm::DenseMap<Operation *, Value> ran;
  llvm::DenseMap<Value, Value> finals; // what stands where a stand-in did
};

struct ResolveDepends : tine::impl::ResolveDependsBase<ResolveDepends> {
  void runOnOperation() override {
    // By block, whether earlier iterations count, and outputs.
    std::map<std::vector<void *>, SmallVector<nn::DependsOp>> groups;
    std::vector<std::vector<void *>> order;
    getOperation().walk([&](nn::DependsOp op) {
      std::vector<void *> key{op->getBlock(),
                              op.getEarlier() ? op->getBlock() : nullptr};
      for (Value output : op.getOutputs())
        key.push_back(output.getAsOpaquePointer());
      SmallVector<nn::DependsOp> &group = groups[key];
      if (group.empty())
        order.push_back(key);
      group.push_back(op);
    });
    for (const std::vector<void *> &key : order)
      Resolver(groups[key]).run();
  }
};

} // namespace
