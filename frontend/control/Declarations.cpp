//===- Declarations.cpp - What tests say of loaded arrays -----------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fact is noted by the load of the array; in the next round that gives an
// array of the type, and the test is decided.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Declarations.h"
#include "frontend/services/Decisions.h"
#include "frontend/services/Diagnoser.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/Loads.h"
#include "frontend/services/Objects.h"
#include "frontend/values/Value.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

namespace {

/// What a test asks of a load.
struct Asked {
  enum class What : uint8_t {
    Nothing,
    Rank,
    Dtype,
    Shape
  } what = What::Nothing;
  unsigned load = 0;
};

class Declarations {
public:
  explicit Declarations(Elaborator &e) : e(e) {}

  void addTest(const ast::Expr *test, bool truth) {
    if (const auto *both = dyn_cast<ast::BoolOpExpr>(test)) {
      if (both->isAnd == truth)
        for (const ast::Expr *part : both->values)
          addTest(part, truth);
    } else if (const auto *unary = dyn_cast<ast::UnaryExpr>(test)) {
      if (unary->op == ast::UnaryOp::Not)
        addTest(unary->operand, !truth);
    } else if (const auto *compare = dyn_cast<ast::CompareExpr>(test)) {
      auto wanted = truth ? ast::CompareOp::Eq : ast::CompareOp::Ne;
      if (compare->ops.size() == 1 && compare->ops[0] == wanted &&
          !addPair(compare->lhs, compare->rhs[0]))
        addPair(compare->rhs[0], compare->lhs);
    }
  }

  void addUnpacked(const ast::Expr *value, size_t count, ast::Range range) {
    Asked asked = askedOf(value);
    if (asked.what == Asked::What::Shape)
      isNew |= expectOfLoad(e, asked.load, std::nullopt, count, range);
  }

  bool finish() {
    if (isNew && !e.stopped())
      e.requestRestart();
    return e.stopped();
  }

private:
  /// The load of an array that a name, or an attribute of one, stands for.
  std::optional<unsigned> loadOf(const ast::Expr *array) {
    const ast::Expr *root = array;
    while (const auto *attribute = dyn_cast<ast::AttributeExpr>(root))
      root = attribute->value;
    if (!isa<ast::NameExpr>(root))
      return std::nullopt;
    Value value = e.eval(array);
    if (e.stopped() || !e.objects.hasRole(value, ClassRole::Unread))
      return std::nullopt;
    const auto &attributes = e.get(value.id).attributes;
    auto number = attributes.find("_load");
    if (number == attributes.end() || !number->second.isConst())
      return std::nullopt;
    return static_cast<unsigned>(number->second.integer);
  }

  Asked askedOf(const ast::Expr *part) {
    using What = Asked::What;
    What what = What::Nothing;
    const ast::Expr *array = nullptr;
    if (const auto *attribute = dyn_cast<ast::AttributeExpr>(part)) {
      what = attribute->name == "ndim"    ? What::Rank
             : attribute->name == "dtype" ? What::Dtype
             : attribute->name == "shape" ? What::Shape
                                          : What::Nothing;
      array = attribute->value;
    } else if (const auto *call = dyn_cast<ast::CallExpr>(part)) {
      const auto *name = dyn_cast<ast::NameExpr>(call->callee);
      const auto *method = dyn_cast<ast::AttributeExpr>(call->callee);
      if (name && name->id == "len" && call->args.size() == 1) {
        const auto *shape = dyn_cast<ast::AttributeExpr>(call->args[0]);
        if (shape && shape->name == "shape") {
          what = What::Rank;
          array = shape->value;
        }
      } else if (method && call->args.empty() &&
                 (method->name == "dim" || method->name == "ndimension")) {
        what = What::Rank;
        array = method->value;
      } else if (method && call->args.empty() && method->name == "size") {
        what = What::Shape;
        array = method->value;
      }
    }
    std::optional<unsigned> load;
    if (what != What::Nothing)
      load = loadOf(array);
    return load ? Asked{what, *load} : Asked();
  }

  /// True if the part asks something of a load.
  bool addPair(const ast::Expr *part, const ast::Expr *wanted) {
    Asked asked = askedOf(part);
    if (asked.what == Asked::What::Nothing)
      return false;
    Value value = e.eval(wanted);
    if (e.stopped())
      return true;
    std::optional<int64_t> dtype, rank;
    if (asked.what == Asked::What::Dtype) {
      value =
          e.run.callLibrary("numpy._operands._type", {value}, wanted->range);
      if (!e.stopped() && value.is(Kind::DType))
        dtype = value.integer;
    } else if (asked.what == Asked::What::Rank) {
      if (value.is(Kind::Int) && value.isConst())
        rank = value.integer;
    } else if (value.is(Kind::Tuple)) {
      rank = value.items.size();
    }
    if (rank && (*rank < 0 || *rank > 14))
      rank.reset();
    isNew |= expectOfLoad(e, asked.load, dtype, rank, part->range);
    return true;
  }

  Elaborator &e;
  bool isNew = false;
};

} // namespace

static bool hasLoads(Elaborator &e) {
  return !e.decisions.facts.loads.list.empty() && !e.script();
}

bool declares(Elaborator &e, const ast::Expr *test, bool truth) {
  if (!hasLoads(e))
    return false;
  Declarations declarations(e);
  declarations.addTest(test, truth);
  return declarations.finish();
}

bool declaresRank(Elaborator &e, const ast::AssignStmt *stmt) {
  const auto *targets = stmt->targets.size() == 1
                            ? dyn_cast<ast::TupleExpr>(stmt->targets[0])
                            : nullptr;
  if (!targets || !hasLoads(e) ||
      llvm::any_of(targets->elements, [](const ast::Expr *target) {
        return isa<ast::StarredExpr>(target);
      }))
    return false;
  Declarations declarations(e);
  declarations.addUnpacked(stmt->value, targets->elements.size(), stmt->range);
  return declarations.finish();
}

} // namespace tine::elaborate
