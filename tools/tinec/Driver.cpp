//===- Driver.cpp - One run of the compiler -------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of steps, and what each does.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Driver.h"
#include "codegen/Linker.h"
#include "codegen/OutputFile.h"
#include "frontend/Import.h"
#include "frontend/syntax/ASTPrinter.h"
#include "frontend/syntax/Parser.h"
#include "lowering/Pipeline.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tools/tinec/InternalError.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tine {

const Driver::Step Driver::steps[] = {
    {"reading the input", &Driver::readInput},
    {"choosing the target", &Driver::chooseTarget},
    {"importing", &Driver::import},
    {"lowering", &Driver::lower},
    {"translating to LLVM IR", &Driver::translate},
    {"optimising", &Driver::optimize},
    {"generating machine code", &Driver::assemble},
    {"linking", &Driver::link},
};

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  ObjectEmitter::registerTranslations(registry);
  return registry;
}

Driver::Driver(DriverOptions given, std::string executable)
    : options(std::move(given)), executable(std::move(executable)),
      sources(std::make_shared<SourceMgr>()), context(makeRegistry()) {
  timing.setEnabled(options.timePasses);
  rootScope = timing.getRootScope();
  diagnostics = std::make_unique<mlir::SourceMgrDiagnosticHandler>(
      *sources, &context, errs());
  // Asked first; says "not handled", so that the one above prints.
  context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
      ++diagnosedErrors;
    return mlir::failure();
  });
}

Driver::~Driver() = default;

