//===- Autograd.cpp - backward and autograd.grad --------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/BackwardPass.h"
#include "frontend/builtins/Registry.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

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
    if (!item.is(Kind::Tensor) && !item.is(Kind::None))
      return e.error(range, "expected tensors but found a value of type '" +
                                toString(e.types.typeOf(item)) + "'");
  return true;
}

bool outputsOf(Context &e, Bound &a, size_t tensors, size_t seeds,
               Outputs &out) {
  if (!tensorsOf(e, a[tensors], a.range, out.tensors))
    return false;
  if (a.given(seeds) && !tensorsOf(e, a[seeds], a.range, out.seeds))
    return false;
  if (a.given(seeds) && out.seeds.size() != out.tensors.size())
    return e.error(a.range, "got " + Twine(out.tensors.size()) +
                                " tensors and " + Twine(out.seeds.size()) +
                                " gradients");
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
    if (input.is(Kind::Tensor) && e.grads.graph.isReadBeside(input, outputs))
      return e.error(
          range,
          "a tensor that the gradient is taken by comes from a list or "
          "dict of the run, which is used beside it here; take it out "
          "once, into a variable, and use that, or let the length of the "
          "list or the keys of the dict be known at compile time");
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

void registerAutograd(Registry &r) {
  r.add("Tensor.backward",
        "input, gradient=None, retain_graph=None, create_graph=False, "
        "inputs=None",
        backwardOp);
  r.add("torch.autograd.backward",
        "tensors, grad_tensors=None, retain_graph=None, create_graph=False, "
        "inputs=None",
        backwardOp);
  r.add("torch.autograd.grad",
        "outputs, inputs, grad_outputs=None, retain_graph=None, "
        "create_graph=False, only_inputs=True, allow_unused=None, "
        "is_grads_batched=False, materialize_grads=False",
        gradOp);
  r.add("Tensor.retain_grad", "input: Tensor", retainGrad);
}

} // namespace tine::elaborate
