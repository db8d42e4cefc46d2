//===- ModuleEntries.cpp - Methods of a module as functions ---------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "frontend/control/ModuleEntries.h"
#include "dialects/nn/CreationOps.h"
#include "dialects/nn/RandomOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tine/abi.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

std::unique_ptr<ModuleSource> parseModuleRequest(const ModuleRequest &request,
                                                 Diagnostics &diagnostics) {
  auto source = std::make_unique<ModuleSource>(request);
  source->tree = parseModule(source->expression, diagnostics);
  if (!source->tree)
    return nullptr;
  ast::Block body = source->tree->body;
  if (body.size() != 1 || !isa<ast::ExprStmt>(body.front())) {
    diagnostics.error(source->expression, {0, 0},
                      "expected one expression that makes a module, as "
                      "'Net(10)'");
    return nullptr;
  }
  for (const ModuleRequest::Entry &from : request.entries) {
    ModuleSource::Entry &entry = source->entries.emplace_back();
    entry.method = from.method;
    for (const std::string &text : from.inputs) {
      std::optional<Input> input = parseInput(text, diagnostics);
      if (!input)
        return nullptr;
      entry.inputs.push_back(std::move(*input));
    }
  }
  return source;
}

bool ModuleEntries::run(ModuleOp module) {
  // A scope of its own, in which the names of the file are its names.
  Frame frame;
  e.frames.scopes.emplace_back();
  frame.scope = &e.frames.scopes.back();
  frame.scope->file = &source.expression;
  frame.scope->moduleName = e.frames.front().scope->moduleName;
  frame.isModule = true;
  frame.locals = e.frames.front().locals;
  frame.cells = e.frames.front().cells;
  frame.body.statements = source.tree->body;
  e.frames.push_back(std::move(frame));
  self = makeModule();
  if (!self || !bindWeights())
    return false;
  for (const ModuleSource::Entry &entry : source.entries)
    if (!makeEntry(entry, module))
      return false;
  finish(module);
  e.frames.pop_back();
  return true;
}

Value ModuleEntries::makeModule() {
  const auto *statement = cast<ast::ExprStmt>(source.tree->body.front());
  range = statement->value->range;
  Value module = e.eval(statement->value);
  if (e.stopped())
    return {};
  if (!e.objects.isModule(module))
    return e.error(range, "expected a module, but this has type '" +
                              toString(e.types.typeOf(module)) + "'");
  CallArgs none(range);
  if (!source.train)
    e.callMethod(module, "eval", none);
  return e.stopped() ? Value() : module;
}

bool ModuleEntries::bindWeights() {
  OpBuilder inner(e.getContext());
  Block *block = inner.createBlock(&placeholders.get());
  Value grad = e.objects.exchangeMode(Mode::Grad, makeBool(false));
  weights = e.program.parameters.weightsOf(self);
  for (const auto &[number, weight] : llvm::enumerate(weights)) {
    if (weight.same != number)
      continue;
    Value tensor = makeRef(Kind::Tensor, weight.tensor);
    // What nothing else shares is as good as a tensor of its own.
    if (!e.get(weight.tensor).path.empty() &&
        !e.objects.sharesStorage(tensor)) {
      Value own = e.tensors.newTensor(e.tensors.read(tensor));
      if (e.stopped() || !e.model.setAttribute(tensor, "data", own, range))
        return false;
    }
    if (!e.get(weight.tensor).path.empty()) {
      e.error(range, "'" + weight.name +
                         "' is a view of another tensor, which a file of "
                         "weights cannot give; clone() it in the constructor");
      return false;
    }
    RankedTensorType type = e.tensors.tensorType(tensor);
    if (type.getEncoding()) {
      if (!bindOnDevice(tensor, number))
        return false;
      continue;
    }
    numbers.push_back(number);
    if (!e.tensors.write(tensor, block->addArgument(type, e.loc(range)), range))
      return false;
  }
  e.objects.exchangeMode(Mode::Grad, grad);
  return !e.stopped();
}

