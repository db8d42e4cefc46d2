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

#include "frontend/elaborate/Format.h"
#include "frontend/elaborate/KnownText.h"
#include <charconv>
#include <cmath>

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

void addLiteral(std::string &pattern, StringRef text) {
  for (char c : text) {
    if (c == '%' || !c)
      pattern += '%';
    pattern += c ? c : '0';
  }
}

/// A float as Python's repr: the fewest digits that read back.
static std::string pythonFloat(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value > 0 ? "inf" : "-inf";
  char digits[32];
  auto end = std::to_chars(digits, digits + sizeof digits, value,
                           std::chars_format::scientific)
                 .ptr;
  StringRef text(digits, end - digits);
  auto [mantissa, exponentText] = text.split('e');
  int exponent = 0;
  exponentText.consume_front("+");
  exponentText.consumeInteger(10, exponent);
  if (exponent < -4 || exponent >= 16)
    return text.str();
  end = std::to_chars(digits, digits + sizeof digits, value,
                      std::chars_format::fixed)
            .ptr;
  std::string plain(digits, end - digits);
  if (plain.find('.') == std::string::npos)
    plain += ".0";
  return plain;
}

static StringRef dtypeName(int64_t number) {
  switch (number) {
  case 0:
    return "torch.uint8";
  case 3:
    return "torch.int32";
  case 4:
    return "torch.int64";
  case 5:
    return "torch.float16";
  case 6:
    return "torch.float32";
  case 7:
    return "torch.float64";
  case 11:
    return "torch.bool";
  case 15:
    return "torch.bfloat16";
  default:
    return "torch.dtype";
  }
}

std::pair<StringRef, StringRef> fieldsOfPair(StringRef name) {
  if (name == "aminmax")
    return {"min", "max"};
  return {"values", "indices"};
}

/// The pattern of values of a type whose leaves come one after the other.
static bool typePattern(const Type &type, bool script, bool repr,
                        std::string &pattern) {
  switch (type->kind) {
  case TypeKind::None:
    pattern += "%N";
    return true;
  case TypeKind::Int:
    pattern += "%i";
    return true;
  case TypeKind::Float:
    pattern += "%f";
    return true;
  case TypeKind::Bool:
    pattern += "%b";
    return true;
  case TypeKind::Str:
    pattern += repr && !script ? "%q" : "%s";
    return true;
  case TypeKind::Tensor:
    pattern += type->requiresGrad && !script ? "%u" : "%t";
    return true;
  case TypeKind::List:
    pattern += "%[";
    if (!typePattern(type->elements[0], script, true, pattern))
      return false;
    pattern += "%]";
    return true;
  case TypeKind::Dict:
    pattern += "%{";
    if (!typePattern(type->elements[0], script, true, pattern))
      return false;
    pattern += "%:";
    if (!typePattern(type->elements[1], script, true, pattern))
      return false;
    pattern += "%}";
    return true;
  case TypeKind::Tuple: {
    const ClassInfo *info = type->classInfo;
    if (info && info->isEnum) {
      // Elsewhere it is not all that the member has.
      if (script || !repr)
        return false;
      addLiteral(pattern, "<" + info->name + ".");
      if (!typePattern(type->elements[0], script, false, pattern))
        return false;
      pattern += ": ";
      if (!typePattern(type->elements[1], script, true, pattern))
        return false;
      pattern += ">";
      return true;
    }
    std::vector<std::string> names;
    if (info && !script)
      for (const std::string &name : info->annotationOrder)
        names.push_back(name + "=");
    bool isPair = !type->name.empty() && !script;
    if (isPair) {
      auto [first, second] = fieldsOfPair(type->name);
      names = {"\n" + first.str() + "=", "\n" + second.str() + "="};
      addLiteral(pattern, "torch.return_types." + type->name);
    }
    if (info && !script)
      addLiteral(pattern, info->name);
    StringRef open = !type->isSize ? "(" : script ? "[" : "torch.Size([";
    StringRef close = !type->isSize ? ")" : script ? "]" : "])";
    pattern += open;
    for (auto [i, element] : llvm::enumerate(type->elements)) {
      if (i)
        pattern += isPair ? "," : ", ";
      if (!names.empty())
        addLiteral(pattern, names[i]);
      if (!typePattern(element, script, true, pattern))
        return false;
    }
    if (type->elements.size() == 1 && !info && !type->isSize)
      pattern += ",";
    pattern += close;
    return true;
  }
  case TypeKind::Optional:
    pattern += "%o";
    if (!typePattern(type->elements[0], script, repr, pattern))
      return false;
    pattern += "%;";
    return true;
  default:
    return false;
  }
}

