//===- Options.cpp - Command line of tinec --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the options in groups and turns them into DriverOptions.
//
//===----------------------------------------------------------------------===//

#include "tools/tinec/Options.h"
#include "frontend/Import.h"
#include "frontend/syntax/Source.h"
#include "lowering/Pipeline.h"
#include "lowering/support/TargetBackend.h"
#include "lowering/support/Targets.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Pass.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;

namespace tine {

namespace {

/// Values with names. A wrong one is answered with those that there are.
template <typename T> class NamedValues : public cl::parser<T> {
public:
  using cl::parser<T>::parser;

  bool parse(cl::Option &option, StringRef, StringRef text, T &value) {
    SmallVector<StringRef> names;
    for (const auto &known : this->Values) {
      names.push_back(known.Name);
      if (known.Name != text)
        continue;
      value = known.V.getValue();
      return false;
    }
    std::string near = nearestName(text, names);
    return option.error("there is no '" + text + "'" +
                        (near.empty() ? "" : "; did you mean '" + near + "'?") +
                        "\nThere are " + join(names, ", "));
  }
};

template <typename T> using NamedOption = cl::opt<T, false, NamedValues<T>>;

/// The options live in an object, not at file scope, so that they exist only
/// while the command line is read: the linker, which runs in this process,
/// registers some of the same names.
struct CommandLine {
  cl::OptionCategory whatGroup{"Input and output"};
  cl::OptionCategory codeGroup{"Machine code"};
  cl::OptionCategory watchGroup{"Watching the compiler"};

  cl::opt<std::string> input{cl::Positional, cl::desc("INPUT.py|INPUT.mlir|-"),
                             cl::cat(whatGroup)};
  NamedOption<InputKind> kind{
      "x", cl::cat(whatGroup),
      cl::desc("What the input is (by default what its name says, and of "
               "standard input what its text looks like)"),
      cl::values(clEnumValN(InputKind::Python, "py", "a program"),
                 clEnumValN(InputKind::Mlir, "mlir", "a stage of one"))};
  cl::list<std::string> modulePath{
      "I", cl::value_desc("folder"), cl::Prefix, cl::cat(whatGroup),
      cl::desc("Look for the program's own modules here, after its folder")};
  cl::opt<std::string> cuda{
      "cuda", cl::ValueOptional, cl::value_desc("number"), cl::cat(whatGroup),
      cl::desc("Let the program see so many GPUs (1 without a number): "
               "torch.cuda.is_available() is True then, otherwise False")};
  cl::opt<std::string> defaultDevice{
      "default-device", cl::init("cpu"), cl::value_desc("device"),
      cl::cat(whatGroup),
      cl::desc("Make tensors on cpu (default), cuda or cuda:N where the "
               "program says no device, as torch.set_default_device does")};
  cl::opt<uint64_t> maxSteps{
      "max-steps", cl::value_desc("number"), cl::cat(whatGroup),
      cl::desc("Give up after so many steps of elaborating a program (default "
               "6000000, some seconds), or four times as many with those "
               "that are repeated, as loops are until it is known what they "
               "change")};
  cl::opt<std::string> output{
      "o", cl::value_desc("file"), cl::cat(whatGroup),
      cl::desc("Where to write; - is standard output. By default an executable "
               "or object file is named after the input, and the other stages "
               "go to standard output, in a form for readers: stages of MLIR "
               "have source locations only with -o (or -g), so give -o for "
               "what tinec shall read again")};
  NamedOption<Stage> emit{"emit", cl::init(Stage::Exe), cl::cat(whatGroup),
                          cl::desc("Stop after a stage and write")};
  cl::opt<std::string> module{
      "module", cl::value_desc("expression"), cl::cat(whatGroup),
      cl::desc("Compile a module in place of the program: the expression makes "
               "it, among the names of the file, as 'Net(10)'")};
  cl::list<std::string> inputs{
      "input", cl::value_desc("name: type"), cl::cat(whatGroup),
      cl::desc("An input of the module: 'x: f32[?,3,8,8]'; also int, float, "
               "bool and str. A size is a number, ? for any, or a name that "
               "stands for one size")};
  cl::list<std::string> methods{
      "entry", cl::value_desc("method"), cl::cat(whatGroup),
      cl::desc("The inputs behind this are those of another method than "
               "forward")};
  cl::opt<std::string> weights{
      "weights", cl::value_desc("file"), cl::cat(whatGroup),
      cl::desc("Put the weights of the module into the executable: a "
               ".safetensors file, or a .pth file that holds a state_dict() "
               "(FILE:KEY of one in a dict)")};
  cl::opt<std::string> weightsPrefix{
      "weights-prefix", cl::value_desc("text"), cl::cat(whatGroup),
      cl::desc("What the names in files of weights begin with, as 'module.'")};
  cl::opt<bool> train{
      "train", cl::cat(whatGroup),
      cl::desc("Leave the module in training mode: eval() is not called")};
  cl::opt<bool> check{"check", cl::cat(whatGroup),
                      cl::desc("Only report what is wrong or not supported")};

