//===- MergeTest.cpp - Joins of objects and states ------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a join point makes of two states, on random objects: each field by the
// rule of its domain, and the laws of a least upper bound.
//
//===----------------------------------------------------------------------===//

#include "frontend/values/Modes.h"
#include "frontend/values/State.h"
#include "mlir/IR/Block.h"
#include "mlir/IR/BuiltinTypes.h"
#include "gtest/gtest.h"
#include <random>

using namespace tine;
using namespace tine::elaborate;

namespace {

constexpr unsigned heapSize = 6;

//===----------------------------------------------------------------------===//
// The fields of facts
//===----------------------------------------------------------------------===//

/// How two paths are joined.
enum class Rule { Possible, Certain };

struct Flag {
  const char *name;
  bool Object::*field;
  Rule rule;
};

/// The flags whose join depends on nothing else.
const Flag plainFlags[] = {
    {"shared", &Object::shared, Rule::Possible},
    {"isAwaited", &Object::isAwaited, Rule::Possible},
    {"isChoice", &Object::isChoice, Rule::Possible},
    {"isRead", &Object::isRead, Rule::Possible},
    {"graded", &Object::graded, Rule::Possible},
    {"gradWritten", &Object::gradWritten, Rule::Possible},
    {"isComputed", &Object::isComputed, Rule::Possible},
    {"unsureKeys", &Object::unsureKeys, Rule::Possible},
    {"isLeaf", &Object::isLeaf, Rule::Certain},
    {"detached", &Object::detached, Rule::Certain},
};

//===----------------------------------------------------------------------===//
// Random objects
//===----------------------------------------------------------------------===//

class MergeTest : public ::testing::Test {
protected:
  MergeTest() {
    mlir::Location where = mlir::UnknownLoc::get(&context);
    mlir::Type f32 = mlir::Float32Type::get(&context);
    for (int64_t i = 0; i < 4; ++i) {
      tensorTypes.push_back(mlir::RankedTensorType::get({i + 1}, f32));
      values.push_back(block.addArgument(tensorTypes.back(), where));
    }
    condition = block.addArgument(mlir::IntegerType::get(&context, 1), where);
  }

  unsigned below(unsigned end) { return random() % end; }
  bool coin() { return below(2); }

  ViewStep step() {
    ViewStep step;
    step.kind = coin() ? ViewStep::Kind::Slice : ViewStep::Kind::Permute;
    step.dim = below(2);
    step.start = values[below(2)];
    step.result = tensorTypes[below(2)];
    return step;
  }

  std::vector<ViewStep> path() {
    std::vector<ViewStep> steps(below(2));
    for (ViewStep &each : steps)
      each = step();
    return steps;
  }

  /// One that is not known, too, in both ways.
  Type type() {
    switch (below(4)) {
    case 0:
      return {};
    case 1:
      return makeType(TypeKind::Unknown);
    case 2:
      return makeType(TypeKind::List, {makeType(TypeKind::Int)});
    default:
      return makeType(TypeKind::Float);
    }
  }

  /// A value of the run or of compile time.
  Value value() {
    switch (below(4)) {
    case 0:
      return makeInt(below(3));
    case 1:
      return makeInt(values[below(3)]);
    case 2:
      return makeRef(Kind::Tensor, below(heapSize));
    default:
      return makeNone();
    }
  }

  Site site() { return {&sites[below(2)], below(2)}; }

  enum Part : unsigned {
    StoragePart,
    PathPart,
    LayoutPart,
    TensorTypePart,
    ParameterPart,
    TypesPart,
    ClassPart,
    ScriptedPart,
    OriginalPart,
    ConflictPart,
    SharingPart,
    AliasPart,
    FlowsPart,
    GradPart,
    RetainsPart,
    LoopPart,
    ReadsPart,
    KeysPart,
    NumParts
  };

