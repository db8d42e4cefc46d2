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

#include "frontend/elaborate/Elaborator.h"
#include "frontend/elaborate/Library.h"
#include "frontend/elaborate/OpenAttributes.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Scope *Elaborator::newLibraryScope(const SourceFile *file,
                                   StringRef moduleName) {
  scopes.emplace_back();
  Scope *scope = &scopes.back();
  scope->file = file;
  scope->moduleName = moduleName.str();
  scope->isLibrary = true;
  return scope;
}

Scope *Elaborator::library(StringRef name) {
  auto it = libraries.find(name.str());
  if (it != libraries.end())
    return it->second;
  StringRef text = librarySource(name);
  if (text.empty())
    return nullptr;
  Facts::Library &source = facts.libraries[name.str()];
  if (!source.file)
    source.file =
        std::make_unique<SourceFile>("<tine>/" + name.str(), text.str());
  Scope *scope = newLibraryScope(source.file.get(), name);
  libraries[name.str()] = scope;
  if (!source.tree)
    source.tree = parseModule(*scope->file, diagnostics);
  if (!source.tree) {
    stopped = true;
    return nullptr;
  }
  Frame frame;
  frame.scope = scope;
  frame.isModule = true;
  frame.body = source.tree->body;
  frames.push_back(std::move(frame));
  size_t first = heap.size();
  exec(source.tree->body);
  scope->globals = frames.back().locals;
  frames.pop_back();
  for (size_t id = first; id < heap.size(); ++id)
    permanent[id] = heap[id];
  return scope;
}

Value Elaborator::callLibrary(StringRef name, std::vector<Value> arguments,
                              ast::Range range) {
  CallArgs args(range);
  args.positional = std::move(arguments);
  args.ranges.assign(args.positional.size(), range);
  Value function = qualified(name);
  return stopped ? Value() : call(function, args);
}

