//===- elaborator-fuzz.cpp - Fuzz target of the elaborator ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports any bytes as a program. It either has errors that are printed, or is
// a module that verifies; never both or neither.
//
//===----------------------------------------------------------------------===//

#include "frontend/Import.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "test/fuzz/Mutator.h"
#include <cstdlib>
#include <cstring>
#include <memory>

using namespace tine;

static void check(bool condition, const char *what) {
  if (condition)
    return;
  llvm::errs() << "violated: " << what << '\n';
  std::abort();
}

/// A context keeps every type and constant it has seen, so it is replaced now
/// and then.
static mlir::MLIRContext &context() {
  static std::unique_ptr<mlir::MLIRContext> current;
  static unsigned uses = 0;
  if (uses++ % 1000 == 0)
    current = std::make_unique<mlir::MLIRContext>(
        mlir::MLIRContext::Threading::DISABLED);
  return *current;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SourceFile file("fuzz.py",
                  std::string(reinterpret_cast<const char *>(data), size));
  std::string messages;
  llvm::raw_string_ostream os(messages);
  Diagnostics diagnostics(os);
  ImportOptions options;
  options.work = 20'000;
  mlir::OwningOpRef<mlir::ModuleOp> module =
      importProgram(file, diagnostics, context(), options);
  check(!module == diagnostics.hasErrors(), "a module or errors");
  check(!diagnostics.hasErrors() || !messages.empty(), "errors are printed");
  check(!module || mlir::succeeded(mlir::verify(*module)),
        "the module verifies");
  return 0;
}

static size_t put(const std::string &text, uint8_t *data, size_t most) {
  size_t size = std::min(text.size(), most);
  std::memcpy(data, text.data(), size);
  return size;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t most, unsigned seed) {
  fuzz::Random random(seed + 1);
  std::string text(reinterpret_cast<const char *>(data), size);
  return put(fuzz::mutate(text, text, random), data, most);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t size,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t most, unsigned seed) {
  fuzz::Random random(seed + 1);
  return put(
      fuzz::mutate(
          std::string(reinterpret_cast<const char *>(first), size),
          std::string(reinterpret_cast<const char *>(second), secondSize),
          random),
      out, most);
}