  void setIdentity(Object &object, Part part) {
    switch (part) {
    case StoragePart:
      object.storage = below(3);
      return;
    case PathPart:
      object.path = path();
      return;
    case LayoutPart:
      object.layout.dense = coin();
      object.layout.strides.assign(below(2), below(2));
      object.layout.order.assign(below(2), below(2));
      object.layout.offset = below(2);
      return;
    case TensorTypePart:
      object.tensorType = tensorTypes[below(3)];
      return;
    case ParameterPart:
      object.isParameter = coin();
      object.isBuffer = coin();
      return;
    case TypesPart:
      object.elementType = type();
      object.keyType = type();
      object.valueType = type();
      return;
    case ClassPart:
      object.classInfo = coin() ? &classes[below(2)] : nullptr;
      return;
    case ScriptedPart:
      object.scripted = coin();
      return;
    case OriginalPart:
      object.original = below(3);
      return;
    default:
      object.conflict = coin() ? "" : coin() ? "is one thing" : "is another";
      object.conflictDependsOnTripOnly = coin();
    }
  }

  /// What is known of gradients, as the elaborator leaves it: what has a
  /// `grad_fn` requires a gradient and is no leaf.
  void setGrad(Object &object) {
    object.isLeaf = coin();
    object.requiresGrad = coin();
    object.unsureGrad = below(4) == 0;
    object.gradFn = "";
    if (object.requiresGrad && !object.isLeaf && !object.unsureGrad)
      object.gradFn = coin() ? "AddBackward0" : coin() ? "MulBackward0" : "";
    object.unsureLeaf = below(4) == 0;
    object.isJoined = below(4) == 0;
    object.attributes.erase(requiresGradSlot.str());
  }

  void set(Object &object, Part part) {
    switch (part) {
    case SharingPart:
      object.shared = coin();
      object.isAwaited = coin();
      object.isChoice = coin();
      object.isRead = coin();
      object.sharedAt.begin = below(9);
      object.heldBy = coin() ? site() : Site{nullptr, 0};
      return;
    case AliasPart:
      object.mayAlias.clear();
      for (unsigned id = 0; id < heapSize + 2; ++id)
        if (below(3) == 0)
          object.mayAlias.push_back(id);
      return;
    case FlowsPart:
      object.graded = coin();
      object.gradWritten = coin();
      object.isComputed = coin();
      return;
    case GradPart:
      setGrad(object);
      return;
    case RetainsPart:
      object.detached = coin();
      object.retains = static_cast<GradFacts::Retains>(below(3));
      return;
    case LoopPart:
      object.decidedByLoop = coin() ? site() : Site{nullptr, 0};
      return;
    case ReadsPart:
      object.readAs.clear();
      object.formerly.clear();
      for (mlir::Value value : values) {
        if (coin())
          object.readAs.push_back(value);
        if (coin())
          object.formerly.push_back({value, path()});
      }
      return;
    case KeysPart:
      object.unsureKeys = coin();
      object.unsureOrder = coin();
      return;
    default:
      setIdentity(object, part);
    }
  }

  /// Any object, in a conflict only now and then.
  Object object(Object::Kind kind) {
    Object made(kind);
    for (unsigned part = 0; part < NumParts; ++part)
      if (part != ConflictPart || below(8) == 0)
        set(made, static_cast<Part>(part));
    return made;
  }

  Object object() {
    return object(static_cast<Object::Kind>(
        below(unsigned(Object::Kind::ClassAttributes) + 1)));
  }

  /// The object on another path: most of it is as it was.
  Object otherPath(const Object &of) {
    Object other = of;
    for (unsigned part = 0; part < NumParts; ++part)
      if (below(part == ConflictPart ? 24 : 6) == 0)
        set(other, static_cast<Part>(part));
    return other;
  }

