//===- Autograd.cpp - backward, autograd.grad and .grad -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gradient is one op, `nn.gradient`, of values that exist by then; the pass
// `differentiate` does the rest. Here it is found out what a tensor depends on,
// and what becomes of `.grad`.
//
//===----------------------------------------------------------------------===//

#include "dialects/nn/ArithmeticOps.h"
#include "dialects/nn/Dependence.h"
#include "dialects/nn/DerivativeOps.h"
#include "frontend/builtins/BackwardPass.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Whether two tensors may have the same sizes.
static bool fitsShape(mlir::Value a, mlir::Value b) {
  auto x = cast<RankedTensorType>(a.getType());
  auto y = cast<RankedTensorType>(b.getType());
  return x.getRank() == y.getRank() &&
         succeeded(verifyCompatibleShape(x.getShape(), y.getShape()));
}

/// Whether one of the outputs is made of the input.
static nn::Presence presenceIn(nn::DependenceGraph &graph,
                               ArrayRef<mlir::Value> outputs,
                               mlir::Value input) {
  if (!graph.contains(input))
    return nn::Presence::Never;
  if (!graph.hasChoices())
    return nn::Presence::Always;
  graph.solve(input);
  nn::Presence result = nn::Presence::Never;
  for (mlir::Value output : outputs) {
    nn::Presence presence = graph.presenceOf(output);
    if (presence == nn::Presence::Always)
      return presence;
    if (presence == nn::Presence::Sometimes)
      result = presence;
  }
  return result;
}

/// The inputs in groups, none of which has one that is made of another: a way
/// back ends at the inputs of its op. Leaves are made of nothing.
static std::vector<SmallVector<mlir::Value>>
independent(ArrayRef<mlir::Value> inputs,
            const llvm::DenseSet<mlir::Value> &leaves) {
  std::vector<SmallVector<mlir::Value>> groups;
  auto isMadeOf = [&](mlir::Value value, mlir::Value other) {
    if (leaves.contains(value))
      return false;
    // What an iteration starts with is made of what others started with.
    if (isa<BlockArgument>(value) && isa<BlockArgument>(other) &&
        value.getParentBlock() == other.getParentBlock())
      return false;
    nn::DependenceGraph graph({value}, value.getParentRegion());
    // Earlier iterations may have made it of anything.
    return graph.contains(other) ||
           llvm::any_of(graph.values(),
                        [](mlir::Value v) { return isa<BlockArgument>(v); });
  };
  for (mlir::Value input : inputs) {
    auto fits = [&](ArrayRef<mlir::Value> group) {
      return llvm::none_of(group, [&](mlir::Value other) {
        return isMadeOf(input, other) || isMadeOf(other, input);
      });
    };
    auto group = llvm::find_if(groups, fits);
    if (group == groups.end())
      groups.push_back({input});
    else
      group->push_back(input);
  }
  return groups;
}

/// What a backward pass begins with at an output; null after an error.
static mlir::Value seedOf(Context &e, const Value &tensor, const Value &seed,
                          ast::Range range) {
  RankedTensorType type = e.tensors.tensorType(tensor);
  Location where = e.loc(range);
  auto isSame = [&](const Value &x, const Value &y) {
    return arith::CmpIOp::create(e.b, where, arith::CmpIPredicate::eq, e.ssa(x),
                                 e.ssa(y));
  };
  if (!seed.is(Kind::Tensor)) {
    const char *message =
        "grad can be implicitly created only for scalar outputs";
    if (!type.hasStaticShape()) {
      e.check(isSame(e.tensors.numel(tensor), makeInt(int64_t(1))),
              "RuntimeError", message, range);
    } else if (type.getNumElements() != 1) {
      e.fault("RuntimeError", range, message);
      return {};
    }
    return fullLike(e, tensor, makeFloat(1.0), type.getElementType(), range);
  }
  const char *message =
      "Mismatch in shape: grad_output[0] has another shape than output[0]";
  RankedTensorType own = e.tensors.tensorType(seed);
  if (own.getRank() != type.getRank() ||
      failed(verifyCompatibleShape(own.getShape(), type.getShape()))) {
    e.fault("RuntimeError", range, message);
    return {};
  }
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d) || own.isDynamicDim(d))
      e.check(isSame(e.tensors.size(seed, d), e.tensors.size(tensor, d)),
              "RuntimeError", message, range);
  mlir::Value weight = e.tensors.readThrough(seed);
  if (weight.getType() == type)
    return weight;
  return tensor::CastOp::create(e.b, where, type, weight);
}

