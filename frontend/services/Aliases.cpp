//===- Aliases.cpp - Objects that may be one ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a branch or loop leaves in a variable is a new object to the elaborator,
// though it may be one that the program also has under another name. Both know
// of each other; a change of one that the program could see in the other is
// refused where it happens, as far as the program can still get at the other.
//
//===----------------------------------------------------------------------===//

#include "frontend/services/Context.h"
#include "frontend/services/Frames.h"
#include "frontend/services/GraphQuestions.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Numbers.h"
#include "frontend/services/Objects.h"
#include "frontend/services/TensorBuilder.h"
#include "frontend/syntax/Liveness.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// Collects the objects that values name.
class Marker {
public:
  explicit Marker(const Heap &heap) : heap(heap) {}

  void visit(const Value &value) {
    for (const Value &item : value.items)
      visit(item);
    if (value.function) {
      for (const Value &item : value.function->defaults)
        visit(item);
      visit(value.function->decorators.setter);
      visit(value.function->cells);
    }
    if (value.is(Kind::Class))
      visit(value.classInfo);
    bool refers = value.is(Kind::Tensor) || value.is(Kind::List) ||
                  value.is(Kind::Dict) || value.is(Kind::Object);
    if (!refers || value.id >= heap.size() || !heap[value.id] ||
        !seen.insert(value.id).second)
      return;
    const Object &object = *heap[value.id];
    if (object.kind == Object::Kind::Tensor)
      seen.insert(object.storage);
    for (const Value &item : object.items)
      visit(item);
    for (const auto &attribute : object.attributes)
      visit(attribute.second);
    visit(object.classInfo);
  }

  void visit(const Cells &cells) {
    for (const auto &cell : cells)
      if (cell.second < heap.size() && heap[cell.second] &&
          seen.insert(cell.second).second)
        for (const auto &variable : heap[cell.second]->attributes)
          visit(variable.second);
  }

  std::set<unsigned> seen;

private:
  void visit(const ClassInfo *info) {
    if (!info || !classes.insert(info).second)
      return;
    for (const ClassInfo *base : info->order)
      visit(base);
    if (info->object && info->object < heap.size() && heap[info->object] &&
        seen.insert(info->object).second)
      for (const auto &attribute : heap[info->object]->attributes)
        visit(attribute.second);
    for (const auto &member : info->members)
      visit(member.second);
  }

  const Heap &heap;
  std::set<const ClassInfo *> classes;
};

} // namespace

std::set<unsigned> Objects::reachable(std::optional<ast::Range> from) const {
  Marker marker(heap);
  for (auto [i, frame] : llvm::enumerate(frames)) {
    marker.visit(frame.self);
    bool isLast = i + 1 == frames.size();
    llvm::StringSet<> live;
    if (from)
      live = namesLiveAt(frame.body.statements,
                         isLast ? *from : frames[i + 1].call.range);
    for (const auto &[name, value] : frame.locals)
      if (!from || frame.body.statements.empty() || live.contains(name))
        marker.visit(value);
    marker.visit(frame.cells);
  }
  for (const Value &value : frames.held)
    marker.visit(value);
  for (const Scope &scope : frames.scopes) {
    for (const auto &global : scope.globals)
      marker.visit(global.second);
    marker.visit(scope.cells);
  }
  return std::move(marker.seen);
}

/// The object and all that it may be one of.
static std::set<unsigned> closure(const Heap &heap, unsigned start) {
  std::set<unsigned> seen;
  std::vector<unsigned> open{start};
  while (!open.empty()) {
    unsigned id = open.back();
    open.pop_back();
    if (id < heap.size() && seen.insert(id).second && heap[id])
      llvm::append_range(open, heap[id]->mayAlias);
  }
  return seen;
}

std::set<unsigned> Objects::originsOf(unsigned id) const {
  return closure(heap, id);
}

