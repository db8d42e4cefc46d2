//===- cuda_checks.h - Checks of data on GPUs -------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check writes to memory of the host that it has for itself until somebody
// has looked at it: so nothing waits for it, and the first of several that
// failed is known. A stream has as many as this at once; then a job waits for
// the ones before it.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_RUNTIME_CUDA_CHECKS_H
#define TINE_RUNTIME_CUDA_CHECKS_H

#include "cuda_streams.h"

namespace tine::cuda {

/// Gives the records back, at the end.
void releaseRecords(Stream &stream);

/// A job begins on the thread of this stream, and ends.
void beginChecks(Stream &stream);
tine_error *endChecks(Stream &stream, bool failed, OpenChecks &open);

/// All that the job has issued has run: raises the error of a check that
/// failed, its own or one of jobs of these scopes.
void raiseChecked(Stream &stream, const Origins &origins);

void awaitChecks(const OpenChecks &checks);
bool haveRun(const OpenChecks &checks);
bool hasFailed(const OpenChecks &checks);
tine_error *closeChecks(const OpenChecks &checks);
void freeChecks(const OpenChecks &last);

} // namespace tine::cuda

#endif // TINE_RUNTIME_CUDA_CHECKS_H