bool BackwardPass::gradientsUpTo(ArrayRef<mlir::Value> ends,
                                 const Outputs &outputs,
                                 const std::vector<Value> &inputs,
                                 GraphUse graphUse, ast::Range range,
                                 std::vector<Value> &out) {
  Location where = loc(range);
  SmallVector<mlir::Value> values, seeds;
  for (auto [tensor, seed] : llvm::zip(outputs.tensors, outputs.seeds)) {
    if (!tensor.is(Kind::Tensor)) {
      error(range, "gradients are taken of tensors, not of a value of type '" +
                       toString(types.typeOf(tensor)) + "'");
      return false;
    }
    if (!grads.requiresGrad(tensor)) {
      fault("RuntimeError", range,
            "element 0 of tensors does not require grad and does not have a "
            "grad_fn");
      return false;
    }
    values.push_back(tensors.readThrough(tensor));
    seeds.push_back(seedOf(*this, tensor, seed, range));
    if (!seeds.back())
      return false;
  }
  nn::DependenceGraph dependence(values, b.getInsertionBlock()->getParent());
  llvm::DenseSet<mlir::Value> before = grads.graph.madeBefore(dependence);
  // Each iteration would take a derivative of a higher order.
  if (graphUse == GraphUse::Create && !before.empty() &&
      grads.graph.reachesCarried(values, inputs)) {
    if (!decisions.unrollEnclosingLoop())
      error(range, "this takes derivatives of what an earlier iteration has "
                   "computed, and will be derived itself; take it behind the "
                   "loop, or let the number of iterations be known");
    return false;
  }
  for (unsigned id = 0; id < frames.heapAtFork; ++id)
    if (objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
        objects.heap[id]->requiresGrad && !objects.heap[id]->isLeaf &&
        dependence.contains(grads.graph.storedIn(id))) {
      error(range, "the graph of this tensor was made outside of the task; "
                   "make it in the task, or take the gradient outside");
      return false;
    }

  if (!grads.graph.leavesAreUnchanged(dependence, values, range) ||
      !grads.graph.savedAreUnchanged(dependence, values, range))
    return false;

  // Another tensor in each iteration of the loop whose argument it is.
  auto isFresh = [&](mlir::Value value) {
    return llvm::any_of(decisions.activeLoops, [&](const ActiveLoop &loop) {
      return llvm::is_contained(loop.history.args, value) &&
             !loop.history.storages.contains(value);
    });
  };
  // Inputs are known by the values of their storages; a view's gradient is the
  // view of its storage's.
  SmallVector<mlir::Value> by;
  llvm::DenseSet<mlir::Value> leaves;
  std::vector<std::vector<std::pair<int, Elements>>> numbers;
  std::vector<mlir::Value> conditions;
  for (const Value &input : inputs) {
    const Object &object = get(input.id);
    numbers.emplace_back();
    mlir::Value condition;
    std::vector<Elements> parts = grads.graph.elementsOfInput(input.id);
    for (const Elements &part : parts) {
      mlir::Value value = part.value;
      nn::Presence presence = presenceIn(dependence, values, value);
      bool wasUsed = object.isLeaf && presence == nn::Presence::Never &&
                     llvm::any_of(nn::versionsOf(value), [&](mlir::Value v) {
                       return dependence.contains(v) &&
                              llvm::none_of(parts, [&](const Elements &other) {
                                return other.value == v;
                              });
                     });
      bool inLoops = before.contains(value) || wasUsed;
      if (inLoops && isFresh(value))
        presence = nn::Presence::Always;
      inLoops &= presence != nn::Presence::Always;
      if (presence == nn::Presence::Never && !inLoops)
        continue;
      mlir::Value used;
      if (presence == nn::Presence::Sometimes || inLoops)
        used = nn::DependsOp::create(b, where, b.getI1Type(), values, value,
                                     inLoops);
      bool isFirst = numbers.back().empty();
      if (isFirst)
        condition = used;
      else if (used && condition)
        condition = arith::OrIOp::create(b, where, condition, used);
      else
        condition = {};
      auto *known = llvm::find(by, value);
      numbers.back().emplace_back(known - by.begin(), part);
      if (known == by.end())
        by.push_back(value);
      if (object.isLeaf)
        leaves.insert(value);
      program.parameters.differentiated(object.storage);
    }
    // Only the run knows whether it requires one.
    if (mlir::Value flag = grads.requiresGradFlag(input))
      condition =
          condition ? arith::AndIOp::create(b, where, condition, flag) : flag;
    conditions.push_back(condition);
  }
  llvm::DenseMap<mlir::Value, mlir::Value> gradientBy;
  std::vector<SmallVector<mlir::Value>> groups;
  if (ends.empty()) {
    groups = independent(by, leaves);
  } else {
    // Another input in the same op would end ways to an end.
    SmallVector<mlir::Value> first, others;
    for (mlir::Value value : by)
      if (leaves.contains(value))
        first.push_back(value);
      else if (!llvm::is_contained(ends, value))
        others.push_back(value);
    groups = independent(others, leaves);
    groups.insert(groups.begin(), first);
    for (SmallVector<mlir::Value> &group : groups)
      group.append(ends.begin(), ends.end());
  }
  for (const auto &[i, group] : llvm::enumerate(groups)) {
    SmallVector<mlir::Type> types(ValueRange(group).getTypes());
    // The next one goes through the same graph.
    bool retain = graphUse != GraphUse::Release || i + 1 < groups.size();
    auto op = nn::GradientOp::create(b, where, types, values, seeds, group,
                                     retain, /*fresh=*/DenseI64ArrayAttr());
    SmallVector<int64_t> fresh;
    for (auto [k, value] : llvm::enumerate(group))
      if (isFresh(value))
        fresh.push_back(k);
    if (!fresh.empty())
      op.setFreshAttr(b.getDenseI64ArrayAttr(fresh));
    for (auto [value, gradient] : llvm::zip(group, op.getGradients()))
      gradientBy.try_emplace(value, gradient);
  }
  for (auto [input, parts, condition] :
       llvm::zip_equal(inputs, numbers, conditions)) {
    if (parts.empty()) {
      out.emplace_back();
      if (get(input.id).isLeaf && grads.graph.comesWith(input, dependence))
        out.back().kind = Kind::Undefined;
      continue;
    }
    if (get(input.id).isLeaf && grads.graph.comesThrough(input, dependence)) {
      out.emplace_back();
      out.back().kind = Kind::Undefined;
      continue;
    }
    mlir::Value value;
    const std::vector<ViewStep> &path = get(input.id).path;
    bool ofStorage = llvm::all_of(
        parts, [&](const auto &part) { return part.second.path == path; });
    for (const auto &[number, elements] : parts) {
      mlir::Value more = gradientBy[by[number]];
      if (!ofStorage) {
        Value view = tensors.newTensor(more, false, "");
        mutate(view.id).path = elements.path;
        more = tensors.readThrough(view);
      }
      if (value && !fitsShape(more, value)) {
        error(range, "'.data' of a leaf was assigned a tensor of another size "
                     "since this was computed of it; take the gradient "
                     "before");
        return false;
      }
      if (value && more.getType() != value.getType())
        more = tensor::CastOp::create(b, where, value.getType(), more);
      value = value ? nn::AddOp::create(b, where, value.getType(), value, more)
                          .getResult()
                    : more;
    }
    bool createGraph = graphUse == GraphUse::Create;
    // A sum takes no notice of it where the leaf requires none.
    if (mlir::Value flag = grads.requiresGradFlag(input);
        flag && !createGraph) {
      mlir::Value zeros =
          fullLike(*this, tensors.newTensor(value, false, ""), makeFloat(0.0),
                   getElementTypeOrSelf(value), range);
      value = arith::SelectOp::create(b, where, flag, value, zeros);
    }
    if (!createGraph)
      value = nn::DetachOp::create(b, where, value);
    Value gradient = tensors.newTensor(
        value, createGraph && grads.graph.isMadeOfGraded(value), "");
    if (ofStorage && !get(input.id).path.empty()) {
      std::vector<ViewStep> steps = get(input.id).path;
      Object &view = mutate(gradient.id);
      view.path = steps;
      view.tensorType = get(input.id).tensorType;
    }
    // Only the run knows whether a branch has used it.
    if (condition) {
      Value optional;
      optional.kind = Kind::Optional;
      optional.ssa = condition;
      optional.items = {gradient};
      gradient = optional;
    }
    out.push_back(gradient);
  }
  return true;
}

