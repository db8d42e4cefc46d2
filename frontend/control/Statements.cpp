//===- Statements.cpp - Elaboration of statements -------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, `with`, `return`, `raise`, `assert`, definitions, imports.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Statements.h"
#include "frontend/builtins/Registry.h"
#include "frontend/control/Arguments.h"
#include "frontend/control/Attempts.h"
#include "frontend/control/Declarations.h"
#include "frontend/control/Elaborator.h"
#include "frontend/control/Generators.h"
#include "frontend/control/SteppedStatements.h"
#include "frontend/services/Cells.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static Flow fail(Elaborator &e, const ast::Stmt *stmt, const Twine &message) {
  e.error(stmt->range, message);
  return Flow::none();
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

static Flow execExpr(Elaborator &e, const ast::ExprStmt *stmt) {
  // A docstring.
  if (isa<ast::StringExpr>(stmt->value))
    return {};
  if (auto *yield = dyn_cast<ast::YieldExpr>(stmt->value);
      yield && e.frames.back().generation)
    return e.frames.back().generation->give(yield);
  size_t older = e.objects.heap.size();
  Value value = e.eval(stmt->value);
  if (e.stopped())
    return Flow::none();
  if (e.partlyRaised)
    return *std::exchange(e.partlyRaised, std::nullopt);
  // A result that the program drops is still computed; what was changed in
  // place is not dropped.
  if (value.is(Kind::Tensor) && !e.script() && e.frames.back().isModule &&
      e.get(value.id).storage >= older)
    KeepOp::create(e.b, e.loc(stmt->range), ValueRange{e.tensors.read(value)});
  return {};
}

/// What TorchScript infers for a function without annotation is one type.
static bool returnsOneType(Elaborator &e, const Value &value,
                           const ast::ReturnStmt *stmt) {
  Frame &frame = e.frames.back();
  Type now = e.types.typeOf(value);
  auto simple = [](const Type &type) {
    return type->kind == TypeKind::Int || type->kind == TypeKind::Float ||
           type->kind == TypeKind::Bool || type->kind == TypeKind::Str ||
           type->kind == TypeKind::Tensor;
  };
  if (!frame.types.returned) {
    frame.types.returned = now;
  } else if (simple(now) && simple(frame.types.returned) &&
             now->kind != frame.types.returned->kind) {
    e.error(stmt->range, "the previous 'return' gave a value of type '" +
                             toString(frame.types.returned) +
                             "' but this one gives a value of type '" +
                             toString(now) + "'");
    return false;
  }
  return true;
}

static Flow returnValue(Elaborator &e, Value value,
                        const ast::ReturnStmt *stmt) {
  // Calls move the frames.
  const Type returnType = e.frames.back().types.result;
  if (!e.stopped())
    value = listOfTuple(e, std::move(value), returnType, stmt->range);
  if (!e.stopped() && returnType)
    value = e.types.convert(value, returnType, stmt->range, "the return value");
  if (!e.stopped() && e.script() && isDictView(value))
    value = e.containers.listOfView(value, stmt->range);
  if (e.stopped() ||
      (e.script() && !returnType && !returnsOneType(e, value, stmt)))
    return Flow::none();
  Flow flow = Flow::none();
  flow.returns = true;
  flow.result = value;
  return flow;
}

static Flow execReturn(Elaborator &e, const ast::ReturnStmt *stmt) {
  if (e.frames.back().isModule)
    return fail(e, stmt, "'return' outside a function");
  if (Generation *generation = e.frames.back().generation;
      generation && !generation->isManager())
    return generation->end(stmt);
  Value value = stmt->value ? e.eval(stmt->value) : makeNone();
  return e.afterCall([&] { return returnValue(e, value, stmt); }, stmt->range);
}

static Flow execBreak(Elaborator &e) {
  Flow flow = Flow::none();
  flow.breaks = true;
  const std::vector<std::string> &flags = e.frames.back().body.elseFlags;
  if (!flags.empty() && !flags.back().empty())
    setVariable(e, flags.back(), makeBool(false));
  return flow;
}

