//===- Annotations.cpp - Types that annotations name ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor, List[int], Optional[...], Future[...] and classes.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Classes.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Paths.h"
#include "frontend/services/TypeLattice.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Type typeFromValue(Service &e, const Value &value) {
  switch (value.kind) {
  case Kind::None:
    return makeType(TypeKind::None);
  case Kind::TypeValue:
    return value.type;
  case Kind::Class: {
    auto type = std::make_shared<TypeDesc>();
    type->kind = value.classInfo->traits.isNamedTuple ? TypeKind::Tuple
                                                      : TypeKind::Object;
    type->classInfo = value.classInfo;
    if (value.classInfo->traits.isNamedTuple)
      for (const std::string &field : value.classInfo->fields.names) {
        auto known = value.classInfo->fields.types.find(field);
        // What is not annotated is a tensor.
        Type element = known == value.classInfo->fields.types.end()
                           ? makeTensorType({})
                           : e.model.evalType(known->second);
        if (!element)
          return {};
        type->elements.push_back(element);
      }
    return type;
  }
  case Kind::DType: // torch.int, torch.float as types
    return makeType((value.integer >= 5 && value.integer <= 7) ||
                            value.integer == 15
                        ? TypeKind::Float
                        : TypeKind::Int);
  case Kind::Builtin: {
    StringRef text = value.text;
    if (text == "int")
      return makeType(TypeKind::Int);
    if (text == "float")
      return makeType(TypeKind::Float);
    if (text == "bool")
      return makeType(TypeKind::Bool);
    if (text == "str")
      return makeType(TypeKind::Str);
    if (text == "typing.Any" || text == "object")
      return makeType(TypeKind::Unknown);
    if (text == "torch.device")
      return makeType(TypeKind::Device);
    if (text == "torch.dtype")
      return makeType(TypeKind::Int);
    if (text == "torch.nn.Parameter" ||
        llvm::is_contained({"torch.FloatTensor", "torch.DoubleTensor",
                            "torch.LongTensor", "torch.IntTensor",
                            "torch.BoolTensor"},
                           text))
      return makeTensorType({});
    if (text == "list" || text == "typing.List")
      return makeType(TypeKind::List, {makeType(TypeKind::Unknown)});
    if (text == "dict" || text == "typing.Dict" ||
        text == "collections.OrderedDict")
      return makeType(TypeKind::Dict, {makeType(TypeKind::Unknown),
                                       makeType(TypeKind::Unknown)});
    if (text == "torch.Size")
      return makeType(TypeKind::Unknown);
    if (text == "tuple" || text == "typing.Tuple" || text == "typing.Callable")
      return makeType(TypeKind::Unknown);
    break;
  }
  default:
    break;
  }
  return {};
}

Type Classes::evalType(const ast::Expr *annotation) {
  auto fail = [&](const Twine &message) -> Type {
    error(annotation->range, message);
    return {};
  };
  if (isa<ast::NoneExpr>(annotation))
    return makeType(TypeKind::None);
  if (auto *text = dyn_cast<ast::StringExpr>(annotation)) {
    // A forward reference: a name in quotes.
    if (text->value.find_first_of("[.|") != StringRef::npos) {
      const ast::Expr *type =
          modules.parseQuoted(text->value.str(), annotation->range);
      return type ? evalType(type)
                  : fail("this is not a type that TorchScript knows");
    }
    Value value = run.lookup(text->value, annotation->range);
    if (stopped())
      return {};
    Type type = typeFromValue(*this, value);
    return type ? type : fail("'" + text->value + "' is not a type");
  }
  if (auto *binary = dyn_cast<ast::BinaryExpr>(annotation)) {
    if (binary->op == ast::BinaryOp::BitOr) {
      Type x = evalType(binary->lhs);
      Type y = stopped() ? Type() : evalType(binary->rhs);
      if (stopped())
        return {};
      if (y->kind == TypeKind::None)
        return makeType(TypeKind::Optional, {x});
      if (x->kind == TypeKind::None)
        return makeType(TypeKind::Optional, {y});
      return makeType(TypeKind::Unknown);
    }
  }
  if (auto *sub = dyn_cast<ast::SubscriptExpr>(annotation)) {
    Value base = run.eval(sub->value);
    if (stopped())
      return {};
    StringRef text = base.text;
    text.consume_front("typing.") || text.consume_front("collections.");
    std::vector<const ast::Expr *> parts;
    if (auto *tuple = dyn_cast<ast::TupleExpr>(sub->index))
      parts.assign(tuple->elements.begin(), tuple->elements.end());
    else
      parts.push_back(sub->index);
    if (text == "Callable" || text == "Literal" || text == "Type" ||
        text == "Iterator" || text == "Generator" || text == "Deque" ||
        text == "Collection" || text == "Container" || base.is(Kind::Class))
      return makeType(TypeKind::Unknown);
    std::vector<Type> types;
    for (const ast::Expr *part : parts) {
      if (isa<ast::EllipsisExpr>(part))
        return makeType(TypeKind::Unknown);
      if (auto *empty = dyn_cast<ast::TupleExpr>(part);
          empty && empty->elements.empty())
        continue;
      types.push_back(evalType(part));
      if (stopped())
        return {};
    }
    auto needs = [&](size_t count) {
      if (types.size() == count)
        return true;
      error(annotation->range,
            "'" + text + "' takes " + Twine(count) + " types");
      return false;
    };
    if (text == "List" || text == "list" || text == "Sequence" ||
        text == "MutableSequence" || text == "Iterable")
      return needs(1) ? makeType(TypeKind::List, types) : Type();
    if (text == "Dict" || text == "dict" || text == "Mapping" ||
        text == "MutableMapping" || text == "OrderedDict" ||
        text == "DefaultDict" || text == "defaultdict")
      return needs(2) ? makeType(TypeKind::Dict, types) : Type();
    if (text == "Tuple" || text == "tuple")
      return makeType(TypeKind::Tuple, types);
    if (text == "Optional")
      return !needs(1) ? Type()
             : types[0]->kind == TypeKind::Optional
                 ? types[0]
                 : makeType(TypeKind::Optional, types);
    if (text == "Final" || text == "ClassVar")
      return needs(1) ? types[0] : Type();
    if (text == "torch.jit.Future")
      return needs(1) ? makeType(TypeKind::Future, types) : Type();
    if (text == "Union") {
      std::vector<Type> others;
      for (const Type &type : types)
        if (type->kind != TypeKind::None)
          others.push_back(type);
      if (others.size() == 1 && types.size() == 2)
        return makeType(TypeKind::Optional, others);
      return makeType(TypeKind::Unknown, types);
    }
    return fail("this is not a type that can be subscripted");
  }
  Value value = run.eval(annotation);
  if (stopped())
    return {};
  if (value.is(Kind::Builtin) && value.text == "torch.jit.Future")
    return fail("attempted to use Future without a contained type; write "
                "Future[Tensor]");
  if (value.is(Kind::Builtin) &&
      (value.text == "typing.List" || value.text == "typing.Dict" ||
       value.text == "typing.Optional") &&
      script())
    return fail("attempted to use " + value.text + " without a contained type");
  if (value.is(Kind::Builtin) &&
      (value.text == "torch.jit.Final" || value.text == "typing.Final"))
    return makeType(TypeKind::Unknown);
  Type type = typeFromValue(*this, value);
  if (stopped())
    return {};
  return type ? type : fail("this is not a type that TorchScript knows");
}

} // namespace tine::elaborate
