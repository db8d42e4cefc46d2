//===- TensorOps.h - Functions and methods of tensors -----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table of PyTorch's tensor functions: name, parameters, and what IR they
// become; those of elementwise ops stand in the ops' records. `name_` is
// derived: the function, written to its first argument. Each family has a file
// and registers its part of the table.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_TENSOROPS_H
#define TINE_FRONTEND_BUILTINS_TENSOROPS_H

#include "frontend/builtins/Registry.h"
#include "frontend/services/Context.h"
#include "frontend/services/Interpreter.h"

namespace tine::elaborate {

/// Brings arguments in the order of a deprecated signature, which begins with
/// numbers, into today's, with a warning (NumberFirst.cpp). False after an
/// error.
bool orderNumberFirst(Context &e, llvm::StringRef name, CallArgs &args);

inline bool isTensor(const Value &v) { return v.is(Kind::Tensor); }

/// Reports and returns false unless the argument is a tensor.
bool needTensor(Context &e, Bound &a, size_t i);

/// Whether it is an integer that only the run knows.
inline bool isOfRun(const Value &number) {
  return number.is(Kind::Int) && !number.isConst();
}

/// The error of a function that does not take elements of the type.
Value notDefined(Context &e, llvm::StringRef function, mlir::Type element,
                 ast::Range range);

/// False, reported: what changes one tensor in place reads another that has
/// some of its elements, at other places.
bool mayReadInPlace(Context &e, const Value &changed, const Value &read,
                    ast::Range range);

/// The handler of `f_`, of every `f` in the table.
Value applyInPlace(Context &e, Bound &a);

/// Those of functions of the library that take one tensor.
void registerInPlaceForms(Registry &registry);

/// A flag that decides the type of the result; false when not given.
bool knownFlag(Context &e, Bound &a, size_t i, bool &out);

/// Sizes given as one list or as several arguments: `*sizes`.
std::vector<Value> variadicSizes(Context &e, Bound &a, size_t i);

/// The tensor itself when its elements lie in order, else a copy.
Value contiguousOrCopy(Context &e, const Value &x);

/// Another tensor of the same elements.
Value aliasOf(Context &e, const Value &x, llvm::StringRef gradFn);

/// The tensor viewed in another shape; an error where no view has it.
Value viewOnly(Context &e, const Value &x, llvm::ArrayRef<Value> sizes,
               ast::Range range);

/// The tensor with its dimensions in another order.
Value permuteTo(Context &e, const Value &x, llvm::ArrayRef<int64_t> dims,
                llvm::StringRef grad);

/// PyTorch's older name of a dtype, "Float" or "Long", which its messages have.
llvm::StringRef kernelTypeName(mlir::Type element);

/// Its name in C++, "float" or "int64_t", which others have.
llvm::StringRef scalarName(mlir::Type element);

/// The encoding of tensors of a device, null for the host's; false with an
/// error for what is no device.
bool deviceAttr(Context &e, const Value &device, ast::Range range,
                mlir::Attribute &out);

/// Where a factory makes a tensor that got no `device=`; None for the host.
Value factoryDevice(Context &e, ast::Range range);
/// The default device of the program's calls; None for the host.
Value defaultDevice(Context &e, ast::Range range);

/// The sizes that only the run knows.
llvm::SmallVector<mlir::Value> dynamicSizes(Context &e, const Value &x);

/// A tensor of the shape of `x` filled with a number.
mlir::Value fullLike(Context &e, const Value &x, const Value &number,
                     mlir::Type element, ast::Range range);

void registerElementwiseOps(Registry &r);
void registerReductionOps(Registry &r);
void registerShapeOps(Registry &r);
void registerStridedViews(Registry &r);
void registerJoinOps(Registry &r);
void registerProductOps(Registry &r);
void registerLayerOps(Registry &r);
void registerIndexingOps(Registry &r);
void registerConversionOps(Registry &r);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_TENSOROPS_H