static Flow execAssert(Elaborator &e, const ast::AssertStmt *stmt) {
  if (declares(e, stmt->condition, true))
    return Flow::none();
  Value condition = e.evalCondition(stmt->condition);
  if (e.stopped())
    return Flow::none();
  if (condition.isConst() && condition.integer)
    return {};
  auto fails = [&]() -> Flow {
    Value message = stmt->message ? e.eval(stmt->message) : makeStr("");
    if (!e.stopped())
      message = e.model.toText(message, stmt->range);
    return e.paths.raise(errorClass("AssertionError"), message, stmt->range);
  };
  if (condition.isConst())
    return fails();
  auto holds = [&]() -> Flow {
    e.refine(stmt->condition, true);
    return {};
  };
  Flow flow = e.paths.branch(condition.ssa, holds, fails, stmt->range);
  return e.paths.sequence(flow, holds, stmt->range);
}

static Flow execFunctionDef(Elaborator &e, const ast::FunctionDefStmt *def) {
  if (e.script())
    return fail(e, def,
                "nested functions are not supported in TorchScript; define '" +
                    def->name + "' at module level");
  Value function = e.classes.defineFunction(def, nullptr);
  return !e.stopped() && e.assignName(def->name, function, def->nameRange)
             ? Flow()
             : Flow::none();
}

