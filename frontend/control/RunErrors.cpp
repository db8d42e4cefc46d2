//===- RunErrors.cpp - Operations that may fail in the run ----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which errors an operation may end the program with. None may stand where a
// handler would catch it.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Attempts.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

//===----------------------------------------------------------------------===//
// Variables that a path has not set
//===----------------------------------------------------------------------===//

/// X of `X == 0`; null of another condition.
static mlir::Value testedForZero(mlir::Value condition) {
  auto test = condition.getDefiningOp<arith::CmpIOp>();
  return test && test.getPredicate() == arith::CmpIPredicate::eq &&
                 matchPattern(test.getRhs(), m_Zero())
             ? test.getLhs()
             : mlir::Value();
}

/// Whether `flag` holds wherever `code` is 0, as far as the branches tell that
/// both come from.
static bool holdsAtZero(mlir::Value flag, mlir::Value code, unsigned depth) {
  APInt known;
  if (matchPattern(flag, m_One()))
    return true;
  if (matchPattern(code, m_ConstantInt(&known)))
    return !known.isZero();
  auto branch = code.getDefiningOp<scf::IfOp>();
  if (!branch || depth == 0)
    return false;
  mlir::Value tested = testedForZero(branch.getCondition());
  unsigned number = cast<OpResult>(code).getResultNumber();
  auto holdsIn = [&](Region &arm, bool isThen) {
    Operation *yield = arm.front().getTerminator();
    mlir::Value inside = yield->getOperand(number), own = flag;
    if (flag.getDefiningOp() == branch)
      own = yield->getOperand(cast<OpResult>(flag).getResultNumber());
    if (tested && !isThen && inside == tested)
      return true;
    return holdsAtZero(own, inside, depth - 1) ||
           (tested && isThen && holdsAtZero(own, tested, depth - 1));
  };
  return holdsIn(branch.getThenRegion(), true) &&
         holdsIn(branch.getElseRegion(), false);
}

