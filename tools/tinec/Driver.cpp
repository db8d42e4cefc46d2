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
#include "codegen/KernelEmitter.h"
#include "codegen/Linker.h"
#include "codegen/OutputFile.h"
#include "frontend/Import.h"
#include "frontend/syntax/ASTPrinter.h"
#include "frontend/syntax/Parser.h"
#include "lowering/Pipeline.h"
#include "lowering/placement/Schedule.h"
#include "lowering/support/Targets.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tools/tinec/Entry.h"
#include "tools/tinec/InternalError.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tine {

const Driver::Step Driver::firstSteps[] = {
    {"reading the input", &Driver::readInput},
    {"choosing the target", &Driver::chooseTargets},
    {"importing", &Driver::import},
};
const Driver::Step Driver::targetSteps[] = {
    {"lowering", &Driver::lower},
    {"translating to LLVM IR", &Driver::translate},
    {"optimising", &Driver::optimize},
    {"generating machine code", &Driver::assemble},
};
const Driver::Step Driver::lastSteps[] = {
    {"linking", &Driver::link},
};

static mlir::DialectRegistry makeRegistry() {
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  ObjectEmitter::registerTranslations(registry);
  KernelEmitter::registerTranslations(registry);
  return registry;
}

Driver::Driver(DriverOptions given, std::string executable)
    : options(std::move(given)), executable(std::move(executable)),
      inputName(options.input == "-" ? "<stdin>" : options.input),
      progress(options.progress, inputName),
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
  if (!runSteps(firstSteps))
    return false;
  for (size_t i = 0; i < targets.size() && !finished; ++i) {
    startTarget(i);
    if (!runSteps(targetSteps))
      return false;
  }
  return runSteps(lastSteps);
}

bool Driver::runSteps(ArrayRef<Step> steps) {
  for (const Step &step : steps) {
    if (finished)
      return true;
    InternalError::Scope scope(step.name, inputName);
    progress.setStep(step.name);
    if (options.verbose)
      errs() << "tinec: " << step.name << "\n";
    stepScope = rootScope.nest(step.name);
    bool succeeded = (this->*step.function)();
    stepScope = mlir::TimingScope();
    if (!succeeded)
      return false;
  }
  return true;
}

void Driver::startTarget(size_t number) {
  bool hasNext = number + 1 < targets.size();
  if (number == 0)
    imported = std::move(module);
  module = hasNext ? imported->clone() : imported.release();
  target = &targets[number];
  emitter.emplace(*target,
                  ObjectEmitter::Options{options.debugInfo, options.sanitizer,
                                         unsigned(number), hasNext});
}

//===----------------------------------------------------------------------===//
// Reporting and writing
//===----------------------------------------------------------------------===//

void Driver::setStep(const char *name) {
  InternalError::setStage(name);
  progress.setStep(name);
}

bool Driver::fail(const Twine &message) {
  WithColor::error(errs(), "tinec") << message << "\n";
  return false;
}

bool Driver::fail(Error error) { return fail(toString(std::move(error))); }

bool Driver::write(StringRef path, bool readable, Printer print) {
  if (path == "-") {
    // Nothing of what fails halfway; and a pipe cannot be written in any order.
    SmallVector<char, 0> text;
    raw_svector_ostream os(text);
    if (Error error = print(os, readable))
      return fail(std::move(error));
    outs() << os.str();
    outs().flush();
    std::error_code problem = outs().error();
    outs().clear_error();
    return !problem ||
           fail("cannot write to standard output: " + problem.message());
  }
  Expected<OutputFile> file = OutputFile::create(path);
  if (!file)
    return fail(file.takeError());
  if (Error error = print(file->os(), readable))
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
    StringRef stem =
        options.input == "-" ? "stdin" : sys::path::stem(options.input);
    sys::path::append(path, stem + "." + info.name + info.extension);
    if (!write(path, /*readable=*/false, print))
      return false;
  }
  if (stage != options.emit)
    return true;
  finished = true;
  return write(options.output, options.readable, print);
}

