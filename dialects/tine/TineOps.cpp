//===- TineOps.cpp - Operations of the tine dialect -----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers, folders and custom assembly of the tine operations.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "dialects/tine/Unreachable.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace tine;

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

LogicalResult DecodeImageOp::verify() {
  if (!llvm::is_contained<StringRef>({"", "L", "LA", "RGB", "RGBA"}, getMode()))
    return emitOpError("has no such mode");
  return success();
}

//===----------------------------------------------------------------------===//
// Fork
//===----------------------------------------------------------------------===//

ParseResult ForkOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<OpAsmParser::UnresolvedOperand> captures;
  FunctionType type;
  auto parseCapture = [&]() -> ParseResult {
    return failure(parser.parseArgument(args.emplace_back()) ||
                   parser.parseEqual() ||
                   parser.parseOperand(captures.emplace_back()));
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseCapture))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("inlined"))) {
    // Not parseAttribute, which would take the colon behind it.
    std::string reason;
    if (parser.parseString(&reason))
      return failure();
    result.addAttribute("inlined", parser.getBuilder().getStringAttr(reason));
  }
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(captures, type.getInputs(), loc, result.operands))
    return failure();
  if (type.getNumResults() != 1)
    return parser.emitError(loc, "expected one result, the future");
  for (auto [arg, argType] : llvm::zip(args, type.getInputs()))
    arg.type = argType;
  result.addTypes(type.getResults());
  Region *body = result.addRegion();
  if (parser.parseRegion(*body, args))
    return failure();
  ensureTerminator(*body, parser.getBuilder(), result.location);
  return success();
}

void ForkOp::print(OpAsmPrinter &p) {
  p << " (";
  llvm::interleaveComma(
      llvm::zip(getBody().getArguments(), getCaptures()), p, [&](auto pair) {
        p.printRegionArgument(std::get<0>(pair), {}, /*omitType=*/true);
        p << " = " << std::get<1>(pair);
      });
  p << ")";
  if (getInlined())
    p << " inlined " << getInlinedAttr();
  p.printOptionalAttrDictWithKeyword((*this)->getAttrs(), {"inlined"});
  p << " : (";
  llvm::interleaveComma(getCaptures().getTypes(), p);
  p << ") -> " << getFuture().getType() << " ";
  p.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

LogicalResult ForkOp::verify() {
  if (getBody().getArgumentTypes() != getCaptures().getTypes())
    return emitOpError("the region's arguments must match the captures");
  auto yield = cast<YieldOp>(getBody().front().getTerminator());
  if (yield.getOperandTypes() != TypeRange(getFuture().getType().getLeaves()))
    return emitOpError("the region must yield the leaves of the future");
  return success();
}

LogicalResult SpawnOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("there is no function '") << getCallee() << "'";
  FunctionType type = callee.getFunctionType();
  if (TypeRange(type.getInputs()) != getCaptures().getTypes())
    return emitOpError("the captures must match the function's arguments");
  if (type.getResults() != ArrayRef<Type>(getFuture().getType().getLeaves()))
    return emitOpError("the future's leaves must match the function's results");
  return success();
}

//===----------------------------------------------------------------------===//
// Wait
//===----------------------------------------------------------------------===//

ParseResult WaitOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand future;
  FutureType type;
  if (parser.parseOperand(future) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(future, type, result.operands))
    return failure();
  if (failed(parser.parseOptionalArrow())) {
    result.addTypes(type.getLeaves());
    return success();
  }
  SmallVector<Type> results;
  if (parser.parseTypeList(results))
    return failure();
  result.addTypes(results);
  return success();
}

void WaitOp::print(OpAsmPrinter &p) {
  FutureType type = getFuture().getType();
  p << " " << getFuture();
  p.printOptionalAttrDict((*this)->getAttrs());
  p << " : " << type;
  if (getResultTypes() == TypeRange(type.getLeaves()))
    return;
  p << " -> ";
  llvm::interleaveComma(getResultTypes(), p);
}

/// Whether a value in a future with this leaf may be of the type: the device of
/// a leaf may be left to the function around the value.
static bool isOfLeaf(Type type, Type leaf) {
  return type == leaf || type == withoutDevice(leaf);
}