std::set<unsigned> Objects::aliases(unsigned id) const {
  std::set<unsigned> result;
  const Object &object = get(id);
  if (object.mayAlias.empty() && !object.isChoice)
    return result;
  // Two may be one if they may be the same third one.
  std::set<unsigned> own = closure(heap, id);
  for (unsigned other : reachable())
    if (other != id && heap[other] && heap[other]->kind == object.kind &&
        llvm::any_of(closure(heap, other),
                     [&](unsigned origin) { return own.count(origin); }))
      result.insert(other);
  return result;
}

/// Calls `visit` with every tensor, list and dict in a value and the way to it,
/// which is the same in all values of a type. Of a choice between tensors of
/// different ranks or dtypes each has a way of its own.
static void
visitParts(const Heap &heap, const Value &value, const std::string &way,
           function_ref<void(unsigned, const std::string &)> visit) {
  bool chosen = value.is(Kind::Optional) || value.is(Kind::Either) ||
                value.is(Kind::Maybe);
  for (auto [i, item] : llvm::enumerate(value.items))
    visitParts(heap, item, chosen ? way : (Twine(way) + "." + Twine(i)).str(),
               visit);
  bool refers =
      value.is(Kind::Tensor) || value.is(Kind::Dict) || value.is(Kind::List);
  bool isRecord = value.is(Kind::Object) && value.id < heap.size() &&
                  heap[value.id] && heap[value.id]->classInfo &&
                  heap[value.id]->classInfo->has(ClassRole::Record);
  if (isRecord)
    for (const auto &[name, part] : heap[value.id]->attributes)
      visitParts(heap, part, (Twine(way) + "." + name).str(), visit);
  if (!refers || value.id >= heap.size() || !heap[value.id])
    return;
  // `visit` may put another one in its place.
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  std::shared_ptr<const Object> object = heap[value.id];
  bool isTensor = object->kind == Object::Kind::Tensor;
  std::string own = way;
  if (isTensor)
    own += (":" + Twine(object->tensorType.getRank()) + ":" +
            Twine(Numbers::dtypeOf(object->tensorType.getElementType())))
               .str();
  visit(value.id, own);
  if (isTensor && heap[object->storage])
    visit(object->storage, own);
  for (const auto &[name, attribute] : object->attributes)
    visitParts(heap, attribute, (Twine(way) + "." + name).str(), visit);
  for (auto [i, item] : llvm::enumerate(object->items))
    visitParts(heap, item, (Twine(way) + "." + Twine(i)).str(), visit);
}

void Objects::originsOf(const Heap &heap, const Value &value, size_t limit,
                        Origins &out) {
  visitParts(heap, value, "", [&](unsigned part, const std::string &way) {
    for (unsigned id : closure(heap, part))
      if (id < limit && heap[id])
        out[way].insert(id);
  });
}

void Objects::link(unsigned made, unsigned origin) {
  if (made == origin || made >= heap.size() || origin >= heap.size() ||
      !heap[made] || !heap[origin] || get(made).kind != get(origin).kind)
    return;
  if (!llvm::is_contained(get(made).mayAlias, origin)) {
    mutate(made).mayAlias.push_back(origin);
    mutate(made).unguarded.push_back(origin);
  }
  mutate(origin).isChoice = true;
  // Other holders of the origin also hold its possible alias.
  if (get(origin).isAwaited)
    mutate(made).isAwaited = true;
  if (get(origin).isRead)
    mutate(made).isRead = true;
  if (get(origin).shared && !get(made).shared) {
    Object &storage = mutate(made);
    storage.shared = true;
    storage.sharedAt = get(origin).sharedAt;
    storage.sharedFile = get(origin).sharedFile;
  }
}

void Objects::mayBe(const Value &value, const Origins &origins) {
  std::vector<std::pair<unsigned, unsigned>> links;
  visitParts(heap, value, "", [&](unsigned part, const std::string &way) {
    auto known = origins.find(way);
    if (known != origins.end())
      for (unsigned origin : known->second)
        links.emplace_back(part, origin);
  });
  for (auto [part, origin] : links)
    link(part, origin);
}

//===----------------------------------------------------------------------===//
// Writes in place to what may be one of several
//===----------------------------------------------------------------------===//

