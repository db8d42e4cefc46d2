//===- DeviceNames.cpp - How devices are called ---------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/support/DeviceNames.h"

std::string tine::nameOf(DeviceAttr device) {
  return (device.getKind() + ":" + llvm::Twine(device.getIndex())).str();
}
