//===- FactoryDevice.cpp - Where tensors are made -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device of a tensor that is made without `device=`: that of the operands
// of the operator that is computed, else the one of torch.set_default_device,
// `with torch.device(...)` and --default-device.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"

using llvm::StringRef;

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

} // namespace tine::elaborate
