//===- CpuBackend.h - Code for processors -----------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_CPU_CPUBACKEND_H
#define TINE_LOWERING_CPU_CPUBACKEND_H

#include "lowering/support/TargetBackend.h"

namespace tine {

/// Logical CPUs and the host.
const TargetBackend &getCpuBackend();

} // namespace tine

#endif // TINE_LOWERING_CPU_CPUBACKEND_H
