//===- ForTarget.cpp - Passes on the functions of one target --------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input:  a function.
// Output: what the pipeline makes of it if it is for the target, else itself.
// How:    a pipeline inside of the pass, as the inliner has one.
// Rejects: what the passes reject.
//
//===----------------------------------------------------------------------===//

#include "lowering/support/Passes.h"
#include "lowering/support/Targets.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"

namespace tine {
#define GEN_PASS_DEF_FORTARGET
#include "lowering/support/Passes.h.inc"
} // namespace tine

using namespace mlir;
using namespace tine;

namespace {

struct ForTarget : tine::impl::ForTargetBase<ForTarget> {
  using ForTargetBase::ForTargetBase;

  ForTarget(llvm::StringRef name, OpPassManager inner)
      : passes(std::move(inner)) {
    target = name.str();
    llvm::raw_string_ostream os(pipeline.getValue());
    llvm::interleave(
        passes.getPasses(), os,
        [&](Pass &pass) { pass.printAsTextualPipeline(os); }, ",");
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    passes.getDependentDialects(registry);
  }

  LogicalResult initializeOptions(
      llvm::StringRef options,
      llvm::function_ref<LogicalResult(const Twine &)> onError) override {
    if (failed(ForTargetBase::initializeOptions(options, onError)))
      return failure();
    std::string problem;
    llvm::raw_string_ostream os(problem);
    return failed(parsePassPipeline(pipeline, passes, os)) ? onError(problem)
                                                           : success();
  }

  void runOnOperation() override {
    if (targetOf(getOperation()) == target &&
        failed(runPipeline(passes, getOperation())))
      signalPassFailure();
  }

  OpPassManager passes{func::FuncOp::getOperationName()};
};

} // namespace

std::unique_ptr<Pass> tine::createForTarget(llvm::StringRef target,
                                            OpPassManager passes) {
  return std::make_unique<ForTarget>(target, std::move(passes));
}
