//===- ModulePaths.cpp - What traces call a module ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls around a module are looked at first: who calls it holds it, as a
// rule. Then come the variables of the program.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/ModulePaths.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Context.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

/// Values that are looked at for one path.
static constexpr size_t mostValues = 4096;
/// Levels of lists and objects around the modules of a variable.
static constexpr unsigned mostLevels = 4;

//===----------------------------------------------------------------------===//
// Who holds what
//===----------------------------------------------------------------------===//

/// A module that TorchScript has is called as the one that it was made of.
unsigned ModulePaths::idOf(const Value &module) const {
  unsigned original = e.get(module.id).original;
  return original ? original - 1 : module.id;
}

void ModulePaths::visitHeld(
    const Value &value,
    function_ref<void(StringRef, const Value &)> visit) const {
  auto visitItems = [&](const std::vector<Value> &items) {
    for (auto [i, item] : llvm::enumerate(items))
      visit(std::to_string(i), item);
  };
  if (value.is(Kind::Tuple))
    return visitItems(value.items);
  bool isHeaped =
      value.is(Kind::Object) || value.is(Kind::List) || value.is(Kind::Dict);
  if (!isHeaped || !e.objects.heap[value.id])
    return;
  const Object &object = e.get(value.id);
  if (value.is(Kind::Object)) {
    for (auto &[name, member] : object.attributes)
      if (!StringRef(name).starts_with("<"))
        visit(name, member);
  } else if (value.is(Kind::List) && !object.isRuntime) {
    visitItems(object.items);
  } else if (!object.isRuntime) {
    for (size_t i = 0; i + 1 < object.items.size(); i += 2) {
      const Value &key = object.items[i];
      visit(key.is(Kind::Str) ? key.text : std::to_string(key.integer),
            object.items[i + 1]);
    }
  }
}

/// A path and what goes on from it.
static std::string joinPath(StringRef path, StringRef rest) {
  if (path.empty() || rest.empty() || path == ".")
    return (path + rest).str();
  return (path + "." + rest).str();
}

void ModulePaths::visitModules(
    const Value &from, function_ref<bool(PathOf, const Value &)> visit) const {
  // Paths are made of those of the holders when one is asked for.
  struct Held {
    const Value *value;
    size_t holder;
    std::string name;
  };
  std::vector<Held> all = {{&from, 0, ""}};
  auto pathOf = [&](size_t i) {
    std::string path;
    for (; i; i = all[i].holder)
      path = joinPath(all[i].name, path);
    return path;
  };
  std::set<unsigned> seen = {from.id};
  bool goesOn = true;
  for (size_t next = 0; next < all.size() && goesOn && next < mostValues;
       ++next)
    visitHeld(*all[next].value, [&](StringRef name, const Value &held) {
      bool isModule = e.objects.isModule(held);
      // Objects that are no modules belong to nobody in particular.
      bool isContainer =
          held.is(Kind::List) || held.is(Kind::Dict) || held.is(Kind::Tuple);
      if (!goesOn || !(isModule || isContainer) ||
          (isModule && !seen.insert(held.id).second))
        return;
      all.push_back({&held, next, name.str()});
      goesOn = !isModule || visit([&] { return pathOf(all.size() - 1); }, held);
    });
}

