//===- Format.cpp - Text of values ----------------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// print, str and repr: the elaborator makes the pattern, and the runtime fills
// in what is known only there.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Methods.h"
#include "frontend/services/Budget.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/GradFlags.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/KnownText.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/services/TypeLattice.h"
#include "frontend/values/Value.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// The text of an open dict.
static Value textOfEntries(Context &e, const Value &dict, ast::Range range);

void addLiteral(std::string &pattern, StringRef text) {
  for (char c : text) {
    if (c == '%' || !c)
      pattern += '%';
    pattern += c ? c : '0';
  }
}

static StringRef dtypeName(int64_t number) {
  switch (number) {
#define TINE_DTYPE(symbol, number, name, ...)                                  \
  case number:                                                                 \
    return "torch." name;
#include "tine/dtypes.def"
  default:
    return "torch.dtype";
  }
}

/// Puts the print options in front of a pattern with tensors, unless they are
/// those that nobody set; false, reported, if they are not known.
static bool addPrintOptions(Context &e, ast::Range range,
                            std::string &pattern) {
  StringRef text = pattern;
  bool hasTensors =
      text.contains("%t") || text.contains("%u") || text.contains("%v");
  static const Object unset = makeModes();
  auto isUnset = [&](Mode mode) {
    return sameValue(e.objects.mode(mode),
                     unset.attributes.at(nameOf(mode).str()));
  };
  if (e.script() || !hasTensors ||
      (llvm::all_of(printModes, isUnset) && isUnset(Mode::DefaultF64)))
    return true;
  std::string options = "%O{";
  for (Mode mode : printModes)
    options += std::to_string(e.objects.knownMode(mode, range)) + " ";
  options += std::to_string(e.numbers.dtypeOf(e.numbers.defaultFloat()));
  if (e.stopped())
    return false;
  pattern.insert(0, options + "}");
  return true;
}

namespace {

/// Appends the text of a value to a pattern, by the kind of the value. Each
/// function returns false after an error.
class PatternWriter {
public:
  PatternWriter(Context &e, ast::Range range, std::string &pattern,
                SmallVectorImpl<mlir::Value> &leaves)
      : e(e), range(range), pattern(pattern), leaves(leaves) {}

  bool write(const Value &value, bool repr) {
    switch (value.kind) {
    case Kind::None:
      return literal("None");
    case Kind::Int:
    case Kind::Bool:
    case Kind::Float:
    case Kind::Str:
      return scalar(value, repr);
    case Kind::Tensor:
      return tensor(value);
    case Kind::Tuple:
      return tuple(value, repr);
    case Kind::List:
    case Kind::Dict:
      return container(value);
    case Kind::Iterator:
      return dictView(value);
    case Kind::Optional:
      return optional(value, repr);
    case Kind::Either:
      return result(e.paths.onEither(
          value, [&](const Value &v) { return textOf(v, repr); }, range));
    case Kind::DType:
      return literal(e.script() ? std::to_string(value.integer)
                                : dtypeName(value.integer).str());
    case Kind::Device:
      return device(value, repr);
    case Kind::Builtin:
    case Kind::Class:
      return className(value);
    case Kind::Namespace:
      return gradFunction(value);
    case Kind::TypeValue:
      return !e.script() && value.type && value.type->kind == TypeKind::Tensor
                 ? literal("<class 'torch.Tensor'>")
                 : notPrintable(value);
    case Kind::Range:
      return rangeObject(value);
    case Kind::Slice:
      return sliceObject(value);
    case Kind::Object: {
      // TorchScript makes no text of a dataclass.
      const ClassInfo *info = e.get(value.id).classInfo;
      std::optional<bool> done;
      if (!e.script() || !info->traits.isDataclass)
        done = byMethod(value, info, repr);
      return done ? *done : notPrintable(value);
    }
    default:
      return notPrintable(value);
    }
  }

private:
  bool part(const Value &value, bool repr) {
    return formatPattern(e, value, repr, range, pattern, leaves);
  }