LogicalResult WaitOp::verify() {
  ArrayRef<Type> leaves = getFuture().getType().getLeaves();
  if (getNumResults() != leaves.size() ||
      !llvm::all_of(llvm::zip_equal(getResultTypes(), leaves), [](auto pair) {
        return isOfLeaf(std::get<0>(pair), std::get<1>(pair));
      }))
    return emitOpError("the results must be the leaves of the future, whose "
                       "devices may be left out");
  return success();
}

//===----------------------------------------------------------------------===//
// Lists and dicts
//===----------------------------------------------------------------------===//

static LogicalResult verifyLeaves(Operation *op, TypeRange leaves,
                                  ArrayRef<Type> expected) {
  if (leaves != TypeRange(expected))
    return op->emitOpError("the leaves must be those of the container");
  return success();
}

LogicalResult SortRowOp::verify() {
  if (!llvm::is_contained({"all", "first", "partition", "kth"}, getOrder()))
    return emitOpError("has no order '") << getOrder() << "'";
  return success();
}

LogicalResult PythonDrawOp::verify() {
  StringRef what = getWhat();
  bool isFloat =
      llvm::is_contained({"random", "pcg_random", "pcg_normal"}, what);
  if (!isFloat && !llvm::is_contained({"seed", "word_seed", "bits", "below",
                                       "pcg_seed", "pcg_up_to"},
                                      what))
    return emitOpError("knows no '") << what << "'";
  if (getNumber().getType().isF64() != isFloat)
    return emitOpError("gives a float where it is \"random\", else an int");
  return success();
}

LogicalResult SystemOp::verify() {
  MLIRContext *context = getContext();
  Type text = StringType::get(context), i64 = IntegerType::get(context, 64),
       f64 = Float64Type::get(context);
  struct Request {
    StringRef name;
    SmallVector<Type> arguments;
    Type result;
  };
  const Request requests[] = {{"sleep", {f64}, {}},
                              {"has_env", {text}, i64},
                              {"getenv", {text}, text},
                              {"getcwd", {}, text},
                              {"hostname", {}, text},
                              {"getpid", {}, i64},
                              {"cpu_count", {}, i64},
                              {"path_kind", {text}, i64},
                              {"is_link", {text}, i64},
                              {"file_size", {text}, i64},
                              {"mkdir", {text}, {}},
                              {"remove", {text}, {}},
                              {"local_time", {f64, i64}, i64},
                              {"strftime", {text, f64, i64}, text}};
  const Request *found = llvm::find_if(
      requests, [&](const Request &r) { return r.name == getWhat(); });
  if (found == std::end(requests))
    return emitOpError("knows no '") << getWhat() << "'";
  Type result = getResult() ? getResult().getType() : Type();
  if (getArguments().getTypes() != TypeRange(found->arguments) ||
      result != found->result)
    return emitOpError("has other types than '") << getWhat() << "' takes";
  return success();
}

LogicalResult ProfileOp::verify() {
  if (!llvm::is_contained({"start", "stop", "span", "export", "rows", "text",
                           "number", "table"},
                          getWhat()))
    return emitOpError("knows no '") << getWhat() << "'";
  return success();
}

LogicalResult TraceEndOp::verify() {
  size_t sizes = getShapes().count('?');
  if (!getNumbers().empty() && getNumbers().size() != 2 + sizes)
    return emitOpError("needs operations, bytes and ")
           << sizes << " sizes, or no numbers";
  return success();
}

LogicalResult ListGetOp::verify() {
  return verifyLeaves(*this, getResultTypes(), getList().getType().getLeaves());
}
LogicalResult ListPopOp::verify() {
  return verifyLeaves(*this, getResultTypes(), getList().getType().getLeaves());
}
LogicalResult ListSetOp::verify() {
  return verifyLeaves(*this, getLeaves().getTypes(),
                      getList().getType().getLeaves());
}
LogicalResult ListAppendOp::verify() {
  return verifyLeaves(*this, getLeaves().getTypes(),
                      getList().getType().getLeaves());
}
LogicalResult ListInsertOp::verify() {
  return verifyLeaves(*this, getLeaves().getTypes(),
                      getList().getType().getLeaves());
}

static LogicalResult verifyKey(Operation *op, Type key, DictType dict) {
  if (key != dict.getKey())
    return op->emitOpError("the key must be of the dict's key type");
  return success();
}

