//===- KernelEmitter.cpp - Kernels as GPUs load them ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "codegen/KernelEmitter.h"
#include "codegen/DeviceLibrary.h"
#include "codegen/DeviceMath.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/Compression.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace tine {

/// The oldest GPUs that are supported, and the version of PTX that their
/// drivers take.
static constexpr StringLiteral oldestArchitecture = "sm_80",
                               features = "+ptx80";

/// Machine code is made for these, where `ptxas` is there.
static constexpr StringLiteral binaryArchitectures[] = {"sm_80", "sm_90a"};

/// Attributes that the lowering gives to kernels.
static constexpr StringLiteral whereAttribute = "tine.where",
                               computesAttribute = "tine.computes";

void KernelEmitter::registerTranslations(mlir::DialectRegistry &registry) {
  mlir::registerNVVMDialectTranslation(registry);
  mlir::registerGPUDialectTranslation(registry);
}

static std::vector<DeviceCode::Kernel> describeKernels(mlir::ModuleOp module) {
  std::vector<DeviceCode::Kernel> kernels;
  for (auto function : module.getOps<mlir::LLVM::LLVMFuncOp>()) {
    if (!function->hasAttr(mlir::NVVM::NVVMDialect::getKernelFuncAttrName()))
      continue;
    DeviceCode::Kernel kernel;
    kernel.name = function.getName().str();
    if (auto where = function->getAttrOfType<mlir::StringAttr>(whereAttribute))
      kernel.where = where.str();
    if (auto computes =
            function->getAttrOfType<mlir::StringAttr>(computesAttribute))
      kernel.computes = computes.str();
    for (StringRef name : {mlir::NVVM::NVVMDialect::getMaxntidAttrName(),
                           mlir::NVVM::NVVMDialect::getReqntidAttrName()})
      if (auto block = function->getAttrOfType<mlir::DenseI32ArrayAttr>(name))
        kernel.threads = block[0];
    kernel.arguments = int32_t(function.getNumArguments());
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

/// Of what diagnostics say already.
static Error diagnosed() { return createStringError(""); }

static Expected<std::unique_ptr<TargetMachine>> makeMachine() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
  Triple triple("nvptx64-nvidia-cuda");
  std::string problem;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return createStringError("this LLVM makes no code for NVIDIA GPUs: " +
                             problem);
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, oldestArchitecture, features, TargetOptions(), Reloc::PIC_,
      std::nullopt, CodeGenOptLevel::Aggressive));
}

/// What is no kernel is a part of some, which they give to templates of device
/// code by its address.
static void inlineFunctions(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() &&
        function.getCallingConv() != CallingConv::PTX_Kernel) {
      function.setLinkage(GlobalValue::InternalLinkage);
      function.addFnAttr(Attribute::AlwaysInline);
    }
}

/// True if the module calls templates of codegen/device.
static bool needsTemplates(Module &module) {
  return any_of(missingFunctions(module), [](Function *function) {
    return function->getName().starts_with("tine_");
  });
}

/// Defines what kernels call.
static Error linkLibraries(Module &module, StringRef bundle) {
  auto pathOf = [&](StringRef name) {
    SmallString<128> path(bundle);
    sys::path::append(path, name);
    return std::string(path);
  };
  for (StringRef name :
       {"device-products.bc", "device-tensor-cores.bc",
        "device-thin-products.bc", "device-attention.bc",
        "device-attention-tensor-cores.bc", "device-attention-grad.bc"})
    if (needsTemplates(module))
      if (Error error = linkDeviceLibrary(module, pathOf(name)))
        return error;
  return defineDeviceMath(module, pathOf("device-math.bc"));
}

static void optimize(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(OptimizationLevel::O3)
      .run(module, modules);
}

/// The first kernel that uses the value, through functions that do, too.
static Function *findKernelOf(Value &value, SmallPtrSetImpl<Value *> &seen) {
  if (!seen.insert(&value).second)
    return nullptr;
  for (User *user : value.users()) {
    auto *inst = dyn_cast<Instruction>(user);
    Function *function = inst ? inst->getFunction() : nullptr;
    if (function && function->getCallingConv() == CallingConv::PTX_Kernel)
      return function;
    Value &next = function ? static_cast<Value &>(*function) : *user;
    if (Function *kernel = findKernelOf(next, seen))
      return kernel;
  }
  return nullptr;
}