void BackwardPass::resolveAliases(const Outputs &outputs,
                                  const std::vector<Value> *inputs,
                                  std::set<unsigned> &passed,
                                  std::set<unsigned> &unknown) {
  auto isLeaf = [&](unsigned id) {
    return objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
           objects.heap[id]->requiresGrad && objects.heap[id]->isLeaf;
  };
  std::vector<unsigned> leaves;
  if (inputs)
    for (const Value &input : *inputs)
      leaves.push_back(input.id);
  else
    for (unsigned id = 0; id < objects.heap.size(); ++id)
      leaves.push_back(id);
  llvm::erase_if(leaves, [&](unsigned id) {
    return !isLeaf(id) ||
           (objects.heap[id]->mayAlias.empty() && !objects.heap[id]->isChoice);
  });
  if (leaves.empty())
    return;
  auto dependences = [&](ArrayRef<mlir::Value> of) {
    return nn::DependenceGraph(of, b.getInsertionBlock()->getParent());
  };
  nn::DependenceGraph reached = dependences(grads.graph.storedIn(outputs));
  for (unsigned leaf : leaves) {
    if (!reached.contains(grads.graph.storedIn(leaf)))
      continue;
    // One that no variable has any more may still be in the graph.
    std::set<unsigned> others = objects.aliases(leaf);
    for (unsigned origin : objects.originsOf(leaf))
      if (origin != leaf && isLeaf(origin) &&
          reached.contains(grads.graph.storedIn(origin)))
        others.insert(origin);
    for (unsigned other : others) {
      // A choice between the leaf and what collects no gradients.
      if (!isLeaf(other)) {
        unknown.insert(other);
        continue;
      }
      if (inputs || !reached.contains(grads.graph.storedIn(other))) {
        unknown.insert(other);
        continue;
      }
      if (grads.graph.storedIn(leaf) == grads.graph.storedIn(other))
        continue;
      if (dependences({grads.graph.storedIn(leaf)})
              .contains(grads.graph.storedIn(other))) {
        passed.insert(leaf);
        unknown.insert(leaf);
      } else if (!dependences({grads.graph.storedIn(other)})
                      .contains(grads.graph.storedIn(leaf))) {
        unknown.insert(leaf);
        unknown.insert(other);
      }
    }
  }
}