/// Whether a tensor in it requires a gradient.
static bool holdsGraded(const Type &type) {
  return (type->kind == TypeKind::Tensor && type->requiresGrad) ||
         llvm::any_of(type->elements, holdsGraded);
}

bool Elaborator::formatPattern(const Value &value, bool repr, ast::Range range,
                               std::string &pattern,
                               SmallVectorImpl<mlir::Value> &leaves) {
  if (!spend(range) || !checkText(pattern.size(), range))
    return false;
  switch (value.kind) {
  case Kind::None:
    pattern += "None";
    return true;
  case Kind::Int:
    // A member of an IntEnum, and what PyTorch counts but has names for.
    if (value.classInfo && (repr || script())) {
      addLiteral(pattern, (script() ? "Enum<" : "<") + value.classInfo->name +
                              "." + value.text);
      pattern += script() ? ">" : ": " + std::to_string(value.integer) + ">";
      return true;
    }
    if (!value.classInfo && !value.text.empty() && !script()) {
      addLiteral(pattern, value.text);
      return true;
    }
    if (value.isConst()) {
      pattern += std::to_string(value.integer);
      return true;
    }
    pattern += "%i";
    leaves.push_back(value.ssa);
    return true;
  case Kind::Bool:
    if (value.isConst()) {
      pattern += value.integer ? "True" : "False";
      return true;
    }
    pattern += "%b";
    leaves.push_back(value.ssa);
    return true;
  case Kind::Float:
    if (value.isConst() && !script()) {
      pattern += pythonFloat(value.real);
      return true;
    }
    pattern += "%f";
    leaves.push_back(ssa(value));
    return true;
  case Kind::Str:
    if (value.isConst() && (!repr || script())) {
      addLiteral(pattern, value.text);
      return true;
    }
    pattern += repr && !script() ? "%q" : "%s";
    leaves.push_back(ssa(value));
    return true;
  case Kind::Tensor: {
    const Object &object = get(value.id);
    if (script()) {
      pattern += "%t";
    } else {
      if (object.isParameter)
        pattern += "Parameter containing:\n";
      // A view of it was written to.
      std::string gradFn = object.requiresGrad ? object.gradFn : "CopySlices";
      if (!requiresGrad(value))
        pattern += "%t";
      else if (!knowsGrad(value, range))
        return false;
      else if (!object.isLeaf && gradFn.empty()) {
        if (!learnGrad(value))
          error(range, "which operation made this tensor, as its grad_fn says, "
                       "is not known at compile time; print its detach()");
        return false;
      } else if (mlir::Value flag = requiresGradFlag(value)) {
        mlir::Value tensor = read(value);
        auto text = [&](const char *how) {
          return makeStrSsa(FormatOp::create(b, loc(range),
                                             StringType::get(context),
                                             Mode::eager, how, tensor)
                                .getResult());
        };
        Value chosen = select(
            flag, [&] { return text("%u"); }, [&] { return text("%t"); },
            range);
        if (stopped)
          return false;
        pattern += "%s";
        leaves.push_back(ssa(chosen));
        return true;
      } else if (object.requiresGrad && object.isLeaf)
        pattern += "%u";
      else
        pattern += "%v{grad_fn=<" + gradFn + ">}";
    }
    leaves.push_back(read(value));
    return true;
  }
  case Kind::Tuple: {
    if (value.classInfo && !script())
      for (const char *name : {"__str__", "__repr__"}) {
        if ((repr && StringRef(name) == "__str__") ||
            !findMember(value.classInfo, name))
          continue;
        CallArgs args;
        args.range = range;
        Value text = callMethod(value, name, args);
        return !stopped && formatPattern(text, false, range, pattern, leaves);
      }
    if (value.classInfo && value.classInfo->isEnum) {
      addLiteral(pattern, (script() ? "Enum<"
                           : repr   ? "<"
                                    : "") +
                              value.classInfo->name + ".");
      if (!formatPattern(value.items[0], false, range, pattern, leaves))
        return false;
      if (repr && !script()) {
        pattern += ": ";
        if (!formatPattern(value.items[1], true, range, pattern, leaves))
          return false;
      }
      pattern += repr || script() ? ">" : "";
      return true;
    }
    if (!value.text.empty() && !script()) {
      auto [first, second] = fieldsOfPair(value.text);
      addLiteral(pattern, "torch.return_types." + value.text + "(\n" +
                              first.str() + "=");
      if (!formatPattern(value.items[0], true, range, pattern, leaves))
        return false;
      addLiteral(pattern, ",\n" + second.str() + "=");
      if (!formatPattern(value.items[1], true, range, pattern, leaves))
        return false;
      pattern += ")";
      return true;
    }
    bool isSize = value.isSize && !script();
    bool named = value.classInfo && !script();
    if (named)
      addLiteral(pattern, value.classInfo->name);
    bool brackets = value.isSize;
    pattern += isSize ? "torch.Size([" : brackets ? "[" : "(";
    for (auto [i, element] : llvm::enumerate(value.items)) {
      if (i)
        pattern += ", ";
      if (named)
        addLiteral(pattern, value.classInfo->annotationOrder[i] + "=");
      if (!formatPattern(element, true, range, pattern, leaves))
        return false;
    }
    if (value.items.size() == 1 && !brackets && !named)
      pattern += ",";
    pattern += isSize ? "])" : brackets ? "]" : ")";
    return true;
  }
  case Kind::List:
  case Kind::Dict: {
    const Object &object = get(value.id);
    bool isList = value.is(Kind::List);
    if (!isList && (!knowsKeys(value, range) || !knowsOrder(value, range)))
      return false;
    bool ordered = !script() && isOrdered(value);
    if (ordered && object.isRuntime) {
      error(range, "the text of an OrderedDict that exists at run time is not "
                   "supported; use a dict");
      return false;
    }
    if (!isList && isOpen(value)) {
      if (ordered)
        return needsKeys(value, range);
      Value text = textOfEntries(value, range);
      if (stopped)
        return false;
      pattern += "%s";
      leaves.push_back(ssa(text));
      return true;
    }
    if (!get(value.id).isRuntime) {
      std::vector<Value> items = get(value.id).items;
      if (ordered) {
        pattern += items.empty() ? "OrderedDict(" : "OrderedDict([";
        for (size_t i = 0; i < items.size(); ++i) {
          pattern += i % 2 ? ", " : i ? ", (" : "(";
          if (!formatPattern(items[i], true, range, pattern, leaves))
            return false;
          pattern += i % 2 ? ")" : "";
        }
        pattern += items.empty() ? ")" : "])";
        return true;
      }
      pattern += isList ? "[" : "{";
      for (size_t i = 0; i < items.size(); ++i) {
        if (i)
          pattern += !isList && i % 2 ? ": " : ", ";
        if (!formatPattern(items[i], true, range, pattern, leaves))
          return false;
      }
      pattern += isList ? "]" : "}";
      return true;
    }
    if (object.attributes.count("is a tuple"))
      return bool(error(range, "the text of a tuple whose length only the run "
                               "knows is not supported; make it a list()"));
    if (!script() && holdsGraded(typeOf(value)))
      return bool(error(range, "which operations made these tensors, as their "
                               "grad_fn says, is not known at compile time; "
                               "print a detach() of each"));
    if (!typePattern(typeOf(value), script(), true, pattern))
      break;
    leaves.push_back(object.current);
    return true;
  }
  case Kind::Iterator: {
    StringRef which = value.text;
    if (which != "keys" && which != "values" && which != "items")
      break;
    std::vector<Value> items;
    if (!staticItems(value, items)) {
      if (stopped)
        return false;
      break;
    }
    pattern +=
        !value.items.empty() && isOrdered(value.items[0]) ? "odict_" : "dict_";
    pattern += which.str() + "([";
    for (auto [i, element] : llvm::enumerate(items)) {
      if (i)
        pattern += ", ";
      if (!formatPattern(element, true, range, pattern, leaves))
        return false;
    }
    pattern += "])";
    return true;
  }
  case Kind::Optional: {
    Type type = typeOf(value);
    std::string own;
    if ((script() || !holdsGraded(type)) &&
        typePattern(type, script(), repr, own)) {
      pattern += own;
      return flatten(value, type, range, leaves, false);
    }
    if (script())
      break;
    Value text = select(
        value.ssa, [&] { return toText(value.items[0], range); },
        [&] { return makeStr("None"); }, range);
    return !stopped && formatPattern(text, false, range, pattern, leaves);
  }
  case Kind::Either: {
    Value text =
        onEither(value, [&](Value v) { return toText(v, range); }, range);
    return !stopped && formatPattern(text, false, range, pattern, leaves);
  }
  case Kind::DType:
    if (script())
      pattern += std::to_string(value.integer);
    else
      pattern += dtypeName(value.integer);
    return true;
  case Kind::Device: {
    auto [kind, index] = StringRef(value.text).split(':');
    if (repr && !script()) {
      pattern += ("device(type='" + kind + "'").str();
      if (!index.empty())
        pattern += (", index=" + index).str();
      pattern += ")";
    } else {
      addLiteral(pattern, value.text);
    }
    return true;
  }
  case Kind::Builtin: {
    static const std::set<std::string> types = {
        "int",  "float", "bool",  "str",
        "list", "dict",  "tuple", "collections.OrderedDict"};
    if (script() || !types.count(value.text))
      break;
    addLiteral(pattern, "<class '" + value.text + "'>");
    return true;
  }
  case Kind::Class:
    if (value.classInfo->isEnum) {
      addLiteral(pattern, "<enum '" + value.classInfo->name + "'>");
      return true;
    }
    addLiteral(pattern, "<class '" + value.classInfo->scope->moduleName + "." +
                            value.classInfo->qualifiedName + "'>");
    return true;
  case Kind::Range:
    pattern += "range(";
    for (int i = 0; i < 2; ++i) {
      if (i)
        pattern += ", ";
      if (!formatPattern(value.items[i], true, range, pattern, leaves))
        return false;
    }
    if (!(value.items[2].isConst() && value.items[2].integer == 1)) {
      pattern += ", ";
      if (!formatPattern(value.items[2], true, range, pattern, leaves))
        return false;
    }
    pattern += ")";
    return true;
  case Kind::Object: {
    CallArgs args;
    args.range = range;
    const ClassInfo *info = get(value.id).classInfo;
    for (const char *name : {"__str__", "__repr__"}) {
      // TorchScript makes no text of a dataclass.
      if (script() && info->isDataclass)
        break;
      if ((repr && StringRef(name) == "__str__") || !findMember(info, name))
        continue;
      Value text = callMethod(value, name, args);
      return !stopped && formatPattern(text, false, range, pattern, leaves);
    }
    break;
  }
  default:
    break;
  }
  error(range,
        "a value of type '" + toString(typeOf(value)) + "' cannot be printed");
  return false;
}