/// Diagnoses calls of functions that nothing defines. Fails if there are any.
static Error checkCalls(mlir::ModuleOp kernels, Module &translated) {
  SmallVector<Function *> missing = missingFunctions(translated);
  for (Function *function : missing) {
    SmallPtrSet<Value *, 8> seen;
    Function *user = findKernelOf(*function, seen);
    mlir::Operation *kernel =
        user ? kernels.lookupSymbol(user->getName()) : nullptr;
    mlir::emitError(kernel ? kernel->getLoc() : kernels.getLoc())
        << "there is no function '" << function->getName()
        << "' for GPUs; compile with --targets=cpu";
  }
  return missing.empty() ? Error::success() : diagnosed();
}

static Expected<std::string> printPtx(Module &module, TargetMachine &machine) {
  SmallString<0> text;
  raw_svector_ostream os(text);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  CodeGenFileType::AssemblyFile))
    return createStringError("this LLVM prints no PTX");
  passes.run(module);
  return std::string(text);
}

/// The path of ptxas, or "" where there is none.
static std::string findPtxas() {
  if (std::optional<std::string> given = sys::Process::GetEnv("TINE_PTXAS"))
    return *given;
  ErrorOr<std::string> found = sys::findProgramByName("ptxas");
  return found ? *found : "";
}

/// Runs ptxas on a file; gives what it writes, or fails with its messages.
static Expected<std::string> assemble(StringRef ptxas, StringRef ptx,
                                      StringRef architecture) {
  SmallString<128> binary, messages;
  for (auto *path : {&binary, &messages})
    if (std::error_code error =
            sys::fs::createTemporaryFile("tine", "cubin", *path))
      return createStringError("cannot make a temporary file: " +
                               error.message());
  FileRemover removeBinary(binary), removeMessages(messages);
  std::string option = ("-arch=" + architecture).str();
  StringRef redirects[] = {"", messages, messages};
  std::optional<StringRef> ends[] = {redirects[0], redirects[1], redirects[2]};
  int status = sys::ExecuteAndWait(ptxas, {ptxas, option, ptx, "-o", binary},
                                   std::nullopt, ends);
  auto said = MemoryBuffer::getFile(messages);
  auto made = MemoryBuffer::getFile(binary, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (status != 0 || !made)
    return createStringError(
        "'" + ptxas + "' makes no code for " + architecture +
        " of the kernels; give another one by TINE_PTXAS, or none (\"\"), and "
        "the driver makes it\n" +
        (said ? (*said)->getBuffer().rtrim() : StringRef()));
  return (*made)->getBuffer().str();
}

/// Adds machine code, if the assembler is installed.
static Error addBinaries(DeviceCode &code) {
  std::string ptxas = findPtxas();
  if (ptxas.empty())
    return Error::success();
  SmallString<128> path;
  int file = -1;
  if (std::error_code error =
          sys::fs::createTemporaryFile("tine", "ptx", file, path))
    return createStringError("cannot make a temporary file: " +
                             error.message());
  FileRemover remove(path);
  {
    raw_fd_ostream os(file, /*shouldClose=*/true);
    os << code.images.front().data;
  }
  for (StringRef architecture : binaryArchitectures) {
    Expected<std::string> binary = assemble(ptxas, path, architecture);
    if (!binary)
      return binary.takeError();
    code.images.push_back({architecture.str(), std::move(*binary), true});
  }
  return Error::success();
}

Expected<DeviceCode> KernelEmitter::emit(mlir::gpu::GPUModuleOp kernels) const {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::ModuleOp::create(kernels.getLoc());
  module->getBodyRegion().takeBody(kernels.getBodyRegion());
  DeviceCode code;
  code.kernels = describeKernels(*module);
  LLVMContext context;
  std::unique_ptr<Module> translated =
      mlir::translateModuleToLLVMIR(*module, context, "kernels");
  if (!translated)
    return diagnosed();
  Expected<std::unique_ptr<TargetMachine>> machine = makeMachine();
  if (!machine)
    return machine.takeError();
  translated->setTargetTriple((*machine)->getTargetTriple());
  translated->setDataLayout((*machine)->createDataLayout());
  inlineFunctions(*translated);
  if (Error error = linkLibraries(*translated, bundle))
    return std::move(error);
  if (Error error = checkCalls(*module, *translated))
    return std::move(error);
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(*translated, &os)) {
    module->emitError("the translation to LLVM IR is not valid: ") << problem;
    return diagnosed();
  }
  optimize(*translated, **machine);
  Expected<std::string> ptx = printPtx(*translated, **machine);
  if (!ptx)
    return ptx.takeError();
  code.images.push_back({oldestArchitecture.str(), std::move(*ptx), false});
  if (Error error = addBinaries(code))
    return std::move(error);
  return code;
}