  mlir::MLIRContext context;
  mlir::Block block;
  std::vector<mlir::RankedTensorType> tensorTypes;
  std::vector<mlir::Value> values;
  mlir::Value condition;
  ClassInfo classes[2];
  int sites[2] = {0, 0};
  std::mt19937 random{20}; // the same numbers everywhere
};

//===----------------------------------------------------------------------===//
// The rules, written again
//===----------------------------------------------------------------------===//

bool isUnknown(const Type &type) {
  return !type || type->kind == TypeKind::Unknown;
}

/// Random types differ where their names do.
bool isSame(const Type &x, const Type &y) {
  return isUnknown(x) == isUnknown(y) &&
         (isUnknown(x) || toString(x) == toString(y));
}

bool mayBeSame(const Type &x, const Type &y) {
  return isUnknown(x) || isUnknown(y) || isSame(x, y);
}

/// The word that a conflict's text has for what differs first; empty if the
/// objects may be one.
std::string difference(const Object &x, const Object &y) {
  if (x.storage != y.storage)
    return "another storage";
  if (!(x.path == y.path) || x.tensorType != y.tensorType ||
      x.layout.dense != y.layout.dense || x.layout.offset != y.layout.offset ||
      x.layout.strides != y.layout.strides || x.layout.order != y.layout.order)
    return "shape or order";
  if (x.isParameter != y.isParameter || x.isBuffer != y.isBuffer)
    return "parameter or buffer";
  if (x.classInfo != y.classInfo || x.scripted != y.scripted ||
      x.original != y.original)
    return "another class";
  bool fit = mayBeSame(x.elementType, y.elementType) &&
             mayBeSame(x.keyType, y.keyType) &&
             mayBeSame(x.valueType, y.valueType);
  return fit ? "" : "another type";
}

/// A flag of the run stands for a leaf that requires a gradient on some paths.
bool isUnsure(const Object &object) {
  auto it = object.attributes.find(requiresGradSlot.str());
  return object.unsureGrad ||
         (it != object.attributes.end() && !it->second.isConst());
}

std::set<unsigned> aliasesOf(const Object &object) {
  return {object.mayAlias.begin(), object.mayAlias.end()};
}

template <typename T>
bool contains(const std::vector<T> &set, const std::vector<T> &part) {
  return llvm::all_of(
      part, [&](const T &element) { return llvm::is_contained(set, element); });
}

/// Whether an object that is known as `x` may go on as `y`: whatever `x` says
/// is possible is so in `y`, and what `y` is sure of, `x` is, too.
bool isBelow(const Object &x, const Object &y) {
  for (const Flag &flag : plainFlags)
    if (flag.rule == Rule::Possible ? x.*flag.field > y.*flag.field
                                    : x.*flag.field < y.*flag.field)
      return false;
  bool identity = !y.conflict.empty() ||
                  (x.conflict.empty() && difference(x, y).empty() &&
                   isUnknown(x.elementType) >= isUnknown(y.elementType) &&
                   isUnknown(x.keyType) >= isUnknown(y.keyType) &&
                   isUnknown(x.valueType) >= isUnknown(y.valueType));
  bool aliases = llvm::all_of(
      aliasesOf(x), [&](unsigned id) { return aliasesOf(y).count(id); });
  bool grad =
      isUnsure(y) || (!isUnsure(x) && x.requiresGrad == y.requiresGrad &&
                      x.gradWritten == y.gradWritten);
  bool leaf = y.unsureLeaf || (!x.unsureLeaf && x.isLeaf == y.isLeaf);
  return identity && aliases && grad && leaf &&
         x.requiresGrad <= y.requiresGrad && x.isJoined <= y.isJoined &&
         (y.gradFn.empty() || x.gradFn == y.gradFn) &&
         (y.retains == GradFacts::Retains::OnSomePaths ||
          x.retains == y.retains) &&
         x.unsureOrder <= y.unsureOrder && contains(y.readAs, x.readAs) &&
         contains(y.formerly, x.formerly);
}

/// Equal but for messages, the places for them, and which of the unusable
/// objects it was.
bool isEquivalent(const Object &x, const Object &y) {
  return isBelow(x, y) && isBelow(y, x) &&
         (!x.conflict.empty() ||
          x.conflictDependsOnTripOnly == y.conflictDependsOnTripOnly);
}

/// What a join makes of the contents that say whether a leaf requires a
/// gradient: a flag of the run where paths differ.
void joinLeaf(Object &joined, const Object &x, const Object &y,
              mlir::Value condition) {
  bool differ = x.isLeaf && y.isLeaf && x.requiresGrad != y.requiresGrad;
  bool isOfRun = x.attributes.count(requiresGradSlot.str()) ||
                 y.attributes.count(requiresGradSlot.str());
  if (!differ && !isOfRun)
    return;
  joined.attributes[requiresGradSlot.str()] = makeBool(condition);
  joined.requiresGrad = true;
}

Object join(const Object &x, const Object &y, mlir::Value condition,
            JoinPoint at = {}) {
  Object joined = x;
  joinLeaf(joined, x, y, condition);
  joined.mergeFacts(x, y, at);
  return joined;
}

void expectIdentity(const Object &joined, const Object &x, const Object &y,
                    const Object &before, JoinPoint at) {
  std::vector<const Object *> conflicts;
  for (const Object *one : {&before, &x, &y})
    if (!one->conflict.empty())
      conflicts.push_back(one);
  if (!conflicts.empty()) {
    EXPECT_TRUE(llvm::any_of(conflicts, [&](const Object *one) {
      return one->conflict == joined.conflict;
    }));
    EXPECT_EQ(joined.conflictDependsOnTripOnly,
              llvm::all_of(conflicts, [](const Object *one) {
                return one->conflictDependsOnTripOnly;
              }));
    return;
  }
  if (std::string word = difference(x, y); !word.empty()) {
    EXPECT_NE(joined.conflict.find(word), std::string::npos) << joined.conflict;
    EXPECT_EQ(joined.conflictDependsOnTripOnly, at.isCounted);
    return;
  }
  EXPECT_EQ(joined.conflict, "");
  EXPECT_EQ(joined.conflictDependsOnTripOnly,
            x.conflictDependsOnTripOnly || y.conflictDependsOnTripOnly);
  EXPECT_EQ(difference(joined, x), "");
  for (Type Object::*type : {static_cast<Type Object::*>(&Object::elementType),
                             static_cast<Type Object::*>(&Object::keyType),
                             static_cast<Type Object::*>(&Object::valueType)})
    EXPECT_TRUE(isSame(joined.*type, isUnknown(x.*type) ? y.*type : x.*type));
}

void expectSharing(const Object &joined, const Object &x, const Object &y) {
  std::set<unsigned> aliases = aliasesOf(x);
  aliases.merge(aliasesOf(y));
  EXPECT_EQ(aliasesOf(joined), aliases);
  EXPECT_EQ(joined.mayAlias.size(), aliases.size());
  if (joined.shared)
    EXPECT_TRUE((x.shared && joined.sharedAt.begin == x.sharedAt.begin) ||
                (y.shared && joined.sharedAt.begin == y.sharedAt.begin));
  EXPECT_EQ(bool(joined.heldBy.first), x.heldBy.first || y.heldBy.first);
  EXPECT_TRUE(joined.heldBy == x.heldBy || joined.heldBy == y.heldBy);
}

void expectGrad(const Object &joined, const Object &x, const Object &y,
                const Object &before) {
  bool isLeaf = x.isLeaf && y.isLeaf;
  EXPECT_EQ(joined.requiresGrad,
            isLeaf ? before.requiresGrad : x.requiresGrad || y.requiresGrad);
  EXPECT_EQ(joined.unsureGrad,
            x.unsureGrad || y.unsureGrad || x.gradWritten != y.gradWritten ||
                (!isLeaf && x.requiresGrad != y.requiresGrad));
  EXPECT_EQ(joined.unsureLeaf,
            x.unsureLeaf || y.unsureLeaf || x.isLeaf != y.isLeaf);
  EXPECT_EQ(joined.isJoined, x.isJoined || y.isJoined || x.isLeaf != y.isLeaf);
  EXPECT_EQ(joined.retains, x.retains == y.retains
                                ? x.retains
                                : GradFacts::Retains::OnSomePaths);
  EXPECT_EQ(joined.gradFn,
            !joined.unsureGrad && x.gradFn == y.gradFn ? x.gradFn : "");
  EXPECT_EQ(bool(joined.decidedByLoop.first),
            x.decidedByLoop.first || y.decidedByLoop.first);
  EXPECT_TRUE(joined.decidedByLoop == x.decidedByLoop ||
              joined.decidedByLoop == y.decidedByLoop);
}

} // namespace

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