Value Elaborator::qualified(StringRef name) {
  // What the program has set in a module of torch or of its own.
  if (!frames.back().scope->isLibrary)
    if (const Value *open = findOpen(*this, name))
      return *open;
  static const std::map<std::string, int64_t> dtypes = [] {
    std::map<std::string, int64_t> numbers;
#define TINE_DTYPE(symbol, number, name, method, ...)                          \
  numbers[name] = numbers[method] = number;
#include "tine/dtypes.def"
    // These are methods of tensors only.
    numbers.erase("byte");
    numbers.erase("char");
    return numbers;
  }();
  if (name.starts_with("torch.")) {
    StringRef rest = name.drop_front(6);
    auto it = dtypes.find(rest.str());
    if (it != dtypes.end())
      return makeDType(it->second);
    // PyTorch's classes live in deeper modules, too.
    if (rest == "Tensor" || rest == "LongTensor.type" ||
        rest == "nn.parameter.Tensor") {
      Value value;
      value.kind = Kind::TypeValue;
      value.type = makeTensorType({});
      return value;
    }
    static const std::map<std::string, std::string> aliases = {
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
        {"torch.autograd.variable", "torch.autograd"}};
    auto alias = aliases.find(name.str());
    if (alias != aliases.end())
      return qualified(alias->second);
    if (rest == "pi" || rest == "e" || rest == "inf" || rest == "nan")
      return qualified(("math." + rest).str());
    // Numbers in TorchScript, names in Python.
    static const std::map<std::string, int64_t> formats = {
        {"strided", 0},
        {"contiguous_format", 0},
        {"preserve_format", 1},
        {"channels_last", 2}};
    if (auto format = formats.find(rest.str()); format != formats.end()) {
      Value value = makeInt(format->second);
      value.text = name.str();
      return value;
    }
    if (rest == "__version__")
      return makeStr("2.13.0");
  }
  if (name.starts_with("math.")) {
    StringRef rest = name.drop_front(5);
    if (rest == "pi" || rest == "tau")
      return makeFloat(rest == "pi" ? 3.141592653589793 : 6.283185307179586);
    if (rest == "e")
      return makeFloat(2.718281828459045);
    if (rest == "inf" || rest == "nan")
      return makeFloat(rest == "inf" ? __builtin_inf() : __builtin_nan(""));
  }
  if (builtins().count(name.str()))
    return makeBuiltin(name);
  // Python's classes of containers are those of typing.
  if (name.starts_with("collections.abc."))
    return qualified(("typing." + name.drop_front(16)).str());
  if (name.starts_with("typing_extensions."))
    return qualified(("typing." + name.drop_front(18)).str());
  // The parts of torch.utils.data.
  for (StringRef part : {"dataloader", "dataset", "sampler"})
    if (name.starts_with(("torch.utils.data." + part + ".").str()))
      return qualified(
          ("torch.utils.data" + name.drop_front(17 + part.size())).str());
  static const std::set<std::string> typing = {"List",
                                               "Dict",
                                               "Tuple",
                                               "Optional",
                                               "Union",
                                               "Any",
                                               "NamedTuple",
                                               "Callable",
                                               "Final",
                                               "Sequence",
                                               "Iterable",
                                               "Iterator",
                                               "TypeVar",
                                               "Generic",
                                               "overload",
                                               "cast",
                                               "Set",
                                               "Type",
                                               "Literal",
                                               "Mapping",
                                               "TYPE_CHECKING",
                                               "ClassVar",
                                               "Collection",
                                               "Container",
                                               "Generator",
                                               "Hashable",
                                               "MutableMapping",
                                               "MutableSequence",
                                               "Sized",
                                               "Text",
                                               "Protocol",
                                               "NoReturn",
                                               "Annotated",
                                               "DefaultDict",
                                               "OrderedDict",
                                               "Deque",
                                               "AnyStr",
                                               "Self",
                                               "TypeAlias",
                                               "ParamSpec",
                                               "Concatenate",
                                               "Awaitable",
                                               "Pattern",
                                               "IO",
                                               "TextIO",
                                               "BinaryIO",
                                               "FrozenSet",
                                               "AbstractSet",
                                               "MutableSet",
                                               "KeysView",
                                               "ItemsView",
                                               "ValuesView",
                                               "Reversible",
                                               "Never",
                                               "SupportsFloat",
                                               "SupportsInt",
                                               "SupportsIndex",
                                               "SupportsAbs",
                                               "Counter",
                                               "ContextManager",
                                               "ByteString",
                                               "Coroutine",
                                               "AsyncIterator",
                                               "Required",
                                               "NotRequired",
                                               "Unpack",
                                               "TypeVarTuple",
                                               "LiteralString",
                                               "final",
                                               "override",
                                               "runtime_checkable"};
  if (name.starts_with("typing.") && typing.count(name.drop_front(7).str()))
    return name.ends_with("TYPE_CHECKING") ? makeBool(false)
                                           : makeBuiltin(name);
  static const std::set<std::string> classes = {
      "numbers.Number",   "numbers.Complex",  "numbers.Real",
      "numbers.Rational", "numbers.Integral", "types.FunctionType",
      "types.LambdaType", "types.MethodType", "types.ModuleType"};
  if (classes.count(name.str()) || name == "torch.jit.Future" ||
      name == "torch.jit.interface" || name == "torch.jit.Final" ||
      name == "enum.Enum" || name == "enum.IntEnum" || name == "abc.ABC" ||
      name == "abc.abstractmethod" || name == "abc.abstractproperty" ||
      name == "abc.ABCMeta" || name == "dataclasses.dataclass" ||
      name == "torch.jit.annotate" || name == "torch.device" ||
      name == "torch.Size" || name == "torch.dtype" ||
      name == "functools.wraps")
    return makeBuiltin(name == "torch.jit.Final" ? "typing.Final" : name);
  static const std::set<std::string> namespaces = {
      "torch",
      "torch.nn",
      "torch.nn.functional",
      "torch.nn.init",
      "torch.jit",
      "torch.autograd",
      "torch.cuda",
      "torch.utils",
      "torch.utils.checkpoint",
      "torch.nn.utils",
      "torch.nn.parameter",
      "torch.futures",
      "torch.autograd.profiler",
      "torch.random",
      "math",
      "time",
      "typing",
      "typing_extensions",
      "collections",
      "copy",
      "enum",
      "abc",
      "dataclasses",
      "warnings",
      "functools",
      "torch.linalg",
      "torch._C",
      "torch.nn.modules",
      "os",
      "sys",
      "torch.backends",
      "torch.backends.cudnn",
      "torch.nn.parallel",
      "torch.utils.data.dataloader",
      "torch.utils.data.dataset",
      "torch.utils.data.sampler",
      "collections.abc",
      "numbers",
      "_tine"};
  if (userModules.count(name.str()))
    return makeNamespace(name);
  auto cut = name.rsplit('.');
  if (!cut.second.empty() && userModules.count(cut.first.str()))
    return ofUserModule(cut.first, cut.second, {});
  if (namespaces.count(name.str())) {
    if (!cut.second.empty() || name == cut.first)
      return makeNamespace(name);
  }
  if (!cut.second.empty()) {
    if (Scope *scope = library(cut.first)) {
      auto it = scope->globals.find(cut.second.str());
      if (it != scope->globals.end())
        return it->second;
    }
    // torch.nn.modules.x.Y is torch.nn.Y.
    if (cut.first.starts_with("torch.nn.modules"))
      return qualified(("torch.nn." + cut.second).str());
  }
  if (stopped)
    return {};
  if (!librarySource(name).empty())
    return makeNamespace(name);
  return {};
}

} // namespace tine::elaborate