  cl::opt<unsigned> optLevel{
      "O",
      cl::Prefix,
      cl::init(2),
      cl::value_desc("0..3"),
      cl::cat(codeGroup),
      cl::desc("Optimisation level (default 2; 3 takes longer and is "
               "seldom faster)")};
  cl::opt<std::string> cpu{
      "mcpu", cl::init("native"), cl::value_desc("names"), cl::cat(codeGroup),
      cl::desc("Processor to generate code for: native (this machine's, the "
               "default) or a name such as x86-64-v3 or znver4; of a list "
               "(x86-64-v2,x86-64-v3,x86-64-v4) the executable runs the best "
               "one when it starts")};
  cl::opt<unsigned> pipeline{
      "pipeline", cl::value_desc("parts"), cl::cat(codeGroup),
      cl::desc("Send each batch through the program's devices in so many "
               "parts, where its rows do not need each other, so that devices "
               "work at the same time; says where they do need each other. "
               "Results are those of the whole batch, but that sums over it "
               "are added up by parts")};
  cl::opt<std::string> targets{
      "targets", cl::init("cpu,cuda"), cl::value_desc("names"),
      cl::cat(codeGroup),
      cl::desc("Make code of the work of devices for these: cpu,cuda (default; "
               "cuda is left out of programs that name no cuda device) or cpu "
               "alone")};
  NamedOption<OpenMPLinkage> openmp{
      "openmp", cl::init(OpenMPLinkage::Static), cl::cat(codeGroup),
      cl::desc("How to link the OpenMP runtime"),
      cl::values(clEnumValN(OpenMPLinkage::Static, "static",
                            "Inside; the executable needs nothing (default)"),
                 clEnumValN(OpenMPLinkage::Shared, "shared",
                            "libomp.so.5 and the C library of the system"))};
  cl::opt<bool> debugInfo{
      "g", cl::cat(codeGroup),
      cl::desc("Keep symbols and add line numbers for debuggers")};
  NamedOption<Sanitizer> sanitizer{
      "sanitize",
      cl::init(Sanitizer::None),
      cl::cat(codeGroup),
      cl::Hidden,
      cl::desc("Instrument the generated code"),
      cl::values(clEnumValN(Sanitizer::Address, "address", "AddressSanitizer"),
                 clEnumValN(Sanitizer::Thread, "thread", "ThreadSanitizer"))};

  cl::opt<bool> listFunctions{
      "list-functions", cl::cat(watchGroup), cl::Hidden,
      cl::desc("Print the names of the built-in functions and methods")};
  cl::opt<bool> verbose{"v", cl::cat(watchGroup),
                        cl::desc("Say what is being done")};
  cl::opt<bool> noProgress{
      "no-progress", cl::cat(watchGroup),
      cl::desc("Do not show on a terminal what is being done (it is shown when "
               "it takes more than two seconds)")};
  cl::opt<std::string> saveStages{
      "save-stages", cl::value_desc("folder"), cl::cat(watchGroup),
      cl::desc("Also write every stage on the way into a folder")};
  cl::opt<std::string> report{
      "report", cl::value_desc("what"), cl::cat(watchGroup),
      cl::desc("schedule: say of each fork how it runs, and why; elaboration: "
               "say what was decided of loops, lists and dicts, and why; "
               "arguments: say which values of the command line and the "
               "environment are fixed, and why")};

  CommandLine() {
    for (const StageInfo &info : getStages())
      emit.getParser().addLiteralOption(info.name, info.stage, info.sentence);
    // LLVM has this one already.
    auto &known = cl::getRegisteredOptions();
    if (cl::Option *option = known.lookup("time-passes")) {
      option->addCategory(watchGroup);
      option->setHiddenFlag(cl::NotHidden);
      option->setDescription("Say how long each stage and pass took");
    }
    cl::HideUnrelatedOptions({&whatGroup, &codeGroup, &watchGroup});
  }

