//===- TargetBackend.cpp - What a kind of device decides ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/TargetBackend.h"

llvm::ArrayRef<const tine::TargetBackend *> tine::getTargetBackends() {
  static const TargetBackend *const all[] = {&getCpuBackend()};
  return all;
}
