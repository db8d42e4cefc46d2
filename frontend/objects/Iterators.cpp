//===- Iterators.cpp - Objects with __next__ ------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterators of the program's own classes. A loop asks for the items one after
// the other as it is elaborated, so that their end has to be known. Whatever
// else goes over them takes all of them at once.
//
//===----------------------------------------------------------------------===//

#include "frontend/objects/Iterators.h"
#include "dialects/nn/RandomOps.h"
#include "frontend/objects/ObjectModel.h"
#include "frontend/services/Containers.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/ObjectModel.h"
#include "frontend/services/Objects.h"
#include "frontend/services/Paths.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static constexpr int64_t most = 1024;

bool isStream(Context &e, const Value &value) {
  return value.is(Kind::Object) &&
         e.get(value.id).classInfo->inherits(ClassRole::Stream);
}

bool isGenerator(Context &e, const Value &value) {
  if (!value.is(Kind::Object))
    return false;
  const ClassInfo *info = e.get(value.id).classInfo;
  return info->scope->isLibrary && e.objects.findMember(info, "_generated");
}

bool isOwnIterator(Context &e, const Value &value) {
  return value.is(Kind::Object) && !e.script() && !isStream(e, value) &&
         ownersMember(e, e.get(value.id).classInfo, "__next__");
}

std::optional<Value> nextItem(Context &e, const Value &iterator,
                              ast::Range range) {
  return unlessRaised(e, "StopIteration", [&] {
    CallArgs none(range);
    return e.run.callMethod(iterator, "__next__", none);
  });
}

static Value tooMany(Context &e, ast::Range range) {
  return e.error(range, "only the run knows how many items '__next__' of this "
                        "object gives, or there are more than " +
                            Twine(most));
}

Value allItems(Context &e, const Value &iterator, ast::Range range) {
  Block *block = e.b.getInsertionBlock();
  Operation *last = block->empty() ? nullptr : &block->back();
  std::vector<Value> items;
  for (int64_t i = 0; i < most; ++i) {
    std::optional<Value> item =
        e.frames.along(i, [&] { return nextItem(e, iterator, range); });
    if (!item && findEffect(block, last, last))
      return e.error(range,
                     "'__next__' of this object prints, draws random numbers "
                     "or reads the clock, and its items are made at once here; "
                     "write the loop where the items are used");
    if (!item)
      return e.containers.newList(std::move(items), {}, nullptr, range);
    if (e.stopped())
      return {};
    items.push_back(*item);
  }
  return tooMany(e, range);
}

namespace {

class Loop {
public:
  Loop(Context &e, const Value &iterator, const LoopSource &source,
       function_ref<Flow(const Value &)> body)
      : e(e), iterator(iterator), source(source), body(body) {}

  Flow run() {
    Flow flow = from(0);
    return e.stopped() ? Flow::none()
                       : e.paths.absorb(flow, /*breaks=*/true, source.range);
  }

private:
  Flow from(int64_t i) {
    for (; i < most; ++i) {
      std::optional<Flow> flow = iteration(i);
      if (e.stopped())
        return Flow::none();
      if (!flow)
        return {};
      if (flow->onlyNormal())
        continue;
      return flow->normal
                 ? e.paths.sequence(
                       *flow, [&] { return from(i + 1); }, source.range)
                 : *flow;
    }
    tooMany(e, source.range);
    return Flow::none();
  }

  /// Nothing behind the last item.
  std::optional<Flow> iteration(int64_t i) {
    return e.frames.along(i, [&]() -> std::optional<Flow> {
      std::optional<Value> item = nextItem(e, iterator, source.range);
      if (!item || e.stopped())
        return std::nullopt;
      return e.paths.absorb(body(*item), /*breaks=*/false, source.range);
    });
  }

  Context &e;
  const Value &iterator;
  const LoopSource &source;
  function_ref<Flow(const Value &)> body;
};

} // namespace

std::optional<Flow> overIterator(Context &e, Value &iterable,
                                 const LoopSource &source,
                                 function_ref<Flow(Value)> body) {
  // What enumerate() has got is an iterator already.
  if (iterable.is(Kind::Iterator) && iterable.text == "enumerate" &&
      isOwnIterator(e, iterable.items[0])) {
    Value number = iterable.items[1];
    auto numbered = [&](const Value &item) -> Flow {
      Value pair = makeTuple({number, item});
      number = e.model.binary(ast::BinaryOp::Add, number, makeInt(int64_t(1)),
                              source.range);
      return e.stopped() ? Flow::none() : body(pair);
    };
    return Loop(e, iterable.items[0], source, numbered).run();
  }
  if (!iterable.is(Kind::Object) || e.script() ||
      !ownersMember(e, e.get(iterable.id).classInfo, "__iter__"))
    return std::nullopt;
  CallArgs none(source.range);
  iterable = e.run.callMethod(iterable, "__iter__", none);
  if (e.stopped())
    return Flow::none();
  if (!isOwnIterator(e, iterable))
    return std::nullopt;
  auto plain = [&](const Value &item) { return body(item); };
  return Loop(e, iterable, source, plain).run();
}

/// What files that are opened to be read are called in the run, from `op` on.
static llvm::DenseSet<mlir::Value> filesOpened(Operation *op) {
  llvm::DenseSet<mlir::Value> opened;
  for (; op; op = op->getNextNode())
    op->walk([&](FileOp file) {
      if (file.getWhat() == "open" &&
          matchPattern(file.getArguments()[1], m_Zero()))
        opened.insert(file.getResult());
    });
  return opened;
}

/// Whether it changes no file, and no place in one that others read.
static bool readsOwnFile(FileOp op, const llvm::DenseSet<mlir::Value> &opened) {
  StringRef what = op.getWhat();
  if (what == "open")
    return opened.contains(op.getResult());
  what.consume_front("try_");
  if (llvm::is_contained({"advance", "line", "read", "close", "is_open"}, what))
    return opened.contains(op.getArguments()[0]);
  return llvm::is_contained(
      {"reason", "problem", "size", "list_error", "list", "glob", "fits"},
      what);
}

static Operation *opBehind(Block *block, Operation *from) {
  if (from)
    return from->getNextNode();
  return block->empty() ? nullptr : &block->front();
}

Operation *findEffect(Block *block, Operation *from, Operation *begin) {
  Operation *seen = nullptr;
  llvm::DenseSet<mlir::Value> opened = filesOpened(opBehind(block, begin));
  auto look = [&](Operation *op) {
    if (auto file = dyn_cast<FileOp>(op); file && readsOwnFile(file, opened))
      return WalkResult::advance();
    if (!isa<PrintOp, WarnOp, WriteFileOp, FileOp, ReadImageHeadOp,
             DecodeImageOp, WriteImageOp, SaveFileOp, ParseArgumentsOp,
             PrintParserOp, SystemOp, TimeOp, PythonDrawOp, ManualSeedOp,
             SetRandomStateOp, nn::RandomOp, nn::RandomStateOp>(op))
      return WalkResult::advance();
    seen = op;
    return WalkResult::interrupt();
  };
  for (Operation *op = opBehind(block, from); op && !seen;
       op = op->getNextNode())
    op->walk(look);
  return seen;
}

} // namespace tine::elaborate