/// Whether something else than a leaf may hold one of these gradients, each an
/// Optional: it would not see the sum that takes its place. Those of `unknown`
/// are not known any more.
static bool areHeld(Service &e, ArrayRef<Value> leaves,
                    const std::set<unsigned> &unknown, ast::Range range) {
  std::set<unsigned> origins;
  Heap known = e.objects.heap;
  for (unsigned id : unknown)
    e.grads.forgetGrad(id);
  for (const Value &leaf : leaves) {
    Value &gradient = e.mutate(leaf.id).attributes["grad"];
    if (!gradient.is(Kind::Optional))
      continue;
    unsigned storage = e.get(gradient.items[0].id).storage;
    if (!e.tensors.mayWrite(storage, range))
      return true;
    std::set<unsigned> own = e.objects.originsOf(storage);
    origins.insert(own.begin(), own.end());
    gradient = makeNone();
  }
  std::set<unsigned> all = e.objects.reachable(range);
  e.objects.heap = std::move(known);
  for (unsigned id : all)
    if (e.objects.heap[id] && e.objects.heap[id]->isStorage())
      for (unsigned origin : e.objects.originsOf(id))
        if (origins.count(origin))
          return e.error(range, "a variable or container may hold a gradient "
                                "that this adds to, and only the run knows "
                                "whether there is one; clone() it there"),
                 true;
  return false;
}