/// Whether the condition can be asked here, and the elements be copied.
static bool canCopy(const Heap &heap, unsigned made, const Guard &guard) {
  auto isPlain = [&](unsigned id) {
    return id < heap.size() && heap[id] && !heap[id]->graded &&
           !heap[id]->gradWritten && !heap[id]->shared &&
           GraphQuestions::isVisible(heap[id]->current);
  };
  auto isStepVisible = [](const ViewStep &step) {
    return (!step.start || GraphQuestions::isVisible(step.start)) &&
           llvm::all_of(step.sizes, GraphQuestions::isVisible);
  };
  return isPlain(made) && isPlain(guard.storage) &&
         GraphQuestions::isVisible(guard.condition) &&
         llvm::all_of(guard.path, isStepVisible);
}

std::optional<std::vector<GuardedCopy>>
Objects::copiesOf(unsigned storage) const {
  std::vector<GuardedCopy> copies;
  std::vector<unsigned> todo{storage};
  std::map<unsigned, unsigned> parents{{storage, storage}};
  for (size_t i = 0; i < todo.size(); ++i) {
    std::set<unsigned> fresh;
    for (unsigned made = 0; made < heap.size(); ++made)
      for (const Guard &guard : heap[made] ? ArrayRef<Guard>(heap[made]->guards)
                                           : ArrayRef<Guard>()) {
        bool fromOrigin = guard.storage == todo[i];
        unsigned to = fromOrigin ? made : guard.storage;
        if ((!fromOrigin && made != todo[i]) || to == parents[todo[i]])
          continue;
        // Two ways to one storage: which is up to date, nobody knows.
        if (parents.count(to) && !fresh.count(to))
          return std::nullopt;
        if (!canCopy(heap, made, guard))
          continue;
        copies.push_back({made, guard, fromOrigin});
        parents[to] = todo[i];
        if (fresh.insert(to).second)
          todo.push_back(to);
      }
  }
  // Every way between two of them, and to others, has to be known.
  std::set<unsigned> chosen;
  auto isSeen = [&](unsigned other) { return parents.count(other) != 0; };
  for (unsigned id : todo) {
    auto isKnown = [&](const Guard &guard) {
      return !isSeen(guard.storage) || canCopy(heap, id, guard);
    };
    if (!llvm::all_of(get(id).guards, isKnown) ||
        llvm::any_of(get(id).unguarded, isSeen) ||
        !llvm::all_of(aliases(id), isSeen))
      return std::nullopt;
    // Two of them may be the same third one.
    for (unsigned other : get(id).unguarded)
      if (!chosen.insert(other).second)
        return std::nullopt;
  }
  return copies;
}

void TensorBuilder::copyGuarded(const GuardedCopy &copy, ast::Range range) {
  const Guard &guard = copy.guard;
  unsigned to = copy.fromOrigin ? copy.made : guard.storage;
  mlir::Value made = get(copy.made).current;
  mlir::Value origin = get(guard.storage).current;
  mlir::Value old = get(to).current;
  Location where = loc(range);
  auto cast = [&](mlir::Value value, mlir::Type type) -> mlir::Value {
    return value.getType() == type
               ? value
               : tensor::CastOp::create(b, where, type, value).getResult();
  };
  auto op = scf::IfOp::create(b, where, old.getType(), guard.condition,
                              /*withElseRegion=*/true);
  OpBuilder::InsertionGuard inserting(b);
  for (bool holds : {true, false}) {
    Region &arm =
        holds != guard.isNegated ? op.getThenRegion() : op.getElseRegion();
    b.setInsertionPointToEnd(&arm.front());
    mlir::Value value = old;
    if (holds && copy.fromOrigin) {
      value = cast(elementsOf(origin, guard.path), old.getType());
    } else if (holds) {
      mlir::Type type = old.getType();
      if (!guard.path.empty())
        type = guard.path.back().result;
      value = withElements(origin, guard.path, cast(made, type), range);
      if (!value) // reported
        value = old;
    }
    scf::YieldOp::create(b, where, value);
  }
  rememberOverwritten(to);
  mutate(to).current = op.getResult(0);
}

} // namespace tine::elaborate
