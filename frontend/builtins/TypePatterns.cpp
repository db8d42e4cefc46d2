//===- TypePatterns.cpp - Text of values of the run, by their types -------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Format.h"
#include "frontend/builtins/Registry.h"
#include "frontend/services/Numpy.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

SmallVector<StringRef, 4> fieldsOfResult(StringRef name) {
  static const std::map<StringRef, StringRef> fields = {
      {"_lu_with_info", "LU pivots info"},
      {"aminmax", "min max"},
      {"frexp", "mantissa exponent"},
      {"geqrf", "a tau"},
      {"histogram", "hist bin_edges"},
      {"histogramdd", "hist bin_edges"},
      {"linalg_cholesky_ex", "L info"},
      {"linalg_inv_ex", "inverse info"},
      {"linalg_lstsq", "solution residuals rank singular_values"},
      {"linalg_lu", "P L U"},
      {"linalg_lu_factor", "LU pivots"},
      {"linalg_lu_factor_ex", "LU pivots info"},
      {"linalg_qr", "Q R"},
      {"linalg_slogdet", "sign logabsdet"},
      {"linalg_solve_ex", "result info"},
      {"lu_unpack", "P L U"},
      {"qr", "Q R"},
      {"slogdet", "sign logabsdet"},
      {"triangular_solve", "solution cloned_coefficient"}};
  auto known = fields.find(name);
  SmallVector<StringRef, 4> names;
  (known == fields.end() ? StringRef("values indices") : known->second)
      .split(names, ' ');
  return names;
}

std::string deviceNote(RankedTensorType type) {
  std::string name = type ? deviceName(type.getEncoding()) : "";
  return StringRef(name).starts_with("cuda") ? "%@{" + name + "}" : "";
}

namespace {

/// Each function returns false where there is no pattern.
class TypeWriter {
public:
  TypeWriter(bool script, std::string &pattern)
      : script(script), pattern(pattern) {}

  bool write(const Type &type, bool repr) {
    if (isNumpyClass(type->classInfo) && !script)
      return false;
    ArrayRef<Type> of = type->elements;
    switch (type->kind) {
    case TypeKind::None:
      return put("%N");
    case TypeKind::Int:
    case TypeKind::Open: // Nothing is it.
      return put("%i");
    case TypeKind::Float:
      return put("%f");
    case TypeKind::Bool:
      return put("%b");
    case TypeKind::Str:
      return put(repr && !script ? "%q" : "%s");
    case TypeKind::Tensor:
      return put(deviceNote(type->tensor)) &&
             put(type->requiresGrad && !script ? "%u" : "%t");
    case TypeKind::List:
      return put("%[") && write(of[0], true) && put("%]");
    case TypeKind::Dict:
      // Tuples as keys are packed.
      if (of[0]->kind == TypeKind::Tuple)
        return false;
      if (type->constant && !script)
        return defaultDict(type);
      return put("%{") && write(of[0], true) && put("%:") &&
             write(of[1], true) && put("%}");
    case TypeKind::Tuple:
      if (type->isRecord)
        return false;
      return type->classInfo && type->classInfo->traits.isEnum
                 ? member(type, repr)
                 : tuple(type);
    case TypeKind::Optional:
      return put("%o") && write(of[0], repr) && put("%;");
    case TypeKind::Either:
      return put("%x") && write(of[0], repr) && put("%|") &&
             write(of[1], repr) && put("%;");
    default:
      return false;
    }
  }

private:
  bool put(const Twine &text) {
    pattern += text.str();
    return true;
  }

  bool defaultDict(const Type &type) {
    std::string made = textOfClass(*type->constant);
    if (made.empty())
      return false;
    addLiteral(pattern, "defaultdict(" + made + ", ");
    auto plain = std::make_shared<TypeDesc>(*type);
    plain->constant = nullptr;
    return write(plain, true) && put(")");
  }

  /// A member of an enum.
  bool member(const Type &type, bool repr) {
    // Elsewhere it is not all that the member has.
    if (script || !repr)
      return false;
    addLiteral(pattern, "<" + type->classInfo->name + ".");
    return write(type->elements[0], false) && put(": ") &&
           write(type->elements[1], true) && put(">");
  }

  bool tuple(const Type &type) {
    const ClassInfo *info = type->classInfo;
    std::vector<std::string> names;
    if (info && !script)
      for (const std::string &name : info->fields.names)
        names.push_back(name + "=");
    bool isResult = !type->name.empty() && !script;
    if (isResult) {
      for (StringRef field : fieldsOfResult(type->name))
        names.push_back("\n" + field.str() + "=");
      addLiteral(pattern, "torch.return_types." + type->name);
    }
    if (info && !script)
      addLiteral(pattern, info->name);
    put(!type->isSize ? "(" : script ? "[" : "torch.Size([");
    for (auto [i, element] : llvm::enumerate(type->elements)) {
      if (i)
        put(isResult ? "," : ", ");
      if (!names.empty())
        addLiteral(pattern, names[i]);
      if (!write(element, true))
        return false;
    }
    if (type->elements.size() == 1 && !info && !type->isSize)
      put(",");
    return put(!type->isSize ? ")" : script ? "]" : "])");
  }

  bool script;
  std::string &pattern;
};

} // namespace

std::string textOfClass(const Value &value) {
  if (value.is(Kind::Builtin)) {
    static const std::set<std::string> types = {
        "int",  "float", "bool",  "str",
        "list", "dict",  "tuple", "collections.OrderedDict"};
    return types.count(value.text) ? "<class '" + value.text + "'>" : "";
  }
  if (!value.is(Kind::Class))
    return "";
  const ClassInfo &info = *value.classInfo;
  if (info.traits.isEnum)
    return "<enum '" + info.name + "'>";
  std::string module = isNumpyClass(&info) ? "numpy" : info.scope->moduleName;
  // Python needs no import for these.
  bool isOwn =
      info.scope->isLibrary && (module == "_builtins" || module == "_bytes");
  return "<class '" + (isOwn ? "" : module + ".") + info.qualifiedName + "'>";
}

bool addTypePattern(const Type &type, bool script, bool repr,
                    std::string &pattern) {
  return TypeWriter(script, pattern).write(type, repr);
}

bool holdsGraded(const Type &type) {
  return (type->kind == TypeKind::Tensor && type->requiresGrad) ||
         llvm::any_of(type->elements, holdsGraded);
}

bool holdsRecord(const Type &type) {
  bool hasPackedKeys = type->kind == TypeKind::Dict &&
                       type->elements[0]->kind == TypeKind::Tuple;
  return type->isRecord || hasPackedKeys || type->kind == TypeKind::Object ||
         isNumpyClass(type->classInfo) ||
         llvm::any_of(type->elements, holdsRecord);
}

} // namespace tine::elaborate
