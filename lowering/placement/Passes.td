//===- Passes.td - Passes of the phase place ---------------*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PLACEMENT_PASSES
#define TINE_LOWERING_PLACEMENT_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleForks : Pass<"schedule-forks", "mlir::ModuleOp"> {
  let summary = "Decides which forks run as tasks and which at the fork point";
  let options = [
    Option<"report", "report", "bool", "false",
           "Emit a remark for each fork: how it runs, and why">,
  ];
}

def OutlineForks : Pass<"outline-forks", "mlir::ModuleOp"> {
  let summary = "Moves the bodies of forks to functions";
}

def MergeWaits : Pass<"merge-waits", "mlir::func::FuncOp"> {
  let summary = "Makes the waits of a block for one future one";
}

def PruneLoopValues : Pass<"prune-loop-values", "mlir::func::FuncOp"> {
  let summary = "Drops what loops carry for nobody or more than once";
}

def WidenNarrowTypes : Pass<"widen-narrow-types", "mlir::func::FuncOp"> {
  let summary = "Computes with f16, bf16 and si8 in f32 and i16";
  let dependentDialects = ["::tine::nn::NNDialect"];
}

def FuseOptimizerUpdates : Pass<"fuse-optimizer-updates", "mlir::ModuleOp"> {
  let summary = "Makes the updates of all parameters one loop over contiguous storage";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect", "::mlir::tensor::TensorDialect"];
}

def OrderMicroBatches : Pass<"order-micro-batches", "mlir::func::FuncOp"> {
  let summary = "Lets devices take turns with the parts of a batch: one forward, one backward";
  let dependentDialects = ["::tine::TineDialect"];
}

def QueueDeviceWork : Pass<"queue-device-work", "mlir::ModuleOp"> {
  let summary = "Makes functions of the work of each device and queues their calls";
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect"];
  let options = [
    Option<"report", "report", "bool", "false",
           "Emit a remark for each call and copy: where it runs, and its size">,
  ];
}

def StripDevices : Pass<"strip-devices", "mlir::ModuleOp"> {
  let summary = "Leaves devices to functions and futures, and lists them on the module";
}

def SplitTargets : Pass<"split-targets", "mlir::ModuleOp"> {
  let summary = "Clones the functions of devices for each target that can run them";
  let dependentDialects = ["::tine::TineDialect", "::mlir::scf::SCFDialect"];
  let options = [
    ListOption<"targets", "targets", "std::string", "Targets beside cpu">,
  ];
}

#endif // TINE_LOWERING_PLACEMENT_PASSES
