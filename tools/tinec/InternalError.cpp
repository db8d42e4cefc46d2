//===- InternalError.cpp - What a user sees of our own mistakes -----------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The handlers run in a broken process, on a signal: they use neither memory
// allocation nor streams.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/InternalError.h"
#include "tools/tinec/Progress.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include <atomic>
#include <cstring>
#include <unistd.h>

namespace tine::InternalError {

static constexpr int exitStatus = 70; // EX_SOFTWARE

static std::atomic<const char *> currentStep = "starting";
static std::atomic<const char *> currentInput = "";

static void say(llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0)
      return;
    text = text.drop_front(written);
  }
}

static void explain(llvm::StringRef what) {
  Progress::erase();
  say("tinec: internal error while ");
  say(currentStep.load());
  if (*currentInput.load()) {
    say(" '");
    say(currentInput.load());
    say("'");
  }
  say(": ");
  say(what);
  say("\nThis is a mistake in Tine, not in your program. Please report it "
      "with the\ninput and the lines above; no output was written.\n");
}

void installHandlers() {
  llvm::setBugReportMsg("");
  llvm::sys::AddSignalHandler(
      [](void *) {
        explain("crash");
        ::_exit(exitStatus);
      },
      nullptr);
  llvm::install_fatal_error_handler(
      [](void *, const char *reason, bool) { report(reason); });
}

Scope::Scope(const char *step, llvm::StringRef input) {
  currentInput = input.data();
  currentStep = step;
}

Scope::~Scope() {
  currentStep = "ending";
  currentInput = "";
}

void setStage(const char *step) { currentStep = step; }

void report(llvm::StringRef what) {
  explain(what);
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  ::_exit(exitStatus);
}

} // namespace tine::InternalError
