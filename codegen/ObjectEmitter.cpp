//===- ObjectEmitter.cpp - LLVM dialect to object file --------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How: the data layout is set before the translation, because OpenMP's needs
// it; function attributes after it; then LLVM's own pipelines run.
//
//===----------------------------------------------------------------------===//

#include "codegen/ObjectEmitter.h"
#include "codegen/KernelEmitter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Transforms/IPO/ForceFunctionAttrs.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Instrumentation/ThreadSanitizer.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/SplitModule.h"

using namespace llvm;

namespace tine {

void ObjectEmitter::registerTranslations(mlir::DialectRegistry &registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  mlir::registerOpenMPDialectTranslation(registry);
}

/// Gives every function a debug scope, without which locations are dropped.
static mlir::LogicalResult addDebugScopes(mlir::ModuleOp module) {
  // The pass takes it that every call site is in a function; where a constant
  // was made says nothing to a debugger.
  auto nowhere = mlir::UnknownLoc::get(module.getContext());
  for (mlir::Operation &global : *module.getBody())
    if (!mlir::isa<mlir::LLVM::LLVMFuncOp>(global))
      global.walk([&](mlir::Operation *op) { op->setLoc(nowhere); });
  mlir::PassManager passes(module.getContext());
  passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass());
  return passes.run(module);
}

namespace {

/// LLVM warns of loops that were given a width and that it does not vectorise;
/// the user did not ask for one.
struct WithoutLoopRemarks : DiagnosticHandler {
  bool handleDiagnostics(const DiagnosticInfo &info) override {
    return info.getSeverity() == DS_Remark ||
           info.getKind() == DK_OptimizationFailure;
  }
};

} // namespace

std::unique_ptr<Module> ObjectEmitter::translate(mlir::ModuleOp module,
                                                 LLVMContext &context) const {
  const TargetMachine &machine = target.targetMachine();
  mlir::Builder builder(module.getContext());
  module->setAttr(mlir::LLVM::LLVMDialect::getTargetTripleAttrName(),
                  builder.getStringAttr(machine.getTargetTriple().str()));
  module->setAttr(mlir::LLVM::LLVMDialect::getDataLayoutAttrName(),
                  builder.getStringAttr(
                      machine.createDataLayout().getStringRepresentation()));
  if (options.debugInfo && failed(addDebugScopes(module)))
    return nullptr;

  std::unique_ptr<Module> result =
      mlir::translateModuleToLLVMIR(module, context, "tine");
  if (!result)
    return nullptr;
  std::string problem;
  raw_string_ostream os(problem);
  if (verifyModule(*result, &os)) {
    module.emitError("the translation to LLVM IR is not valid: ") << problem;
    return nullptr;
  }
  numberCopy(*result);
  setAttributes(*result);
  context.setDiagnosticHandler(std::make_unique<WithoutLoopRemarks>());
  return result;
}

/// The names of a function's variants for vectors.
static SmallVector<StringRef> variantsOf(const Function &function) {
  SmallVector<StringRef> names;
  for (StringRef mapping :
       split(function.getFnAttribute("vector-function-abi-variant")
                 .getValueAsString(),
             ','))
    if (!mapping.empty())
      names.push_back(
          mapping.split('(').second.drop_back(mapping.ends_with(")")));
  return names;
}

/// What the runtime knows a program by.
static constexpr StringLiteral programName = "tine_abi_program";

/// What the names of a copy end with that other object files see.
static std::string suffixOf(unsigned copy) {
  return copy ? "." + std::to_string(copy) : "";
}

/// Renames functions with variants, and those, also where one names the other.
static void renameVariants(Module &module, const Twine &suffix) {
  constexpr StringLiteral attribute = "vector-function-abi-variant";
  for (Function &function : module) {
    if (!function.hasFnAttribute(attribute))
      continue;
    std::string mappings;
    for (StringRef mapping :
         split(function.getFnAttribute(attribute).getValueAsString(), ',')) {
      auto [mangled, variant] = mapping.split('(');
      variant = variant.drop_back(variant.ends_with(")"));
      if (Function *made = module.getFunction(variant))
        made->setName(variant + suffix);
      mappings += (Twine(mappings.empty() ? "" : ",") + mangled + suffix + "(" +
                   variant + suffix + ")")
                      .str();
    }
    function.setName(function.getName() + suffix);
    function.addFnAttr(attribute, mappings);
  }
}