bool BackwardPass::backward(const Outputs &outputs,
                            const std::vector<Value> *inputs, GraphUse graphUse,
                            ast::Range range) {
  std::vector<Value> leaves;
  std::set<unsigned> passed, unknown;
  resolveAliases(outputs, inputs, passed, unknown);
  if (inputs) {
    leaves = *inputs;
  } else {
    for (unsigned id = 0; id < objects.heap.size(); ++id)
      if (objects.heap[id] && objects.heap[id]->kind == Object::Kind::Tensor &&
          objects.heap[id]->requiresGrad &&
          objects.heap[id]->conflict.empty() && !passed.count(id) &&
          (objects.heap[id]->isLeaf ||
           objects.heap[id]->retains != GradFacts::Retains::No) &&
          isa<FloatType>(objects.heap[id]->tensorType.getElementType()) &&
          // Nobody has what an arm of a branch made for itself.
          GraphQuestions::isVisible(grads.graph.storedIn(id)))
        leaves.push_back(makeRef(Kind::Tensor, id));
  }
  std::vector<Value> found;
  if (!gradients(outputs, leaves, graphUse, range, found))
    return false;
  bool createGraph = graphUse == GraphUse::Create;
  std::vector<Value> unsure;
  for (auto [leaf, gradient] : llvm::zip(leaves, found))
    if (auto old = get(leaf.id).attributes.find("grad");
        gradient && !createGraph && old != get(leaf.id).attributes.end() &&
        old->second.is(Kind::Optional))
      unsure.push_back(leaf);
  if (!unsure.empty() && areHeld(*this, unsure, unknown, range))
    return false;
  Value grad = objects.exchangeMode(Mode::Grad, makeBool(createGraph));
  for (size_t i = 0; i < leaves.size(); ++i) {
    const Value &leaf = leaves[i];
    Value gradient = found[i];
    if (!gradient)
      continue;
    if (gradient.is(Kind::Undefined) ||
        (!get(leaf.id).isLeaf &&
         get(leaf.id).retains == GradFacts::Retains::OnSomePaths)) {
      grads.forgetGrad(leaf.id);
      continue;
    }
    auto known = get(leaf.id).attributes.find("grad");
    Value old =
        known == get(leaf.id).attributes.end() ? makeNone() : known->second;
    if (old.is(Kind::Undefined)) {
      // Whoever holds the gradient would see the sum.
      if (decisions.dropAssumption())
        return false;
      continue;
    }
    // Where there is none, it is zero: a sum takes no notice.
    Value optional = gradient.is(Kind::Optional) ? gradient : Value();
    if (optional)
      gradient = optional.items[0];
    if (old.is(Kind::Tensor) && !createGraph) {
      // Whoever holds the gradient sees the sum.
      Value sum = tensors.elementwise("nn.add", {old, gradient}, range, "");
      if (stopped() || !tensors.write(old, tensors.read(sum), range))
        return false;
      continue;
    }
    if (old.is(Kind::Tensor))
      gradient =
          tensors.elementwise("nn.add", {old, gradient}, range, "AddBackward");
    if (old.is(Kind::Optional)) {
      Value present = old.items[0];
      gradient = paths.select(
          old.ssa,
          [&] {
            return tensors.elementwise("nn.add", {present, gradient}, range,
                                       "");
          },
          [&] { return gradient; }, range);
    }
    if (stopped())
      return false;
    if (optional && !old.is(Kind::Tensor)) {
      if (old.is(Kind::Optional))
        optional.ssa =
            arith::OrIOp::create(b, loc(range), optional.ssa, old.ssa);
      optional.items = {gradient};
      gradient = optional;
    }
    mutate(leaf.id).attributes["grad"] = gradient;
  }
  objects.exchangeMode(Mode::Grad, grad);
  for (unsigned id : unknown)
    grads.forgetGrad(id);
  return true;
}

