//===- Imports.cpp - Names that imports can reach -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch and its modules: builtins of the compiler, sources of the library.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Registry.h"
#include "frontend/objects/Modules.h"
#include "frontend/objects/OpenAttributes.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Library.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Scope *Modules::library(StringRef name) {
  auto it = libraries.find(name.str());
  if (it != libraries.end())
    return it->second;
  StringRef text = librarySource(name);
  if (text.empty())
    return nullptr;
  Sources::Library &source = decisions.facts.sources.libraries[name.str()];
  if (!source.file)
    source.file =
        std::make_unique<SourceFile>("<tine>/" + name.str(), text.str());
  Scope *scope = frames.newLibraryScope(source.file.get(), name);
  libraries[name.str()] = scope;
  if (!source.tree)
    source.tree = parseModule(*scope->file, diagnoser.diagnostics);
  if (!source.tree) {
    diagnoser.stopped = true;
    return nullptr;
  }
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body.statements = source.tree->body;
  frames.push_back(std::move(frame));
  size_t first = objects.heap.size();
  // Ranges of one file mean nothing in another one.
  llvm::SaveAndRestore here(frames.here);
  run.exec(source.tree->body);
  scope->globals = frames.back().locals;
  frames.pop_back();
  for (size_t id = first; id < objects.heap.size(); ++id)
    objects.permanent[id] = objects.heap[id];
  return scope;
}

using StringSet = llvm::StringSet<>;

/// The words of a text.
static StringSet wordsOf(StringRef text) {
  StringSet words;
  for (StringRef word : llvm::split(text, ' '))
    words.insert(word);
  return words;
}

/// The name by which the front end knows what has another one, too; empty for
/// names that have one only.
static std::string aliasOf(StringRef name) {
  static const llvm::StringMap<StringRef> aliases = {
      {"torch.nn.parameter.Parameter", "torch.nn.Parameter"},
      {"torch.jit._fork", "torch.jit.fork"},
      {"torch.jit._wait", "torch.jit.wait"},
      {"torch.futures.Future", "torch.jit.Future"},
      {"torch._C.Future", "torch.jit.Future"},
      {"torch.autograd.no_grad", "torch.no_grad"},
      {"torch.autograd.function.Function", "torch.autograd.Function"},
      {"torch.autograd.function.FunctionCtx", "torch.autograd.FunctionCtx"},
      {"torch.autograd.function.once_differentiable",
       "torch.autograd.once_differentiable"},
      {"torch.autograd.variable.Variable", "torch.autograd.Variable"},
      {"torch.autograd.grad_mode.no_grad", "torch.no_grad"},
      {"torch.autograd.function", "torch.autograd"},
      {"torch.autograd.variable", "torch.autograd"},
      {"torch.jit.Final", "typing.Final"}};
  if (auto alias = aliases.find(name); alias != aliases.end())
    return alias->second.str();
  // Python's classes of containers are those of typing.
  for (StringRef module : {"collections.abc.", "typing_extensions."})
    if (name.starts_with(module))
      return ("typing." + name.drop_front(module.size())).str();
  // The parts of torch.utils.data.
  StringRef rest = name;
  if (rest.consume_front("torch.utils.data."))
    for (StringRef part : {"dataloader.", "dataset.", "sampler."})
      if (rest.consume_front(part))
        return ("torch.utils.data." + rest).str();
  return {};
}

/// `pi` and the other numbers of math; null for other names.
static Value numberOfMath(StringRef name) {
  if (name == "pi")
    return makeFloat(3.141592653589793);
  if (name == "tau")
    return makeFloat(6.283185307179586);
  if (name == "e")
    return makeFloat(2.718281828459045);
  if (name == "inf" || name == "nan")
    return makeFloat(name == "inf" ? __builtin_inf() : __builtin_nan(""));
  return {};
}

/// A dtype, format, number or type that torch has under the name; null for
/// other names.
static Value constantOfTorch(StringRef name) {
  static const llvm::StringMap<int64_t> dtypes = [] {
    llvm::StringMap<int64_t> numbers;
#define TINE_DTYPE(symbol, number, name, method, ...)                          \
  numbers[name] = numbers[method] = number;
#include "tine/dtypes.def"
    // These are methods of tensors only.
    numbers.erase("byte");
    numbers.erase("char");
    return numbers;
  }();
  if (auto dtype = dtypes.find(name); dtype != dtypes.end())
    return makeDType(dtype->second);
  // PyTorch's classes live in deeper modules, too.
  if (name == "Tensor" || name == "LongTensor.type" ||
      name == "nn.parameter.Tensor") {
    Value value;
    value.kind = Kind::TypeValue;
    value.type = makeTensorType({});
    return value;
  }
  // Numbers in TorchScript, names in Python.
  static const llvm::StringMap<int64_t> formats = {{"strided", 0},
                                                   {"contiguous_format", 0},
                                                   {"preserve_format", 1},
                                                   {"channels_last", 2}};
  if (auto format = formats.find(name); format != formats.end()) {
    Value value = makeInt(format->second);
    value.text = ("torch." + name).str();
    return value;
  }
  if (name == "__version__")
    return makeStr("2.13.0");
  return name == "tau" ? Value() : numberOfMath(name);
}

