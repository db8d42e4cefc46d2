//===- Instances.cpp - Construction of objects ----------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What calling a class does: its metaclass, __new__ and __init__.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/ObjectModel.h"
#include "frontend/objects/PythonObjects.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numpy.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/RunObjects.h"
#include "frontend/services/TypeLattice.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Value makeTupleOf(Context &e, ClassInfo *info, CallArgs &args) {
  std::vector<std::pair<std::string, Value>> fields;
  if (!bindFields(e, *info, args, fields))
    return {};
  Value tuple = makeTuple({});
  for (auto &[name, value] : fields) {
    auto it = info->fields.types.find(name);
    if (e.script() && it != info->fields.types.end()) {
      Type type = e.model.evalType(it->second);
      if (!e.stopped())
        value = e.types.convert(value, type, args.range,
                                "the field '" + name + "'");
      if (e.stopped())
        return {};
    }
    tuple.items.push_back(value);
  }
  tuple.classInfo = info;
  return tuple;
}

Value makeInstance(Context &e, ClassInfo *info, ast::Range range) {
  Object object{Object::Kind::Instance};
  object.classInfo = info;
  object.scripted = info->scripted;
  Value self = makeRef(Kind::Object, e.objects.allocate(std::move(object)));
  // A class that is derived from dict or list.
  Value container = e.objects.findMember(info, "_container");
  if (!container.is(Kind::Str))
    return self;
  Value items = container.text == "dict"
                    ? e.containers.newDict({}, {}, {}, nullptr, range)
                    : e.containers.newList({}, {}, nullptr, range);
  if (e.stopped())
    return {};
  e.objects.setAttribute(self.id, "<items>", items);
  return self;
}

/// False, with Python's error, for a class with abstract methods.
static bool isConcrete(Context &e, const ClassInfo *info, ast::Range range) {
  if (!info->traits.isAbstract)
    return true;
  std::set<std::string> names;
  for (const ClassInfo *c : info->order)
    for (const auto &[name, member] : c->members)
      if (Value now = e.objects.findMember(info, name);
          now.is(Kind::Function) && now.function->decorators.isAbstract)
        names.insert(name);
  if (names.empty() || e.stopped())
    return !e.stopped();
  e.fault("TypeError", range,
          "Can't instantiate abstract class " + info->name +
              " with abstract method" + (names.size() > 1 ? "s " : " ") +
              llvm::join(names, ", "));
  return false;
}

/// Runs __init__ of an object that __new__ has made.
static Value initialize(Context &e, const Value &self, CallArgs &args) {
  ClassInfo *info = e.get(self.id).classInfo;
  Value init = e.objects.findMember(info, "__init__");
  if (!init) {
    bool any = !args.positional.empty() || !args.keywords.empty();
    if (any && !info->traits.isException && !ownersMember(e, info, "__new__"))
      return e.kindError("TypeError", args.range,
                         info->name + "() takes no arguments",
                         "'" + info->name + "' takes no arguments");
    return e.stopped() ? Value() : self;
  }
  // The constructor of a module always runs as Python.
  if (info->traits.isModule && e.script())
    return e.error(
        args.range,
        "a module cannot be made inside TorchScript; make it in __init__");
  e.run.call(makeMethod(init, self), args);
  if (e.stopped() ||
      (info->traits.isModule && !e.model.scriptChildren(self, args.range)))
    return {};
  if (info->traits.isModule)
    e.program.parameters.made(self, args.range);
  return self;
}

Value PythonObjects::instantiate(ClassInfo *info, CallArgs &args) {
  for (const ClassInfo *c : info->order)
    if (c->metaclass)
      if (Value member = objects.findMember(c->metaclass, "__call__")) {
        Value method = makeMethod(member, classValue(info));
        return run.call(method, args);
      }
  return stopped() ? Value() : instantiatePlainly(info, args);
}

Value PythonObjects::instantiatePlainly(ClassInfo *info, CallArgs &args) {
  if (isNumpyClass(info) && objects.findMember(info, "_type")) {
    CallArgs make = args;
    make.positional.insert(make.positional.begin(),
                           objects.findMember(info, "_type"));
    make.ranges.insert(make.ranges.begin(), args.range);
    return run.call(model.qualified("numpy._scalars._make"), make);
  }
  if (!isUsableClass(*this, info, args.range) ||
      !isConcrete(*this, info, args.range))
    return {};
  if (info->traits.isEnum) {
    if (args.positional.size() != 1 || !args.keywords.empty())
      return error(args.range, "'" + info->name +
                                   "' takes the value of one "
                                   "of its members");
    return memberOfEnum(*this, info, args.positional[0], args.range);
  }
  if (info->traits.isNamedTuple)
    return makeTupleOf(*this, info, args);
  if (info->traits.isDataclass && !info->scripted && script())
    return error(args.range, "the methods of the dataclass '" + info->name +
                                 "' have no source for TorchScript; write "
                                 "@torch.jit.script above @dataclass");
  auto inRun = [&](const Value &self) {
    return self && beginInRun(*this, self, args.range) ? self : Value();
  };
  Value own = ownersMember(*this, info, "__new__");
  if (stopped())
    return {};
  if (!own) {
    Value self = makeInstance(*this, info, args.range);
    // BaseException.__new__ keeps them, whatever __init__ does.
    if (info->traits.isException && !stopped())
      mutate(self.id).attributes["args"] = makeTuple(args.positional);
    return stopped() ? Value() : inRun(initialize(*this, self, args));
  }
  CallArgs withClass = args;
  withClass.positional.insert(withClass.positional.begin(), classValue(info));
  withClass.ranges.insert(withClass.ranges.begin(), args.range);
  Value self = run.call(own, withClass);
  if (stopped() || !self.is(Kind::Object) ||
      !llvm::is_contained(get(self.id).classInfo->order, info))
    return self;
  return inRun(initialize(*this, self, args));
}

} // namespace tine::elaborate
