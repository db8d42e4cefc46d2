//===- TensorOps.cpp - Functions and methods of tensors -------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the handlers of PyTorch's tensor functions share.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/TensorOps.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

bool needTensor(Context &e, Bound &a, size_t i) {
  if (isTensor(a[i]))
    return true;
  return e.error(a.ranges[i], "expected a value of type 'Tensor' for '" +
                                  a.name + "' but instead found type '" +
                                  toString(e.types.typeOf(a[i])) + "'");
}

bool knownFlag(Context &e, Bound &a, size_t i, bool &out) {
  out = false;
  if (!a.given(i))
    return true;
  if (!a[i].isConst())
    return e.error(a.ranges[i], "this flag must be known at compile time");
  out = a[i].integer;
  return true;
}

} // namespace tine::elaborate