  Value textOf(const Value &value, bool repr) {
    if (!repr)
      return toText(e, value, range);
    std::string own;
    SmallVector<mlir::Value> ownLeaves;
    return formatPattern(e, value, true, range, own, ownLeaves)
               ? formatString(e, own, ownLeaves, range)
               : Value();
  }
  bool parts(ArrayRef<Value> values) {
    for (auto [i, value] : llvm::enumerate(values)) {
      pattern += i ? ", " : "";
      if (!part(value, true))
        return false;
    }
    return true;
  }
  /// A text that an evaluation gave.
  bool result(const Value &text) { return !e.stopped() && part(text, false); }
  bool literal(const Twine &text) {
    addLiteral(pattern, text.str());
    return true;
  }
  bool leaf(const Twine &how, mlir::Value value) {
    pattern += how.str();
    leaves.push_back(value);
    return true;
  }
  bool fail(const Twine &message) { return e.error(range, message); }
  bool notPrintable(const Value &value) {
    return fail("a value of type '" + toString(e.types.typeOf(value)) +
                "' cannot be printed");
  }
  bool integer(const Value &value, bool repr) {
    // A member of an IntEnum, and what PyTorch counts but has names for.
    if (value.classInfo && (repr || e.script())) {
      literal((e.script() ? "Enum<" : "<") + value.classInfo->name + "." +
              value.text);
      pattern += e.script() ? ">" : ": " + std::to_string(value.integer) + ">";
      return true;
    }
    if (!value.classInfo && !value.text.empty() && !e.script())
      return literal(value.text);
    if (!value.isConst())
      return leaf("%i", value.ssa);
    pattern += std::to_string(value.integer);
    return true;
  }

  bool scalar(const Value &value, bool repr) {
    if (isNumpyNumber(value) && !e.script())
      return result(numpyText(e, value, repr, range));
    if (value.is(Kind::Int))
      return integer(value, repr);
    if (value.is(Kind::Bool)) {
      if (!value.isConst())
        return leaf("%b", value.ssa);
      pattern += value.integer ? "True" : "False";
      return true;
    }
    if (value.is(Kind::Float)) {
      if (!value.isConst() || e.script())
        return leaf("%f", e.ssa(value));
      pattern += reprOf(value.real);
      return true;
    }
    if (value.isConst() && (!repr || e.script()))
      return literal(value.text);
    return leaf(repr && !e.script() ? "%q" : "%s", e.ssa(value));
  }

  bool tensor(const Value &value) {
    std::string device = deviceNote(e.tensors.tensorType(value));
    if (e.script())
      return leaf(device + "%t", e.tensors.read(value));
    if (e.get(value.id).isParameter)
      pattern += "Parameter containing:\n";
    return e.grads.requiresGrad(value)
               ? gradedTensor(value, device)
               : leaf(device + "%t", e.tensors.read(value));
  }

  /// One that requires a gradient, or may.
  bool gradedTensor(const Value &value, const std::string &device) {
    const Object &object = e.get(value.id);
    // A view of it was written to.
    std::string gradFn = object.requiresGrad ? object.gradFn : "CopySlices";
    if (!e.grads.knowsGrad(value, range))
      return false;
    if (!object.isLeaf && gradFn.empty())
      return !e.decisions.learnGrad(value) &&
             fail("which operation made this tensor, as its grad_fn says, is "
                  "not known at compile time; print its detach()");
    if (mlir::Value flag = e.grads.requiresGradFlag(value)) {
      mlir::Value tensor = e.tensors.read(value);
      auto text = [&](const char *how) {
        std::string whole = device + how;
        if (!addPrintOptions(e, range, whole))
          return Value();
        return makeStrSsa(FormatOp::create(e.b, e.loc(range),
                                           StringType::get(e.getContext()),
                                           tine::Mode::eager, whole, tensor)
                              .getResult());
      };
      Value chosen = e.paths.select(
          flag, [&] { return text("%u"); }, [&] { return text("%t"); }, range);
      return !e.stopped() && leaf("%s", e.ssa(chosen));
    }
    bool isLeaf = object.requiresGrad && object.isLeaf;
    return leaf(device + (isLeaf ? "%u" : "%v{grad_fn=<" + gradFn + ">}"),
                e.tensors.read(value));
  }