TEST_F(MergeTest, FieldsFollowTheirRules) {
  for (unsigned round = 0; round < 20000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Object x = object();
    Object y = coin() ? otherPath(x) : object(x.kind);
    Object before = otherPath(x);
    before.current = values[below(4)];
    before.items = {value()};
    before.attributes["a"] = value();
    JoinPoint at{coin()};
    Object joined = before;
    joined.mergeFacts(x, y, at);

    for (const Flag &flag : plainFlags)
      EXPECT_EQ(joined.*flag.field, flag.rule == Rule::Possible
                                        ? x.*flag.field || y.*flag.field
                                        : x.*flag.field && y.*flag.field)
          << flag.name;
    expectIdentity(joined, x, y, before, at);
    expectSharing(joined, x, y);
    expectGrad(joined, x, y, before);
    EXPECT_EQ(joined.unsureOrder,
              before.unsureOrder || x.unsureOrder || y.unsureOrder);
    // The reads of either, and no others.
    EXPECT_TRUE(contains(joined.readAs, x.readAs));
    EXPECT_TRUE(contains(joined.readAs, y.readAs));
    EXPECT_TRUE(contains(joined.formerly, x.formerly));
    EXPECT_TRUE(contains(joined.formerly, y.formerly));
    for (mlir::Value read : joined.readAs)
      EXPECT_TRUE(llvm::is_contained(x.readAs, read) ||
                  llvm::is_contained(y.readAs, read));
    for (const Elements &read : joined.formerly)
      EXPECT_TRUE(llvm::is_contained(x.formerly, read) ||
                  llvm::is_contained(y.formerly, read));
    // The contents are joined by others.
    EXPECT_EQ(joined.current, before.current);
    EXPECT_TRUE(sameValue(joined.items[0], before.items[0]));
    EXPECT_TRUE(sameValue(joined.attributes["a"], before.attributes["a"]));
  }
}

