//===- InternalError.h - What a user sees of our own mistakes ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A crash, a failed check of LLVM's or a failure without diagnostic ends with a
// message that names the step and asks for a report, and with exit status 70.
// Temporary files are removed.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_TOOLS_TINEC_INTERNALERROR_H
#define TINE_TOOLS_TINEC_INTERNALERROR_H

#include "llvm/ADT/StringRef.h"

namespace tine::InternalError {

/// Installs the handlers. Call it after InitLLVM.
void installHandlers();

/// Names the current step, for as long as it lives. Both texts must live as
/// long.
class Scope {
public:
  Scope(const char *step, llvm::StringRef input);
  ~Scope();
};

/// Replaces the current step's name.
void setStage(const char *step);

/// Ends the program.
[[noreturn]] void report(llvm::StringRef what);

} // namespace tine::InternalError

#endif // TINE_TOOLS_TINEC_INTERNALERROR_H