/// Whether it asks for a variable that is set on all paths but those that have
/// raised an error and do not come here.
static bool isOfRaisedPaths(AssertOp test) {
  constexpr unsigned depth = 24;
  if (test.getKind() != "UnboundLocalError" && test.getKind() != "NameError")
    return false;
  for (Operation *at = test; auto branch = at->getParentOfType<scf::IfOp>();
       at = branch) {
    mlir::Value code = testedForZero(branch.getCondition());
    if (code && branch.getThenRegion().isAncestor(at->getParentRegion()) &&
        holdsAtZero(test.getCondition(), code, depth))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Kinds of errors
//===----------------------------------------------------------------------===//

/// Whether the sizes and elements that it gets can make an operation on tensors
/// fail.
static bool isSafeOnTensors(Operation *op) {
  auto isSafe = [](mlir::Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return !tensor ||
           (tensor.hasStaticShape() && !tensor.getElementType().isInteger(64));
  };
  return llvm::all_of(op->getOperandTypes(), isSafe) &&
         llvm::all_of(op->getResultTypes(), isSafe);
}

/// Whether reading or writing ends the program where it fails. Under handlers
/// the library asks for a status instead, but of standard output, as of print.
static bool mayFail(FileOp op) {
  if (op.getWhat() == "write" &&
      mlir::matchPattern(op.getArguments().front(), mlir::m_One()))
    return false;
  return llvm::is_contained(
      {"advance", "read", "write", "flush", "close", "tell", "seek"},
      op.getWhat());
}

/// Whether a text is known, and has anything in it.
static bool isFilled(mlir::Value text) {
  auto known = text.getDefiningOp<StringConstantOp>();
  return known && !known.getValue().empty();
}

static bool isOneCharacter(mlir::Value text) {
  auto known = text.getDefiningOp<StringConstantOp>();
  return known && known.getValue().size() == 1;
}

/// Whether a method of strings does not fail, whatever the string is.
static bool isSafe(StringMethodOp op) {
  StringRef method = op.getMethod();
  if (llvm::is_contained({"split", "rsplit", "partition", "rpartition"},
                         method))
    return !op.getArgs().empty() && isFilled(op.getArgs().front());
  // What fills them is a space, or may be no character.
  if (llvm::is_contained({"center", "ljust", "rjust"}, method))
    return op.getArgs().size() == 1 || isOneCharacter(op.getArgs().back());
  return method.starts_with("is") ||
         llvm::is_contained(
             {"capitalize",  "casefold",   "characters",   "contains",
              "count",       "endswith",   "find",         "join",
              "lower",       "lstrip",     "removeprefix", "removesuffix",
              "replace",     "rfind",      "rsplit_white", "rstrip",
              "split_white", "splitlines", "startswith",   "strip",
              "swapcase",    "title",      "upper",        "zfill"},
             method);
}

/// Whether one of the classes catches an error that the operation may end with.
static bool mayBeCaught(Operation *op, ArrayRef<std::string> caught) {
  if (auto raise = dyn_cast<RaiseOp>(op))
    return catches(caught, errorClass(raise.getKind()));
  if (auto test = dyn_cast<AssertOp>(op))
    return catches(caught, errorClass(test.getKind())) &&
           !isOfRaisedPaths(test);
  if (op->hasAttr(neverFails))
    return false;
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "arith" || dialect == "scf" || dialect == "math" ||
      dialect == "ub" || dialect == "tensor" || dialect == "builtin")
    return false;
  if (auto file = dyn_cast<FileOp>(op))
    return mayFail(file) && (catches(caught, errorClass("OSError")) ||
                             catches(caught, errorClass("UnicodeDecodeError")));
  if (isa<DataOp>(op))
    return false;
  // Sizes of dicts that loops go over are looked at (WalkedSizes.cpp).
  if (isa<PrintOp, FormatOp, StringConstantOp, StringCompareOp, StringConcatOp,
          StringLengthOp, SystemOp, ManualSeedOp, TimeOp, ToOp, KeepOp, YieldOp,
          PythonDrawOp, DictNewOp, DictLengthOp, DictContainsOp, DictSetOp,
          DictClearOp, DictCopyOp, DictEntryOp, ListNewOp, ListLengthOp,
          ListAppendOp, ListClearOp, ListCopyOp, ListCountOp, ListEqualOp,
          ListExtendOp, ListFindOp, ListInsertOp, ListReverseOp, ListSortOp,
          SameOp, CommandLineOp, ArgumentOp, ArgumentListOp>(op) ||
      (dialect == "nn" && isSafeOnTensors(op)))
    return false;
  if (auto method = dyn_cast<StringMethodOp>(op)) {
    if (isSafe(method))
      return false;
    if (llvm::is_contained(
            {"index", "rindex", "split", "rsplit", "partition", "rpartition"},
            method.getMethod()))
      return catches(caught, errorClass("ValueError"));
    if (method.getMethod() == "repeat")
      return catches(caught, errorClass("OverflowError")) ||
             catches(caught, errorClass("MemoryError"));
  }
  if (isa<StringSliceOp, ListSliceOp>(op) &&
      matchPattern(op->getOperands().back(), m_NonZero()))
    return false;
  if (isa<ListGetOp, ListSetOp, ListPopOp, StringIndexOp>(op))
    return catches(caught, errorClass("IndexError"));
  if (isa<DictGetOp, DictPopOp>(op))
    return catches(caught, errorClass("KeyError"));
  // A number of more than 64 bits has no error of Python's.
  if (isa<StringToIntOp, StringToFloatOp>(op))
    return catches(caught, errorClass("ValueError")) ||
           catches(caught, errorClass("OverflowError"));
  if (auto tensor = dyn_cast<StoredTensorOp>(op))
    return catches(caught, errorClass(tensor.getKind()));
  if (auto stored = dyn_cast<StoredOp>(op);
      stored && (stored.getWhat() == "load_bytes" ||
                 (!stored.getWhat().starts_with("load_") &&
                  !llvm::is_contained({"int", "bool", "float", "text", "bytes"},
                                      stored.getWhat()))))
    return false;
  if (isa<StoredOp, SaveFileOp>(op))
    return llvm::any_of(
        ArrayRef<StringRef>{"OSError", "ValueError", "TypeError"},
        [&](StringRef kind) { return catches(caught, errorClass(kind)); });
  if (isa<SetRandomStateOp>(op))
    return catches(caught, errorClass("RuntimeError"));
  if (isa<ResampleImageOp>(op))
    return catches(caught, errorClass("ValueError"));
  // Their kinds are many.
  if (isa<ReadImageHeadOp, DecodeImageOp, WriteImageOp>(op))
    return !caught.empty();
  // Of the others, these are the kinds.
  return llvm::any_of(
      ArrayRef<StringRef>{"RuntimeError", "ValueError", "IndexError",
                          "KeyError", "TypeError", "OverflowError",
                          "ZeroDivisionError", "MemoryError"},
      [&](StringRef kind) { return catches(caught, errorClass(kind)); });
}

bool mayBeRaised(Operation *op) {
  return op->getName().getDialectNamespace() != "nn" &&
         mayBeCaught(op, {"BaseException"});
}

Operation *findCaught(Block *block, Operation *from,
                      ArrayRef<std::string> caught) {
  Operation *found = nullptr;
  auto look = [&](Operation *op) {
    found = op;
    return mayBeCaught(op, caught) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  };
  for (Operation *op = from ? from->getNextNode()
                            : (block->empty() ? nullptr : &block->front());
       op; op = op->getNextNode())
    if (op->walk(look).wasInterrupted())
      return found;
  return nullptr;
}

} // namespace tine::elaborate
