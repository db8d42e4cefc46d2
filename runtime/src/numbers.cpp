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

double tine_abi_float_mod(double a, double b) {
  double rest = fmod(a, b);
  if (rest == 0)
    return copysign(0.0, b);
  return (rest < 0) != (b < 0) ? rest + b : rest;
}

double tine_abi_float_floordiv(double a, double b) {
  if (b == 0)
    return a / b;
  double rest = fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (rest < 0) != (b < 0))
    quotient -= 1;
  if (quotient == 0)
    return copysign(0.0, a / b);
  // The division above may be off by a rounding: to the nearest integer.
  double low = floor(quotient);
  return quotient - low > 0.5 ? low + 1 : low;
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
