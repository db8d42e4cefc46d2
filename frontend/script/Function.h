//===- Function.h - The check of one scripted function ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the files of the check share: the variables of a
// function at a point of it, in frames as TorchScript has them. A branch or
// loop of the run has a frame of its own, in which a variable of an outer one
// keeps its type.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SCRIPT_FUNCTION_H
#define TINE_FRONTEND_SCRIPT_FUNCTION_H

#include "frontend/script/Checker.h"
#include "frontend/script/Names.h"
#include "frontend/script/Types.h"
#include <functional>

namespace tine::elaborate {

/// What all functions of a file share.
struct ScriptProgram {
  const SourceFile &file;
  ScriptNames names;
  std::vector<ScriptChecker::Scripted> functions; // grows

  llvm::StringRef text(ast::Range range) const {
    return file.text().slice(range.begin, range.end);
  }
};

struct ScriptVariable {
  Type type;
  std::string conflict = {}; // why it cannot be read
};

class ScriptFunction {
public:
  using Reporter = std::function<void(ast::Range, const llvm::Twine &)>;

  ScriptFunction(ScriptProgram &program, const ast::FunctionDefStmt &def,
                 const ScriptChecker::Scripted &scripted, Reporter report)
      : program(program), def(def), scripted(scripted),
        report(std::move(report)) {}

  void check(bool hasSelf);

private:
  using Frame = std::map<llvm::StringRef, ScriptVariable>;

  /// What TorchScript does with a condition: takes an arm while it compiles,
  /// leaves it to the run, or one of the two.
  enum class Decision : uint8_t { True, False, Run, Unsure };

  //===--------------------------------------------------------------------===//
  // Statements (Statements.cpp); those that give a bool say whether control can
  // go on
  //===--------------------------------------------------------------------===//

  void parameters(bool hasSelf);
  bool block(ast::Block body);
  bool stmt(const ast::Stmt *s);
  bool branch(const ast::IfStmt *s);
  void loop(const ast::ForStmt *s);
  /// The body of a loop of the run; `start` sets its variables.
  void loopBody(ast::Block body, llvm::function_ref<void()> start);
  void simple(const ast::Stmt *s);
  void declare(const ast::AnnAssignStmt *s);
  void change(const ast::AugAssignStmt *s);
  void give(const ast::ReturnStmt *s);
  void fail(const ast::RaiseStmt *s);
  void remove(const ast::Expr *target, ast::Range range);
  Type valueOf(const ast::AssignStmt *s);
  void assign(const ast::Expr *target, const Type &type, ast::Range range);
  void setName(llvm::StringRef name, Type type, ast::Range range);
  void setItem(const ast::SubscriptExpr *target, const Type &type);
  void setAttribute(const ast::AttributeExpr *target);
  /// The variables behind a branch, from those that its arms have set.
  void join(const Frame &then, const Frame &other);
  /// Nothing is known any more of what the statement may set.
  void forget(const ast::Stmt *s);
  void mustBecome(const Type &from, const Type &to, Place place,
                  ast::Range range, const llvm::Twine &what);
  void reportOperands(llvm::StringRef op, const Type &a, const Type &b,
                      ast::Range range);

  /// The variable in the first `depth` frames, null if it is in none.
  const ScriptVariable *find(llvm::StringRef name, size_t depth) const;

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Calls.cpp)
  //===--------------------------------------------------------------------===//

  Type expr(const ast::Expr *e);
  Type name(const ast::NameExpr *e);
  Type binary(const ast::BinaryExpr *e);
  Type compare(const ast::CompareExpr *e);
  Type choice(const ast::IfElseExpr *e);
  Type attribute(const ast::AttributeExpr *e);
  Type attributeOf(const ast::AttributeExpr *e, const Type &base);
  /// Whether the module that `self` is may have it.
  bool hasAttribute(llvm::StringRef attribute) const;
  Type subscript(const ast::SubscriptExpr *e);
  Type comprehension(const ast::ComprehensionExpr *e);
  Type list(const ast::ListExpr *e);
  Type dict(const ast::DictExpr *e);
  Type call(const ast::CallExpr *e);
  Type callName(const ast::CallExpr *e, llvm::StringRef name);
  Type callMethod(const ast::CallExpr *e, const ast::AttributeExpr *callee);
  /// `self.name(...)`; Unknown if it is no method of the class.
  Type callSelf(const ast::CallExpr *e, llvm::StringRef name);
  /// Null if the function is none of torch's that give a tensor.
  Type callTorch(const ast::CallExpr *e, const ast::AttributeExpr *callee);
  std::vector<Type> arguments(const ast::CallExpr *e);
  /// Reports a call of a value that is known to be no function.
  void callValue(const ast::CallExpr *e, const Type &callee);
  /// Whether the function takes the arguments; its result.
  Type bind(const ast::FunctionDefStmt &callee, bool hasSelf,
            const ast::CallExpr *e);
  void bindTypes(const ast::FunctionDefStmt &callee, bool hasSelf,
                 const ast::CallExpr *e);
  void append(const ast::CallExpr *e, const Type &list, const Type &item);
  bool isSelf(const ast::Expr *e) const;
  bool isBuiltin(llvm::StringRef name) const;

  /// Evaluates a condition as far as it certainly is compiled.
  Decision condition(const ast::Expr *e);
  Decision conditionOfCall(const ast::CallExpr *e);
  /// What a loop gets of an iterable; none where it may be unrolled.
  std::optional<Type> elementOf(const ast::Expr *e);
  std::optional<Type> elementOfCall(const ast::CallExpr *e);

  Type annotation(const ast::Expr *e);
  /// The same without a message.
  Type quietAnnotation(const ast::Expr *e) const;
  Type typeOfParameter(const ast::FunctionDefStmt &def, size_t i,
                       bool hasSelf) const;

  ScriptProgram &program;
  const ast::FunctionDefStmt &def;
  ScriptChecker::Scripted scripted;
  Reporter report;
  std::vector<Frame> frames{Frame()};
  Type returns, returned; // as declared; by the first `return`
  /// How many conditions may tell the type of a variable.
  std::map<llvm::StringRef, unsigned> tested;
  /// Parameters that are Optionals where the only test of them is.
  std::set<llvm::StringRef> optionals;
  std::set<llvm::StringRef> missed; // names that were reported
  bool isLost = false;              // whether the rest is compiled is not known
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SCRIPT_FUNCTION_H
