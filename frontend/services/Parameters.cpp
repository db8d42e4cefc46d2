//===- Parameters.cpp - What --load and --save are about ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits loads while a program initialises its modules, and the saves at its
// end; describes the parameters in the attribute `tine.parameters`.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Parameters.h"
#include "frontend/services/Cells.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Program.h"
#include "frontend/services/TensorBuilder.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Holders and their tensors
//===----------------------------------------------------------------------===//

/// While a module's constructor runs the module is not complete.
bool Parameters::insideConstructor() const {
  return llvm::any_of(e.frames, [](const Frame &frame) {
    return frame.owner && frame.owner->traits.isModule && frame.function &&
           frame.function->name == "__init__";
  });
}

/// The tensors of a module in the order and with the names of state_dict().
void Parameters::collect(const Value &value, const std::string &prefix,
                         std::vector<Named> &out, std::set<unsigned> *modules,
                         unsigned depth) const {
  if (value.is(Kind::Tensor)) {
    out.push_back({prefix, value.id});
    return;
  }
  if (depth > 64)
    return;
  const Object &object = e.get(value.id);
  if (modules) {
    modules->insert(value.id);
    // Whoever uses what it was made of uses its tensors.
    if (object.original)
      modules->insert(object.original - 1);
  }
  std::set<std::string> leftOut;
  auto list = object.attributes.find("<not in state_dict>");
  if (list != object.attributes.end())
    for (const Value &name : e.get(list->second.id).items)
      leftOut.insert(name.text);
  for (bool buffers : {false, true})
    for (auto &[name, member] : object.attributes) {
      if (!member.is(Kind::Tensor))
        continue;
      const Object &tensor = e.get(member.id);
      if (buffers
              ? tensor.isBuffer && !tensor.isParameter && !leftOut.count(name)
              : tensor.isParameter)
        out.push_back({prefix + name, member.id});
    }
  for (auto &[name, member] : object.attributes)
    if (e.objects.isModule(member))
      collect(member, prefix + name + ".", out, modules, depth + 1);
}

void Parameters::setUnsaved(ast::Range range, const Twine &why) {
  if (!unsaved.empty())
    return;
  // In a file of the library the place is the call.
  size_t i = e.frames.size();
  while (i > 1 && e.frames[i - 1].scope->isLibrary) {
    range = e.frames[i - 1].call.range;
    --i;
  }
  const SourceFile &file = *e.frames[i - 1].scope->file;
  SourceFile::Position position = file.position(range.begin);
  // An executable says it, which names no folders of this machine.
  StringRef name = file.name();
  if (llvm::sys::path::is_absolute(name))
    name = llvm::sys::path::filename(name);
  unsaved = (name + ":" + Twine(position.line) + ":" + Twine(position.column) +
             ": " + why)
                .str();
}

/// Fixes the values from outside that are sizes of parameters; true if another
/// round knows more of them.
bool Parameters::fixSizes(const Value &holder, ast::Range range) const {
  if (!e.program.outside.any())
    return false;
  std::vector<Named> state;
  collect(holder, "", state, nullptr);
  return llvm::any_of(state, [&](const Named &tensor) {
    const Object &storage = e.get(e.get(tensor.second).storage);
    auto type = dyn_cast<RankedTensorType>(storage.current.getType());
    return type && !type.hasStaticShape() &&
           e.program.outside.fix(storage.current, range,
                                 "a size of a parameter");
  });
}

void Parameters::made(const Value &holder, ast::Range range) {
  // A program that is wrong has no parameters to load, and its holders go where
  // statements are undone.
  if (insideConstructor() || fixSizes(holder, range) ||
      e.diagnoser.collecting || isLeft)
    return;
  if (e.diagnoser.conditional) {
    std::vector<Named> state;
    collect(holder, "", state, nullptr);
    if (!state.empty())
      setUnsaved(range, "parameters that are made in a loop, branch or task "
                        "cannot be loaded or saved; make them outside");
    return;
  }
  Holder &made = holders.emplace_back();
  made.value = holder;
  made.range = range;
  pending = touched = true;
}