//===----------------------------------------------------------------------===//
// In the program
//===----------------------------------------------------------------------===//

namespace {

/// Makes constants of the program, as abi.h lays them out.
class Constants {
public:
  explicit Constants(Module &module) : module(module) {}

  Constant *number(int64_t value, unsigned bits = 64) {
    return ConstantInt::get(IntegerType::get(module.getContext(), bits),
                            uint64_t(value));
  }
  Constant *bytes(StringRef data) {
    return global(ConstantDataArray::getString(module.getContext(), data),
                  "tine.device.data");
  }
  Constant *record(ArrayRef<Constant *> fields) {
    return ConstantStruct::getAnon(fields);
  }
  Constant *array(ArrayRef<Constant *> records) {
    if (records.empty())
      return ConstantPointerNull::get(
          PointerType::getUnqual(module.getContext()));
    auto *type = ArrayType::get(records.front()->getType(), records.size());
    return global(ConstantArray::get(type, records), "tine.device.table");
  }
  GlobalVariable *global(Constant *value, const Twine &name) {
    auto *made = new GlobalVariable(module, value->getType(),
                                    /*isConstant=*/true,
                                    GlobalValue::InternalLinkage, value, name);
    made->setAlignment(Align(16));
    return made;
  }

private:
  Module &module;
};

} // namespace

/// As zlib has it; empty where that is no shorter, or LLVM has no zlib.
static std::string compress(StringRef data) {
  SmallVector<uint8_t, 0> packed;
  if (compression::zlib::isAvailable())
    compression::zlib::compress(arrayRefFromStringRef(data), packed,
                                compression::zlib::BestSizeCompression);
  if (packed.size() >= data.size())
    return "";
  return std::string(packed.begin(), packed.end());
}

static constexpr StringLiteral deviceCode = "tine_device_code";

/// What the program declares is this global.
static void define(Module &program, GlobalVariable &code) {
  if (GlobalVariable *declared = program.getNamedGlobal(deviceCode)) {
    declared->replaceAllUsesWith(&code);
    declared->eraseFromParent();
  }
}

void KernelEmitter::refer(Module &program, StringRef name) {
  auto *code = new GlobalVariable(
      program, Type::getInt8Ty(program.getContext()), /*isConstant=*/true,
      GlobalValue::ExternalLinkage, nullptr, name);
  code->setVisibility(GlobalValue::HiddenVisibility);
  define(program, *code);
}

void KernelEmitter::embed(Module &program, const DeviceCode &code,
                          StringRef name) {
  Constants constants(program);
  auto count = [&](const auto &list) {
    return constants.number(int64_t(list.size()));
  };
  SmallVector<Constant *> images, kernels;
  for (const DeviceCode::Image &image : code.images) {
    std::string packed = compress(image.data);
    images.push_back(constants.record(
        {constants.bytes(image.architecture),
         constants.bytes(packed.empty() ? image.data : packed),
         count(image.data), count(packed), constants.number(image.isBinary)}));
  }
  for (const DeviceCode::Kernel &kernel : code.kernels)
    kernels.push_back(constants.record(
        {constants.bytes(kernel.name),
         constants.bytes(kernel.where + '\0' + kernel.computes),
         constants.number(kernel.threads, 32),
         constants.number(kernel.arguments, 32), constants.number(0, 32),
         constants.number(0, 32)}));
  Constant *value =
      constants.record({constants.array(images), count(images),
                        constants.array(kernels), count(kernels)});
  GlobalVariable *defined = constants.global(value, deviceCode + ".definition");
  define(program, *defined);
  defined->setName(name.empty() ? StringRef(deviceCode) : name);
  if (name.empty())
    return;
  defined->setLinkage(GlobalValue::ExternalLinkage);
  defined->setVisibility(GlobalValue::HiddenVisibility);
}

} // namespace tine