bool ModuleEntries::bindOnDevice(const Value &tensor, int64_t number) {
  if (source.train) {
    e.error(range, "the weights of a module in training must be on the CPU; "
                   "those of an evaluated one may be on a GPU");
    return false;
  }
  // The program copies it there once: it is state of the entries.
  RankedTensorType type = e.tensors.tensorType(tensor);
  auto hostType = RankedTensorType::get(type.getShape(), type.getElementType());
  mlir::Location where = e.loc(range);
  mlir::Value zero =
      e.numbers.scalar(makeInt(int64_t(0)), type.getElementType());
  mlir::Value initial =
      nn::FullOp::create(e.b, where, hostType, zero, ValueRange());
  Value host = e.tensors.newTensor(LoadParameterOp::create(
      e.b, where, hostType, e.b.getI64IntegerAttr(number), initial));
  CallArgs args(range, {makeDevice(deviceName(type.getEncoding()))}, {range});
  Value method = makeBuiltin("Tensor.to");
  method.items = {host};
  Value moved = e.callBuiltin(method, args);
  return !e.stopped() && e.tensors.write(tensor, e.tensors.read(moved), range);
}

//===----------------------------------------------------------------------===//
// An entry
//===----------------------------------------------------------------------===//

bool ModuleEntries::makeEntry(const ModuleSource::Entry &from,
                              ModuleOp module) {
  const ClassInfo *info = e.get(self.id).classInfo;
  Value method = e.objects.findMember(info, from.method);
  if (!method.function) {
    e.error(range, "'" + info->name + "' has no method '" + from.method + "'");
    return false;
  }
  if (module.lookupSymbol(from.method)) {
    e.error(range,
            "'" + from.method + "' cannot be an entry here: its name is taken");
    return false;
  }
  State before = e.save();
  OpBuilder::InsertionGuard guard(e.b);
  ScratchRegion scratch(e.program.dropped);
  Block *block = e.b.createBlock(&scratch.get());
  Entry entry;
  CallArgs args(range);
  if (!makeInputs(from, *method.function, block, entry, args))
    return false;
  Value result = from.method == "forward"
                     ? e.call(self, args)
                     : e.callMethod(self, from.method, args);
  if (e.diagnoser.endDeadPath()) {
    e.error(range, "'" + from.method + "' fails for every input");
    return false;
  }
  SmallVector<mlir::Value> results;
  if (e.stopped() || !addOutput(result, "output", entry, results) ||
      !addUpdates(before, e.save(), entry, results))
    return false;
  mlir::Location where = e.loc(range);
  func::ReturnOp::create(e.b, where, results);
  e.restore(before);

  for (mlir::Value value : captureValues(scratch.get()))
    entry.captured.insert(value);
  entry.captured.insert_range(entry.updated);
  e.b.setInsertionPointToEnd(module.getBody());
  entry.function = func::FuncOp::create(
      e.b, where, from.method,
      e.b.getFunctionType(block->getArgumentTypes(),
                          llvm::to_vector(ValueRange(results).getTypes())));
  entry.function.getBody().takeBody(scratch.get());
  entries.push_back(std::move(entry));
  return true;
}

bool ModuleEntries::makeInputs(const ModuleSource::Entry &from,
                               const FunctionInfo &method, Block *block,
                               Entry &entry, CallArgs &args) {
  std::set<std::string> used;
  size_t nextDefault = 0;
  ArrayRef<ast::Param> params = method.def->params->params;
  for (const ast::Param &param : params.drop_front()) {
    std::string name = param.name.str();
    used.insert(name);
    Value fallback =
        param.defaultValue ? method.defaults[nextDefault++] : Value();
    Value value = makeArgument(name, from, fallback, block, entry);
    // A float may differ from its default in every run.
    const auto *annotation = dyn_cast_or_null<ast::NameExpr>(param.annotation);
    if (!value && !e.stopped() && annotation && annotation->id == "float" &&
        (!fallback || fallback.isConst())) {
      Input input{name, InputType(InputType::Kind::Float), source.expression};
      value = makeInput(input, block);
      entry.inputs.push_back(describeInput(input, fallback));
    }
    if (e.stopped())
      return false;
    bool isRest = param.kind == ast::ParamKind::VarArgs ||
                  param.kind == ast::ParamKind::VarKeywords;
    if (value) {
      args.keywords.emplace_back(name, value);
    } else if (!fallback && !isRest) {
      e.error(range, "'" + from.method + "' takes '" + name +
                         "': say its type, as in --input '" + name +
                         ": f32[?,3]'");
      return false;
    }
  }
  for (const Input &input : from.inputs)
    if (!used.count(StringRef(input.name).split('.').first.str())) {
      SmallVector<StringRef> names;
      for (const ast::Param &param : params.drop_front())
        names.push_back(param.name);
      std::string near = nearestName(input.name, names);
      return failInput(
          input, "'" + from.method + "' takes no '" + input.name + "'" +
                     (near.empty() ? "" : "; did you mean '" + near + "'?"));
    }
  return true;
}