std::optional<std::string> ModulePaths::find(const Value &from,
                                             const Value &module) const {
  unsigned wanted = idOf(module);
  if (idOf(from) == wanted)
    return "";
  std::optional<std::string> found;
  visitModules(from, [&](PathOf path, const Value &held) {
    if (idOf(held) == wanted)
      found = path();
    return !found;
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

std::vector<ModulePaths::Root> ModulePaths::findRoots() const {
  std::vector<Root> roots;
  std::set<unsigned> seen;
  size_t count = 0;
  auto visit = [&](auto &self, const std::string &name, const Value &value,
                   unsigned level) -> void {
    if (++count > mostValues)
      return;
    if (e.objects.isModule(value)) {
      if (seen.insert(idOf(value)).second)
        roots.push_back({value, name});
      return;
    }
    if (level < mostLevels)
      visitHeld(value, [&](StringRef held, const Value &item) {
        self(self, joinPath(name, held), item, level + 1);
      });
  };
  for (const Frame &frame : e.frames)
    if (!frame.scope->isLibrary)
      for (const auto &[name, value] : variablesOf(e, frame))
        visit(visit, name, value, 0);
  // What another one holds is none.
  std::set<unsigned> held;
  for (Root &root : roots)
    visitModules(root.module, [&](PathOf, const Value &module) {
      held.insert(idOf(module));
      return root.holdsModules = true;
    });
  llvm::erase_if(
      roots, [&](const Root &root) { return held.count(idOf(root.module)); });
  return roots;
}

std::string ModulePaths::labelOf(const Root &root, ArrayRef<Root> roots) const {
  const ClassInfo *info = e.get(root.module.id).classInfo;
  bool isUnique = llvm::count_if(roots, [&](const Root &other) {
                    return e.get(other.module.id).classInfo->name == info->name;
                  }) == 1;
  return info->scope->isLibrary || !isUnique ? root.variable : info->name;
}

std::string ModulePaths::pathFromRoots(const Value &module) {
  std::vector<Root> roots = findRoots();
  // From a root that is the only one with modules in it the path is enough,
  // unless that begins with a number.
  bool isOnly = llvm::count_if(roots, [](const Root &root) {
                  return root.holdsModules;
                }) == 1;
  for (const Root &root : roots) {
    std::string label = labelOf(root, roots);
    known.insert({idOf(root.module), label});
    visitModules(root.module, [&](PathOf pathOf, const Value &held) {
      std::string path = pathOf();
      bool isEnough = isOnly && !path.empty() && !llvm::isDigit(path.front());
      known.insert({idOf(held), isEnough ? path : joinPath(label, path)});
      return true;
    });
  }
  auto found = known.find(idOf(module));
  if (found != known.end())
    return found->second;
  // Nobody's, or not yet, as in Net().to(device).
  --triesLeft;
  return e.get(module.id).classInfo->name;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

std::string ModulePaths::pathOf(const Value &module, bool isMade) {
  auto found = known.find(idOf(module));
  if (firstFrame == 0 && found != known.end())
    return found->second;
  for (size_t i = e.frames.size(); i > firstFrame; --i) {
    const Frame &frame = e.frames[i - 1];
    if (!frame.module || !e.objects.isModule(frame.self))
      continue;
    std::optional<std::string> path = find(frame.self, module);
    if (!path)
      continue;
    StringRef outer = frame.module;
    return joinPath(outer, *path);
  }
  if (firstFrame == 0 && !isMade && triesLeft)
    return pathFromRoots(module);
  if (firstFrame && e.objects.isModule(callee))
    if (std::optional<std::string> path = find(callee, module))
      return "." + *path;
  return (firstFrame ? "." : "") + e.get(module.id).classInfo->name;
}

void ModulePaths::enter(Frame &frame) {
  if (!frame.self.is(Kind::Object))
    return;
  const ClassInfo *info = e.get(frame.self.id).classInfo;
  std::string path;
  if (info->traits.isModule)
    path = pathOf(frame.self, frame.function->name == "__init__");
  else if (info->inherits(ClassRole::Optimizer))
    path = (firstFrame ? "." : "") + info->name;
  if (!path.empty())
    frame.module = StringAttr::get(e.getContext(), path);
}

std::string ModulePaths::nameOfTask(const Value &callee, const CallArgs &args) {
  if (e.objects.isModule(callee))
    return pathOf(callee);
  if (callee.is(Kind::Method) && callee.function) {
    const Value &self = callee.items[0];
    const std::string &name = callee.function->name;
    if (!e.objects.isModule(self))
      return name;
    std::string path = pathOf(self);
    return name == "forward" ? path : joinPath(path, name);
  }
  if (callee.is(Kind::Builtin))
    return StringRef(callee.text).rsplit('.').second.str();
  if (!callee.function)
    return callee.classInfo ? callee.classInfo->name : "";
  std::string name = callee.function->name;
  const Value *module = nullptr;
  for (const Value &argument : args.positional)
    if (e.objects.isModule(argument))
      module = module ? &callee : &argument;
  // Which one it works on, if that is one.
  if (module && module != &callee && firstFrame == 0)
    name += "(" + pathOf(*module) + ")";
  return name;
}

ModulePaths::Task::Task(Context &e, const Value &callee)
    : e(e), frame(e.frames.size() - 1), module(e.frames.back().module),
      firstFrame(e.program.modulePaths.firstFrame),
      callee(e.program.modulePaths.callee) {
  e.frames.back().module = {};
  e.program.modulePaths.firstFrame = e.frames.size();
  bool isMethod =
      callee.is(Kind::Method) && e.objects.isModule(callee.items[0]);
  e.program.modulePaths.callee = isMethod ? callee.items[0] : callee;
}

ModulePaths::Task::~Task() {
  e.frames[frame].module = module;
  e.program.modulePaths.firstFrame = firstFrame;
  e.program.modulePaths.callee = callee;
}

} // namespace tine::elaborate
