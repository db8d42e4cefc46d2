//===- UpdateTrees.cpp - The same update of many tensors ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/UpdateTrees.h"
#include "dialects/nn/CreationOps.h"
#include "lowering/support/ScalarRules.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tine {

using Kind = UpdateNode::Kind;

static Attribute encodingOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getEncoding() : Attribute();
}

RankedTensorType vectorType(TypeRange lanes, Type element) {
  int64_t size = 0;
  for (Type type : lanes)
    size += cast<RankedTensorType>(type).getNumElements();
  return RankedTensorType::get({size}, element, encodingOf(lanes.front()));
}

static bool isScalar(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return !tensor || tensor.getRank() == 0;
}

static bool isSameShape(Value a, Value b) {
  auto x = dyn_cast<RankedTensorType>(a.getType());
  auto y = dyn_cast<RankedTensorType>(b.getType());
  return x && y && x.getShape() == y.getShape() &&
         x.getEncoding() == y.getEncoding();
}

/// The scalar that fills a tensor, or null.
static Value findFill(Value value) {
  auto full = value.getDefiningOp<nn::FullOp>();
  return full ? full.getValue() : Value();
}

static ScalarFn findRule(Operation *op) {
  const ScalarRule *rule = findScalarRule(op);
  if (!rule)
    return nullptr;
  Type from = getElementTypeOrSelf(op->getOperands().back().getType());
  // Integer divisions are checked before they are done.
  if (rule->divides && !isa<FloatType>(from))
    return nullptr;
  return rule->forType(from);
}

bool UpdateTrees::isElementwise(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !findRule(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return isScalar(operand) || isSameShape(operand, value);
  });
}

llvm::hash_code UpdateTrees::hash(Value value) {
  auto known = hashes.find(value);
  if (known != hashes.end())
    return known->second;
  // Tensors of two devices have two vectors.
  llvm::hash_code code = llvm::hash_combine(
      getElementTypeOrSelf(value.getType()).getAsOpaquePointer(),
      encodingOf(value.getType()).getAsOpaquePointer());
  if (isElementwise(value)) {
    Operation *op = value.getDefiningOp();
    code = llvm::hash_combine(code, op->getName(), op->getAttrDictionary());
    for (Value operand : op->getOperands())
      code = llvm::hash_combine(code, isSameShape(operand, value)
                                          ? hash(operand)
                                          : hash_value(operand));
  } else if (value.getParentBlock() == states && isa<BlockArgument>(value)) {
    code = llvm::hash_combine(code, 1);
  }
  hashes.try_emplace(value, code);
  return code;
}

UpdateNode *UpdateTrees::get(const Lanes &lanes) {
  std::vector<void *> key;
  for (Value lane : lanes)
    key.push_back(lane.getAsOpaquePointer());
  std::unique_ptr<UpdateNode> &entry = nodes[key];
  if (entry)
    return entry.get();
  entry = std::make_unique<UpdateNode>();
  UpdateNode &node = *entry;
  node.lanes = lanes;
  if (states && llvm::all_of(lanes, [&](Value lane) {
        return isa<BlockArgument>(lane) && lane.getParentBlock() == states;
      })) {
    node.kind = Kind::State;
  } else if (Value fill = findFill(lanes.front());
             fill && llvm::all_of(lanes, [&](Value lane) {
               return findFill(lane) == fill;
             })) {
    node.kind = Kind::Splat;
    node.lanes = {fill};
  } else if (makeOperation(node)) {
    node.kind = Kind::Operation;
  }
  return &node;
}

/// Makes the node an operation on nodes, if its lanes do the same.
bool UpdateTrees::makeOperation(UpdateNode &node) {
  Operation *first = node.lanes.front().getDefiningOp();
  for (Value lane : node.lanes)
    if (!isElementwise(lane) ||
        lane.getDefiningOp()->getName() != first->getName() ||
        lane.getDefiningOp()->getAttrDictionary() !=
            first->getAttrDictionary() ||
        getElementTypeOrSelf(lane.getType()) != node.element() ||
        encodingOf(lane.getType()) != encodingOf(node.lanes.front().getType()))
      return false;
  SmallVector<UpdateNode *> operands;
  for (unsigned i = 0; i < first->getNumOperands(); ++i) {
    Lanes lanes;
    bool hasShape = false, isOne = true;
    Value one = first->getOperand(i);
    for (Value lane : node.lanes) {
      Value operand = lane.getDefiningOp()->getOperand(i);
      if (getElementTypeOrSelf(operand.getType()) !=
          getElementTypeOrSelf(one.getType()))
        return false;
      hasShape |= !isScalar(operand);
      isOne &= operand == one;
      lanes.push_back(operand);
    }
    bool isElements =
        hasShape &&
        llvm::all_of(llvm::zip_equal(lanes, node.lanes), [](auto pair) {
          return isSameShape(std::get<0>(pair), std::get<1>(pair));
        });
    if (isElements) {
      operands.push_back(get(lanes));
      continue;
    }
    // One scalar for all lanes.
    if (!isOne || hasShape)
      return false;
    std::unique_ptr<UpdateNode> &splat =
        nodes[{one.getAsOpaquePointer(), nullptr}];
    if (!splat) {
      splat = std::make_unique<UpdateNode>();
      splat->kind = Kind::Splat;
      splat->lanes = {one};
    }
    operands.push_back(splat.get());
  }
  node.operands = std::move(operands);
  return true;
}

