//===- numbers.cpp - Arithmetic that is more than an instruction --*- C++
//-*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers, Python's floor division of floats, and the clocks.
//
//===----------------------------------------------------------------------===//

#include "devices.h"
#include "tine/abi.h"
#include "trace.h"

#include <math.h>
#include <time.h>

int64_t tine_abi_int_pow(int64_t base, int64_t exponent) {
  if (exponent < 0) // truncated towards zero
    return base == 1 ? 1 : base == -1 ? (exponent & 1 ? -1 : 1) : 0;
  uint64_t result = 1, factor = uint64_t(base);
  for (auto rest = uint64_t(exponent); rest; rest >>= 1) {
    if (rest & 1)
      result *= factor;
    factor *= factor;
  }
  return int64_t(result);
}

int64_t tine_abi_clock(int32_t clock) {
  // Waits for nothing: it is read around what shall be seen as it is.
  if (clock == TINE_CLOCK_TRACE)
    return int64_t(tine::traceNow());
  if (tine::emptyQueues) {
    tine::emptyQueues();
    tine::raiseQueued();
  }
  timespec time;
  clock_gettime(clock == TINE_CLOCK_REALTIME    ? CLOCK_REALTIME
                : clock == TINE_CLOCK_MONOTONIC ? CLOCK_MONOTONIC
                                                : CLOCK_PROCESS_CPUTIME_ID,
                &time);
  return int64_t(time.tv_sec) * 1000000000 + time.tv_nsec;
}