TEST_F(MergeTest, IsALeastUpperBound) {
  for (unsigned round = 0; round < 20000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Object x = object();
    Object y = otherPath(x), z = otherPath(coin() ? x : y);
    JoinPoint at{coin()};
    auto both = [&](const Object &a, const Object &b) {
      return join(a, b, condition, at);
    };
    Object xy = both(x, y);
    EXPECT_TRUE(both(x, x).hasSameFacts(x));
    EXPECT_TRUE(both(xy, x).hasSameFacts(xy));
    EXPECT_TRUE(both(xy, y).hasSameFacts(xy));
    EXPECT_TRUE(isEquivalent(xy, both(y, x)));
    EXPECT_TRUE(isEquivalent(both(xy, z), both(x, both(y, z))));
    EXPECT_TRUE(isBelow(x, xy) && isBelow(y, xy));
    EXPECT_TRUE(isBelow(both(x, z), both(xy, z)));
    // Of what is above both it is the lowest.
    Object above = both(z, both(y, x));
    EXPECT_TRUE(isBelow(xy, above));
    // A conflict stays.
    if (!x.conflict.empty() || !y.conflict.empty())
      EXPECT_FALSE(xy.conflict.empty());
    if (!xy.conflict.empty())
      EXPECT_FALSE(above.conflict.empty());
  }
}

