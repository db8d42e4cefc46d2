//===- FactoryOptions.cpp - Where and of what tensors are made ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments that all factories have. The device of a tensor that is made
// without `device=` is that of the operands of the operator that is computed,
// else the one of torch.set_default_device, `with torch.device(...)` and
// --default-device.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/FactoryOptions.h"
#include "dialects/nn/CreationOps.h"
#include "frontend/builtins/Methods.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Whether functions of the module compute what operators do in PyTorch.
bool isOfOperators(const Scope &scope) {
  StringRef name = scope.moduleName;
  return scope.isLibrary &&
         (name.starts_with("torch._") || name.starts_with("torch.nn._") ||
          name.starts_with("torch.linalg") || name == "torch.special");
}

/// The first tensor of an argument; null where there is none.
const Value *firstTensor(const Value &argument) {
  if (argument.is(Kind::Tensor))
    return &argument;
  if (argument.is(Kind::Tuple))
    for (const Value &item : argument.items)
      if (const Value *found = firstTensor(item))
        return found;
  return nullptr;
}

/// The first tensor that the operator has which is being computed; null where
/// it has none, or none is computed.
const Value *firstOperand(Context &e) {
  for (const Frame &frame : llvm::reverse(e.frames)) {
    if (!isOfOperators(*frame.scope))
      break;
    if (!frame.function || !frame.function->def)
      continue;
    for (const ast::Param &param : frame.function->def->params->params) {
      auto local = frame.locals.find(param.name.str());
      if (local == frame.locals.end())
        continue;
      if (const Value *found = firstTensor(local->second))
        return found;
    }
  }
  return nullptr;
}

/// Whether a function of numpy is computed: its arrays are the host's.
bool isOfNumpy(Context &e) {
  for (const Frame &frame : llvm::reverse(e.frames)) {
    if (!frame.scope->isLibrary)
      return false;
    if (StringRef(frame.scope->moduleName).split('.').first == "numpy")
      return true;
  }
  return false;
}

} // namespace

Value defaultDevice(Context &e, ast::Range range) {
  // The mode is one of calls in Python: TorchScript's do not see it.
  int64_t number = e.frames.callsScript()
                       ? e.decisions.facts.defaultDevice
                       : e.objects.knownMode(Mode::DefaultDevice, range);
  if (e.stopped() || number == hostByDefault || isOfNumpy(e))
    return makeNone();
  return makeDevice(number == currentCuda ? "cuda"
                                          : "cuda:" + std::to_string(number));
}

Value factoryDevice(Context &e, ast::Range range) {
  if (const Value *operand = firstOperand(e))
    return e.tensors.tensorType(*operand).getEncoding()
               ? tensorAttribute(e, *operand, "device", range)
               : makeNone();
  return defaultDevice(e, range);
}

bool options(Context &e, Bound &a, size_t first, mlir::Type fallback,
             Options &out) {
  out.element = fallback;
  if (a.given(first)) {
    if (!a[first].is(Kind::DType) &&
        !(a[first].is(Kind::Int) && a[first].isConst()))
      return e.error(a.ranges[first], "dtype must be a dtype");
    out.element = e.numbers.elementTypeOf(a[first].integer);
    if (!out.element)
      return e.error(a.ranges[first],
                     "this dtype is not supported; floats of 16, 32 "
                     "and 64 bits, bfloat16, int64 to int8, uint8 "
                     "and bool are");
  }
  out.device = a.given(first + 2) ? a[first + 2] : factoryDevice(e, a.range);
  if (e.stopped())
    return false;
  if (a.given(first + 4)) {
    if (!a[first + 4].isConst())
      return e.error(a.ranges[first + 4],
                     "requires_grad must be known at compile time");
    out.requiresGrad = a[first + 4].integer;
    if (out.requiresGrad && e.script() && a.name != "tensor")
      return e.error(a.ranges[first + 4],
                     "TorchScript knows no requires_grad of '" + a.name +
                         "'; call requires_grad_() on the result");
  }
  return true;
}

mlir::Type floatUnless(Context &e, Bound &a, size_t first) {
  return a.given(first) ? mlir::Type() : e.numbers.defaultFloat();
}

Value finish(Context &e, mlir::Value tensor, const Options &o,
             ast::Range range) {
  // A device fills its memory itself.
  if (isa_and_nonnull<nn::FullOp, nn::IotaOp>(tensor.getDefiningOp()) &&
      tensor.use_empty() && o.device && !o.device.is(Kind::None)) {
    Attribute device;
    if (!deviceAttr(e, o.device, range, device))
      return {};
    auto type = cast<RankedTensorType>(tensor.getType());
    tensor.setType(
        RankedTensorType::get(type.getShape(), type.getElementType(), device));
  }
  Value value = e.tensors.newTensor(tensor);
  if (o.device && !o.device.is(Kind::None)) {
    value = e.run.callBuiltin(makeBuiltin("Tensor.to"),
                              CallArgs(range, {value, o.device}));
    if (e.stopped())
      return {};
  }
  if (o.requiresGrad)
    e.grads.setRequiresGrad(value, makeBool(true), e.frames.here);
  return value;
}

bool sizesOf(Context &e, Value sizes, ast::Range range, ShapeArgument &out) {
  if (sizes.is(Kind::Tuple) && sizes.items.size() == 1 &&
      (sizes.items[0].is(Kind::Tuple) || sizes.items[0].is(Kind::List)))
    sizes = sizes.items[0];
  return e.tensors.shapeArg(sizes, range, out.shape, out.dynamic);
}

} // namespace tine::elaborate
