//===- Passes.td - Every pass, in the order of the phases --*- tablegen -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of the lowering, phase by phase. What each needs and guarantees
// stands at the head of its file; Pipeline.cpp orders them.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_LOWERING_PASSES
#define TINE_LOWERING_PASSES

include "mlir/Pass/PassBase.td"

def VerifyPhase : Pass<"verify-phase", "mlir::ModuleOp"> {
  let summary = "Fails when the module breaks what holds after a phase";
  let options = [
    Option<"phase", "phase", "std::string", "", "The phase's name">,
  ];
}

def ForTarget : Pass<"for-target", "mlir::func::FuncOp"> {
  let summary = "Runs passes on the functions of one target";
  let options = [
    Option<"target", "target", "std::string", [{"cpu"}], "The target's name">,
    Option<"pipeline", "pipeline", "std::string", "", "Passes on functions">,
  ];
}

def RequirePhase : Pass<"require-phase", "mlir::ModuleOp"> {
  let summary = "Fails when a pass does not belong to the module's phase";
  let options = [
    Option<"pass", "pass", "std::string", "", "The pass's name">,
  ];
}

//===----------------------------------------------------------------------===//
// differentiate
//===----------------------------------------------------------------------===//

def KeepEndlessLoops : Pass<"keep-endless-loops", "mlir::func::FuncOp"> {
  let summary = "Gives a loop that may not end an effect";
  let dependentDialects = ["::tine::TineDialect"];
}

def KeepTimedWork : Pass<"keep-timed-work", "mlir::ModuleOp"> {
  let summary = "Keeps what nobody uses and is computed between two readings of a clock";
  let dependentDialects = ["::tine::TineDialect"];
}

def PinTimedWork : Pass<"pin-timed-work", "mlir::ModuleOp"> {
  let summary = "Keeps work between two readings of a clock in its loop, and apart from equal work";
  let dependentDialects = ["::tine::nn::NNDialect"];
  let options = [
    Option<"equal", "equal", "bool", "true",
           "Whether equal operations are kept apart">
  ];
}

def CheckReleasedGraphs : Pass<"check-released-graphs", "mlir::ModuleOp"> {
  let summary = "Raises an error where a gradient goes through a released graph";
  let dependentDialects = ["::tine::TineDialect", "::mlir::arith::ArithDialect"];
}

def GrowListsInPlace : Pass<"grow-lists-in-place", "mlir::ModuleOp"> {
  let summary = "Makes lists that a loop replaces by longer copies, or by new ones, the one list";
  let dependentDialects = ["::mlir::ub::UBDialect"];
}

def ResolveDepends : Pass<"resolve-depends", "mlir::ModuleOp"> {
  let summary = "Makes conditions of whether a tensor is made of another";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::ub::UBDialect"];
}

def FindAttention : Pass<"find-attention", "mlir::ModuleOp"> {
  let summary = "Makes attention that is written as products and a softmax one op";
  let dependentDialects = ["::tine::nn::NNDialect"];
}

def SplitBatches : Pass<"split-batches", "mlir::ModuleOp"> {
  let summary = "Lets batches go through several devices in parts, where rows do not need each other";
  let dependentDialects = ["::tine::nn::NNDialect", "::mlir::arith::ArithDialect"];
  let options = [
    Option<"parts", "parts", "unsigned", "0", "How many parts; none by default">,
    Option<"report", "report", "bool", "false",
           "Emit a remark for each batch that is split">,
  ];
}

def Differentiate : Pass<"differentiate", "mlir::ModuleOp"> {
  let summary = "Makes gradients backward passes";
  let dependentDialects = ["::tine::TineDialect", "::tine::nn::NNDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect"];
  let options = [
    Option<"recompute", "recompute", "bool", "true",
           "Whether cheap values are computed again instead of kept">
  ];
}

def CompleteBeforeClocks : Pass<"complete-before-clocks", "mlir::ModuleOp"> {
  let summary = "Has computed before a clock is read what is used behind it";
  let dependentDialects = ["::tine::TineDialect"];
}