// Where one field of one path is another one, nobody takes the joined object
// for what it was.
TEST_F(MergeTest, NoFieldIsLost) {
  std::vector<unsigned> differences(NumParts);
  for (unsigned round = 0; round < 50000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Object x = object();
    Object y = x;
    Part part = static_cast<Part>(below(NumParts));
    set(y, part);
    bool isRead = part == ReadsPart;
    bool differ =
        !isEquivalent(x, y) ||
        (!x.conflict.empty() &&
         (!difference(x, y).empty() || x.conflict != y.conflict ||
          x.conflictDependsOnTripOnly != y.conflictDependsOnTripOnly));
    if (!differ)
      continue;
    ++differences[part];
    EXPECT_EQ(x.hasSameFacts(y), isRead) << part;
    for (Object joined : {join(x, y, condition), join(y, x, condition)}) {
      EXPECT_TRUE(isBelow(x, joined) && isBelow(y, joined)) << part;
      // It is what one of the two was only if that allows for the other one,
      // or if its contents tell.
      EXPECT_TRUE(!joined.hasSameFacts(x) || isBelow(y, x) ||
                  !joined.conflict.empty() || isRead ||
                  joined.attributes.count(requiresGradSlot.str()))
          << part;
    }
  }
  for (unsigned part = 0; part < NumParts; ++part)
    if (part != LoopPart)
      EXPECT_GT(differences[part], 100u) << part;
}

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

namespace {

class StateTest : public MergeTest {
protected:
  /// The first objects are storages, of which the tensors are.
  Heap heap() {
    Heap made;
    for (unsigned id = 0; id < heapSize; ++id) {
      Object one = id < 3 ? object(Object::Kind::Storage)
                          : object(static_cast<Object::Kind>(below(6)));
      fill(one);
      made.add(std::make_shared<Object>(std::move(one)));
    }
    return made;
  }

  void fill(Object &object) {
    object.current = values[below(2)];
    object.isRuntime = object.isContainer() && below(4) == 0;
    if (object.isContainer() && !object.isRuntime)
      for (unsigned i = 0; i < 4; ++i)
        object.items.push_back(value());
    if (!object.isStorage() && !object.isContainer())
      for (const char *name : {"a", "b"})
        object.attributes[name] = value();
  }

  State state() {
    State made;
    made.heap = heap();
    for (const char *name : {"a", "b", "c"})
      made.locals[name] = value();
    return made;
  }

  /// What an iteration that starts with `heap` may end with.
  Heap later(const Heap &heap) {
    Heap end = heap;
    for (size_t id = 0; id < end.size(); ++id)
      if (coin())
        end.set(id, std::make_shared<Object>(otherPath(*end[id])));
    for (unsigned made = below(3); made > 0; --made)
      end.add(std::make_shared<Object>(object()));
    return end;
  }

  /// A loop carries what differs.
  void carry(Heap &assumed, const Heap &end) {
    for (size_t id = 0; id < assumed.size(); ++id) {
      Object joined = *assumed[id];
      joinLeaf(joined, *assumed[id], *end[id], condition);
      assumed.set(id, std::make_shared<Object>(std::move(joined)));
    }
  }

  /// Another value than it.
  Value another(const Value &than) {
    for (;;)
      if (Value other = value(); !sameValue(other, than))
        return other;
  }
};

} // namespace