namespace {

/// One tensor, or a list or tuple of them.
bool tensorsOf(Context &e, const Value &value, ast::Range range,
               std::vector<Value> &out) {
  if (value.is(Kind::Tensor))
    out.push_back(value);
  else if (value.isNumber())
    return e.fault("TypeError", range,
                   "'" + Twine(value.is(Kind::Float) ? "float" : "int") +
                       "' object is not iterable"),
           false;
  else if (!e.containers.staticItems(value, out))
    return e.stopped() || e.decisions.keepLists()
               ? false
               : (e.error(range, "derivatives take a tensor, or a list or "
                                 "tuple of tensors that is known at compile "
                                 "time; one that grows in a loop is not"),
                  false);
  for (const Value &item : out)
    if (!item.is(Kind::Tensor) && !item.is(Kind::None)) {
      e.error(range, "expected tensors but found a value of type '" +
                         toString(e.types.typeOf(item)) + "'");
      return false;
    }
  return true;
}

bool outputsOf(Context &e, Bound &a, size_t tensors, size_t seeds,
               Outputs &out) {
  if (!tensorsOf(e, a[tensors], a.range, out.tensors))
    return false;
  if (a.given(seeds) && !tensorsOf(e, a[seeds], a.range, out.seeds))
    return false;
  if (a.given(seeds) && out.seeds.size() != out.tensors.size()) {
    e.error(a.range, "got " + Twine(out.tensors.size()) + " tensors and " +
                         Twine(out.seeds.size()) + " gradients");
    return false;
  }
  out.seeds.resize(out.tensors.size(), makeNone());
  return true;
}

/// Of the arguments `retain_graph` and `create_graph`, which stand in a row.
bool graphUseOf(Context &e, Bound &a, size_t retain, GraphUse &use) {
  bool creates = false;
  if (!knownFlag(e, a, retain + 1, creates))
    return false;
  // Where only the run decides, nothing is lost by retaining.
  bool given = a.given(retain) && !a[retain].is(Kind::None);
  bool retains = given ? !a[retain].isConst() || a[retain].integer : creates;
  use = creates   ? GraphUse::Create
        : retains ? GraphUse::Retain
                  : GraphUse::Release;
  return true;
}

/// False, reported, where the graph may know one of the tensors by the list or
/// dict of the run that it comes from, too.
bool areReadAlone(Context &e, ArrayRef<Value> inputs, const Outputs &outputs,
                  ast::Range range) {
  for (const Value &input : inputs)
    if (input.is(Kind::Tensor) && e.grads.graph.isReadBeside(input, outputs)) {
      e.error(range,
              "a tensor that the gradient is taken by comes from a list or "
              "dict of the run, which is used beside it here; take it out "
              "once, into a variable, and use that, or let the length of the "
              "list or the keys of the dict be known at compile time");
      return false;
    }
  return true;
}

/// Tensor.backward(gradient), torch.autograd.backward(tensors, grad_tensors).
Value backwardOp(Context &e, Bound &a) {
  Outputs outputs;
  GraphUse use;
  if (!outputsOf(e, a, 0, 1, outputs) || !graphUseOf(e, a, 2, use))
    return {};
  std::vector<Value> inputs;
  if (a.given(4) && (!tensorsOf(e, a[4], a.range, inputs) ||
                     !areReadAlone(e, inputs, outputs, a.range)))
    return {};
  if (!BackwardPass(e).backward(outputs, a.given(4) ? &inputs : nullptr, use,
                                a.range))
    return {};
  return makeNone();
}

/// torch.autograd.grad(outputs, inputs, grad_outputs, ...)
Value gradOp(Context &e, Bound &a) {
  Outputs outputs;
  GraphUse use;
  bool allowUnused = false, materialize = false;
  std::vector<Value> inputs, found;
  if (!outputsOf(e, a, 0, 2, outputs) || !tensorsOf(e, a[1], a.range, inputs) ||
      !graphUseOf(e, a, 3, use) || !knownFlag(e, a, 6, allowUnused) ||
      !knownFlag(e, a, 8, materialize))
    return {};
  if (materialize && a.given(6) && !allowUnused)
    return e.fault("ValueError", a.range,
                   "Expected allow_unused to be True or not passed when "
                   "materialize_grads=True, but got: allow_unused=False.");
  allowUnused |= materialize;
  for (const Value &input : inputs)
    if (!e.grads.requiresGrad(input))
      return e.fault("RuntimeError", a.range,
                     "One of the differentiated Tensors does not require grad");
    else if (!e.get(input.id).isLeaf && !e.get(input.id).path.empty())
      return e.error(a.range, "the gradient by a view is not supported; take "
                              "it by the tensor that it is a view of");
  if (!areReadAlone(e, inputs, outputs, a.range))
    return {};
  for (const Value &input : inputs)
    if (e.grads.graph.isCarriedUnderOtherName(input, outputs) &&
        !e.decisions.unrollEnclosingLoop())
      return e.error(a.range, "a variable that the loop carries may be this "
                              "tensor, and is used beside it here; give it a "
                              "tensor of its own by detach().clone()");
  for (const Value &input : inputs)
    if (!e.stopped() && !e.grads.graph.isUsedAsItself(input, outputs))
      return e.get(input.id).conflictDependsOnTripOnly &&
                     e.decisions.unrollEnclosingLoop()
                 ? Value()
                 : e.error(a.range,
                           "a branch or loop chose this tensor between "
                           "others, one of which is used beside it here, "
                           "and may be the same; take the gradient by that "
                           "one, or choose between detach().clone()");
  if (e.stopped() ||
      !BackwardPass(e).gradients(outputs, inputs, use, a.range, found,
                                 /*captures=*/true))
    return {};
  for (auto [i, gradient] : llvm::enumerate(found)) {
    std::string unused = ("The differentiated Tensor at index " + Twine(i) +
                          " appears to not have been used in the graph. Set "
                          "allow_unused=True if this is the desired behavior.")
                             .str();
    if (gradient.is(Kind::Undefined))
      return e.error(a.range,
                     "this leaf was made in a loop or branch, together with "
                     "what its gradient is taken of; take the gradient there, "
                     "or make the leaf before");
    if (gradient.is(Kind::Optional) && !allowUnused) {
      e.check(gradient.ssa, "RuntimeError", unused, a.range);
      gradient = Value(gradient.items[0]);
    }
    if (materialize && gradient.is(Kind::Optional))
      gradient = Value(gradient.items[0]); // zeros where there is none
    if (!gradient && materialize)
      gradient = e.tensors.newTensor(
          fullLike(e, inputs[i], makeFloat(0.0),
                   e.tensors.tensorType(inputs[i]).getElementType(), a.range),
          false);
    if (gradient)
      continue;
    if (!allowUnused)
      return e.fault("RuntimeError", a.range, unused);
    gradient = makeNone();
  }
  return e.script() ? e.containers.newList(found, {}, nullptr, a.range)
                    : makeTuple(found);
}

Value retainGrad(Context &e, Bound &a) {
  if (!needTensor(e, a, 0))
    return {};
  if (!e.grads.requiresGrad(a[0]))
    return e.fault("RuntimeError", a.range,
                   "can't retain_grad on Tensor that has requires_grad=False");
  if (!e.get(a[0].id).isLeaf) {
    if (!e.get(a[0].id).path.empty())
      return e.error(a.range, "the gradient of a view is not supported; retain "
                              "that of the tensor that it is a view of");
    e.grads.retain(a[0]);
  }
  return makeNone();
}

} // namespace

void registerAutograd(Registry &registry) {
  auto reg = [&](const char *name, const char *signature, Handler handler) {
    registry[name] = {signature, handler};
  };
  reg("Tensor.backward",
      "input, gradient=None, retain_graph=None, create_graph=False, "
      "inputs=None",
      backwardOp);
  reg("torch.autograd.backward",
      "tensors, grad_tensors=None, retain_graph=None, create_graph=False, "
      "inputs=None",
      backwardOp);
  reg("torch.autograd.grad",
      "outputs, inputs, grad_outputs=None, retain_graph=None, "
      "create_graph=False, only_inputs=True, allow_unused=None, "
      "is_grads_batched=False, materialize_grads=False",
      gradOp);
  reg("Tensor.retain_grad", "input", retainGrad);
}

} // namespace tine::elaborate
