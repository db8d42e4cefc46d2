//===- DeviceMath.cpp - Mathematical functions of kernels -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's conversions call NVIDIA's library of device functions, which belongs
// to the CUDA toolkit. What hardware has is an intrinsic here; the rest comes
// from LLVM's libclc, whose functions have the mangled names of OpenCL C.
//
//===----------------------------------------------------------------------===//

#include "codegen/DeviceMath.h"
#include "codegen/DeviceLibrary.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"

using namespace llvm;

namespace tine {

/// The function's name in C without the letter for float: sin of __nv_sinf and
/// sinf. What it takes tells: __nv_isnanf gives an integer.
static StringRef plainName(const Function &function) {
  StringRef name = function.getName();
  name.consume_front("__nv_");
  name.consume_front("fast_"); // those that are not take their place
  if (function.arg_size() && function.getArg(0)->getType()->isFloatTy())
    name.consume_back("f");
  return StringSwitch<StringRef>(name)
      .Case("finite", "isfinite")
      .Case("isfinited", "isfinite")
      .Case("isinfd", "isinf")
      .Case("isnand", "isnan")
      .Case("signbitd", "signbit")
      .Default(name);
}

static Intrinsic::ID intrinsicFor(StringRef name) {
  return StringSwitch<Intrinsic::ID>(name)
      .Case("fabs", Intrinsic::fabs)
      .Case("copysign", Intrinsic::copysign)
      .Case("fma", Intrinsic::fma)
      .Case("sqrt", Intrinsic::sqrt)
      .Case("floor", Intrinsic::floor)
      .Case("ceil", Intrinsic::ceil)
      .Case("trunc", Intrinsic::trunc)
      .Cases({"rint", "roundeven", "nearbyint"}, Intrinsic::roundeven)
      .Case("fmin", Intrinsic::minnum)
      .Case("fmax", Intrinsic::maxnum)
      .Default(Intrinsic::not_intrinsic);
}

static void defineBy(Function &function, Intrinsic::ID intrinsic) {
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  SmallVector<Value *> arguments;
  for (Argument &argument : function.args())
    arguments.push_back(&argument);
  builder.CreateRet(builder.CreateIntrinsic(
      intrinsic, {function.getReturnType()}, arguments));
  function.setLinkage(GlobalValue::InternalLinkage);
  function.addFnAttr(Attribute::AlwaysInline);
}

/// Stores the sine and the cosine of the first argument at the other ones.
static void defineSincos(Function &function) {
  Module &module = *function.getParent();
  Argument *x = function.getArg(0);
  FunctionType *type = FunctionType::get(x->getType(), {x->getType()}, false);
  StringRef suffix = x->getType()->isFloatTy() ? "f" : "";
  IRBuilder<> builder(BasicBlock::Create(function.getContext(), "", &function));
  for (auto [i, name] : {std::pair(1u, "__nv_sin"), std::pair(2u, "__nv_cos")})
    builder.CreateStore(
        builder.CreateCall(
            module.getOrInsertFunction((name + suffix).str(), type), {x}),
        function.getArg(i));
  builder.CreateRetVoid();
  function.setLinkage(GlobalValue::InternalLinkage);
  function.addFnAttr(Attribute::AlwaysInline);
}

/// The name in libclc: _Z3sinf. Empty for other types of arguments.
static std::string mangledName(const Function &function) {
  StringRef name = plainName(function);
  if (name == "powi")
    name = "pown";
  std::string mangled = "_Z" + std::to_string(name.size()) + name.str();
  for (const Argument &argument : function.args()) {
    Type *type = argument.getType();
    if (type->isFloatTy())
      mangled += 'f';
    else if (type->isDoubleTy())
      mangled += 'd';
    else if (type->isIntegerTy(32))
      mangled += 'i';
    else
      return "";
  }
  return mangled;
}

Error defineDeviceMath(Module &kernels, StringRef library) {
  for (Function *function : missingFunctions(kernels))
    if (auto intrinsic = intrinsicFor(plainName(*function)))
      defineBy(*function, intrinsic);
    else if (plainName(*function) == "sincos" && function->arg_size() == 3)
      defineSincos(*function);
  SmallVector<Function *> others = missingFunctions(kernels);
  if (others.empty())
    return Error::success();
  StringMap<std::string> asked; // by the name in the library
  for (Function *function : others) {
    std::string name = mangledName(*function);
    if (name.empty())
      continue;
    asked[name] = function->getName();
    if (Function *known = kernels.getFunction(name))
      function->replaceAllUsesWith(known);
    else
      function->setName(name);
  }
  if (Error error = linkDeviceLibrary(kernels, library))
    return error;
  // What is left is told by the name that it was called by.
  for (Function *function : missingFunctions(kernels)) {
    auto known = asked.find(function->getName());
    if (known != asked.end())
      function->setName(known->second);
  }
  return Error::success();
}

} // namespace tine