//===----------------------------------------------------------------------===//
// place
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// tensor
//===----------------------------------------------------------------------===//

def KeepLoopTypes : Pass<"keep-loop-types", "mlir::func::FuncOp"> {
  let summary = "Keeps the sizes with which a loop starts from being taken for those of all iterations";
  let dependentDialects = ["::tine::nn::NNDialect"];
}

def NameOperations : Pass<"name-operations", "mlir::ModuleOp"> {
  let summary = "Puts the names of operations of nn into their locations";
}

def NNToLinalg : Pass<"nn-to-linalg", "mlir::func::FuncOp"> {
  let summary = "Lowers operations of nn to linalg on tensors";
  let dependentDialects = ["::tine::TineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::math::MathDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def FuseElementwise : Pass<"fuse-elementwise", "mlir::func::FuncOp"> {
  let summary = "Fuses elementwise loops where that saves memory traffic";
}

def HoistLoopInvariants : Pass<"hoist-loop-invariants", "mlir::func::FuncOp"> {
  let summary = "Computes in front of loops what does not change in them and cannot fail";
}

def SinkProductSums : Pass<"sink-product-sums", "mlir::func::FuncOp"> {
  let summary = "Makes sums of products over the iterations of a loop one product behind it";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect"];
}

def RemoveOptimizationBarriers : Pass<"remove-optimization-barriers", "mlir::func::FuncOp"> {
  let summary = "Removes what kept equal subexpressions apart";
}

def MergeEqualFunctions : Pass<"merge-equal-functions", "mlir::ModuleOp"> {
  let summary = "Makes private functions that do the same one";
}

//===----------------------------------------------------------------------===//
// buffer
//===----------------------------------------------------------------------===//

def BoxEscapingTensors : Pass<"box-escaping-tensors", "mlir::ModuleOp"> {
  let summary = "Boxes tensors that cross a function, future, container or cell";
  let dependentDialects = ["::tine::TineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::linalg::LinalgDialect"];
}

def CarryBoxes : Pass<"carry-boxes", "mlir::ModuleOp"> {
  let summary = "Carries tensors that come from or go to boxes as boxes through loops and branches";
  let dependentDialects = ["::tine::TineDialect", "::mlir::tensor::TensorDialect",
    "::mlir::bufferization::BufferizationDialect"];
}

def ReturnIntoParts : Pass<"return-into-parts", "mlir::ModuleOp"> {
  let summary = "Makes results of tasks in the vectors that their callers join them to";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def UpdateBoxesInPlace : Pass<"update-boxes-in-place", "mlir::func::FuncOp"> {
  let summary = "Gives what a box becomes the memory of the box, where nobody else has it";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def InsertReferenceCounts : Pass<"insert-reference-counts", "mlir::func::FuncOp"> {
  let summary = "Adds retains and releases of counted objects";
  let dependentDialects = ["::tine::TineDialect"];
}

def LowerBoxes : Pass<"lower-boxes", "mlir::func::FuncOp"> {
  let summary = "Makes boxes allocations that their producers can fill in place";
  let dependentDialects = ["::tine::TineDialect",
    "::mlir::bufferization::BufferizationDialect", "::mlir::memref::MemRefDialect"];
}

def WriteIntoParts : Pass<"write-into-parts", "mlir::func::FuncOp"> {
  let summary = "Computes what is joined to a vector in its place there";
}

def CopyLeavingParts : Pass<"copy-leaving-parts", "mlir::func::FuncOp"> {
  let summary = "Gives a part of a vector that leaves a branch or loop a buffer of its own";
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect", "::mlir::scf::SCFDialect"];
}

def DivideWriteChains : Pass<"divide-write-chains", "mlir::func::FuncOp"> {
  let summary = "Lets a tensor that straight code writes to many times go through memory now and then";
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ShrinkBoxLifetimes : Pass<"shrink-box-lifetimes", "mlir::func::FuncOp"> {
  let summary = "Moves releases up to just behind the last use of the memory";
}

def ExpandStridedCopies : Pass<"expand-strided-copies", "mlir::func::FuncOp"> {
  let summary = "Makes copies from and to strided views elementwise loops";
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def OutlineEqualNests : Pass<"outline-equal-nests", "mlir::ModuleOp"> {
  let summary = "Moves loop nests that occur more than once to functions";
}

//===----------------------------------------------------------------------===//
// target: cpu, behind fusion in the phase tensor
//===----------------------------------------------------------------------===//

def WindowsToCpu : Pass<"windows-to-cpu", "mlir::func::FuncOp"> {
  let summary = "Makes convolutions and pooling of nn ops of the dialect cpu";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect"];
}

def SortToCpu : Pass<"sort-to-cpu", "mlir::func::FuncOp"> {
  let summary = "Makes nn.sort and nn.topk an op of the dialect cpu";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::tensor::TensorDialect"];
}

def AttentionToLinalgExt : Pass<"attention-to-linalg-ext", "mlir::func::FuncOp"> {
  let summary = "Gives attention of nn destinations";
  let dependentDialects = ["::tine::TineDialect", "::tine::linalg_ext::LinalgExtDialect",
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def PackMatmuls : Pass<"pack-matmuls", "mlir::func::FuncOp"> {
  let summary = "Makes products of floats cpu.matmul and packs their right operands";
  let dependentDialects = ["::tine::cpu::CPUDialect", "::mlir::affine::AffineDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

//===----------------------------------------------------------------------===//
// target: cpu, on buffers at the end of the phase buffer
//===----------------------------------------------------------------------===//

def FuseRows : Pass<"fuse-rows", "mlir::func::FuncOp"> {
  let summary = "Runs operations on the same rows in one loop over them";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def FuseEpilogues : Pass<"fuse-epilogues", "mlir::func::FuncOp"> {
  let summary = "Joins convolutions and what is computed from their elements";
  let dependentDialects = ["::tine::cpu::CPUDialect"];
}

def ParallelizeBatches : Pass<"parallelize-batches", "mlir::func::FuncOp"> {
  let summary = "Runs the products of a batch at the same time";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

def StackSmallBuffers : Pass<"stack-small-buffers", "mlir::func::FuncOp"> {
  let summary = "Puts small buffers of static size that live in one block on the stack";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// target: cpu, code
//===----------------------------------------------------------------------===//

def TraceOperations : Pass<"trace-operations", "mlir::ModuleOp"> {
  let summary = "Puts spans of a trace around nests that are worth it";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::tine::TineDialect"];
}

def LowerAttention : Pass<"lower-attention", "mlir::func::FuncOp"> {
  let summary = "Lowers attention on buffers to loops and vectors";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ExpandMath : Pass<"expand-math"> {
  let summary = "Expands functions of f32 to arithmetic that vectorises";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ExpandNarrowFloats : Pass<"expand-narrow-floats", "mlir::ModuleOp"> {
  let summary = "Expands conversions of bf16, and of f16 where the target has none, to arithmetic on bits";
  let dependentDialects = ["::mlir::arith::ArithDialect"];
  let options = [
    Option<"hasHalf", "has-half", "bool", "true",
           "Whether the target converts f16 (F16C)">,
  ];
}

def LowerMatmul : Pass<"lower-matmul", "mlir::func::FuncOp"> {
  let summary = "Lowers the products of the dialect cpu to loops and vectors";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ExpandMaskedStores : Pass<"expand-masked-stores", "mlir::func::FuncOp"> {
  let summary = "Expands stores of a vector's first lanes where the target has no registers for masks";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def LinalgToLoops : Pass<"linalg-to-loops", "mlir::func::FuncOp"> {
  let summary = "Lowers linalg on buffers to loops, over chunks where they are large";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
  let options = [
    Option<"vectorBits", "vector-bits", "unsigned", "256",
           "Width of the target's vector registers">,
  ];
}

def ParallelToTasks : Pass<"parallel-to-tasks", "mlir::func::FuncOp"> {
  let summary = "Runs the chunks of parallel loops as OpenMP tasks";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::scf::SCFDialect", "::tine::TineDialect"];
}

//===----------------------------------------------------------------------===//
// target: cuda, in the phase tensor
//===----------------------------------------------------------------------===//

def DecomposeAttention : Pass<"decompose-attention", "mlir::func::FuncOp"> {
  let summary = "Makes attention products and a softmax";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::tine::nn::NNDialect",
    "::mlir::tensor::TensorDialect"];
}

def NonzeroToCuda : Pass<"nonzero-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes the places of true elements a scan and searches";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ScatterToCuda : Pass<"scatter-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes scatters a sort of the places and loops whose iterations do not meet";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect", "::tine::TineDialect"];
}

def WindowsToCuda : Pass<"windows-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes convolutions and pooling sums and maxima of linalg";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::tensor::TensorDialect", "::tine::TineDialect"];
}

def SortToCuda : Pass<"sort-to-cuda", "mlir::func::FuncOp"> {
  let summary = "Makes sorts counts of what comes before an element, or merges";
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

//===----------------------------------------------------------------------===//
// target: cuda, code
//===----------------------------------------------------------------------===//

class Tine_KernelPass<string name> : Pass<name, "mlir::ModuleOp"> {
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def StackBookkeeping : Pass<"stack-bookkeeping", "mlir::func::FuncOp"> {
  let summary = "Keeps lists of buffers that deallocation compares on the stack";
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def MakeKernels : Tine_KernelPass<"make-kernels"> {
  let summary = "Makes kernels of linalg on buffers in functions for GPUs";
}

def NestsToKernels : Tine_KernelPass<"nests-to-kernels"> {
  let summary = "Makes loops over elements in functions for GPUs kernels, of one thread where iterations meet";
  let options = [
    Option<"report", "report", "bool", "false", "Emit a remark for each of them">,
  ];
}

def MergeEqualKernels : Pass<"merge-equal-kernels", "mlir::ModuleOp"> {
  let summary = "Keeps one of equal kernels";
}

def IssueKernels : Tine_KernelPass<"issue-kernels"> {
  let summary = "Makes launches, copies and single accesses in functions for GPUs calls of the runtime";
  let options = [
    Option<"report", "report", "bool", "false",
           "Emit a remark where the host waits for a number">,
  ];
}

def KernelsToNvvm : Pass<"kernels-to-nvvm", "mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernels to the dialects llvm and nvvm";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::cf::ControlFlowDialect"];
}

//===----------------------------------------------------------------------===//
// target: all
//===----------------------------------------------------------------------===//

def TineToOpenMP : Pass<"tine-to-openmp", "mlir::ModuleOp"> {
  let summary = "Makes spawns and waits OpenMP tasks";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect",
    "::mlir::scf::SCFDialect"];
}

def GenerateEntry : Pass<"generate-entry", "mlir::ModuleOp"> {
  let summary = "Generates the entry point of a program and its description";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::omp::OpenMPDialect"];
}

//===----------------------------------------------------------------------===//
// llvm
//===----------------------------------------------------------------------===//

def TineToLLVM : Pass<"tine-to-llvm", "mlir::ModuleOp"> {
  let summary = "Makes everything that is left LLVM and calls of the runtime";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def BoolsAsBytes : Pass<"bools-as-bytes"> {
  let summary = "Loads and stores bools as bytes, which LLVM can vectorize";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def HalvesAsBits : Pass<"halves-as-bits"> {
  let summary = "Makes bf16, and f16 where the target has none, i16";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let options = [
    Option<"hasHalf", "has-half", "bool", "true",
           "Whether the target converts f16 (F16C)">,
  ];
}

#endif // TINE_LOWERING_PASSES
