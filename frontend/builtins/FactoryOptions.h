//===- FactoryOptions.h - What functions that make tensors share -*- C++
//-*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_BUILTINS_FACTORYOPTIONS_H
#define TINE_FRONTEND_BUILTINS_FACTORYOPTIONS_H

#include "frontend/builtins/Registry.h"

namespace tine::elaborate {

/// The end of a factory's signature.
constexpr const char *optionNames =
    ", *, dtype=None, layout=None, device=None, pin_memory=None, "
    "requires_grad=False, "
    "out=None, generator=None, memory_format=None, names=None";

struct Options {
  mlir::Type element;
  Value device;
  bool requiresGrad = false;
};

/// The options, of which `dtype` is argument `first`; false, reported, where
/// they are none.
bool options(Context &e, Bound &a, size_t first, mlir::Type fallback,
             Options &out);

/// The dtype of floats, where the options at `first` give none.
mlir::Type floatUnless(Context &e, Bound &a, size_t first);

/// A new tensor of these elements.
Value finish(Context &e, mlir::Value tensor, const Options &o,
             ast::Range range);

struct ShapeArgument {
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<mlir::Value> dynamic;

  mlir::RankedTensorType of(mlir::Type element) const {
    return mlir::RankedTensorType::get(shape, element);
  }
};

/// The sizes of a factory: one list or several integers.
bool sizesOf(Context &e, Value sizes, ast::Range range, ShapeArgument &out);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_BUILTINS_FACTORYOPTIONS_H