/// Gives what others see of a copy a name of its own, and the program the
/// address of the next one.
void ObjectEmitter::numberCopy(Module &module) const {
  std::string suffix = suffixOf(options.copy);
  if (options.copy)
    renameVariants(module, suffix);
  GlobalVariable *program = module.getNamedGlobal(programName);
  if (!program)
    return;
  program->setName(programName + suffix);
  if (!options.hasNext)
    return;
  auto *next =
      new GlobalVariable(module, program->getValueType(), /*isConstant=*/true,
                         GlobalValue::ExternalLinkage, /*Initializer=*/nullptr,
                         programName + suffixOf(options.copy + 1));
  auto *fields = cast<ConstantStruct>(program->getInitializer());
  SmallVector<Constant *> values;
  for (const Use &field : fields->operands())
    values.push_back(cast<Constant>(field));
  values.back() = next;
  program->setInitializer(ConstantStruct::get(fields->getType(), values));
}

void ObjectEmitter::setAttributes(Module &module) const {
  bool wide = target.vectorBits() == 512;
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", target.cpu());
    if (!target.features().empty())
      function.addFnAttr("target-features", target.features());
    // LLVM avoids the widest registers on some processors, for the sake of
    // code that uses them rarely. Ours uses them throughout.
    if (wide)
      function.addFnAttr("prefer-vector-width", "512");
    // Should memory be written that is not a buffer's, it ends here.
    function.addFnAttr(Attribute::StackProtectStrong);
    // Errors leave by longjmp: nothing ever unwinds.
    function.setDoesNotThrow();
    if (options.debugInfo) {
      function.setUWTableKind(UWTableKind::Async);
      function.addFnAttr("frame-pointer", "all");
    }
    if (options.sanitizer == Sanitizer::Address)
      function.addFnAttr(Attribute::SanitizeAddress);
    if (options.sanitizer == Sanitizer::Thread)
      function.addFnAttr(Attribute::SanitizeThread);
  }

  // They have no caller before the vectoriser has run.
  SmallVector<GlobalValue *> variants;
  for (Function &function : module)
    for (StringRef name : variantsOf(function))
      if (Function *variant = module.getFunction(name))
        variants.push_back(variant);
  if (!variants.empty())
    appendToCompilerUsed(module, variants);

  // What nobody outside can call may be inlined and dropped. That is known only
  // of a whole program.
  std::string program = (programName + suffixOf(options.copy)).str();
  auto isInterface = [&](const GlobalValue &value) {
    return value.getName() == "main" || value.getName() == program ||
           value.getName().starts_with(KernelEmitter::sharedPrefix);
  };
  if (any_of(module.global_values(), [&](const GlobalValue &value) {
        return !value.isDeclaration() && isInterface(value);
      }))
    internalizeModule(module, isInterface);
}

namespace {

/// Keeps a loop that still has loops in it when the innermost ones have been
/// unrolled. LLVM would unroll 16 rows of few instructions each, and then
/// vectorise the loop in each of the 16 copies by itself. Keeps loops whose
/// sums fill the registers, too: two rounds of a product at once would spill.
struct KeepLoops : PassInfoMixin<KeepLoops> {
  static bool fillsRegisters(Loop &loop) {
    constexpr int manyVectors = 12;
    return count_if(loop.getHeader()->phis(), [](PHINode &phi) {
             return phi.getType()->isVectorTy();
           }) >= manyVectors;
  }

  PreservedAnalyses run(Loop &loop, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &, LPMUpdater &) {
    if (!loop.isInnermost() || fillsRegisters(loop))
      loop.setLoopAlreadyUnrolled();
    return PreservedAnalyses::all();
  }
};

/// LLVM's passes for a target, with the analyses that they ask for.
class Pipeline {
public:
  Pipeline(TargetMachine &machine, int optLevel)
      : level(levels[optLevel]), builder(&machine, tuningOf(optLevel)) {
    builder.registerLateLoopOptimizationsEPCallback(
        [](LoopPassManager &passes, OptimizationLevel) {
          passes.addPass(KeepLoops());
        });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }

  void simplify(Module &module) {
    if (level == OptimizationLevel::O0)
      return run(builder.buildO0DefaultPipeline(level), module);
    run(ForceFunctionAttrsPass(), module);
    run(builder.buildModuleSimplificationPipeline(level,
                                                  ThinOrFullLTOPhase::None),
        module);
  }