Value Elaborator::formatString(const std::string &pattern, ValueRange leaves,
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
  if (stopped)
    return {};
  if (Value known = foldFormat(*this, pattern, leaves, range))
    return known;
  if (stopped)
    return {};
  return makeStrSsa(FormatOp::create(b, loc(range), StringType::get(context),
                                     script() ? Mode::script : Mode::eager,
                                     b.getStringAttr(pattern), leaves)
                        .getResult());
}

Value Elaborator::toText(const Value &value, ast::Range range) {
  if (value.is(Kind::Str))
    return value;
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  if (!formatPattern(value, false, range, pattern, leaves))
    return {};
  return formatString(pattern, leaves, range);
}

Value Elaborator::print(CallArgs &args) {
  std::string separator = " ", end = "\n";
  bool toStderr = false;
  Value runtimeEnd;
  for (auto &[key, value] : args.keywords) {
    if (script())
      return error(args.range,
                   "print takes no keyword arguments in TorchScript");
    if (key == "flush")
      continue;
    if (key == "file") {
      if (!value.is(Kind::Builtin) ||
          (value.text != "sys.stderr" && value.text != "sys.stdout"))
        return error(args.range,
                     "print writes to sys.stdout and sys.stderr only");
      toStderr = value.text == "sys.stderr";
      continue;
    }
    if (key != "sep" && key != "end")
      return error(args.range, "print has no parameter '" + key + "'");
    if (value.is(Kind::None))
      continue;
    if (!value.is(Kind::Str) || !value.isConst())
      return error(
          args.range,
          "'" + key +
              "' of print must be a string that is known at compile time");
    (key == "sep" ? separator : end) = value.text;
  }
  std::string pattern;
  SmallVector<mlir::Value> leaves;
  for (auto [i, value] : llvm::enumerate(args.positional)) {
    if (i)
      addLiteral(pattern, separator);
    ast::Range range = i < args.ranges.size() ? args.ranges[i] : args.range;
    if (!formatPattern(value, false, range, pattern, leaves))
      return {};
  }
  addLiteral(pattern, end);
  Value text = formatString(pattern, leaves, args.range);
  PrintOp::create(b, loc(args.range), ssa(text), toStderr);
  hadOutput = true;
  return makeNone();
}

} // namespace tine::elaborate