static Flow execClassDef(Elaborator &e, const ast::ClassDefStmt *def) {
  Value classValue = e.classes.defineClass(def);
  return !e.stopped() && e.assignName(def->name, classValue, def->nameRange)
             ? Flow()
             : Flow::none();
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

/// Imports bind names; nothing is executed. A module that is not supported has
/// no names, and a name that is not is an error where it is used.
static bool bindImport(Elaborator &e, const ast::ImportAlias &alias,
                       StringRef qualifiedName, StringRef local,
                       bool isModule) {
  Value value = e.model.qualified(qualifiedName);
  if (e.stopped())
    return false;
  // Where the program is ready for that, a package is not there.
  ErrorClass missing = errorClass("ModuleNotFoundError");
  StringRef package = qualifiedName.split('.').first;
  if (!value && !e.model.qualified(package) && e.diagnoser.isSeen(missing)) {
    e.fault("ModuleNotFoundError", alias.range,
            "No module named '" + package + "'");
    return false;
  }
  if (!value && isModule)
    value = makeNamespace(qualifiedName);
  if (!value) {
    auto [owner, name] = qualifiedName.rsplit('.');
    bool isKnown = static_cast<bool>(e.model.qualified(owner));
    value.kind = Kind::Undefined;
    value.text =
        (isKnown ? "is not supported: '" + owner + "' has no '" + name +
                       "' that Tine supports"
                 : "is of the module '" + owner + "', which is not supported")
            .str();
  }
  return e.assignName(local, value, alias.range);
}

/// Runs a module of the program; one that its package lacks is an error.
static bool runModule(Elaborator &e, StringRef name, ast::Range range) {
  bool isThere = e.modules.importModule(name, range);
  if (!isThere && !e.stopped() &&
      e.frames.userModules.count(name.split('.').first.str()))
    e.fault("ModuleNotFoundError", range, "No module named '" + name + "'");
  return !e.stopped();
}

static Flow execImport(Elaborator &e, const ast::ImportStmt *import) {
  for (const ast::ImportAlias &alias : import->names) {
    // `import a.b` binds a.
    StringRef name = alias.name, local = alias.asName;
    if (!runModule(e, name, alias.range))
      return Flow::none();
    if (local.empty())
      local = name = name.split('.').first;
    if (!bindImport(e, alias, name, local, /*isModule=*/true))
      return Flow::none();
  }
  return {};
}

/// What `from module import *` binds: functions and classes.
static std::set<std::string> publicNames(Elaborator &e, StringRef module) {
  std::set<std::string> names;
  std::string prefix = (module + ".").str();
  for (const auto &entry : e.builtins()) {
    StringRef name = entry.first;
    if (name.consume_front(prefix) && !name.contains('.'))
      names.insert(name.str());
  }
  if (auto own = e.frames.userModules.find(module.str());
      own != e.frames.userModules.end())
    return e.modules.publicNamesOf(*own->second);
  if (Scope *scope = e.modules.library(module))
    for (const auto &[name, value] : scope->globals)
      if (!value.is(Kind::Namespace) && !StringRef(name).starts_with("_"))
        names.insert(name);
  for (StringRef constant : {"pi", "e", "tau", "inf", "nan"})
    if (module == "math")
      names.insert(constant.str());
  return names;
}

/// What `from ..module` means in this file; null after an error.
static std::optional<std::string>
absoluteName(Elaborator &e, const ast::ImportFromStmt *import) {
  const std::optional<std::string> &own = e.frames.back().scope->package;
  if (!own || own->empty()) {
    e.fault("ImportError", import->range,
            "attempted relative import with no known parent package");
    return std::nullopt;
  }
  StringRef package = *own;
  for (unsigned i = 1; i < import->level; ++i) {
    if (!package.contains('.')) {
      e.fault("ImportError", import->range,
              "attempted relative import beyond top-level package");
      return std::nullopt;
    }
    package = package.rsplit('.').first;
  }
  return import->module.empty() ? package.str()
                                : (package + "." + import->module).str();
}

static Flow execImportFrom(Elaborator &e, const ast::ImportFromStmt *import) {
  if (import->module == "__future__")
    return {};
  std::string module = import->module.str();
  if (import->level) {
    std::optional<std::string> package = absoluteName(e, import);
    if (!package)
      return Flow::none();
    module = *package;
  }
  if (!runModule(e, module, import->range))
    return Flow::none();
  for (const ast::ImportAlias &alias : import->names) {
    if (alias.name == "*") {
      for (const std::string &name : publicNames(e, module))
        if (!e.assignName(name, e.model.qualified(module + "." + name),
                          import->range))
          return Flow::none();
      continue;
    }
    std::string name = module + "." + alias.name.str();
    if (auto own = e.frames.userModules.find(module);
        own != e.frames.userModules.end()) {
      // A name of the module, or a module in it.
      bool isThere = static_cast<bool>(
          e.modules.ofUserModule(module, alias.name, alias.range));
      if (!isThere && !e.stopped())
        isThere = e.modules.importModule(name, alias.range);
      if (!isThere && !e.stopped())
        e.fault("ImportError", alias.range,
                "cannot import name '" + alias.name + "' from '" + module +
                    "' (" + own->second->file->name() + ")");
      if (e.stopped())
        return Flow::none();
    }
    if (!bindImport(e, alias, name,
                    alias.asName.empty() ? alias.name : alias.asName,
                    /*isModule=*/false))
      return Flow::none();
  }
  return {};
}

/// `global` and `nonlocal`, which the text of the function has told already.
static Flow execDeclaration(Elaborator &e, const ast::Stmt *stmt,
                            ArrayRef<StringRef> names) {
  if (e.script())
    return fail(e, stmt,
                "TorchScript has no 'global' and 'nonlocal': pass the value "
                "and return the new one");
  bool isNonlocal = isa<ast::NonlocalStmt>(stmt);
  if (isNonlocal && e.frames.back().isModule)
    return fail(e, stmt, "'nonlocal' outside a function");
  for (StringRef name : names) {
    std::optional<unsigned> object = cellOf(e.frames.back(), name);
    bool isGlobal =
        object && globalCell(e, *e.frames.back().scope, name) == object;
    if (isNonlocal ? !object || isGlobal : !isGlobal)
      return fail(e, stmt,
                  isNonlocal ? "no function around this one has a variable '" +
                                   name + "'"
                             : "'" + name +
                                   "' cannot be declared 'global' "
                                   "here");
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The expression that is all of what a statement computes; null if none is.
static const ast::Expr *wholeOf(const ast::Stmt *stmt) {
  if (auto *expr = dyn_cast<ast::ExprStmt>(stmt))
    return expr->value;
  auto *returns = dyn_cast<ast::ReturnStmt>(stmt);
  return returns ? returns->value : nullptr;
}

/// Any statement but `if`, for which the rest of its block counts.
static Flow execStmt(Elaborator &e, const ast::Stmt *stmt) {
  const ast::Expr *whole = wholeOf(stmt);
  e.frames.back().body.whole = {whole ? whole->range : ast::Range(),
                                e.diagnoser.conditional};
  auto flowOf = [&](bool done) {
    return done ? e.afterCall([] { return Flow(); }, stmt->range)
                : Flow::none();
  };
  switch (stmt->kind) {
  case ast::StmtKind::Expr:
    return execExpr(e, cast<ast::ExprStmt>(stmt));
  case ast::StmtKind::Assign:
    return execAssign(e, cast<ast::AssignStmt>(stmt));
  case ast::StmtKind::AnnAssign:
    return flowOf(execAnnAssign(e, cast<ast::AnnAssignStmt>(stmt)));
  case ast::StmtKind::AugAssign:
    return flowOf(execAugAssign(e, cast<ast::AugAssignStmt>(stmt)));
  case ast::StmtKind::Delete:
    return flowOf(execDelete(e, cast<ast::DeleteStmt>(stmt)));
  case ast::StmtKind::Return:
    return execReturn(e, cast<ast::ReturnStmt>(stmt));
  case ast::StmtKind::If:
    return e.exec(ast::Block(stmt));
  case ast::StmtKind::While:
    return e.execWhile(cast<ast::WhileStmt>(stmt));
  case ast::StmtKind::For:
    return e.execFor(cast<ast::ForStmt>(stmt));
  case ast::StmtKind::Break:
    return execBreak(e);
  case ast::StmtKind::Continue: {
    Flow flow = Flow::none();
    flow.continues = true;
    return flow;
  }
  case ast::StmtKind::Pass:
    return {};
  case ast::StmtKind::Import:
    return execImport(e, cast<ast::ImportStmt>(stmt));
  case ast::StmtKind::ImportFrom:
    return execImportFrom(e, cast<ast::ImportFromStmt>(stmt));
  case ast::StmtKind::Raise:
    return execRaise(e, cast<ast::RaiseStmt>(stmt));
  case ast::StmtKind::Assert:
    return execAssert(e, cast<ast::AssertStmt>(stmt));
  case ast::StmtKind::With:
    return execWith(e, cast<ast::WithStmt>(stmt));
  case ast::StmtKind::FunctionDef:
    return execFunctionDef(e, cast<ast::FunctionDefStmt>(stmt));
  case ast::StmtKind::ClassDef:
    return execClassDef(e, cast<ast::ClassDefStmt>(stmt));
  case ast::StmtKind::Try:
    return execTry(e, cast<ast::TryStmt>(stmt));
  case ast::StmtKind::Global:
    return execDeclaration(e, stmt, cast<ast::GlobalStmt>(stmt)->names);
  case ast::StmtKind::Nonlocal:
    return execDeclaration(e, stmt, cast<ast::NonlocalStmt>(stmt)->names);
  case ast::StmtKind::Match:
    return fail(e, stmt,
                "'match' is not supported in TorchScript: use 'if' and 'elif'");
  }
  return {};
}

Flow Elaborator::execNested(ast::Block block) {
  ++frames.back().types.depth;
  Flow flow = exec(block);
  Frame &frame = frames.back();
  --frame.types.depth;
  for (auto &entry : frame.types.defined)
    entry.second.depth = std::min(entry.second.depth, frame.types.depth);
  return flow;
}

Flow Elaborator::exec(ast::Block block) {
  return execFrom(block, /*areStepsTaken=*/false);
}

Flow Elaborator::execFrom(ast::Block block, bool areStepsTaken) {
  for (size_t i = 0; i < block.size(); ++i) {
    const ast::Stmt *stmt = block[i];
    if (stopped() || !budget.spend(stmt->range))
      return Flow::none();
    frames.here = stmt->range;
    unpacked = unpackedBy(stmt);
    program.outside.beginStatement();
    // What follows it may run in one of its arms, as behind an `if`.
    if (auto *match = dyn_cast<ast::MatchStmt>(stmt); match && !script()) {
      SmallVector<const ast::Stmt *> all(match->lowered);
      llvm::append_range(all, block.drop_front(i + 1));
      return exec(all);
    }
    Checkpoint point = checkpoint();
    auto rest = [&] { return exec(block.drop_front(i + 1)); };
    // What follows an `if` with return, break or continue runs in the arm that
    // falls through.
    if (!std::exchange(areStepsTaken, false) && goesInSteps(*this)) {
      std::optional<Flow> flow = takeSteps(*this, stepsOf(stmt), [&] {
        return execFrom(block.drop_front(i), /*areStepsTaken=*/true);
      });
      if (diagnoser.thrown && diagnoser.endDeadPath())
        return Flow::raise();
      if (recover(point, stmt))
        continue;
      if (stopped() || flow)
        return stopped() ? Flow::none() : *flow;
    }
    if (auto *ifStmt = dyn_cast<ast::IfStmt>(stmt)) {
      frames.back().body.whole = {};
      std::optional<Flow> flow = execIf(*this, ifStmt, rest, point);
      if (diagnoser.thrown && diagnoser.endDeadPath())
        return Flow::raise();
      if (flow)
        return *flow;
      continue;
    }
    Flow flow = execStmt(*this, stmt);
    if (diagnoser.thrown && diagnoser.endDeadPath())
      flow = Flow::raise();
    if (recover(point, stmt))
      continue;
    if (stopped())
      return Flow::none();
    program.parameters.afterStatement(stmt->range);
    if (!flow.onlyNormal())
      return paths.sequence(flow, rest, stmt->range);
  }
  return {};
}

} // namespace tine::elaborate