  /// By __str__ or __repr__; none if the class has neither.
  std::optional<bool> byMethod(const Value &value, const ClassInfo *info,
                               bool repr) {
    for (const char *name : {"__str__", "__repr__"}) {
      if ((repr && StringRef(name) == "__str__") ||
          !e.objects.findMember(info, name))
        continue;
      return result(e.run.callMethod(value, name, CallArgs(range)));
    }
    return std::nullopt;
  }

  /// A member of an enum.
  bool member(const Value &value, bool repr) {
    literal((e.script() ? "Enum<"
             : repr     ? "<"
                        : "") +
            value.classInfo->name + ".");
    if (!part(value.items[0], false))
      return false;
    if (repr && !e.script()) {
      pattern += ": ";
      if (!part(value.items[1], true))
        return false;
    }
    pattern += repr || e.script() ? ">" : "";
    return true;
  }

  /// What max and its like return.
  bool namedResult(const Value &value) {
    literal("torch.return_types." + value.text + "(\n");
    for (auto [i, field] : llvm::enumerate(fieldsOfResult(value.text))) {
      literal((i ? ",\n" : "") + field + "=");
      if (!part(value.items[i], true))
        return false;
    }
    pattern += ")";
    return true;
  }

  bool tuple(const Value &value, bool repr) {
    if (value.classInfo && !e.script())
      if (auto done = byMethod(value, value.classInfo, repr))
        return *done;
    if (value.classInfo && value.classInfo->traits.isEnum)
      return member(value, repr);
    if (!value.text.empty() && !e.script())
      return namedResult(value);
    bool isSize = value.isSize && !e.script();
    bool named = value.classInfo && !e.script();
    if (named)
      literal(value.classInfo->name);
    bool brackets = value.isSize;
    pattern += isSize ? "torch.Size([" : brackets ? "[" : "(";
    for (auto [i, element] : llvm::enumerate(value.items)) {
      pattern += i ? ", " : "";
      if (named)
        literal(value.classInfo->fields.names[i] + "=");
      if (!part(element, true))
        return false;
    }
    if (value.items.size() == 1 && !brackets && !named)
      pattern += ",";
    pattern += isSize ? "])" : brackets ? "]" : ")";
    return true;
  }

  /// The entries of an OrderedDict.
  bool ordered(ArrayRef<Value> items) {
    pattern += items.empty() ? "OrderedDict(" : "OrderedDict([";
    for (size_t i = 0; i < items.size(); ++i) {
      pattern += i % 2 ? ", " : i ? ", (" : "(";
      if (!part(items[i], true))
        return false;
      pattern += i % 2 ? ")" : "";
    }
    pattern += items.empty() ? ")" : "])";
    return true;
  }

  /// A list or dict.
  bool container(const Value &value) {
    const auto &attributes = e.get(value.id).attributes;
    auto factory = attributes.find(defaultFactory.str());
    if (e.script() || factory == attributes.end())
      return plainContainer(value);
    std::string made = textOfClass(factory->second);
    if (made.empty())
      return fail("the text of a defaultdict says where the function is that "
                  "makes what is missing; print dict() of it");
    addLiteral(pattern, "defaultdict(" + made + ", ");
    if (!plainContainer(value))
      return false;
    pattern += ")";
    return true;
  }

