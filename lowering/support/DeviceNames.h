//===- DeviceNames.h - How devices are called -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_SUPPORT_DEVICENAMES_H
#define TINE_LOWERING_SUPPORT_DEVICENAMES_H

#include "dialects/tine/Tine.h"
#include <string>

namespace tine {

/// "cuda:1"
std::string nameOf(DeviceAttr device);

} // namespace tine

#endif // TINE_LOWERING_SUPPORT_DEVICENAMES_H