void UpdateTrees::collect(UpdateNode *node,
                          SmallVectorImpl<UpdateNode *> &out) {
  if (llvm::is_contained(out, node))
    return;
  for (UpdateNode *operand : node->operands)
    collect(operand, out);
  out.push_back(node);
}

void UpdateTrees::cutBelow(UpdateNode *node) {
  if (!cut.insert(node).second)
    return;
  for (UpdateNode *operand : node->operands) {
    SmallVector<UpdateNode *> parts;
    collect(operand, parts);
    auto count = [&](Kind kind) {
      return llvm::count_if(parts,
                            [&](UpdateNode *n) { return n->kind == kind; });
    };
    if (operand->kind == Kind::Operation && count(Kind::State) == 0 &&
        count(Kind::Leaf) > 1) {
      operand->kind = Kind::Leaf;
      operand->operands.clear();
      continue;
    }
    cutBelow(operand);
  }
}

void UpdateTrees::replace(Operation *op, Operation *by) {
  for (auto &entry : nodes)
    for (Value &lane : entry.second->lanes)
      if (auto result = dyn_cast<OpResult>(lane);
          result && result.getOwner() == op)
        lane = by->getResult(result.getResultNumber());
}

linalg::GenericOp UpdateTrees::emit(ArrayRef<UpdateNode *> roots,
                                    ArrayRef<Value> destinations) {
  SmallVector<UpdateNode *> all;
  for (UpdateNode *root : roots)
    collect(root, all);

  Operation *last = nullptr;
  auto needs = [&](Value value) {
    Operation *op = value.getDefiningOp();
    op = op ? block->findAncestorOpInBlock(*op) : nullptr;
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  };
  for (UpdateNode *node : all)
    if (node->vector)
      needs(node->vector);
    else if (node->kind != Kind::Operation)
      for (Value lane : node->lanes)
        needs(lane);
  // Not before the first update was asked for: the program may take its time.
  Operation *first = roots.front()->lanes.front().getDefiningOp();
  for (UpdateNode *root : roots)
    for (Value lane : root->lanes)
      if (Operation *op = lane.getDefiningOp(); op->isBeforeInBlock(first))
        first = op;
  needs(first->getResult(0));
  ImplicitLocOpBuilder b(roots.front()->lanes.front().getLoc(),
                         OpBuilder::atBlockBegin(block));
  if (last)
    b.setInsertionPointAfter(last);

  for (UpdateNode *node : all)
    if (node->kind == Kind::Leaf && !node->vector)
      node->vector = JoinOp::create(
          b, vectorType(ValueRange(node->lanes).getTypes(), node->element()),
          node->lanes);

  // Operands: what is only read, then what is written.
  llvm::MapVector<UpdateNode *, unsigned> argumentOf;
  SmallVector<Value> inputs, outputs;
  llvm::DenseMap<UpdateNode *, Value> values;
  TypeRange lanes = ValueRange(roots.front()->lanes).getTypes();
  for (UpdateNode *node : all) {
    if (node->vector && !llvm::is_contained(destinations, node->vector)) {
      argumentOf[node] = inputs.size();
      inputs.push_back(node->vector);
    } else if (node->kind == Kind::Splat) {
      Value scalar = node->lanes.front();
      if (isa<RankedTensorType>(scalar.getType()))
        scalar = tensor::ExtractOp::create(b, scalar, ValueRange{});
      values[node] = scalar;
    }
  }
  SmallVector<Type> types;
  for (auto [root, destination] : llvm::zip_equal(roots, destinations)) {
    for (UpdateNode *node : all)
      if (destination && node->vector == destination)
        argumentOf[node] = inputs.size() + outputs.size();
    RankedTensorType type = vectorType(lanes, root->element());
    outputs.push_back(destination
                          ? destination
                          : tensor::EmptyOp::create(b, type.getShape(),
                                                    type.getElementType(),
                                                    type.getEncoding())
                                .getResult());
    types.push_back(type);
  }

  SmallVector<AffineMap> maps(inputs.size() + outputs.size(),
                              b.getMultiDimIdentityMap(1));
  return linalg::GenericOp::create(
      b, types, inputs, outputs, maps, {utils::IteratorType::parallel},
      [&](OpBuilder &nested, Location, ValueRange arguments) {
        for (auto [node, number] : argumentOf)
          values[node] = arguments[number];
        for (UpdateNode *node : all) {
          if (node->kind != Kind::Operation)
            continue;
          Operation *op = node->lanes.front().getDefiningOp();
          ImplicitLocOpBuilder body(op->getLoc(), nested);
          ScalarCase scalar{
              body,
              {},
              getElementTypeOrSelf(op->getOperands().back().getType()),
              node->element()};
          for (UpdateNode *operand : node->operands)
            scalar.x.push_back(values.lookup(operand));
          values[node] = findRule(op)(scalar);
        }
        SmallVector<Value> results;
        for (UpdateNode *root : roots)
          results.push_back(values.lookup(root));
        linalg::YieldOp::create(nested, b.getLoc(), results);
      });
}

} // namespace tine