  bool plainContainer(const Value &value) {
    bool isList = value.is(Kind::List);
    if (!isList && (!e.containers.knowsKeys(value, range) ||
                    !e.containers.knowsOrder(value, range)))
      return false;
    bool isOrdered = !e.script() && e.objects.isOrdered(value);
    if (isOrdered && e.get(value.id).isRuntime)
      return fail("the text of an OrderedDict that exists at run time is not "
                  "supported; use a dict");
    if (!isList && e.containers.isOpen(value)) {
      if (isOrdered)
        return e.containers.needsKeys(value, range);
      Value text = textOfEntries(e, value, range);
      return !e.stopped() && leaf("%s", e.ssa(text));
    }
    if (e.get(value.id).isRuntime)
      return runtimeContainer(value);
    std::vector<Value> items = e.get(value.id).items;
    if (isOrdered)
      return ordered(items);
    pattern += isList ? "[" : "{";
    for (size_t i = 0; i < items.size(); ++i) {
      pattern += !i ? "" : !isList && i % 2 ? ": " : ", ";
      if (!part(items[i], true))
        return false;
    }
    pattern += isList ? "]" : "}";
    return true;
  }

  bool runtimeContainer(const Value &value) {
    const Object &object = e.get(value.id);
    if (object.attributes.count("is a tuple"))
      return result(
          e.run.callLibrary("_builtins.text_of_tuple", {value}, range));
    if (!e.script() && holdsGraded(e.types.typeOf(value)))
      return fail("which operations made these tensors, as their grad_fn says, "
                  "is not known at compile time; print a detach() of each");
    std::string own;
    auto type = std::make_shared<TypeDesc>(*e.types.typeOf(value));
    type->constant = nullptr;
    if (addTypePattern(type, e.script(), true, own)) {
      pattern += own;
      return leaf("", object.current);
    }
    // Of objects that make their text themselves.
    if (e.script() || !holdsRecord(e.types.typeOf(value)))
      return notPrintable(value);
    return result(e.run.callLibrary(value.is(Kind::List)
                                        ? "_builtins.text_of_list"
                                        : "_builtins.text_of_dict",
                                    {value}, range));
  }

  bool dictView(const Value &value) {
    std::vector<Value> items;
    if (!isDictView(value))
      return notPrintable(value);
    if (!e.containers.staticItems(value, items))
      return !e.stopped() && notPrintable(value);
    bool isOrdered =
        !value.items.empty() && e.objects.isOrdered(value.items[0]);
    pattern += (isOrdered ? "odict_" : "dict_") + value.text + "([";
    if (!parts(items))
      return false;
    pattern += "])";
    return true;
  }

  bool optional(const Value &value, bool repr) {
    Type type = e.types.typeOf(value);
    std::string own;
    if ((e.script() || !holdsGraded(type)) &&
        addTypePattern(type, e.script(), repr, own)) {
      pattern += own;
      return e.types.flatten(value, type, range, leaves, false);
    }
    if (e.script())
      return notPrintable(value);
    return result(e.paths.select(
        value.ssa, [&] { return toText(e, value.items[0], range); },
        [&] { return makeStr("None"); }, range));
  }

  bool device(const Value &value, bool repr) {
    auto [kind, index] = StringRef(value.text).split(':');
    if (!repr || e.script())
      return literal(value.text);
    pattern += ("device(type='" + kind + "'").str();
    if (!index.empty())
      pattern += (", index=" + index).str();
    pattern += ")";
    return true;
  }

  bool className(const Value &value) {
    bool isBuiltin = value.is(Kind::Builtin);
    std::string text = isBuiltin && e.script() ? "" : textOfClass(value);
    return text.empty() ? notPrintable(value) : literal(text);
  }

  /// What grad_fn gives. Its address says nothing, in PyTorch too.
  bool gradFunction(const Value &value) {
    if (!StringRef(value.text).contains("Backward"))
      return notPrintable(value);
    return literal(
        "<" + value.text + " object at 0x7f" +
        llvm::utohexstr(llvm::xxh3_64bits(value.text) >> 24, true, 10) + ">");
  }