bool ModuleEntries::failInput(const Input &input, const Twine &message) {
  e.diagnoser.diagnostics.error(input.source, {0, uint32_t(input.name.size())},
                                message);
  e.failQuietly();
  return false;
}

Value ModuleEntries::makeArgument(const std::string &name,
                                  const ModuleSource::Entry &from,
                                  const Value &fallback, Block *block,
                                  Entry &entry) {
  std::vector<std::string> keys;
  const Input *first = nullptr;
  for (const Input &input : from.inputs) {
    if (input.name == name) {
      entry.inputs.push_back(describeInput(input, fallback));
      return makeInput(input, block);
    }
    StringRef rest = input.name;
    if (!rest.consume_front(name + "."))
      continue;
    std::string key = rest.split('.').first.str();
    if (!llvm::is_contained(keys, key))
      keys.push_back(key);
    first = first ? first : &input;
  }
  if (!first)
    return {};
  bool isTuple = llvm::all_of(keys, [](const std::string &key) {
    return llvm::all_of(key, llvm::isDigit);
  });
  std::vector<Value> items;
  for (size_t i = 0; i < keys.size(); ++i) {
    std::string key = isTuple ? std::to_string(i) : keys[i];
    Value item = makeArgument(name + "." + key, from, {}, block, entry);
    if (!item && !e.stopped())
      failInput(*first, "'" + name + "' is a tuple, and there is no '" + name +
                            "." + key + "'");
    if (e.stopped())
      return {};
    if (!isTuple)
      items.push_back(makeStr(key));
    items.push_back(item);
  }
  return isTuple
             ? makeTuple(std::move(items))
             : e.containers.newDict(std::move(items), {}, {}, nullptr, range);
}

Type ModuleEntries::typeOf(const InputType &type) {
  auto plain = [&]() -> Type {
    switch (type.kind) {
    case InputType::Kind::Int:
      return makeType(TypeKind::Int);
    case InputType::Kind::Float:
      return makeType(TypeKind::Float);
    case InputType::Kind::Bool:
      return makeType(TypeKind::Bool);
    case InputType::Kind::Str:
      return makeType(TypeKind::Str);
    case InputType::Kind::Tensor:
      break;
    }
    SmallVector<int64_t> sizes;
    for (const InputSize &size : type.sizes)
      sizes.push_back(size.known < 0 ? ShapedType::kDynamic : size.known);
    return makeTensorType(
        RankedTensorType::get(sizes, e.numbers.elementTypeOf(type.dtype)));
  };
  Type result = plain();
  if (type.isList)
    result = makeType(TypeKind::List, {result});
  return type.isOptional ? makeType(TypeKind::Optional, {result}) : result;
}

Value ModuleEntries::makeInput(const Input &input, Block *block) {
  Type type = typeOf(input.type);
  SmallVector<mlir::Type> leaves;
  e.types.leafTypes(type, leaves);
  SmallVector<mlir::Value> arguments;
  for (mlir::Type leaf : leaves)
    arguments.push_back(block->addArgument(leaf, e.loc(range)));
  // A tensor of nobody else.
  if (type->kind == TypeKind::Tensor)
    return e.tensors.newTensor(arguments.front());
  ValueRange rest = arguments;
  return e.types.unflatten(type, rest);
}