/// Whether the front end knows what to do with a class or function of a module,
/// of which there is no source and that is in no table of builtins.
static bool isKnownName(StringRef name) {
  static const auto ofTyping = wordsOf(
      "List Dict Tuple Optional Union Any NamedTuple Callable Final Sequence "
      "Iterable Iterator TypeVar Generic overload cast Set Type Literal "
      "Mapping TYPE_CHECKING ClassVar Collection Container Generator Hashable "
      "MutableMapping MutableSequence Sized Text Protocol NoReturn Annotated "
      "DefaultDict OrderedDict Deque AnyStr Self TypeAlias ParamSpec "
      "Concatenate Awaitable Pattern IO TextIO BinaryIO FrozenSet AbstractSet "
      "MutableSet KeysView ItemsView ValuesView Reversible Never "
      "SupportsFloat SupportsInt SupportsIndex SupportsAbs Counter "
      "ContextManager ByteString Coroutine AsyncIterator Required NotRequired "
      "Unpack TypeVarTuple LiteralString final override runtime_checkable");
  static const auto others = wordsOf(
      "numbers.Number numbers.Complex numbers.Real numbers.Rational "
      "numbers.Integral types.FunctionType types.LambdaType types.MethodType "
      "types.ModuleType torch.jit.Future torch.jit.interface enum.Enum "
      "enum.IntEnum abc.ABC abc.abstractmethod abc.abstractproperty "
      "abc.ABCMeta dataclasses.dataclass torch.jit.annotate torch.device "
      "torch.Size torch.dtype functools.wraps");
  StringRef rest = name;
  return rest.consume_front("typing.")
             ? ofTyping.contains(rest)
             : others.contains(name) || roleOfDecorator(name);
}

/// Whether it is a module of PyTorch or Python that has no source of its own.
static bool isNamespace(StringRef name) {
  static const auto names = wordsOf(
      "torch torch.nn torch.nn.functional torch.nn.init torch.jit "
      "torch.autograd torch.cuda torch.utils torch.utils.checkpoint "
      "torch.nn.utils torch.nn.parameter torch.futures "
      "torch.autograd.profiler torch.random math time typing "
      "typing_extensions collections copy enum abc dataclasses warnings "
      "functools torch.linalg torch._C torch.nn.modules os sys torch.backends "
      "torch.backends.cudnn torch.nn.parallel torch.utils.data.dataloader "
      "torch.utils.data.dataset torch.utils.data.sampler collections.abc "
      "numbers _tine");
  return names.contains(name);
}

Value Modules::qualified(StringRef name) {
  // What the program has set in a module of torch or of its own.
  if (!frames.back().scope->isLibrary)
    if (const Value *open = objects.findOpen(name))
      return *open;
  if (std::string alias = aliasOf(name); !alias.empty())
    return qualified(alias);
  StringRef rest = name;
  if (rest.consume_front("torch."))
    if (Value value = constantOfTorch(rest))
      return value;
  if (rest.consume_front("math."))
    if (Value value = numberOfMath(rest))
      return value;
  if (name == "typing.TYPE_CHECKING")
    return makeBool(false);
  if (run.isBuiltin(name) || isKnownName(name))
    return makeBuiltin(name);
  // A function of a package goes before the module of its name.
  auto [module, member] = name.rsplit('.');
  if (!member.empty() && frames.userModules.count(module.str()))
    return ofUserModule(module, member, {});
  if (frames.userModules.count(name.str()))
    return makeNamespace(name);
  if (isNamespace(name))
    return makeNamespace(name);
  if (!member.empty()) {
    if (Scope *scope = library(module)) {
      auto it = scope->globals.find(member.str());
      if (it != scope->globals.end())
        return it->second;
    }
    // torch.nn.modules.x.Y is torch.nn.Y.
    if (module.starts_with("torch.nn.modules"))
      return qualified(("torch.nn." + member).str());
  }
  if (stopped())
    return {};
  if (!librarySource(name).empty())
    return makeNamespace(name);
  return {};
}

const ast::Expr *Modules::parseQuoted(const std::string &text,
                                      ast::Range range) {
  // Padded so that its places are those of the string.
  std::string padding(range.begin, ' ');
  files.emplace_back(frames.file().name().str(), "(" + padding + text + ")");
  std::unique_ptr<ast::Module> tree =
      parseModule(files.back(), diagnoser.diagnostics);
  if (!tree || tree->body.size() != 1 ||
      !isa<ast::ExprStmt>(tree->body.front()))
    return nullptr;
  trees.push_back(std::move(tree));
  return cast<ast::ExprStmt>(trees.back()->body.front())->value;
}

} // namespace tine::elaborate