void Parameters::scripted(const Value &original, const Value &made) {
  // What is made on a path only is gone behind it.
  if (e.diagnoser.conditional)
    return;
  for (Holder &holder : holders)
    if (holder.value.is(Kind::Object) && holder.value.id == original.id)
      holder.value = made;
  touched = true;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Parameters::Snapshot Parameters::snapshot(unsigned id) const {
  Snapshot result;
  result.tensor = id;
  result.storage = e.get(id).storage;
  result.current = e.get(result.storage).current;
  return result;
}

void Parameters::load(size_t index, ast::Range range) {
  std::vector<Named> state;
  collect(holders[index].value, "", state, nullptr);
  std::set<unsigned> seen;
  for (auto &[name, id] : state) {
    // Another name of the same tensor.
    if (!seen.insert(id).second || frozen.count(id))
      continue;
    auto known = loaded.find(id);
    if (known != loaded.end() && known->second == snapshot(id))
      continue;
    const Object &tensor = e.get(id);
    const Object &storage = e.get(tensor.storage);
    // Writing it would be an error; `resolve` notices that it is not loaded.
    if (storage.shared || !storage.mayAlias.empty() ||
        llvm::any_of(tensor.path, [](const ViewStep &step) {
          return step.kind == ViewStep::Kind::Expand ||
                 step.kind == ViewStep::Kind::Strided;
        }))
      continue;
    Value value = makeRef(Kind::Tensor, id);
    Value grad = e.objects.exchangeMode(Mode::Grad, makeBool(false));
    mlir::Value initial = e.tensors.read(value);
    auto op = LoadParameterOp::create(e.b, e.loc(range), initial.getType(),
                                      e.b.getI64IntegerAttr(0), initial);
    bool written = e.tensors.write(value, op.getResult(), range);
    e.objects.exchangeMode(Mode::Grad, grad);
    if (!written)
      return;
    loads.push_back({op, id});
    loaded[id] = snapshot(id);
  }
  // A tensor may share memory with one that was loaded before it.
  for (unsigned id : seen) {
    auto known = loaded.find(id);
    if (known != loaded.end() && !frozen.count(id))
      known->second = snapshot(id);
  }
}

void Parameters::afterStatement(ast::Range range) {
  if (!pending || !touched || busy || e.diagnoser.conditional ||
      !e.decisions.activeLoops.empty() || e.frames.back().scope->isLibrary ||
      e.stopped() || insideConstructor())
    return;
  busy = true;
  for (size_t i = 0; i < holders.size(); ++i)
    if (!holders[i].used)
      load(i, range);
  busy = touched = false;
}

std::vector<Parameters::Entry> Parameters::entries(const Holder &holder) const {
  std::vector<Named> state;
  collect(holder.value, "", state, nullptr);
  std::vector<Entry> result;
  result.reserve(state.size());
  for (auto &[name, id] : state)
    result.push_back({name, id, e.get(id).tensorType});
  return result;
}

void Parameters::use(size_t index) {
  Holder &holder = holders[index];
  holder.used = true;
  holder.state = entries(holder);
  for (const Entry &entry : holder.state)
    frozen.insert(entry.tensor);
  pending = llvm::any_of(holders, [](const Holder &h) { return !h.used; });
}

void Parameters::beforeCall(const Value &module, ast::Range range) {
  if (!pending || busy || insideConstructor())
    return;
  busy = true;
  for (size_t i = 0; i < holders.size(); ++i) {
    if (holders[i].used)
      continue;
    std::vector<Named> state;
    std::set<unsigned> modules;
    if (holders[i].value.is(Kind::Object))
      collect(holders[i].value, "", state, &modules);
    unsigned original = e.get(module.id).original;
    if (!modules.count(module.id) && !(original && modules.count(original - 1)))
      continue;
    if (!e.diagnoser.conditional && !e.stopped())
      load(i, range);
    use(i);
  }
  busy = false;
}

void Parameters::differentiated(unsigned storage) {
  if (!pending)
    return;
  for (size_t i = 0; i < holders.size(); ++i) {
    if (holders[i].used)
      continue;
    std::vector<Named> state;
    collect(holders[i].value, "", state, nullptr);
    if (llvm::any_of(state, [&](const Named &named) {
          return e.get(named.second).storage == storage;
        }))
      use(i);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The paths by which holders can be reached from a variable.
void Parameters::findNames(const Value &value, const std::string &path,
                           std::map<unsigned, std::string> &names,
                           std::set<unsigned> &seen, unsigned depth) const {
  if (depth > 8)
    return;
  auto items = [&](const std::vector<Value> &values) {
    for (auto [i, item] : llvm::enumerate(values))
      findNames(item, path + "." + std::to_string(i), names, seen, depth + 1);
  };
  switch (value.kind) {
  case Kind::Tuple:
    items(value.items);
    return;
  case Kind::Tensor:
    if (e.objects.heap[value.id] && e.get(value.id).isParameter)
      names.insert({value.id, path});
    return;
  case Kind::Object:
  case Kind::List:
  case Kind::Dict:
    break;
  default:
    return;
  }
  if (!e.objects.heap[value.id] || !seen.insert(value.id).second)
    return;
  const Object &object = e.get(value.id);
  if (value.is(Kind::Object)) {
    if (object.classInfo->traits.isModule) {
      names.insert({value.id, path});
      if (object.original)
        names.insert({object.original - 1, path});
      return;
    }
    for (auto &[name, member] : object.attributes)
      findNames(member, (Twine(path) + "." + name).str(), names, seen,
                depth + 1);
    return;
  }
  if (object.isRuntime)
    return;
  if (value.is(Kind::List)) {
    items(object.items);
    return;
  }
  for (size_t i = 0; i + 1 < object.items.size(); i += 2) {
    const Value &key = object.items[i];
    if (key.is(Kind::Str) && key.known)
      findNames(object.items[i + 1], path + "." + key.text, names, seen,
                depth + 1);
    else if (key.is(Kind::Int) && key.known)
      findNames(object.items[i + 1], path + "." + std::to_string(key.integer),
                names, seen, depth + 1);
  }
}

void Parameters::leave(const Frame &frame) {
  if (holders.empty() || e.diagnoser.conditional || frame.scope->isLibrary)
    return;
  std::map<unsigned, std::string> names;
  for (const auto &[name, value] : variablesOf(e, frame)) {
    std::set<unsigned> seen;
    if (name != "self")
      findNames(value, name, names, seen);
  }
  for (Holder &holder : holders) {
    auto found = names.find(holder.value.id);
    if (found != names.end())
      holder.variable = found->second;
  }
}

/// By the program's own variables, in the order in which they are assigned.
std::map<unsigned, std::string> Parameters::globalNames() const {
  const Frame &program = e.frames.front();
  std::vector<std::string> order;
  auto add = [&](const ast::Expr *target) {
    if (auto *name = dyn_cast<ast::NameExpr>(target))
      order.push_back(name->id.str());
  };
  for (const ast::Stmt *stmt : program.body.statements)
    if (auto *assignment = dyn_cast<ast::AssignStmt>(stmt))
      for (const ast::Expr *target : assignment->targets) {
        add(target);
        if (auto *tuple = dyn_cast<ast::TupleExpr>(target))
          llvm::for_each(tuple->elements, add);
      }
  for (const auto &entry : variablesOf(e, program))
    order.push_back(entry.first);
  std::map<unsigned, std::string> names;
  // A variable that holds it itself comes before a list that has it.
  for (bool direct : {true, false})
    for (const std::string &name : order) {
      const Value *variable = findVariable(e, program, name);
      if (!variable || (direct && !variable->is(Kind::Object) &&
                        !variable->is(Kind::Tensor)))
        continue;
      std::set<unsigned> seen;
      findNames(*variable, name, names, seen, direct ? 8 : 0);
    }
  return names;
}

std::vector<Parameters::Root> Parameters::findRoots() const {
  std::vector<std::vector<Named>> states(holders.size());
  std::set<unsigned> parts; // modules and tensors of other holders
  for (size_t i = 0; i < holders.size(); ++i) {
    std::set<unsigned> modules;
    collect(holders[i].value, "", states[i], &modules);
    if (holders[i].value.is(Kind::Tensor))
      continue;
    unsigned id = holders[i].value.id;
    modules.erase(id);
    if (unsigned original = e.get(id).original)
      modules.erase(original - 1);
    parts.insert(modules.begin(), modules.end());
    for (const Named &named : states[i])
      parts.insert(named.second);
  }
  std::map<unsigned, std::string> names = globalNames();
  std::vector<Root> roots, unnamed;
  for (size_t i = 0; i < holders.size(); ++i) {
    unsigned id = holders[i].value.id;
    if (states[i].empty() || parts.count(id))
      continue;
    auto found = names.find(id);
    unsigned original =
        holders[i].value.is(Kind::Object) ? e.get(id).original : 0;
    if (found == names.end() && original)
      found = names.find(original - 1);
    if (found != names.end())
      roots.push_back({i, found->second});
    else if (!holders[i].variable.empty())
      roots.push_back({i, holders[i].variable});
    else if (holders[i].value.is(Kind::Object))
      unnamed.push_back({i, e.get(id).classInfo->name});
  }
  // What no variable holds is gone, unless it is all there is.
  if (roots.empty())
    roots = std::move(unnamed);
  std::set<std::string> taken;
  for (Root &root : roots) {
    std::string name = root.prefix;
    for (int number = 2; !taken.insert(name).second; ++number)
      name = root.prefix + "_" + std::to_string(number);
    root.prefix = name;
  }
  // The one module of a program needs no name.
  if (roots.size() == 1 && holders[roots[0].holder].value.is(Kind::Object))
    roots[0].prefix.clear();
  else
    for (Root &root : roots)
      if (holders[root.holder].value.is(Kind::Object))
        root.prefix += ".";
  return roots;
}

//===----------------------------------------------------------------------===//
// The end of the program
//===----------------------------------------------------------------------===//

static Attribute describeParameter(OpBuilder &b, StringRef name,
                                   RankedTensorType type, int64_t same) {
  SmallVector<int64_t> sizes(type.getShape());
  for (int64_t &size : sizes)
    if (ShapedType::isDynamic(size))
      size = -1;
  int64_t dtype = Numbers::dtypeOf(type.getElementType());
  return b.getDictionaryAttr(
      {b.getNamedAttr("name", b.getStringAttr(name)),
       b.getNamedAttr("dtype", b.getI32IntegerAttr(dtype)),
       b.getNamedAttr("sizes", b.getDenseI64ArrayAttr(sizes)),
       b.getNamedAttr("same", b.getI64IntegerAttr(same))});
}

std::vector<Parameters::Weight>
Parameters::weightsOf(const Value &module) const {
  std::vector<Named> state;
  collect(module, "", state, nullptr);
  std::vector<Weight> weights;
  std::map<unsigned, size_t> first; // name of each tensor
  for (auto &[name, id] : state) {
    size_t same = first.insert({id, weights.size()}).first->second;
    weights.push_back({name, id, same});
  }
  return weights;
}

ArrayAttr Parameters::describe(ArrayRef<Weight> weights) const {
  SmallVector<Attribute> result;
  for (const Weight &weight : weights)
    result.push_back(describeParameter(e.b, weight.name,
                                       e.get(weight.tensor).tensorType,
                                       int64_t(weight.same)));
  return e.b.getArrayAttr(result);
}

/// Numbers the parameters, tells each load its own, and removes the loads of
/// tensors that were replaced or converted.
ArrayAttr Parameters::resolve(const std::vector<Root> &roots) {
  std::vector<Entry> table;
  std::vector<int64_t> same;
  std::map<std::string, int64_t> numbers;
  std::map<unsigned, int64_t> first;        // by tensor
  std::map<unsigned, std::string> prefixes; // of every module and parameter
  std::function<void(const Value &, const std::string &, unsigned)> walk =
      [&](const Value &value, const std::string &prefix, unsigned depth) {
        if (depth > 64)
          return;
        prefixes.insert({value.id, prefix});
        if (value.is(Kind::Object))
          for (auto &[name, member] : e.get(value.id).attributes) {
            if (e.objects.isModule(member))
              walk(member, prefix + name + ".", depth + 1);
            else if (member.is(Kind::Tensor))
              prefixes.insert({member.id, prefix + name});
          }
      };
  auto enter = [&](Holder &holder) {
    auto prefix = prefixes.find(holder.value.id);
    if (prefix == prefixes.end())
      return;
    if (!holder.used)
      holder.state = entries(holder);
    for (Entry entry : holder.state) {
      int64_t number = table.size();
      entry.name = prefix->second + entry.name;
      if (!numbers.insert({entry.name, number}).second)
        continue;
      same.push_back(first.insert({entry.tensor, number}).first->second);
      table.push_back(entry);
    }
  };
  for (const Root &root : roots) {
    walk(holders[root.holder].value, root.prefix, 0);
    enter(holders[root.holder]);
  }
  // What was added to them after their first use.
  for (Holder &holder : holders)
    enter(holder);
  std::vector<bool> isLoaded(table.size());
  for (Load &load : loads) {
    auto number = first.find(load.tensor);
    if (number != first.end() &&
        table[number->second].type == load.op.getType()) {
      load.op.setNumber(number->second);
      isLoaded[number->second] = true;
      continue;
    }
    load.op.getResult().replaceAllUsesWith(load.op.getInitial());
    load.op.erase();
  }
  SmallVector<Attribute> result;
  for (auto [i, entry] : llvm::enumerate(table)) {
    if (!isLoaded[same[i]])
      setUnsaved(holders[roots[0].holder].range,
                 "'" + entry.name +
                     "' is shared, converted or replaced in a way in which it "
                     "cannot be loaded or saved");
    result.push_back(describeParameter(e.b, entry.name, entry.type, same[i]));
  }
  return e.b.getArrayAttr(result);
}

Operation *Parameters::save(const std::vector<Root> &roots) {
  mlir::Location where = e.loc({0, 0});
  mlir::Value saving = SavingOp::create(e.b, where);
  auto branch = scf::IfOp::create(e.b, where, saving, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(e.b);
  e.b.setInsertionPointToStart(branch.thenBlock());
  Value grad = e.objects.exchangeMode(Mode::Grad, makeBool(false));
  for (const Root &root : roots) {
    std::vector<Named> state;
    collect(holders[root.holder].value, root.prefix, state, nullptr);
    for (auto &[name, id] : state)
      SaveParameterOp::create(e.b, where, e.b.getStringAttr(name),
                              e.tensors.read(makeRef(Kind::Tensor, id)));
  }
  e.objects.exchangeMode(Mode::Grad, grad);
  return branch;
}

void Parameters::finish(ModuleOp module, bool dead) {
  std::vector<Root> roots = findRoots();
  if (!roots.empty()) {
    // Before loads go, whose results are the values of tensors.
    Operation *branch = dead ? nullptr : save(roots);
    ArrayAttr table = resolve(roots);
    if (unsaved.empty()) {
      module->setAttr("tine.parameters", table);
      return;
    }
    if (branch) {
      Operation *saving = branch->getOperand(0).getDefiningOp();
      branch->erase();
      saving->erase();
    }
  }
  if (!unsaved.empty())
    module->setAttr("tine.unsaved", e.b.getStringAttr(unsaved));
  module->walk([](LoadParameterOp op) {
    op.getResult().replaceAllUsesWith(op.getInitial());
    op.erase();
  });
}

} // namespace tine::elaborate