mlir::Attribute ModuleEntries::describeInput(const Input &input,
                                             const Value &fallback) {
  SmallVector<int64_t> sizes;
  SmallVector<mlir::Attribute> names;
  for (const InputSize &size : input.type.sizes) {
    sizes.push_back(size.known);
    names.push_back(e.b.getStringAttr(size.name));
  }
  SmallVector<NamedAttribute> fields = {
      field("name", e.b.getStringAttr(input.name)),
      field("kind", e.b.getI32IntegerAttr(int32_t(input.type.kind))),
      field("dtype", e.b.getI32IntegerAttr(input.type.dtype)),
      field("sizes", e.b.getDenseI64ArrayAttr(sizes)),
      field("size_names", e.b.getArrayAttr(names))};
  bool hasFallback = fallback.isNumber() && fallback.isConst() &&
                     !input.type.isList && !input.type.isOptional &&
                     input.type.kind != InputType::Kind::Tensor &&
                     input.type.kind != InputType::Kind::Str;
  int32_t flags = hasFallback * TINE_LEAF_FALLBACK +
                  input.type.isOptional * TINE_LEAF_OPTIONAL +
                  input.type.isList * TINE_LEAF_LIST;
  fields.push_back(field("flags", e.b.getI32IntegerAttr(flags)));
  if (hasFallback)
    fields.push_back(
        field("fallback", e.b.getF64FloatAttr(fallback.asDouble())));
  return describe(fields);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

bool ModuleEntries::addOutput(const Value &value, const std::string &name,
                              Entry &entry,
                              SmallVectorImpl<mlir::Value> &results) {
  auto add = [&](InputType::Kind kind, mlir::Value result) {
    auto tensor = dyn_cast<RankedTensorType>(result.getType());
    int64_t dtype = tensor ? Numbers::dtypeOf(tensor.getElementType()) : 0;
    entry.outputs.push_back(
        describe({field("name", e.b.getStringAttr(name)),
                  field("kind", e.b.getI32IntegerAttr(int32_t(kind))),
                  field("dtype", e.b.getI32IntegerAttr(dtype))}));
    results.push_back(result);
    return true;
  };
  auto addItems = [&](ArrayRef<Value> items, auto nameOf) {
    for (auto [i, item] : llvm::enumerate(items))
      if (!addOutput(item, name + "." + nameOf(i), entry, results))
        return false;
    return true;
  };
  auto number = [](size_t i) { return std::to_string(i); };
  std::vector<Value> items;
  switch (value.kind) {
  case Kind::None:
    return true; // nothing to give
  case Kind::Tensor:
    return add(InputType::Kind::Tensor, e.tensors.read(value));
  case Kind::Int:
    return add(InputType::Kind::Int, e.ssa(value));
  case Kind::Float:
    return add(InputType::Kind::Float, e.ssa(value));
  case Kind::Bool:
    return add(InputType::Kind::Bool, e.ssa(value));
  case Kind::Str:
    return add(InputType::Kind::Str, e.ssa(value));
  case Kind::Tuple:
    if (value.classInfo && value.classInfo->traits.isNamedTuple)
      return addItems(value.items, [&](size_t i) {
        return value.classInfo->fields.names[i];
      });
    return addItems(value.items, number);
  case Kind::List:
    if (e.containers.staticItems(value, items))
      return addItems(items, number);
    break;
  case Kind::Dict:
    if (const Object &dict = e.get(value.id); dict.keysAreKnown()) {
      std::vector<std::string> keys;
      for (size_t i = 0; i + 1 < dict.items.size(); i += 2) {
        keys.push_back(dict.items[i].is(Kind::Str)
                           ? dict.items[i].text
                           : std::to_string(dict.items[i].integer));
        items.push_back(dict.items[i + 1]);
      }
      return addItems(items, [&](size_t i) { return keys[i]; });
    }
    break;
  default:
    break;
  }
  if (!e.stopped())
    e.error(range, "'" + name + "' has type '" +
                       toString(e.types.typeOf(value)) +
                       "', which is no output of a module: that is a tensor, a "
                       "number, text, or a tuple, list or dict of them whose "
                       "length is known at compile time");
  return false;
}

bool ModuleEntries::addUpdates(const State &before, const State &after,
                               Entry &entry,
                               SmallVectorImpl<mlir::Value> &results) {
  Block *arguments = &placeholders.get().front();
  for (const Slot &slot : changedSlots(before, after)) {
    if (slot.kind == Slot::Kind::Local)
      continue;
    if (slot.kind == Slot::Kind::Storage) {
      mlir::Value old = before.heap[slot.id]->current;
      if (old.getParentBlock() == arguments) {
        entry.updated.push_back(old);
        results.push_back(after.heap[slot.id]->current);
        continue;
      }
    }
    e.warning(range, "a call changes " +
                         (slot.name.empty()
                              ? Twine("what the module has beside its weights")
                              : "'" + Twine(slot.name) + "' of the module") +
                         ", which the next call does not see");
  }
  return true;
}

//===----------------------------------------------------------------------===//
// All entries
//===----------------------------------------------------------------------===//

static bool isRandom(Operation *op) {
  return isa<nn::RandomOp, SetRandomStateOp, ManualSeedOp>(op);
}

/// Whether the op and those in it do nothing but compute and draw.
static bool onlyDraws(Operation *op) {
  return !op->walk([&](Operation *inner) {
              bool isPlain =
                  isRandom(inner) || isMemoryEffectFree(inner) ||
                  inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
              return isPlain ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

/// Erases what made the weights' first values. Draws go where no later one is
/// needed.
static void eraseDead(Block &block, bool keepsDraws) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    if (op.hasTrait<OpTrait::IsTerminator>())
      continue;
    bool draws = op.walk([](Operation *inner) {
                     return isRandom(inner) ? WalkResult::interrupt()
                                            : WalkResult::advance();
                   }).wasInterrupted();
    if (op.use_empty() && onlyDraws(&op) && !(draws && keepsDraws))
      op.erase();
    else
      keepsDraws |= draws;
  }
}

void ModuleEntries::finish(ModuleOp module) {
  auto isWeight = [&](mlir::Value value) {
    return isa<BlockArgument>(value) &&
           value.getParentBlock() == &placeholders.get().front();
  };
  llvm::SetVector<mlir::Value> state;
  for (Entry &entry : entries)
    for (mlir::Value value : entry.captured)
      if (!isWeight(value))
        state.insert(value);
  if (!state.empty())
    EntryStateOp::create(e.b, e.loc(range), state.getArrayRef());
  bool draws = false;
  SmallVector<mlir::Attribute> described;
  for (Entry &entry : entries) {
    func::FuncOp function = entry.function;
    SmallVector<int64_t> sources, updates;
    for (auto [i, value] : llvm::enumerate(entry.captured)) {
      // Weights count from 0, the state from -1 down.
      sources.push_back(isWeight(value)
                            ? numbers[cast<BlockArgument>(value).getArgNumber()]
                            : -1 - (llvm::find(state, value) - state.begin()));
      (void)function.insertArgument(i, value.getType(), {}, value.getLoc());
      mlir::Value argument = function.getArgument(i);
      mlir::Value captured = value;
      captured.replaceUsesWithIf(argument, [&](OpOperand &use) {
        return function->isAncestor(use.getOwner());
      });
    }
    for (mlir::Value value : entry.updated)
      updates.push_back(llvm::find(entry.captured, value) -
                        entry.captured.begin());
    function.walk([&](Operation *op) { draws |= isRandom(op); });
    described.push_back(
        describe({field("function", FlatSymbolRefAttr::get(function)),
                  field("state", e.b.getDenseI64ArrayAttr(sources)),
                  field("inputs", e.b.getArrayAttr(entry.inputs)),
                  field("outputs", e.b.getArrayAttr(entry.outputs)),
                  field("updates", e.b.getDenseI64ArrayAttr(updates))}));
  }
  for (Parameters::Weight &weight : weights)
    weight.name = source.weightsPrefix + weight.name;
  module->setAttr("tine.parameters", e.program.parameters.describe(weights));
  module->setAttr("tine.entries", e.b.getArrayAttr(described));
  eraseDead(*e.b.getInsertionBlock(), draws);
}

} // namespace tine::elaborate
