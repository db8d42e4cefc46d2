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
#include <csignal>
#include <cstring>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <system_error>
#include <unistd.h>

namespace tine::InternalError {

static constexpr int exitStatus = 70; // EX_SOFTWARE

static constexpr int limitStatus = 1; // as other errors of the surroundings

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

static void sayWhere(llvm::StringRef what) {
  Progress::erase();
  say("tinec: ");
  say(what);
  say(" while ");
  say(currentStep.load());
  if (*currentInput.load()) {
    say(" '");
    say(currentInput.load());
    say("'");
  }
  say(": ");
}

static void explain(llvm::StringRef what) {
  sayWhere("internal error");
  say(what);
  say("\nThis is a mistake in Tine, not in your program. Please report it "
      "with the\ninput and the lines above; no output was written.\n");
}

/// A limit of the system, such as that of `ulimit -v`, is no mistake of Tine.
[[noreturn]] static void reportLimit(llvm::StringRef what) {
  sayWhere("error");
  say(what);
  say("\n");
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  ::_exit(limitStatus);
}

/// LLVM is built without exceptions, so that those of the C++ library end here.
static void onTerminate() {
  if (const std::type_info *type = abi::__cxa_current_exception_type()) {
    if (*type == typeid(std::system_error))
      reportLimit("cannot start another thread; a limit of the system or of "
                  "memory is reached");
    if (*type == typeid(std::bad_alloc))
      reportLimit("out of memory");
  }
  std::abort();
}

void installHandlers() {
  llvm::setBugReportMsg("");
  // A file that grows beyond the limit is an error of the write.
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(onTerminate);
  llvm::install_bad_alloc_error_handler(
      [](void *, const char *, bool) { reportLimit("out of memory"); });
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