bool Driver::run() {
  for (const Step &step : steps) {
    InternalError::Scope scope(step.name, options.input);
    if (options.verbose)
      errs() << "tinec: " << step.name << "\n";
    stepScope = rootScope.nest(step.name);
    bool succeeded = (this->*step.function)();
    stepScope = mlir::TimingScope();
    if (!succeeded)
      return false;
    if (finished)
      return true;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Reporting and writing
//===----------------------------------------------------------------------===//

bool Driver::fail(const Twine &message) {
  WithColor::error(errs(), "tinec") << message << "\n";
  return false;
}

bool Driver::fail(Error error) { return fail(toString(std::move(error))); }

bool Driver::write(StringRef path, Printer print) {
  if (path == "-") {
    if (Error error = print(outs()))
      return fail(std::move(error));
    outs().flush();
    std::error_code problem = outs().error();
    outs().clear_error();
    return !problem ||
           fail("cannot write to standard output: " + problem.message());
  }
  Expected<OutputFile> file = OutputFile::create(path);
  if (!file)
    return fail(file.takeError());
  if (Error error = print(file->os()))
    return fail(std::move(error));
  if (Error error = file->keep())
    return fail(std::move(error));
  return true;
}

bool Driver::reached(Stage stage, Printer print) {
  if (!options.saveStages.empty()) {
    const StageInfo &info = getStage(stage);
    SmallString<128> path(options.saveStages);
    if (std::error_code error = sys::fs::create_directories(path))
      return fail("cannot make the folder '" + path + "': " + error.message());
    sys::path::append(path, sys::path::stem(options.input) + "." + info.name +
                                info.extension);
    if (!write(path, print))
      return false;
  }
  if (stage != options.emit)
    return true;
  finished = true;
  return write(options.output, print);
}

bool Driver::reachedModule(Stage stage) {
  return reached(stage, [&](raw_pwrite_stream &os) {
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo(options.debugInfo, /*prettyForm=*/false);
    module->print(os, flags);
    os << "\n";
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

bool Driver::readInput() {
  if (sys::fs::is_directory(options.input))
    return fail("cannot read '" + options.input + "': it is a directory");
  StringRef extension = sys::path::extension(options.input);
  if (extension != ".py" && extension != ".mlir")
    return fail("cannot tell what '" + options.input +
                "' is: tinec reads .py and .mlir files");
  auto buffer = MemoryBuffer::getFile(options.input);
  if (!buffer)
    return fail("cannot read '" + options.input +
                "': " + buffer.getError().message());
  if (options.output != "-" &&
      sys::fs::equivalent(options.input, options.output))
    return fail("the output '" + options.output + "' is the input");
  sources->AddNewSourceBuffer(std::move(*buffer), SMLoc());
  return true;
}

bool Driver::chooseTarget() {
  Expected<Target> chosen = Target::create(options.cpu, options.optLevel);
  if (!chosen)
    return fail(chosen.takeError());
  target.emplace(std::move(*chosen));
  emitter.emplace(*target,
                  ObjectEmitter::Options{options.debugInfo, options.sanitizer});
  if (options.verbose)
    errs() << "tinec: the target is " << target->cpu() << " with "
           << target->requiredFeatures() << "\n";
  return true;
}

bool Driver::import() {
  bool succeeded = sys::path::extension(options.input) == ".py" ? importPython()
                                                                : importMlir();
  return succeeded;
}

bool Driver::importPython() {
  StringRef text =
      sources->getMemoryBuffer(sources->getMainFileID())->getBuffer();
  SourceFile file(options.input, text.str());
  Diagnostics reports;
  if (options.emit == Stage::AST || !options.saveStages.empty()) {
    std::unique_ptr<ast::Module> tree = parseModule(file, reports);
    if (!tree)
      return false;
    if (!reached(Stage::AST, [&](raw_pwrite_stream &os) {
          printAst(*tree, file, os);
          return Error::success();
        }))
      return false;
    if (finished)
      return true;
  }
  ImportOptions importOptions;
  importOptions.allErrors = options.check;
  module = importProgram(file, reports, context, importOptions);
  return bool(module);
}

bool Driver::importMlir() {
  if (options.emit == Stage::AST)
    return fail("--emit=ast needs a Python source");
  mlir::ParserConfig config(&context);
  module = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
  return bool(module);
}

/// Whether nothing is left to lower.
static bool isLowered(mlir::ModuleOp module) {
  return !module
              .walk([&](mlir::Operation *op) {
                StringRef dialect = op->getName().getDialectNamespace();
                return isa<mlir::ModuleOp>(op) || dialect == "llvm" ||
                               dialect == "omp"
                           ? mlir::WalkResult::advance()
                           : mlir::WalkResult::interrupt();
              })
              .wasInterrupted();
}

static_assert(int(Stage::LLVMDialect) - int(Stage::Import) ==
              int(Phase::LLVM) - int(Phase::Import));

static Stage stageOf(Phase phase) {
  return Stage(int(Stage::Import) + int(phase));
}

static Phase phaseOf(Stage stage) {
  return Phase(int(stage) - int(Stage::Import));
}

/// The stage that an MLIR input is at; nothing for one that has not been
/// through any.
static std::optional<Stage> stageOf(mlir::ModuleOp module) {
  if (std::optional<Phase> phase = completedPhase(module))
    return stageOf(*phase);
  if (isLowered(module))
    return Stage::LLVMDialect;
  return std::nullopt;
}

PipelineOptions Driver::pipelineOptions() const {
  PipelineOptions pipeline;
  if (options.emit < Stage::LLVMDialect)
    pipeline.stopAfter = phaseOf(options.emit);
  pipeline.optLevel = options.optLevel;
  pipeline.vectorBits = target->vectorBits();
  pipeline.reportSchedule = options.reportSchedule;
  pipeline.compiler = "tinec " TINE_VERSION;
  pipeline.cpu = target->cpu().str();
  pipeline.features = target->requiredFeatures();
  return pipeline;
}

bool Driver::lower() {
  if (std::optional<Stage> stage = stageOf(*module)) {
    if (options.emit < *stage)
      return fail("the input is past the stage --emit=" +
                  getStage(options.emit).name);
    if (!reachedModule(*stage))
      return false;
    if (finished || *stage == Stage::LLVMDialect)
      return true;
  }

  bool wrote = true;
  mlir::LogicalResult result = runPipeline(
      *module, pipelineOptions(),
      [&](mlir::PassManager &manager) { manager.enableTiming(stepScope); },
      [&](mlir::ModuleOp, const PhaseInfo &info) {
        InternalError::setStage(info.name);
        wrote = options.check || reachedModule(stageOf(info.phase));
        return mlir::success(wrote);
      });
  if (succeeded(result)) {
    finished |= options.check;
    return true;
  }
  if (wrote && diagnosedErrors == 0)
    InternalError::report("a pass failed without saying why");
  return false;
}

bool Driver::translate() {
  llvmModule = emitter->translate(*module, llvmContext);
  if (!llvmModule && diagnosedErrors == 0)
    InternalError::report("the translation failed without saying why");
  return bool(llvmModule);
}

bool Driver::optimize() {
  emitter->optimize(*llvmModule);
  return reached(Stage::LLVM, [&](raw_pwrite_stream &os) {
    llvmModule->print(os, nullptr);
    return Error::success();
  });
}

bool Driver::assemble() {
  // Generating code consumes the module, hence the copy for assembly.
  if (!reached(Stage::Asm, [&](raw_pwrite_stream &os) {
        std::unique_ptr<Module> copy = CloneModule(*llvmModule);
        return emitter->emit(*copy, CodeGenFileType::AssemblyFile, os);
      }))
    return false;
  if (finished)
    return true;

  // As one file where it is to be seen.
  if (!reached(Stage::Obj, [&](raw_pwrite_stream &os) {
        std::unique_ptr<Module> copy = CloneModule(*llvmModule);
        return emitter->emit(*copy, CodeGenFileType::ObjectFile, os);
      }))
    return false;
  if (finished)
    return true;
  Expected<std::vector<ObjectEmitter::Object>> parts =
      emitter->emitParts(*llvmModule);
  if (!parts)
    return fail(parts.takeError());
  objects = std::move(*parts);
  if (options.verbose)
    errs() << "tinec: " << objects.size() << " object files\n";
  return true;
}

bool Driver::link() {
  if (options.output == "-")
    return fail("an executable cannot go to standard output");
  Expected<OutputFile> output =
      OutputFile::create(options.output, /*executable=*/true);
  if (!output)
    return fail(output.takeError());
  std::vector<sys::fs::TempFile> inputs;
  scope_exit remove([&] {
    for (sys::fs::TempFile &input : inputs)
      consumeError(input.discard());
  });
  std::vector<std::string> names;
  for (const ObjectEmitter::Object &object : objects) {
    Expected<sys::fs::TempFile> input =
        sys::fs::TempFile::create(output->temporaryPath() + "-%%%%%%.o");
    if (!input)
      return fail(input.takeError());
    inputs.push_back(std::move(*input));
    names.push_back(inputs.back().TmpName);
    raw_fd_ostream os(inputs.back().FD, /*shouldClose=*/false);
    os.write(object.data(), object.size());
    os.flush();
    std::error_code error = os.error();
    os.clear_error();
    if (error)
      return fail("cannot write '" + options.output + "': " + error.message());
  }

  Linker linker(Linker::bundleOf(executable),
                {options.openmp, options.debugInfo, options.sanitizer});
  if (Error error = linker.link(names, output->temporaryPath()))
    return fail(std::move(error));
  if (Error error = output->keep())
    return fail(std::move(error));
  finished = true;
  return true;
}

} // namespace tine
