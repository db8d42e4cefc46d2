//===- SpecialForms.cpp - Calls that are forms of the language ------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that no handler of a builtin can be, as they run code of the
// program in another way than a call does: torch.jit.fork and its like.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/Methods.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// What Module.__call__ and type.__call__ do: nothing that the class of the
/// program has written in their place.
static Value callPlainly(Elaborator &e, StringRef name, CallArgs &args) {
  if (args.positional.empty())
    return e.error(args.range, "'__call__' needs an object");
  CallArgs others = args;
  Value self = others.positional.front();
  others.positional.erase(others.positional.begin());
  if (!others.ranges.empty())
    others.ranges.erase(others.ranges.begin());
  if (name == "type.__call__")
    return e.model.instantiatePlainly(self.classInfo, others);
  if (!e.objects.isModule(self))
    return e.error(args.range, "'__call__' needs a module");
  bool hasHooks = e.get(self.id).attributes.count("<hooks>");
  return e.callMethod(self, hasHooks ? "_call_with_hooks" : "forward", others);
}

/// A checkpoint: a task at this place, whose derivative runs the body again.
static Value callCheckpointed(Elaborator &e, CallArgs &args) {
  std::string redraws = args.positional.front().text;
  args.positional.erase(args.positional.begin());
  if (!args.ranges.empty())
    args.ranges.erase(args.ranges.begin());
  Value future = e.fork(args, "it is a checkpoint", redraws);
  return e.stopped() ? Value() : e.wait(future, args.range);
}

static Value forkTask(Elaborator &e, CallArgs &args) { return e.fork(args); }
static Value printValues(Elaborator &e, CallArgs &args) {
  return print(e, args);
}
/// Any type is as good to annotations.
static Value anyType(Elaborator &, CallArgs &) {
  return makeBuiltin("typing.Any");
}
static Value callModule(Elaborator &e, CallArgs &args) {
  return callPlainly(e, "torch.nn.Module.__call__", args);
}
static Value callClass(Elaborator &e, CallArgs &args) {
  return callPlainly(e, "type.__call__", args);
}

/// The items of a generator, and whether all are asked for.
static Value allGenerated(Elaborator &e, CallArgs &args) {
  return makeGenerated(e, args.positional[0], args.positional[1].integer,
                       args.range);
}
/// What next() gives of one that has no end, or else of a list of all items.
static Value nextGenerated(Elaborator &e, CallArgs &args) {
  const Value &generator = args.positional[0];
  if (auto item = nextOfEndless(e, generator, args.range))
    return *item;
  CallArgs all(args.range, {makeBool(false)}, {args.range});
  Value items = e.callMethod(generator, "_generated", all);
  CallArgs none(args.range);
  return e.stopped() ? Value() : e.callMethod(items, "__next__", none);
}

using SpecialForm = Value (*)(Elaborator &, CallArgs &);

std::optional<Value> Elaborator::callSpecialForm(StringRef name,
                                                 CallArgs &args) {
  static const std::map<StringRef, SpecialForm> forms = {
      {"print", printValues},
      {"typing.TypeVar", anyType},
      {"torch.jit.fork", forkTask},
      {"_tine.checkpoint", callCheckpointed},
      {"_tine.generated", allGenerated},
      {"_tine.next_generated", nextGenerated},
      {"torch.nn.Module.__call__", callModule},
      {"type.__call__", callClass},
  };
  auto form = forms.find(name);
  return form == forms.end() ? std::nullopt
                             : std::optional(form->second(*this, args));
}

} // namespace tine::elaborate