LogicalResult DictGetOp::verify() {
  DictType type = getDict().getType();
  if (failed(verifyKey(*this, getKey().getType(), type)))
    return failure();
  return verifyLeaves(*this, getResultTypes(), type.getValues());
}
LogicalResult DictPopOp::verify() {
  DictType type = getDict().getType();
  if (failed(verifyKey(*this, getKey().getType(), type)))
    return failure();
  return verifyLeaves(*this, getResultTypes(), type.getValues());
}
LogicalResult DictSetOp::verify() {
  DictType type = getDict().getType();
  if (failed(verifyKey(*this, getKey().getType(), type)))
    return failure();
  return verifyLeaves(*this, getLeaves().getTypes(), type.getValues());
}
LogicalResult DictEntryOp::verify() {
  DictType type = getDict().getType();
  SmallVector<Type> expected{type.getKey()};
  llvm::append_range(expected, type.getValues());
  return verifyLeaves(*this, getResultTypes(), expected);
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::verify() {
  if (!getValues().empty() && getMessage().count("%i") != getValues().size())
    return emitOpError("needs one value for each %i of the message");
  return success();
}

/// What was asserted holds for the rest of the block; there is none if it does
/// not.
LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (alwaysRaises(op))
    return eraseBehind(op, rewriter);
  bool changed = false;
  for (Operation *user :
       llvm::make_early_inc_range(op.getCondition().getUsers()))
    if (isa<AssertOp>(user) && user->getBlock() == op->getBlock() &&
        op->isBeforeInBlock(user)) {
      rewriter.eraseOp(user);
      changed = true;
    }
  return success(changed);
}

LogicalResult CheckOp::verify() {
  size_t places = getMessage().count("%i");
  if (places != 0 && places != getValues().size() + 1)
    return emitOpError("needs one value for each %i of the message but the "
                       "first");
  return success();
}

/// What has the same elements, in another shape.
static Value withoutReshapes(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

/// Behind a check, the same indices are in the same range, or its error is the
/// one that is told.
LogicalResult CheckOp::canonicalize(CheckOp op, PatternRewriter &rewriter) {
  SmallVector<CheckOp> repeated;
  SmallVector<Value> shapes{withoutReshapes(op.getIndices())};
  while (!shapes.empty())
    for (Operation *user : shapes.pop_back_val().getUsers()) {
      if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
        shapes.push_back(user->getResult(0));
      auto check = dyn_cast<CheckOp>(user);
      if (check && check->getBlock() == op->getBlock() &&
          op->isBeforeInBlock(check) && check.getLower() == op.getLower() &&
          check.getUpper() == op.getUpper())
        repeated.push_back(check);
    }
  for (CheckOp check : repeated)
    rewriter.eraseOp(check);
  return success(!repeated.empty());
}

//===----------------------------------------------------------------------===//
// Queues of devices
//===----------------------------------------------------------------------===//

static bool isTensor(Type type) { return isa<RankedTensorType, BoxType>(type); }

/// Whether a tensor or box of this type is on the device; the host's names
/// none.
static bool isOn(Type type, DeviceAttr device) {
  return deviceOf(type) == (device.getKind() == "cpu" ? DeviceAttr() : device);
}

LogicalResult EnqueueOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("there is no function '") << getCallee() << "'";
  FunctionType type = callee.getFunctionType();
  if (TypeRange(type.getInputs()) != getCaptures().getTypes())
    return emitOpError("the captures must match the function's arguments");
  if (type.getNumResults() != getNumResults())
    return emitOpError("there must be a future for each of the function's "
                       "results");
  for (auto [future, result] :
       llvm::zip_equal(getFutures(), type.getResults())) {
    ArrayRef<Type> leaves = cast<FutureType>(future.getType()).getLeaves();
    if (leaves.size() != 1 || !isOfLeaf(result, leaves[0]))
      return emitOpError("each future must hold one result of the function");
    if (isTensor(leaves[0]) && !isOn(leaves[0], getDevice()))
      return emitOpError("a future's tensor must be on the device of the call");
  }
  return success();
}

/// The only leaf of a future, or null.
static Type onlyLeafOf(FutureType future) {
  return future.getLeaves().size() == 1 ? future.getLeaves()[0] : Type();
}

/// The tensor type without its device; a box's, too.
static Type plainTensor(Type type) {
  type = withoutDevice(type);
  auto box = dyn_cast<BoxType>(type);
  return box ? box.getTensor() : type;
}