bool Driver::reachedModule(Stage stage) {
  return reached(stage, [&](raw_pwrite_stream &os, bool readable) {
    mlir::OpPrintingFlags flags;
    flags.enableDebugInfo(!readable, /*prettyForm=*/false);
    module->print(os, flags);
    os << "\n";
    return Error::success();
  });
}

bool Driver::reachedGraph() {
  return reached(Stage::Graph, [&](raw_pwrite_stream &os, bool) {
    // More than that nobody reads.
    Schedule schedule = buildSchedule(*module, /*most=*/80);
    if (sys::path::extension(options.output) == ".svg")
      printSvg(schedule, os);
    else
      printDot(schedule, os);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Whether a text starts as MLIR does, and no program in Python.
static bool looksLikeMlir(StringRef text) {
  for (StringRef line : split(text, '\n')) {
    line = line.ltrim();
    if (line.starts_with("//") || line.starts_with("\"builtin.module\""))
      return true;
    // A comment of Python's, and an alias of an attribute.
    if (line.empty() || line.starts_with("#"))
      continue;
    if (line.consume_front("module"))
      return line.starts_with(" {") || line.starts_with(" @") ||
             line.starts_with(" attributes {");
    if (line.consume_front("!"))
      return true;
    // `func.func private @f`
    auto [op, rest] = line.split(' ');
    StringRef name = rest.drop_until([](char c) { return c == '@'; });
    bool isOp = op.contains('.') && all_of(op, [](char c) {
                  return isAlnum(c) || c == '.' || c == '_';
                });
    return isOp && name.size() > 1 && (isAlpha(name[1]) || name[1] == '_');
  }
  return false;
}

InputKind Driver::guessKind() const {
  StringRef extension = sys::path::extension(options.input);
  if (options.inputKind)
    return *options.inputKind;
  bool isMlir =
      options.input == "-"
          ? looksLikeMlir(
                sources->getMemoryBuffer(sources->getMainFileID())->getBuffer())
          : extension == ".mlir";
  return isMlir ? InputKind::Mlir : InputKind::Python;
}

bool Driver::readInput() {
  bool isStandard = options.input == "-";
  bool isBinary = options.emit == Stage::Exe || options.emit == Stage::Obj;
  if (options.output == "-" && isBinary && !options.check &&
      sys::Process::StandardOutIsDisplayed())
    return fail("a terminal cannot show " + getStage(options.emit).sentence +
                ": give -o a file, or standard output a pipe");
  if (!isStandard && sys::fs::is_directory(options.input))
    return fail("cannot read '" + inputName + "': it is a directory");
  StringRef extension = sys::path::extension(options.input);
  if (!isStandard && !options.inputKind && extension != ".py" &&
      extension != ".mlir")
    return fail("cannot tell what '" + inputName +
                "' is: tinec reads .py and .mlir files (or say it with -x)");
  auto buffer = MemoryBuffer::getFileOrSTDIN(options.input);
  if (!buffer)
    return fail("cannot read '" + inputName +
                "': " + buffer.getError().message());
  if (!isStandard && options.output != "-" &&
      sys::fs::equivalent(options.input, options.output))
    return fail("the output '" + options.output + "' is the input");
  // Not after minutes.
  if (sys::fs::is_directory(options.output))
    return fail("cannot write '" + options.output + "': Is a directory");
  sources->AddNewSourceBuffer(std::move(*buffer), SMLoc());
  inputKind = guessKind();
  return true;
}

bool Driver::chooseTargets() {
  for (const std::string &cpu : options.cpus) {
    Expected<Target> chosen = Target::create(cpu, options.optLevel);
    if (!chosen)
      return fail(chosen.takeError());
    if (options.verbose)
      errs() << "tinec: the target is " << chosen->cpu() << " with "
             << chosen->requiredFeatures() << "\n";
    if (none_of(targets, [&](const Target &other) {
          return other.cpu() == chosen->cpu();
        }))
      targets.push_back(std::move(*chosen));
  }
  if (options.check)
    targets.erase(targets.begin() + 1, targets.end());
  if (targets.size() == 1)
    return true;
  if (options.emit != Stage::Exe || !options.saveStages.empty())
    return fail("--mcpu names several processors: that is for an executable, "
                "not for a stage on the way");
  auto order = [](const Target &target) {
    return std::make_tuple(
        -int(StringRef(target.requiredFeatures()).count(',')), target.cpu());
  };
  llvm::sort(targets, [&](const Target &x, const Target &y) {
    return order(x) < order(y);
  });
  return true;
}

bool Driver::import() {
  return inputKind == InputKind::Python ? importPython() : importMlir();
}

bool Driver::importPython() {
  StringRef text =
      sources->getMemoryBuffer(sources->getMainFileID())->getBuffer();
  SourceFile file(inputName, text.str());
  Diagnostics reports;
  if (options.emit == Stage::AST || !options.saveStages.empty()) {
    std::unique_ptr<ast::Module> tree = parseModule(file, reports);
    if (!tree)
      return false;
    if (!reached(Stage::AST, [&](raw_pwrite_stream &os, bool) {
          printAst(*tree, file, os);
          return Error::success();
        }))
      return false;
    if (finished)
      return true;
  }
  ImportOptions importOptions;
  importOptions.allErrors = options.check;
  StringRef folder = sys::path::parent_path(inputName);
  importOptions.modulePath = {folder.empty() ? "." : folder.str()};
  llvm::append_range(importOptions.modulePath, options.modulePath);
  importOptions.work = options.maxSteps;
  importOptions.cudaDevices = options.cudaDevices;
  importOptions.forbidsTf32 = options.forbidsTf32;
  importOptions.defaultCuda = options.defaultCuda;
  importOptions.module = options.module;
  importOptions.example = options.example;
  if (options.reportArguments)
    importOptions.arguments = &llvm::errs();
  if (options.reportElaboration)
    importOptions.decisions = &llvm::errs();
  module = importProgram(file, reports, context, importOptions);
  return module && (options.weights.empty() || openWeights());
}

bool Driver::openWeights() {
  Expected<std::unique_ptr<Weights>> opened =
      Weights::open(*module, options.weights);
  if (!opened)
    return fail(opened.takeError());
  weights = std::move(*opened);
  (*module)->setAttr("tine.weights_inside", mlir::UnitAttr::get(&context));
  return true;
}

bool Driver::importMlir() {
  if (options.module)
    return fail("--module is of a Python source; a stage of MLIR has its "
                "entries already");
  if (options.emit == Stage::AST)
    return fail("--emit=ast needs a Python source");
  mlir::ParserConfig config(&context);
  module = mlir::parseSourceFile<mlir::ModuleOp>(sources, config);
  // What is not to run need not be a program.
  bool runs = options.emit == Stage::Exe;
  return module && succeeded(checkStage(*module)) &&
         (!runs || succeeded(checkEntry(*module)));
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
  if (options.emit == Stage::Graph)
    pipeline.stopAfter = Phase::Place;
  if (options.emit == Stage::Gpu)
    pipeline.stopAfter = Phase::Target;
  // Derivatives are the last thing that says something about a program.
  if (options.check && inputKind == InputKind::Python)
    pipeline.stopAfter = Phase::Differentiate;
  pipeline.vectorBits = target->vectorBits();
  pipeline.convertsHalf = target->hasFeature("f16c");
  // It is the same for all.
  pipeline.reportSchedule = options.reportSchedule && target == &targets[0];
  pipeline.microBatches = options.microBatches;
  for (const std::string &name : options.targets)
    if (name != cpuTarget)
      pipeline.targets.push_back(name);
  pipeline.compiler = "tinec " TINE_VERSION;
  pipeline.cpu = target->cpu().str();
  pipeline.features = target->requiredFeatures();
  return pipeline;
}

bool Driver::lower() {
  if (std::optional<Stage> stage = stageOf(*module)) {
    bool isGraph = options.emit == Stage::Graph;
    bool isPast = options.emit == Stage::Gpu   ? *stage > Stage::Target
                  : options.emit == Stage::Ptx ? *stage > Stage::LLVMDialect
                                               : options.emit < *stage;
    if (isPast || (isGraph && *stage > Stage::Place))
      return fail("the input is past the stage --emit=" +
                  getStage(options.emit).name);
    if (!reachedModule(*stage) ||
        (*stage == Stage::Place && isGraph && !reachedGraph()) ||
        (*stage == Stage::Target && !reachedKernels()))
      return false;
    if (finished || *stage == Stage::LLVMDialect)
      return true;
  }

  bool wrote = true;
  mlir::LogicalResult result = runPipeline(
      *module, pipelineOptions(),
      [&](mlir::PassManager &manager, const PhaseInfo &info) {
        phaseStep = std::string("lowering to '") + info.name + "'";
        setStep(phaseStep.c_str());
        manager.enableTiming(stepScope);
      },
      [&](mlir::ModuleOp, const PhaseInfo &info) {
        wrote = options.check || reachedModule(stageOf(info.phase));
        if (wrote && options.emit == Stage::Graph && info.phase == Phase::Place)
          wrote = reachedGraph();
        if (wrote && !options.check && info.phase == Phase::Target)
          wrote = reachedKernels();
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
  optimized.reset();
  if (!emitKernels() || finished)
    return finished;
  llvmModule = emitter->translate(*module, llvmContext);
  if (!llvmModule && diagnosedErrors == 0)
    InternalError::report("the translation failed without saying why");
  if (llvmModule && deviceCode)
    embedKernels();
  return bool(llvmModule);
}

bool Driver::optimize() {
  emitter->simplify(*llvmModule);
  return reached(Stage::LLVM, [&](raw_pwrite_stream &os, bool) {
    optimizedModule().print(os, nullptr);
    return Error::success();
  });
}

Module &Driver::optimizedModule() {
  if (!optimized) {
    optimized = CloneModule(*llvmModule);
    emitter->optimize(*optimized);
  }
  return *optimized;
}

bool Driver::assemble() {
  // Generating code consumes the module, hence the copy for assembly.
  if (!reached(Stage::Asm, [&](raw_pwrite_stream &os, bool) {
        std::unique_ptr<Module> copy = CloneModule(optimizedModule());
        return emitter->emit(*copy, CodeGenFileType::AssemblyFile, os);
      }))
    return false;
  if (finished)
    return true;

  // As one file where it is to be seen.
  if (!reached(Stage::Obj, [&](raw_pwrite_stream &os, bool) {
        std::unique_ptr<Module> copy = CloneModule(optimizedModule());
        return emitter->emit(*copy, CodeGenFileType::ObjectFile, os);
      }))
    return false;
  if (finished)
    return true;
  Expected<std::vector<ObjectEmitter::Object>> parts =
      emitter->emitParts(*llvmModule);
  if (!parts)
    return fail(parts.takeError());
  if (options.verbose)
    errs() << "tinec: " << parts->size() << " object files\n";
  std::move(parts->begin(), parts->end(), std::back_inserter(objects));
  return true;
}

bool Driver::failLinking(Error error) {
  std::string messages = toString(std::move(error));
  return !reportUndefined(*module, messages) && fail(messages);
}

bool Driver::link() {
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
  auto addInput = [&](function_ref<Error(raw_ostream &)> print) {
    Expected<sys::fs::TempFile> input =
        sys::fs::TempFile::create(output->temporaryPath() + "-%%%%%%.o");
    if (!input)
      return fail(input.takeError());
    inputs.push_back(std::move(*input));
    names.push_back(inputs.back().TmpName);
    raw_fd_ostream os(inputs.back().FD, /*shouldClose=*/false);
    Error problem = print(os);
    os.flush();
    std::error_code error = os.error();
    os.clear_error();
    if (problem)
      return fail(std::move(problem));
    return !error ||
           fail("cannot write '" + options.output + "': " + error.message());
  };
  for (const ObjectEmitter::Object &object : objects)
    if (!addInput([&](raw_ostream &os) {
          os.write(object.data(), object.size());
          return Error::success();
        }))
      return false;
  if (weights && !addInput([&](raw_ostream &os) { return weights->write(os); }))
    return false;

  Linker linker(
      Linker::bundleOf(executable),
      {options.openmp, options.debugInfo, options.sanitizer, opensLibraries});
  if (Error error = linker.link(names, output->temporaryPath()))
    return failLinking(std::move(error));
  if (Error error = output->keep())
    return fail(std::move(error));
  finished = true;
  return true;
}

} // namespace tine
