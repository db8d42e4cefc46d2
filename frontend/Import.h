//===- Import.h - From source to the import phase's IR ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front end's entry: parses and elaborates a program.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_IMPORT_H
#define TINE_FRONTEND_IMPORT_H

#include "frontend/syntax/Source.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <optional>

namespace tine {

/// A module whose methods become functions of weights and inputs (--module).
struct ModuleRequest {
  struct Entry {
    std::string method = "forward";
    std::vector<std::string> inputs; // "NAME: TYPE" (control/InputTypes.h)
  };
  /// Evaluated among the names of the file, after its statements.
  std::string expression;
  std::vector<Entry> entries;
  bool train = false;        // else eval() is called
  std::string weightsPrefix; // of the names in files of weights
};

struct ImportOptions {
  /// Steps of elaboration that are an error; 0 is the usual limit.
  uint64_t work = 0;
  /// Report every error, not the first one only.
  bool allErrors = false;
  /// Folders of the program's own modules, in the order of the search.
  std::vector<std::string> modulePath;
  /// What torch.cuda.device_count() says.
  unsigned cudaDevices = 0;
  /// The cuda device that is the default device from the program's start.
  std::optional<unsigned> defaultCuda;
  /// Where to print which values from outside are free and which are fixed, if
  /// anywhere.
  llvm::raw_ostream *arguments = nullptr;
  /// Where to print what elaboration decided, and why, if anywhere.
  llvm::raw_ostream *decisions = nullptr;
  /// Products of float32 on cuda devices are exact, whatever the program sets.
  bool forbidsTf32 = false;
  /// An example of the program's command line, without the program's name.
  std::optional<std::vector<std::string>> example;
  /// The file's module in place of the file as a program.
  std::optional<ModuleRequest> module;
};

/// Turns a program (a file with top-level statements) into a module with the
/// private function `program`, in the dialects nn, tine, scf, arith, math,
/// tensor and func. Of a module, `program` makes what its entries have beside
/// weights and inputs; the entries are functions, which the attribute
/// `tine.entries` describes. Reports problems and returns null if there are
/// errors.
mlir::OwningOpRef<mlir::ModuleOp>
importProgram(const SourceFile &file, Diagnostics &diagnostics,
              mlir::MLIRContext &context, const ImportOptions &options = {});

/// The functions and methods that the front end has of itself, such as
/// "torch.add" and "Tensor.add"; the library has more.
std::vector<std::string> builtinNames();

} // namespace tine

#endif // TINE_FRONTEND_IMPORT_H