  bool rangeObject(const Value &value) {
    const Value &step = value.items[2];
    bool isOne = step.isConst() && step.integer == 1;
    pattern += "range(";
    if (!parts(ArrayRef(value.items).take_front(isOne ? 2 : 3)))
      return false;
    pattern += ")";
    return true;
  }

  bool sliceObject(const Value &value) {
    std::vector<Value> bounds = value.items;
    for (Value &bound : bounds)
      if (!bound)
        bound = makeNone();
    pattern += "slice(";
    if (!parts(bounds))
      return false;
    pattern += ")";
    return true;
  }

  Context &e;
  ast::Range range;
  std::string &pattern;
  SmallVectorImpl<mlir::Value> &leaves;
};

} // namespace

bool formatPattern(Context &e, const Value &value, bool repr, ast::Range range,
                   std::string &pattern, SmallVectorImpl<mlir::Value> &leaves) {
  return e.budget.spend(range) && e.budget.checkText(pattern.size(), range) &&
         PatternWriter(e, range, pattern, leaves).write(value, repr);
}

Value formatString(Context &e, const std::string &pattern, ValueRange leaves,
                   ast::Range range) {
  if (leaves.empty()) {
    // Only text: `%` stands for itself twice, and `%0` for a NUL.
    std::string text;
    bool plain = true;
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '%') {
        ++i;
        plain &= i < pattern.size() && (pattern[i] == '%' || pattern[i] == '0');
        if (!plain)
          break;
        text += pattern[i] == '0' ? '\0' : '%';
        continue;
      }
      text += pattern[i];
    }
    if (plain)
      return makeStr(text);
  }
  if (e.stopped())
    return {};
  if (Value known = foldFormat(e, pattern, leaves, range))
    return known;
  std::string whole = pattern;
  if (e.stopped() || !addPrintOptions(e, range, whole))
    return {};
  return makeStrSsa(
      FormatOp::create(e.b, e.loc(range), StringType::get(e.getContext()),
                       e.script() ? tine::Mode::script : tine::Mode::eager,
                       e.b.getStringAttr(whole), leaves)
          .getResult());
}

Value toText(Context &e, const Value &value, ast::Range range) {
  if (value.is(Kind::Str))
    return value;
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  if (!formatPattern(e, value, false, range, pattern, leaves))
    return {};
  return formatString(e, pattern, leaves, range);
}

static Value textOfEntries(Context &e, const Value &dict, ast::Range range) {
  const std::vector<Value> items = e.get(dict.id).items;
  std::string pattern = "{";
  SmallVector<mlir::Value> leaves;
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    bool may = items[i + 1].is(Kind::Maybe);
    Value value = may ? Value(items[i + 1].items[0]) : items[i + 1];
    mlir::Value isBehind = e.containers.anyEntry(dict, range, i);
    auto text = [&]() -> Value {
      Value separator = makeStr("");
      if (i > 0)
        separator = e.paths.select(
            isBehind, [] { return makeStr(", "); }, [] { return makeStr(""); },
            range);
      std::string own = "%s";
      if (e.stopped())
        return {};
      SmallVector<mlir::Value> parts{e.ssa(separator)};
      if (!formatPattern(e, items[i], true, range, own, parts))
        return {};
      own += ": ";
      if (!formatPattern(e, value, true, range, own, parts))
        return {};
      return formatString(e, own, parts, range);
    };
    Value part =
        may ? e.paths.select(
                  items[i + 1].ssa, text, [] { return makeStr(""); }, range)
            : text();
    if (e.stopped())
      return {};
    pattern += "%s";
    leaves.push_back(e.ssa(part));
  }
  return formatString(e, pattern + "}", leaves, range);
}

} // namespace tine::elaborate