TEST_F(StateTest, ObjectsOfHeapsMergeOneByOne) {
  for (unsigned round = 0; round < 2000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    Heap before = heap(), x = later(before), y = later(before);
    Heap joined = before;
    size_t older = below(heapSize + 1);
    unsigned gone = below(heapSize);
    (coin() ? joined : coin() ? x : y).set(gone, nullptr);
    JoinPoint at{coin()};
    Heap result = joined;
    mergeFacts(result, x, y, older, at);
    ASSERT_EQ(result.size(), heapSize);
    for (unsigned id = 0; id < heapSize; ++id) {
      bool isSame = joined[id] == x[id] && joined[id] == y[id];
      if (id >= older || id == gone || isSame) {
        EXPECT_EQ(result[id], joined[id]);
        continue;
      }
      Object expected = *joined[id];
      expected.mergeFacts(*x[id], *y[id], at);
      EXPECT_TRUE(result[id]->hasSameFacts(expected));
      EXPECT_EQ(result[id]->readAs, expected.readAs);
      EXPECT_EQ(joined[id], before[id]); // what others hold stays
    }
  }
}

TEST_F(StateTest, AssumptionsStopRising) {
  for (unsigned round = 0; round < 300 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const Heap entry = heap();
    Heap assumed = entry;
    JoinPoint at{coin()};
    std::set<unsigned> except;
    if (coin())
      except.insert(below(heapSize));
    std::vector<Heap> ends;
    for (unsigned trial = 0; trial < 60; ++trial) {
      ends.push_back(later(coin() ? assumed : entry));
      Heap last = assumed;
      carry(assumed, ends.back());
      Heap start = assumed;
      bool hasRisen = raiseFacts(assumed, ends.back(), at, except);
      bool isOther = false;
      for (unsigned id = 0; id < heapSize; ++id) {
        isOther |= !assumed[id]->hasSameFacts(*start[id]);
        EXPECT_EQ(assumed[id]->readAs, last[id]->readAs);
        if (except.count(id))
          EXPECT_EQ(assumed[id], start[id]);
        for (unsigned alias : aliasesOf(*assumed[id]))
          EXPECT_TRUE(alias < heapSize || except.count(id) || !hasRisen ||
                      assumed[id] == start[id]);
      }
      EXPECT_EQ(hasRisen, isOther);
      EXPECT_FALSE(raiseFacts(assumed, ends.back(), at, except));
    }
    // What they have risen to is above all ends: none lets them rise again.
    for (const Heap &end : ends) {
      carry(assumed, end);
      EXPECT_FALSE(raiseFacts(assumed, end, at, except));
    }
  }
}

TEST_F(StateTest, OtherContentsAreSlots) {
  for (unsigned round = 0; round < 20000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    State before = state(), after = before;
    EXPECT_TRUE(changedSlots(before, after).empty());
    unsigned id = below(heapSize);
    auto changed = std::make_shared<Object>(*before.heap[id]);
    std::string name = coin() ? "a" : "b";
    Slot slot;
    slot.id = id;
    unsigned how = below(4);
    bool isWhole = false; // the slot says what there was before
    if (how == 0) {
      slot = {Slot::Kind::Local, name, 0, 0};
      isWhole = true;
      if (coin())
        after.locals[name] = another(before.locals[name]);
      else
        after.locals.erase(name);
    } else if (changed->isStorage()) {
      slot.kind = Slot::Kind::Storage;
      changed->current = values[2];
    } else if (changed->isContainer()) {
      slot.kind = Slot::Kind::Item;
      // The values of a dict; with other keys it is another one as a whole.
      slot.index = coin() ? 1 : 3;
      isWhole = how == 1 && !changed->isRuntime;
      if (isWhole) {
        changed->items[slot.index] = another(changed->items[slot.index]);
      } else {
        slot.index = ~0u;
        if (changed->isRuntime || how == 2)
          changed->isRuntime = !changed->isRuntime;
        else
          changed->items.resize(2);
      }
    } else {
      slot.kind = Slot::Kind::Attribute;
      slot.name = how == 1 ? "new" : name;
      isWhole = true;
      if (how == 3)
        changed->attributes.erase(name);
      else
        changed->attributes[slot.name] =
            another(how == 1 ? makeNone() : changed->attributes[slot.name]);
    }
    if (how != 0)
      after.heap.set(id, changed);
    for (bool isBack : {false, true}) {
      const State &from = isBack ? after : before,
                  &to = isBack ? before : after;
      std::vector<Slot> slots = changedSlots(from, to);
      ASSERT_EQ(slots.size(), 1u);
      EXPECT_TRUE(slots[0] == slot);
      State back = from;
      if (!isWhole)
        continue;
      setSlot(back, slot, getSlot(to, slot));
      EXPECT_TRUE(sameValue(getSlot(back, slot), getSlot(to, slot)));
    }
  }
}