LogicalResult TransferOp::verify() {
  Type source = getSource().getType();
  if (auto future = dyn_cast<FutureType>(source))
    source = onlyLeafOf(future);
  Type copy = onlyLeafOf(getCopy().getType());
  if (!source || !copy || !isTensor(copy) ||
      plainTensor(copy) != plainTensor(source))
    return emitOpError("the copy must be a future of the source's tensor");
  if (!isOn(source, getFrom()))
    return emitOpError("the source must be on the device that it comes from");
  if (!isOn(copy, getTo()))
    return emitOpError("the copy must be on the device that it goes to");
  return success();
}

//===----------------------------------------------------------------------===//
// Boxes and devices
//===----------------------------------------------------------------------===//

LogicalResult BoxAllocOp::verify() {
  RankedTensorType type = getBox().getType().getTensor();
  if (getSizes().size() != type.getNumDynamicDims())
    return emitOpError("needs one size for each dynamic dimension");
  return success();
}

LogicalResult BoxBufferOp::verify() {
  RankedTensorType tensor = getBox().getType().getTensor();
  auto buffer = cast<MemRefType>(getBuffer().getType());
  if (!buffer.getLayout().isIdentity() ||
      buffer.getShape() != tensor.getShape() ||
      buffer.getElementType() != tensor.getElementType())
    return emitOpError("the buffer must have the box's shape and elements and "
                       "the identity layout");
  return success();
}

LogicalResult BoxPartOp::verify() {
  RankedTensorType vector = getVector().getType().getTensor();
  RankedTensorType part = getPart().getType().getTensor();
  if (vector.getRank() != 1 || !vector.hasStaticShape() ||
      !part.hasStaticShape() ||
      vector.getElementType() != part.getElementType())
    return emitOpError("needs a vector and a part of known sizes and of one "
                       "element type");
  auto offset = static_cast<int64_t>(getOffset());
  if (offset < 0 || offset > vector.getNumElements() - part.getNumElements())
    return emitOpError("the part must lie in the vector");
  return success();
}

//===----------------------------------------------------------------------===//
// Vectors of tensors
//===----------------------------------------------------------------------===//

static LogicalResult verifyVector(Operation *op, Value vector,
                                  ValueRange parts) {
  auto type = cast<RankedTensorType>(vector.getType());
  int64_t size = 0;
  for (Value part : parts) {
    auto partType = cast<RankedTensorType>(part.getType());
    if (partType.getElementType() != type.getElementType())
      return op->emitOpError("parts and vector must have one element type");
    size += partType.getNumElements();
  }
  if (parts.empty() || type.getRank() != 1 || type.getNumElements() != size)
    return op->emitOpError("the vector must have one dimension of ")
           << size << " elements, as many as its parts";
  return success();
}

LogicalResult JoinOp::verify() {
  return verifyVector(*this, getVector(), getParts());
}

LogicalResult SplitOp::verify() {
  return verifyVector(*this, getVector(), getParts());
}

OpFoldResult JoinOp::fold(FoldAdaptor) {
  auto split = getParts().front().getDefiningOp<SplitOp>();
  if (split && llvm::equal(getParts(), split.getParts()))
    return split.getVector();
  return {};
}

LogicalResult BufferPartOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto part = cast<MemRefType>(getPart().getType());
  int64_t offset = static_cast<int64_t>(getOffset());
  if (!source.getLayout().isIdentity() || !part.getLayout().isIdentity() ||
      source.getElementType() != part.getElementType())
    return emitOpError("source and part must have one element type and the "
                       "identity layout");
  if (offset < 0 || part.getNumElements() > source.getNumElements() ||
      offset > source.getNumElements() - part.getNumElements())
    return emitOpError("the part must lie in the source");
  return success();
}

Value BufferPartOp::getViewSource() { return getSource(); }

LogicalResult ToOp::verify() {
  auto from = cast<RankedTensorType>(getTensor().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (from.getShape() != to.getShape() ||
      from.getElementType() != to.getElementType())
    return emitOpError("shape and element type must stay");
  return success();
}

OpFoldResult ToOp::fold(FoldAdaptor) {
  if (getTensor().getType() == getResult().getType())
    return getTensor();
  // There and back.
  if (auto first = getTensor().getDefiningOp<ToOp>();
      first && first.getTensor().getType() == getResult().getType())
    return first.getTensor();
  return {};
}

OpFoldResult StringConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

#define GET_OP_CLASSES
#include "dialects/tine/TineOps.cpp.inc"
