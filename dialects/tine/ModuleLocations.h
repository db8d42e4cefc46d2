//===- ModuleLocations.h - Modules in locations -----------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For traces, the location of an op says which module the op belongs to, and
// whether it is part of a derivative: `fused<{module = "layers.3"}>[...]` and
// `fused<{backward}>[...]`. Of several the innermost call's counts. Nothing
// that is computed depends on it.
//
// A path is one from the root that the program calls. In a task it begins with
// a dot and goes on from the task's own path ("." is that itself), so that
// tasks of equal modules are equal code.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_DIALECTS_TINE_MODULELOCATIONS_H
#define TINE_DIALECTS_TINE_MODULELOCATIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include <string>

namespace tine {

/// The location as one in the module of that path.
mlir::Location inModule(mlir::Location loc, llvm::StringRef path);

/// The location as one of a derivative.
mlir::Location inBackward(mlir::Location loc);

/// The location without what the two above have added.
mlir::Location withoutModules(mlir::Location loc);

/// What a trace calls the module of a location, as "layers.3 (backward)": of no
/// module the function, else nothing.
std::string describeModule(mlir::Location loc);

/// Makes each op that a builder inserts one of a derivative while this lives.
class BackwardListener : public mlir::OpBuilder::Listener {
public:
  explicit BackwardListener(mlir::OpBuilder &builder)
      : builder(builder), before(builder.getListener()) {
    builder.setListener(this);
  }
  ~BackwardListener() override { builder.setListener(before); }
  BackwardListener(const BackwardListener &) = delete;
  BackwardListener &operator=(const BackwardListener &) = delete;

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override;

private:
  mlir::OpBuilder &builder;
  mlir::OpBuilder::Listener *before;
};

} // namespace tine

#endif // TINE_DIALECTS_TINE_MODULELOCATIONS_H