  ~CommandLine() {
    for (cl::Option *option : std::initializer_list<cl::Option *>{
             &input,      &kind,          std::addressof(modulePath),
             &cuda,       &defaultDevice, &maxSteps,
             &output,     &emit,          &check,
             &optLevel,   &cpu,           &pipeline,
             &targets,    &openmp,        &debugInfo,
             &sanitizer,  &verbose,       &noProgress,
             &saveStages, &report,        &listFunctions,
             &module,     &train,         std::addressof(inputs),
             &weights,    &weightsPrefix, std::addressof(methods)})
      option->removeArgument();
  }
};

} // namespace

static void printVersion(raw_ostream &os) {
  os << "tinec " << TINE_VERSION << " (LLVM " << LLVM_VERSION_STRING << ")\n";
}

/// Where to write when there is no -o.
static std::string defaultOutput(StringRef input, Stage stage) {
  if (stage != Stage::Exe && stage != Stage::Obj)
    return "-";
  SmallString<128> name(sys::path::filename(input));
  sys::path::replace_extension(name, getStage(stage).extension);
  // An input without extension must not be overwritten.
  if (name == sys::path::filename(input))
    name += ".out";
  return std::string(name);
}

/// The value of --cuda; none of what is no number.
static std::optional<unsigned> numberOfGpus(StringRef value) {
  unsigned number = 1;
  if (!value.empty() && (value.getAsInteger(10, number) || number > 1024))
    return std::nullopt;
  return number;
}

/// The number of the cuda device that a text names; none of another text.
static std::optional<unsigned> cudaNumber(StringRef device) {
  unsigned number = 0;
  if (!device.consume_front("cuda") ||
      (!device.empty() &&
       (!device.consume_front(":") || device.getAsInteger(10, number))))
    return std::nullopt;
  return number;
}

/// What is wrong with --targets, or "".
static std::string findWrongTarget(StringRef list) {
  SmallVector<StringRef> given, known;
  list.split(given, ',');
  for (const TargetBackend *target : getTargetBackends())
    known.push_back(target->getName());
  llvm::sort(known);
  for (StringRef name : given)
    if (!is_contained(known, name)) {
      std::string near = nearestName(name, known);
      return "--targets: there is no '" + name.str() + "'" +
             (near.empty() ? "" : "; did you mean '" + near + "'?") +
             " There are " + join(known, ", ");
    }
  if (!is_contained(given, cpuTarget))
    return "--targets needs cpu: every program can run without a GPU";
  return "";
}

/// What is wrong with the values as such, or "".
static std::string findMistake(const CommandLine &line) {
  if (line.input.empty())
    return "no input: give a Python source or an MLIR file (see --help)";
  if (line.optLevel > 3)
    return "-O" + std::to_string(line.optLevel) +
           " is not a level: give -O0, -O1, -O2 or -O3";
  if (line.pipeline.getNumOccurrences() && line.pipeline < 2)
    return "--pipeline=" + std::to_string(line.pipeline) +
           " splits nothing: give 2 parts or more";
  if (line.cuda.getNumOccurrences() && !numberOfGpus(line.cuda))
    return "--cuda: '" + line.cuda + "' is no number of GPUs";
  if (line.defaultDevice != "cpu" && !cudaNumber(line.defaultDevice))
    return "--default-device: '" + line.defaultDevice +
           "' is no device; give cpu, cuda or cuda:1";
  if (std::string mistake = findWrongTarget(line.targets); !mistake.empty())
    return mistake;
  if (!line.report.empty() && line.report != "schedule" &&
      line.report != "elaboration" && line.report != "arguments")
    return "unknown report '" + line.report +
           "': there are schedule, elaboration and arguments";
  bool writes = line.emit == Stage::Exe || line.emit == Stage::Obj;
  if (line.input == "-" && writes && line.output.empty() && !line.check)
    return "standard input has no name that the output could take: give -o";
  if (line.module.empty() &&
      (!line.inputs.empty() || !line.methods.empty() || line.train ||
       !line.weights.empty() || !line.weightsPrefix.empty()))
    return "--input, --entry, --weights and --train are of a module: give "
           "--module";
  if (!line.weights.empty() && line.emit != Stage::Exe)
    return "--weights is for an executable: the stages on the way have none";
  if (line.check && (line.emit.getNumOccurrences() || !line.output.empty()))
    return "--check writes nothing: leave out --emit and -o";
  return "";
}

/// Inputs belong to the entry in front of them.
static ModuleRequest requestOf(const CommandLine &line) {
  ModuleRequest request;
  request.expression = line.module;
  request.train = line.train;
  request.weightsPrefix = line.weightsPrefix;
  size_t nextMethod = 0;
  auto startEntries = [&](unsigned before) {
    for (; nextMethod < line.methods.size() &&
           line.methods.getPosition(nextMethod) < before;
         ++nextMethod)
      request.entries.push_back({line.methods[nextMethod], {}});
  };
  for (size_t i = 0; i < line.inputs.size(); ++i) {
    startEntries(line.inputs.getPosition(i));
    if (request.entries.empty())
      request.entries.emplace_back();
    request.entries.back().inputs.push_back(line.inputs[i]);
  }
  startEntries(~0u);
  if (request.entries.empty())
    request.entries.emplace_back();
  return request;
}

std::optional<DriverOptions> parseOptions(int argc, char **argv,
                                          int &exitStatus) {
  CommandLine line;
  cl::SetVersionPrinter(printVersion);
  // Behind `--` is an example of the program's own command line.
  std::optional<std::vector<std::string>> example;
  char **end = argv + argc;
  if (char **mark = std::find_if(
          argv, end, [](const char *word) { return !strcmp(word, "--"); });
      mark != end) {
    example.emplace(mark + 1, end);
    argc = int(mark - argv);
  }
  std::string mistakes;
  raw_string_ostream os(mistakes);
  exitStatus = 1;
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Tine compiles a TorchScript program into one native executable.\n"
          "Behind -- stands an example of the program's command line, which "
          "is taken where\nthe compiler has to know an argument: tinec "
          "train.py -- --hidden 128\n",
          &os)) {
    errs() << mistakes;
    return std::nullopt;
  }
  if (line.listFunctions) {
    for (const std::string &name : builtinNames())
      outs() << name << "\n";
    exitStatus = 0;
    return std::nullopt;
  }
  if (example && line.module.getNumOccurrences()) {
    WithColor::error(errs(), "tinec")
        << "an example of a command line, behind '--', is a program's; "
           "--module has none\n";
    return std::nullopt;
  }
  if (std::string mistake = findMistake(line); !mistake.empty()) {
    WithColor::error(errs(), "tinec") << mistake << "\n";
    return std::nullopt;
  }

  DriverOptions options;
  options.input = line.input;
  if (line.kind.getNumOccurrences())
    options.inputKind = line.kind;
  options.emit = line.emit;
  options.check = line.check;
  options.modulePath.assign(line.modulePath.begin(), line.modulePath.end());
  if (line.cuda.getNumOccurrences())
    options.cudaDevices = numberOfGpus(line.cuda).value_or(0);
  options.defaultCuda = cudaNumber(line.defaultDevice);
  // As NVIDIA's libraries have it.
  options.forbidsTf32 = sys::Process::GetEnv("NVIDIA_TF32_OVERRIDE") == "0";
  options.maxSteps = line.maxSteps;
  if (line.module.getNumOccurrences())
    options.module = requestOf(line);
  options.example = std::move(example);
  options.weights = line.weights;
  options.output = line.output.empty() ? defaultOutput(line.input, line.emit)
                                       : std::string(line.output);
  options.readable = line.output.empty() && !line.debugInfo;
  options.optLevel = line.optLevel;
  SmallVector<StringRef> cpus;
  StringRef(line.cpu).split(cpus, ',');
  options.cpus.assign(cpus.begin(), cpus.end());
  options.microBatches = line.pipeline;
  options.debugInfo = line.debugInfo;
  options.openmp = line.openmp;
  options.linkageGiven = line.openmp.getNumOccurrences() != 0;
  SmallVector<StringRef> targets;
  StringRef(line.targets).split(targets, ',');
  options.targets.assign(targets.begin(), targets.end());
  options.sanitizer = line.sanitizer;
  options.verbose = line.verbose;
  options.progress = !line.noProgress;
  // The hundreds of passes of LLVM's code generator would drown ours.
  options.timePasses = std::exchange(TimePassesIsEnabled, false);
  options.reportSchedule = line.report == "schedule";
  options.reportArguments = line.report == "arguments";
  options.reportElaboration = line.report == "elaboration";
  options.saveStages = line.saveStages;
  return options;
}

} // namespace tine
