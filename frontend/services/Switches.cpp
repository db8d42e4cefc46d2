//===- Switches.cpp - Objects that the run chooses ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules, functions and classes at an index or under a key of the run.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Switches.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tine::elaborate {

static bool existsAtCompileTime(const Value &value) {
  switch (value.kind) {
  case Kind::Object:
  case Kind::Function:
  case Kind::Method:
  case Kind::Builtin:
  case Kind::Class:
    return true;
  default:
    return isSwitch(value);
  }
}

bool isSwitch(const Value &value) {
  return value.is(Kind::Either) && existsAtCompileTime(value.items[0]);
}

bool canSwitch(ArrayRef<Value> items) {
  return !items.empty() && llvm::all_of(items, existsAtCompileTime);
}

static bool isDataSsa(mlir::Value number) {
  Operation *made = number.getDefiningOp();
  if (!made)
    return false;
  return !isa<arith::ArithDialect>(made->getDialect()) ||
         llvm::any_of(made->getOperands(), isDataSsa);
}

bool isData(const Value &number) { return number.ssa && isDataSsa(number.ssa); }

Value oneOf(mlir::Value isFirst, const Value &first, const Value &second) {
  Value value;
  value.kind = Kind::Either;
  value.ssa = isFirst;
  value.items = {first, second};
  return value;
}

Value switchByIndex(Context &e, ArrayRef<Value> items, const Value &index,
                    StringRef container, ast::Range range) {
  Place place = e.containers.placeOf(index, e.constInt(items.size()), range);
  e.check(place.isThere, "IndexError",
          (container + " index out of range").str(), range);
  Value chosen = items.back();
  for (size_t i = items.size() - 1; i-- > 0;)
    chosen =
        oneOf(arith::CmpIOp::create(e.b, e.loc(range), arith::CmpIPredicate::eq,
                                    place.at, e.constInt(i)),
              items[i], chosen);
  return chosen;
}

Value switchByKey(Context &e, ArrayRef<Entry> entries) {
  Value chosen = entries.back().value;
  for (const Entry &entry : llvm::reverse(entries.drop_back()))
    chosen = oneOf(e.ssa(entry.isIt), entry.value, chosen);
  return chosen;
}

/// Whether an attribute can be read without running code of the program, and
/// is a method, a module or a function.
static bool isPartOfSwitch(Context &e, const Value &base, StringRef name) {
  if (isSwitch(base))
    return isPartOfSwitch(e, base.items[0], name) &&
           isPartOfSwitch(e, base.items[1], name);
  if (!base.is(Kind::Object))
    return false;
  const Object &object = e.get(base.id);
  if (auto own = object.attributes.find(name.str());
      own != object.attributes.end())
    return existsAtCompileTime(own->second);
  Value member = e.objects.findMember(object.classInfo, name);
  return member && member.is(Kind::Function) &&
         !member.function->decorators.isProperty;
}

Value attributeOfSwitch(Context &e, const Value &base, StringRef name,
                        ast::Range range) {
  auto read = [&](const Value &of) {
    return e.model.getAttribute(of, name, range);
  };
  if (!isPartOfSwitch(e, base, name))
    return e.paths.onEither(base, read, range);
  Value first = read(base.items[0]);
  Value second = e.stopped() ? Value() : read(base.items[1]);
  if (e.stopped() || !canSwitch({first, second}))
    return e.stopped() ? Value() : e.paths.onEither(base, read, range);
  return oneOf(base.ssa, first, second);
}

} // namespace tine::elaborate
