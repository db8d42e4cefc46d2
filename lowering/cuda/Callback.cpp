//===- Callback.cpp - A function that a template calls --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The body is built in the function with values of the kernel, which is not
// valid yet. Then those that it uses go to a table of words on the kernel's
// stack, and the function loads them from it.
//
//===----------------------------------------------------------------------===//

#include "lowering/cuda/Callback.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace tine;
using namespace tine::cuda;

static gpu::GPUFuncOp kernelOf(KernelBuilder &k) {
  Operation *parent = k.b.getInsertionBlock()->getParentOp();
  auto kernel = dyn_cast<gpu::GPUFuncOp>(parent);
  return kernel ? kernel : parent->getParentOfType<gpu::GPUFuncOp>();
}

static gpu::GPUModuleOp moduleOf(KernelBuilder &k) {
  return kernelOf(k)->getParentOfType<gpu::GPUModuleOp>();
}

/// Values that the function uses and does not define.
static llvm::SetVector<Value> findCaptured(func::FuncOp function) {
  llvm::SetVector<Value> captured;
  function.walk([&](Operation *op) {
    for (Value value : op->getOperands())
      if (!function.getBody().isAncestor(value.getParentRegion()))
        captured.insert(value);
  });
  return captured;
}

static Value wordAddress(ImplicitLocOpBuilder &b, Value table, int64_t number) {
  return LLVM::GEPOp::create(b, table.getType(), b.getI64Type(), table,
                             ArrayRef<LLVM::GEPArg>{int32_t(number)});
}

/// The type of the value in the table.
static Type tabledType(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 32) : type;
}

/// Makes the captured values the function's own; gives the table of them.
static Value tabulate(KernelBuilder &k, func::FuncOp function) {
  auto pointer = LLVM::LLVMPointerType::get(k.b.getContext());
  auto inner =
      ImplicitLocOpBuilder::atBlockBegin(k.b.getLoc(), &function.front());
  SmallVector<Value> kept;
  for (Value value : findCaptured(function)) {
    Value own;
    Operation *definition = value.getDefiningOp();
    if (definition && definition->hasTrait<OpTrait::ConstantLike>()) {
      own = inner.clone(*definition)
                ->getResult(cast<OpResult>(value).getResultNumber());
    } else {
      Type type = tabledType(value.getType());
      own = LLVM::LoadOp::create(
          inner, type,
          wordAddress(inner, function.getArgument(0), int64_t(kept.size())));
      if (type != value.getType())
        own = arith::IndexCastUIOp::create(inner, value.getType(), own);
      kept.push_back(value);
    }
    value.replaceUsesWithIf(own, [&](OpOperand &use) {
      return function->isAncestor(use.getOwner());
    });
  }
  if (kept.empty())
    return LLVM::ZeroOp::create(k.b, pointer);
  Value size =
      arith::ConstantIntOp::create(k.b, k.b.getI32Type(), int64_t(kept.size()));
  Value table = LLVM::AllocaOp::create(k.b, pointer, k.b.getI64Type(), size, 8);
  for (auto [i, value] : llvm::enumerate(kept)) {
    Type type = tabledType(value.getType());
    if (type != value.getType())
      value = arith::IndexCastUIOp::create(k.b, type, value);
    LLVM::StoreOp::create(k.b, value, wordAddress(k.b, table, int64_t(i)));
  }
  return table;
}

Callback cuda::makeCallback(KernelBuilder &k, TypeRange arguments,
                            llvm::function_ref<Value(ValueRange)> build) {
  gpu::GPUModuleOp module = moduleOf(k);
  auto pointer = LLVM::LLVMPointerType::get(k.b.getContext());
  SmallVector<Type> types = {pointer};
  llvm::append_range(types, arguments);
  std::string name;
  for (unsigned i = 0; name.empty() || module.lookupSymbol(name); ++i)
    name = (kernelOf(k).getName() + "_" + Twine(i)).str();
  auto outer = OpBuilder::atBlockEnd(module.getBody());
  auto function = func::FuncOp::create(outer, k.b.getLoc(), name,
                                       outer.getFunctionType(types, {}));
  function.setPrivate();
  Block *entry = function.addEntryBlock();
  {
    OpBuilder::InsertionGuard guard(k.b);
    k.b.setInsertionPointToEnd(entry);
    Value result = build(entry->getArguments().drop_front());
    k.b.setInsertionPointToEnd(entry);
    func::ReturnOp::create(k.b, result ? ValueRange(result) : ValueRange());
    if (result)
      function.setFunctionType(outer.getFunctionType(types, result.getType()));
  }
  Value address =
      func::ConstantOp::create(k.b, function.getFunctionType(), name);
  return {
      UnrealizedConversionCastOp::create(k.b, pointer, address).getResult(0),
      tabulate(k, function)};
}

TemplateCall &TemplateCall::number(Value index) {
  arguments.push_back(
      arith::IndexCastUIOp::create(k.b, k.b.getI32Type(), index));
  return *this;
}

TemplateCall &TemplateCall::flag(bool value) {
  arguments.push_back(
      arith::ConstantIntOp::create(k.b, k.b.getI1Type(), value));
  return *this;
}

TemplateCall &TemplateCall::callback(const Callback &callback) {
  arguments.push_back(callback.function);
  arguments.push_back(callback.environment);
  return *this;
}

TemplateCall &TemplateCall::pointer(Value pointer) {
  arguments.push_back(pointer);
  return *this;
}

TemplateCall &TemplateCall::noCallback() {
  auto type = LLVM::LLVMPointerType::get(k.b.getContext());
  Value none = LLVM::ZeroOp::create(k.b, type);
  arguments.append({none, none});
  return *this;
}

void TemplateCall::emit(StringRef name) {
  gpu::GPUModuleOp module = moduleOf(k);
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    auto outer = OpBuilder::atBlockBegin(module.getBody());
    callee = LLVM::LLVMFuncOp::create(
        outer, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(
            LLVM::LLVMVoidType::get(k.b.getContext()),
            llvm::to_vector(ValueRange(arguments).getTypes())));
  }
  LLVM::CallOp::create(k.b, callee, arguments);
}