  void optimize(Module &module) {
    if (level != OptimizationLevel::O0)
      run(builder.buildModuleOptimizationPipeline(level,
                                                  ThinOrFullLTOPhase::None),
          module);
  }

  template <typename Pass> void run(Pass pass, Module &module) {
    ModulePassManager passes;
    passes.addPass(std::move(pass));
    passes.run(module, modules);
  }

private:
  static inline const OptimizationLevel levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};

  static PipelineTuningOptions tuningOf(int optLevel) {
    PipelineTuningOptions tuning;
    tuning.LoopVectorization = tuning.SLPVectorization = optLevel >= 2;
    return tuning;
  }

  OptimizationLevel level;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder;
};

} // namespace

void ObjectEmitter::simplify(Module &module) const {
  Pipeline(target.targetMachine(), target.optLevel()).simplify(module);
}

void ObjectEmitter::optimize(Module &module) const {
  Pipeline pipeline(target.targetMachine(), target.optLevel());
  pipeline.optimize(module);
  if (options.sanitizer == Sanitizer::Address)
    pipeline.run(AddressSanitizerPass(AddressSanitizerOptions()), module);
  if (options.sanitizer == Sanitizer::Thread) {
    pipeline.run(ModuleThreadSanitizerPass(), module);
    pipeline.run(createModuleToFunctionPassAdaptor(ThreadSanitizerPass()),
                 module);
  }
}

static Error emitWith(TargetMachine &machine, Module &module,
                      CodeGenFileType type, raw_pwrite_stream &os) {
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr, type))
    return createStringError("the target cannot write this kind of file");
  passes.run(module);
  return Error::success();
}

Error ObjectEmitter::emit(Module &module, CodeGenFileType type,
                          raw_pwrite_stream &os) const {
  return emitWith(target.targetMachine(), module, type, os);
}

/// The instructions of an object file of its own.
static constexpr unsigned partSize = 4000;
static constexpr unsigned mostParts = 16;

/// Functions with variants, and those: their attributes have these names.
static StringSet<> namesInMappings(const Module &module) {
  StringSet<> names;
  for (const Function &function : module)
    for (StringRef name : variantsOf(function)) {
      names.insert(function.getName());
      names.insert(name);
    }
  return names;
}

Expected<std::vector<ObjectEmitter::Object>>
ObjectEmitter::emitParts(Module &module) const {
  size_t parts =
      std::clamp(module.getInstructionCount() / partSize, 1u, mostParts);
  // Sanitizers and debuggers see one module.
  if (options.debugInfo || options.sanitizer != Sanitizer::None)
    parts = 1;
  std::vector<Object> objects(parts);
  if (parts == 1) {
    optimize(module);
    raw_svector_ostream os(objects[0]);
    if (Error error = emit(module, CodeGenFileType::ObjectFile, os))
      return std::move(error);
    return objects;
  }
  // What was local is seen by the other parts under a name of its own.
  StringSet<> named = namesInMappings(module);
  for (GlobalValue &value : module.global_values())
    if (value.hasLocalLinkage() && !named.contains(value.getName()))
      value.setName("tine.local" + suffixOf(options.copy) + "." +
                    value.getName());
  // A context belongs to one thread.
  std::vector<Object> bitcode;
  SplitModule(
      module, parts,
      [&](std::unique_ptr<Module> part) {
        raw_svector_ostream os(bitcode.emplace_back());
        WriteBitcodeToFile(*part, os);
      },
      /*PreserveLocals=*/false, /*RoundRobin=*/true);
  std::vector<std::string> failures(parts);
  auto compile = [&](size_t i) -> Error {
    LLVMContext context;
    Expected<std::unique_ptr<Module>> part = parseBitcodeFile(
        MemoryBufferRef(StringRef(bitcode[i].data(), bitcode[i].size()), ""),
        context);
    if (!part)
      return part.takeError();
    std::unique_ptr<TargetMachine> machine = target.newTargetMachine();
    Pipeline(*machine, target.optLevel()).optimize(**part);
    raw_svector_ostream os(objects[i]);
    return emitWith(*machine, **part, CodeGenFileType::ObjectFile, os);
  };
  DefaultThreadPool pool(hardware_concurrency());
  for (size_t i = 0; i < parts; ++i)
    pool.async([&, i] {
      if (Error error = compile(i))
        failures[i] = toString(std::move(error));
    });
  pool.wait();
  for (const std::string &failure : failures)
    if (!failure.empty())
      return createStringError(failure);
  return objects;
}

} // namespace tine