TEST_F(StateTest, OtherTensorsAreSlots) {
  for (unsigned round = 0; round < 5000 && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    State before = state(), after = before;
    Object tensor = object(Object::Kind::Tensor);
    tensor.requiresGrad = false;
    before.heap.set(4, std::make_shared<Object>(tensor));
    tensor.requiresGrad = true;
    after.heap.set(4, std::make_shared<Object>(tensor));
    std::vector<Slot> slots = changedSlots(before, after);
    ASSERT_EQ(slots.size(), 1u);
    EXPECT_EQ(slots[0].id, 4u);
    EXPECT_EQ(slots[0].kind,
              tensor.isLeaf ? Slot::Kind::Attribute : Slot::Kind::Tensor);
    if (tensor.isLeaf) {
      EXPECT_EQ(slots[0].name, requiresGradSlot);
      EXPECT_TRUE(getSlot(after, slots[0]).integer);
      EXPECT_FALSE(getSlot(before, slots[0]).integer);
      // Set where the run decides, it may require one, and so its storage.
      setSlot(before, slots[0], makeBool(condition));
      EXPECT_TRUE(before.heap[4]->requiresGrad);
      EXPECT_TRUE(before.heap[tensor.storage]->graded);
    }
    after.heap.set(4, before.heap[4]);
    tensor = *before.heap[4];
    tensor.storage = (tensor.storage + 1) % 3;
    after.heap.set(4, std::make_shared<Object>(tensor));
    after.heap.set(tensor.storage, before.heap[tensor.storage]);
    slots = changedSlots(before, after);
    ASSERT_EQ(slots.size(), 1u);
    EXPECT_EQ(slots[0].kind, Slot::Kind::Tensor);
  }
}

// Modes are attributes of an object that states share: one that paths leave
// different is a slot, which branches and loops join, and nothing else is.
TEST(ModesTest, EachIsASlot) {
  std::set<std::string> names;
  for (elaborate::Mode mode : allModes) {
    State before;
    before.heap.grow(modesObject);
    ASSERT_EQ(before.heap.add(std::make_shared<Object>(makeModes())),
              modesObject);
    State after = before;
    EXPECT_TRUE(names.insert(nameOf(mode).str()).second);
    EXPECT_NE(unknownMode(mode).find("depends on the path"), std::string::npos);
    EXPECT_TRUE(changedSlots(before, after).empty());
    const Value initial = getMode(before.heap, mode);
    ASSERT_TRUE(initial.isConst());
    Value other = initial.is(Kind::Bool) ? makeBool(!initial.integer)
                                         : makeInt(initial.integer + 1);
    Slot slot{Slot::Kind::Attribute, nameOf(mode).str(), modesObject};
    setSlot(after, slot, other);
    std::vector<Slot> slots = changedSlots(before, after);
    ASSERT_EQ(slots.size(), 1u);
    EXPECT_TRUE(slots[0] == slot);
    EXPECT_TRUE(sameValue(getMode(after.heap, mode), other));
    EXPECT_TRUE(sameValue(getMode(before.heap, mode), initial));
  }
  EXPECT_EQ(makeModes().attributes.size(), names.size());
}
