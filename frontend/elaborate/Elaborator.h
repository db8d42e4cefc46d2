//===- Elaborator.h - Abstract interpreter of model programs ----*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a program from its entry point. What is known at compile time (module
// structure, functions, strings, shapes, known numbers) is computed; what
// depends on data becomes IR in the dialects tine, nn, scf and arith.
//
// How it works:
//   1. `State` is everything that the program could observe: the variables of
//      the running function and the heap. Both arms of a branch and the body of
//      a loop are elaborated from a copy of it and joined (Joiner.cpp,
//      RuntimeLoop.cpp).
//   2. Calls are elaborated in place, with the caller's knowledge.
//   3. A choice that turns out wrong later, such as keeping a list at compile
//      time whose length then depends on data, is recorded as a fact and the
//      elaboration starts again, up to a cap of rounds.
//
// Errors: a function that fails has reported a diagnostic (or asked for a
// restart), has set `stopped`, and returns an invalid Value.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_ELABORATE_ELABORATOR_H
#define TINE_FRONTEND_ELABORATE_ELABORATOR_H

#include "dialects/nn/NN.h"
#include "frontend/elaborate/ModulePaths.h"
#include "frontend/elaborate/Parameters.h"
#include "frontend/elaborate/Tf32.h"
#include "frontend/elaborate/control/Counting.h"
#include "frontend/elaborate/control/LoopHistory.h"
#include "frontend/elaborate/script/Checker.h"
#include "frontend/elaborate/state/Modes.h"
#include "frontend/elaborate/state/State.h"
#include "frontend/syntax/Parser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <deque>
#include <set>

namespace tine::elaborate {

/// The arguments of a call after evaluation.
struct CallArgs {
  CallArgs() = default;
  explicit CallArgs(ast::Range range, std::vector<Value> positional = {},
                    std::vector<ast::Range> ranges = {})
      : positional(std::move(positional)), range(range),
        ranges(std::move(ranges)) {}

  std::vector<Value> positional;
  std::vector<std::pair<std::string, Value>> keywords;
  ast::Range range;
  std::vector<ast::Range> ranges; // of the positional ones
  bool inAnyOrder = false;        // nobody sees the order of their items
};

/// Arguments bound to the parameters of a builtin.
struct Bound {
  std::vector<Value> values; // Invalid where not given
  std::vector<ast::Range> ranges;
  ast::Range range; // of the call
  std::string name; // as the user wrote it
  Value &operator[](size_t i) { return values[i]; }
  bool has(size_t i) const { return values[i].kind != Kind::Invalid; }
  bool given(size_t i) const { return has(i) && !values[i].is(Kind::None); }
};

/// The names of the two that a function gives ("max": values and indices).
llvm::SmallVector<llvm::StringRef, 4> fieldsOfResult(llvm::StringRef name);

/// Of a string in UTF-8.
std::vector<Value> characters(llvm::StringRef text);

class Elaborator;
using Handler = Value (*)(Elaborator &, Bound &);

struct BuiltinInfo {
  std::string signature; // "input, dim=None, *, dtype=None"
  Handler handler;
};

class Elaborator {
public:
  struct ActiveLoop {
    Site site;
    bool knownTrip;
    size_t older; // the objects that there were before
    LoopHistory history;
    Counter counter{};            // of the trial that goes on, if `knownTrip`
    bool isGuess = false;         // that it carries what it did before
    bool asksGrad = false;        // whether a tensor requires a gradient
    bool startsOtherwise = false; // than an iteration ends, which says that
    /// Where a trial asked whether an element of a list of its own requires a
    /// gradient, which those of other lists of its variable do: an error if the
    /// last trial does so.
    std::optional<ast::Range> asksOfOther{};
    /// It has a condition that may be known in each iteration, or so many
    /// iterations, if that is known.
    bool isWhile = false;
    int64_t trip = -1;
  };

  Elaborator(mlir::MLIRContext *context, Diagnostics &diagnostics,
             Facts &facts);

  /// Elaborates the statements of a program into `program`.
  mlir::OwningOpRef<mlir::ModuleOp> run(const SourceFile &file,
                                        const ast::Module &tree);
  bool restartRequested() const { return restart; }

  //===--------------------------------------------------------------------===//
  // Diagnostics and locations
  //===--------------------------------------------------------------------===//

  /// Reports an error; the result converts to every failure value. Under an
  /// assumption it asks for a restart without it instead.
  Value error(ast::Range range, const llvm::Twine &message);
  void noteCalls(size_t count);
  /// A warning about code that can run or not.
  void warning(ast::Range range, const llvm::Twine &message);
  /// An error of kinds and types that is known here, which Python raises, too:
  /// goes to a `try` that sees it with Python's text, else is reported with
  /// `message`.
  Value kindError(llvm::StringRef kind, ast::Range range,
                  const llvm::Twine &pythons, const llvm::Twine &message);
  /// An error of the program that PyTorch raises at run time: rejected when it
  /// is certain to happen before anything is printed, else raised there.
  Value fault(llvm::StringRef kind, ast::Range range,
              const llvm::Twine &message);
  /// The current path has ended with an error.
  Value die() {
    stopped = dead = true;
    return {};
  }
  /// Ends a dead path at the branch, loop or task that it is in.
  bool endDeadPath() {
    if (!stopped || !dead)
      return false;
    stopped = dead = thrown = false;
    return true;
  }
  /// The same where it is a flow.
  Flow endPath(Flow flow) {
    bool raises = thrown;
    return !endDeadPath() ? flow : raises ? Flow::raise() : Flow::none();
  }
  Value requestRestart();
  mlir::Location loc(ast::Range range);
  const SourceFile &file() const { return *frames.back().scope->file; }
  bool script() const { return frames.back().script; }
  /// Whether a call of the program's functions from here is TorchScript's.
  bool callsScript() const {
    return frames.back().script || frames.back().inScript;
  }
  Site site(const void *node) const { return {node, frames.back().path}; }
  /// The site of a list or dict.
  Site siteOfMade(const void *node) const {
    Site made = site(node);
    if (facts.perIteration.count(made))
      made.second = llvm::hash_combine(made.second, iterationPath);
    return made;
  }
  /// A place in the source in the place of a node of the tree.
  static const void *nodeOf(ast::Range range) {
    return reinterpret_cast<const void *>(
        static_cast<uintptr_t>(range.begin) << 32 |
        static_cast<uintptr_t>(range.end) << 1 | 1);
  }
  /// Code that is reached in another way has sites of its own.
  template <typename Way, typename Act> auto along(const Way &way, Act act) {
    size_t path = frames.back().path, depth = frames.size();
    frames.back().path = llvm::hash_combine(path, way);
    auto result = act();
    if (frames.size() == depth)
      frames.back().path = path;
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Limits (Limits.cpp): false when an error was reported
  //===--------------------------------------------------------------------===//

  /// Counts steps of elaboration, and looks at the stack.
  bool spend(ast::Range range, uint64_t steps = 1);
  bool checkLength(uint64_t length, ast::Range range, llvm::StringRef what);
  bool checkText(uint64_t size, ast::Range range);
  /// The parts of a tuple, or the text of a string.
  bool checkValue(const Value &value, ast::Range range);
  /// Before a branch, loop or task that stays one.
  bool checkNesting(ast::Range range);
  bool checkTensor(mlir::RankedTensorType type, ast::Range range);
  /// False, reported: a view of every `step`th element has strides too large.
  bool checkStep(const Value &tensor, int64_t step, ast::Range range);
  /// Before `item` is put into a list or dict: it may not hold that itself.
  bool checkItem(const Value &container, const Value &item, ast::Range range);
  /// False, reported: a list or dict that other waits give, too.
  bool checkChange(const Value &container, ast::Range range);

  //===--------------------------------------------------------------------===//
  // Statements and control flow (Statements.cpp, Joiner.cpp, RuntimeLoop.cpp)
  //===--------------------------------------------------------------------===//

  Flow exec(ast::Block block);
  /// A block whose variables are its own: an arm or the body of a loop.
  Flow execNested(ast::Block block);
  Flow execFor(const ast::ForStmt *stmt);
  Flow execWhile(const ast::WhileStmt *stmt);
  /// Runs `rest` where `first` ended normally.
  Flow sequence(Flow first, llvm::function_ref<Flow()> rest, ast::Range range);
  Flow branch(mlir::Value condition, llvm::function_ref<Flow()> thenArm,
              llvm::function_ref<Flow()> elseArm, ast::Range range);
  /// A value of either arm: `if`-expressions, `and`, `or`.
  Value select(mlir::Value condition, llvm::function_ref<Value()> thenArm,
               llvm::function_ref<Value()> elseArm, ast::Range range);
  /// What `use` makes of a Kind::Either, on the path of each of the two.
  Value onEither(const Value &either, llvm::function_ref<Value(Value)> use,
                 ast::Range range);
  /// What `call` gives for each of the two that the `i`th positional argument
  /// is, or the keyword behind them.
  Value onEitherArgument(const CallArgs &args, size_t i,
                         llvm::function_ref<Value(CallArgs &)> call);
  /// A loop that stays a loop. `body` gets the iteration's number; `condition`
  /// is for while loops, else `trip` iterations run.
  Flow runtimeLoop(Value trip, llvm::function_ref<Value()> condition,
                   llvm::function_ref<Flow(Value)> body,
                   const LoopSource &source);
  /// Lets optimizers of the library make their state in front of the loops
  /// around, if one of them holds the dict that a path changes. Asks for a
  /// restart then.
  bool prepareOptimizers(unsigned dict);
  /// The iterations of a loop, whether they are unrolled or not.
  Flow aroundLoop(const LoopSource &source, llvm::function_ref<Flow()> loop);
  /// The first iterations of a loop one by one, then `rest`, which is the
  /// others. `condition` says whether there is one more.
  Flow peeledLoop(int64_t peeled, llvm::function_ref<Value()> condition,
                  llvm::function_ref<Flow(int64_t)> body,
                  llvm::function_ref<Flow()> rest, ast::Range range);
  /// A flow in which `continue` (and `break`) has become the normal end.
  Flow absorb(Flow flow, bool breaks, ast::Range range);
  /// Lets lists and dicts of tensors that paths choose, or that a loop makes
  /// anew, be known at compile time; false if that was so already.
  bool keepLists();
  /// Reports that a size would have to be known, unless keepLists() may tell
  /// it.
  Value unknownSize(ast::Range range, const llvm::Twine &message);
  /// Whether operations record a graph here; an error where only the run knows.
  bool recordsGraph();
  const Value &mode(Mode mode) const { return getMode(heap, mode); }
  /// Sets the mode; what it was before.
  Value exchangeMode(Mode mode, Value value);
  /// The mode, which must be known at compile time, else an error is reported.
  int64_t knownMode(Mode mode, ast::Range range);
  /// What `use` gives with the mode; if only the run knows that, on the path of
  /// each of the two that it may be.
  Value underMode(Mode mode, ast::Range range,
                  llvm::function_ref<Value(bool)> use);
  /// Restarts with what else holds the storage known at compile time; false if
  /// that was tried already.
  bool keepHolder(unsigned storage);
  /// Whether it is known what leaf the tensor is, if any: false after a restart
  /// or an error.
  bool knowsLeaf(const Value &tensor, ast::Range range);
  /// The iterations of a `while` one by one as long as its condition is known,
  /// then `rest`.
  Flow knownWhile(llvm::function_ref<Value()> condition,
                  llvm::function_ref<Flow()> body,
                  llvm::function_ref<Flow()> rest, ast::Range range);
  /// A loop whose iterations are elaborated one by one.
  Flow unrolledLoop(int64_t trip, llvm::function_ref<Flow(int64_t)> body,
                    ast::Range range);
  /// Runs `body` with each element of `iterable`.
  Flow iterate(Value iterable, const LoopSource &source,
               llvm::function_ref<Flow(Value)> body);
  /// The number of elements, and how to get number i, of what `for` accepts.
  struct Sequence {
    Value length;            // an int, known or not
    bool mustUnroll = false; // elements are known, and differ
    bool canRoll = false; // though they do, element() takes an int of the run
    int64_t atMost = -1;  // where the length is not known, if it may be
    Value list;           // if it is the elements of one
    std::function<Value(Value)> element;
  };
  /// `beside`: a list of compile time stays one however long it is, as it is
  /// walked over beside parameters.
  bool sequenceOf(Value iterable, ast::Range range, Sequence &out,
                  bool beside = false);
  /// Whether the program may ask which keys a dict has; else an error is
  /// reported. The library may always.
  bool knowsKeys(const Value &dict, ast::Range range);
  /// Whether it is a parameter or another tensor that keeps its gradient.
  bool isLeaf(const Value &value);
  /// Whether it is a list of compile time with a parameter or another leaf.
  bool hasLeaf(const Value &list);
  /// Assumes that the loop needs no iteration in front of it, unless it is
  /// known that it does.
  bool assumeStartsAlike(Site loop);
  /// Restarts with the loops over parts of tensors unrolled, if any is not.
  bool unrollParts();
  /// Asks for a restart without an assumption, if there is one.
  bool dropAssumption();
  /// Restarts with a loop over parts of a tensor that stays a loop.
  Flow roll(const LoopSource &source);
  /// Asks for the innermost loop to be unrolled, if it can be.
  bool unrollEnclosingLoop();
  /// Restarts with the lists in an iterable as lists of compile time, if they
  /// come from comprehensions that can be unrolled and this was not tried yet.
  bool keepKnown(const Value &iterable);
  /// Restarts with a list of the run as one of compile time, and the loops of
  /// few iterations in which it grows unrolled; false where that was tried.
  bool keepItems(const Value &list);
  /// Executes what is known instead of an error in a loop that stays one: asks
  /// for a short loop around this point to be unrolled. False when none is
  /// left.
  bool unrollInsteadOfError();
  /// Puts one more iteration of a loop around this point in front of it, up to
  /// a few; false when there is none to take.
  bool peelEnclosingLoop();
  bool assign(const ast::Expr *target, Value value, ast::Range range);
  bool assignName(llvm::StringRef name, Value value, ast::Range range);
  State save() const { return {frames.back().locals, heap}; }
  void restore(const State &state);
  /// What a place of the state has now.
  Value contentsOf(const Slot &slot) const {
    return getSlot(frames.back().locals, heap, slot);
  }
  void assign(const Slot &slot, Value value) {
    parameters.touch();
    setSlot(frames.back().locals, heap, slot, std::move(value));
  }
  void refine(const ast::Expr *condition, bool truth);

  //===--------------------------------------------------------------------===//
  // Errors that the program handles (Attempts.cpp)
  //===--------------------------------------------------------------------===//

  /// A class of exceptions: its name, then those of its bases.
  using ErrorClass = std::vector<std::string>;
  /// A `try` around this point.
  struct Attempt {
    std::vector<std::string> caught; // names of classes
    bool hasFinally = false;
  };
  /// Ends the path with an error: the flow to the `try` that sees it, if any.
  Flow raise(const ErrorClass &kind, Value message, ast::Range range);
  bool isSeen(const ErrorClass &kind) const;
  /// A call has ended with `flow`, which raises on some paths only: false, with
  /// an error, unless it is a statement of its own.
  bool leaveCall(const Flow &flow, ast::Range range);
  /// Runs `rest` with the value of a statement where its call has not raised.
  Flow afterCall(llvm::function_ref<Flow()> rest, ast::Range range);
  std::vector<Attempt> attempts;
  std::map<std::string, ErrorClass> raised;     // by name, under any of them
  unsigned pendingError = 0;                    // has "kind" and "message"
  std::vector<std::pair<Value, Value>> handled; // those of handlers around
  bool thrown = false; // the path that is dead raises under a `try`
  std::optional<Flow> partlyRaised; // of the call that has just ended

  //===--------------------------------------------------------------------===//
  // Going on after an error (Recovery.cpp)
  //===--------------------------------------------------------------------===//

  /// What a statement that fails is undone to.
  struct Checkpoint {
    State state;
    mlir::OpBuilder::InsertPoint place;
    size_t frames = 0;
    bool script = false;
    std::optional<mlir::Location> callLoc;
    unsigned conditional = 0, forkDepth = 0, callDepth = 0;
    std::vector<ActiveLoop> activeLoops;
  };
  Checkpoint checkpoint() const;
  /// Leaves out the statement that failed; false when this must be the end.
  bool recover(const Checkpoint &point, const ast::Stmt *stmt);
  /// Reports that there is no such attribute, unless it failed to be set.
  Value unknownAttribute(llvm::StringRef name, ast::Range range,
                         const llvm::Twine &message);
  /// Fails because of an error that was reported before.
  Value failQuietly() {
    stopped = true;
    return {};
  }

  //===--------------------------------------------------------------------===//
  // Types and leaves (Leaves.cpp)
  //===--------------------------------------------------------------------===//

  Type typeOf(const Value &value);
  Type typeOfUnchecked(const Value &value);
  /// The least type that has both, or null.
  Type joinTypes(const Type &a, const Type &b);
  /// The same for a variable, which in Python may be an int on one path and a
  /// float or a tensor on the other.
  Type joinAnyTypes(const Type &a, const Type &b);
  /// Of a variable that has the value on some paths and is not set on others;
  /// null if that cannot be told at run time. `before` is where they part.
  Type typeOfUnset(const Value &value, const Heap &before);
  bool leafTypes(const Type &type, llvm::SmallVectorImpl<mlir::Type> &out);
  /// Appends the leaves of the value as a value of `type`. `keep` says that
  /// they go where the original cannot see later changes (a container, a task).
  bool flatten(const Value &value, const Type &type, ast::Range range,
               llvm::SmallVectorImpl<mlir::Value> &out, bool keep);
  /// Makes a value of leaves; takes them from the front.
  Value unflatten(const Type &type, mlir::ValueRange &leaves);
  /// Placeholder leaves for a path that never uses them.
  void poison(const Type &type, llvm::SmallVectorImpl<mlir::Value> &out);
  mlir::Value poison(mlir::Type type);
  /// Converts where the language does so silently: to an annotated type.
  Value convert(Value value, const Type &type, ast::Range range,
                const llvm::Twine &what);

  //===--------------------------------------------------------------------===//
  // Expressions (Expressions.cpp, Operators.cpp)
  //===--------------------------------------------------------------------===//

  Value eval(const ast::Expr *expr);
  /// The truth of a condition.
  Value evalCondition(const ast::Expr *expr);
  bool evalArgs(const ast::CallExpr *expr, CallArgs &args);
  Value lookup(llvm::StringRef name, ast::Range range);
  /// The method of a tensor, or of one of two; null if there is none.
  Value tensorMethod(const Value &self, llvm::StringRef name);
  Value getAttribute(Value base, llvm::StringRef name, ast::Range range);
  bool deleteAttribute(Value base, llvm::StringRef name, ast::Range range);
  bool setAttribute(Value base, llvm::StringRef name, Value value,
                    ast::Range range);
  /// An object's own attribute as object.__setattr__ sets it; a module keeps
  /// account of parameters and modules.
  bool setAttributePlainly(const Value &base, llvm::StringRef name, Value value,
                           ast::Range range);
  Value binary(ast::BinaryOp op, Value a, Value b, ast::Range range);
  Value inplace(ast::BinaryOp op, Value a, Value b, ast::Range range);
  Value unary(ast::UnaryOp op, Value a, ast::Range range);
  /// Whether an element of a list is the item: the same object, or equal.
  Value isItem(const Value &element, const Value &item, ast::Range range);
  Value compare(ast::CompareOp op, Value a, Value b, ast::Range range);
  Value truth(Value value, ast::Range range);
  Value subscript(Value base, Value index, ast::Range range);
  /// Whether an element of this list or dict that only the run knows is one of
  /// those of compile time: where it has tensors that require a gradient, each
  /// has its own.
  bool isChosenFrom(const Value &made);
  bool storeSubscript(Value base, Value index, Value value, ast::Range range);
  Value contains(Value container, Value item, ast::Range range);
  Value identical(Value a, Value b, ast::Range range);

  //===--------------------------------------------------------------------===//
  // Calls, classes, forks (Calls.cpp, Classes.cpp, Forks.cpp)
  //===--------------------------------------------------------------------===//

  Value call(Value callee, CallArgs &args);
  Value callMethod(Value self, llvm::StringRef name, CallArgs &args);
  Value instantiate(ClassInfo *classInfo, CallArgs &args);
  /// The same without a metaclass.
  Value instantiatePlainly(ClassInfo *classInfo, CallArgs &args);
  /// The fields of a named tuple by name; false after an error.
  bool bindFields(const ClassInfo &info, CallArgs &args,
                  std::vector<std::pair<std::string, Value>> &fields);
  Value findMember(const ClassInfo *classInfo, llvm::StringRef name);
  /// What the class itself has under the name now, or null.
  const Value *ownMember(const ClassInfo *info, llvm::StringRef name);
  /// Puts the bases into Python's order; false when there is none.
  bool orderBases(ClassInfo *info);
  /// Its _replace and _asdict (NamedTuples.cpp).
  Value namedTupleMethod(const Value &self, llvm::StringRef name,
                         CallArgs &args);
  /// False, reported: a keyword that is no field, or is given twice.
  bool checkFields(const ClassInfo &namedTuple, const CallArgs &args);
  /// What collections.namedtuple gives.
  Value makeNamedTuple(Bound &args);
  /// `outer` is the class around it.
  Value defineClass(const ast::ClassDefStmt *stmt,
                    const ClassInfo *outer = nullptr);
  bool defineClassBody(const ast::ClassDefStmt *stmt, ClassInfo &info);
  std::string qualifiedName(llvm::StringRef name, const ClassInfo *outer);
  bool defineMember(ClassInfo &info, llvm::StringRef name, Value value,
                    ast::Range range);
  /// The names in the target of an assignment in a class body.
  bool defineMembers(ClassInfo &info, const ast::Expr *target,
                     const Value &value, ast::Range range);
  Value defineFunction(const ast::FunctionDefStmt *stmt,
                       const ClassInfo *owner);
  /// Makes the class one with the decorator, @dataclass (Dataclasses.cpp);
  /// false after an error.
  bool makeDataclass(ClassInfo &info, const ast::Expr *decorator);
  /// Whether the attribute may be set or deleted: the object is not of a frozen
  /// dataclass, or one with slots; else false, with Python's error.
  bool mayChange(const Value &object, llvm::StringRef name, bool deletes,
                 ast::Range range);
  /// False, with Python's error, for what has no hash and can be no key.
  bool isHashable(const Value &key, ast::Range range);
  Value makeScripted(Value value, ast::Range range);
  /// A list, dict or object of a class that goes from Python to TorchScript or
  /// back, which is a copy; other values as they are.
  Value acrossScript(const Value &value, ast::Range range);
  /// Scripts the children of a ScriptModule that is complete.
  bool scriptChildren(const Value &module, ast::Range range);
  /// Whether Python looks at the attributes of a scripted module here.
  bool isReadByPython(const Value &module);
  /// What a scripted module has under the name, where that is not what other
  /// modules have; else null.
  Value readScripted(const Value &module, llvm::StringRef name,
                     ast::Range range);
  /// Whether Python gets elements of a container of modules by this method.
  /// Those of a scripted one are the modules that it was made of.
  bool isElementsOfScripted(const Value &self, const FunctionInfo &method);
  /// Whether the attribute is a constant of TorchScript, by its annotation or
  /// `__constants__`.
  bool isScriptConstant(const ClassInfo *classInfo, llvm::StringRef name);
  /// With a reason in `inlined`, the task runs where it is forked.
  Value fork(CallArgs &args, llvm::StringRef inlined = {},
             llvm::StringRef redraws = {});
  Value wait(Value future, ast::Range range);
  bool isModule(const Value &value);
  /// The module that computes the parameter that it parametrizes, or null.
  Value parametrizationOf(const Value &module, llvm::StringRef name);
  Scope *library(llvm::StringRef name);
  /// Runs a module of the program that was not imported yet; null if there is
  /// none of the name, or after an error.
  Scope *importModule(llvm::StringRef name, ast::Range range);
  /// What such a module has under a name; null if nothing.
  Value ofUserModule(llvm::StringRef module, llvm::StringRef name,
                     ast::Range range);
  bool isUserModule(const Value &value) const {
    return value.is(Kind::Namespace) && userModules.count(value.text);
  }
  std::set<std::string> publicNamesOf(const Scope &scope);
  std::map<std::string, Scope *> userModules; ///< those that were imported
  /// The frame of a file that runs.
  const Frame *moduleFrameOf(const Scope *scope) const;
  /// What `globals()` is as an argument: a name of the file that runs.
  Value globalsHere() const;
  Scope *newLibraryScope(const SourceFile *file, llvm::StringRef moduleName);
  bool isSet(const Value &value);
  /// A list of them, in any order.
  Value itemsOfSet(const Value &set, ast::Range range);
  Value qualified(llvm::StringRef name);
  /// Calls a function of the library by its qualified name.
  Value callLibrary(llvm::StringRef name, std::vector<Value> arguments,
                    ast::Range range);

  //===--------------------------------------------------------------------===//
  // Builtins (Builtins.cpp, *Builtins.cpp, *Methods.cpp, Format*.cpp)
  //===--------------------------------------------------------------------===//

  Value callBuiltin(const Value &callee, CallArgs &args);
  Value stringMethod(const Value &self, llvm::StringRef name, CallArgs &args);
  /// What keys(), values() and items() give; in TorchScript they are lists.
  static bool isDictView(const Value &value) {
    return value.is(Kind::Iterator) &&
           (value.text == "keys" || value.text == "values" ||
            value.text == "items");
  }
  /// The tensors in it are also kept elsewhere, as in `holder`: none may be
  /// changed in place unseen.
  /// Those that are older than `older` are what they are.
  void share(const Value &value, ast::Range range, const Value &holder = {},
             size_t older = 0);
  Value listOfView(const Value &view, ast::Range range);
  /// Where the item is first in a list of the run, or -1; or how often.
  Value findInList(const Value &list, Value item, ast::Range range);
  Value listMethod(const Value &self, llvm::StringRef name, CallArgs &args);
  Value dictMethod(const Value &self, llvm::StringRef name, CallArgs &args);
  Value tensorAttribute(const Value &self, llvm::StringRef name,
                        ast::Range range);
  Value instanceOf(const Value &value, const Value &type, ast::Range range);
  Value length(const Value &value, ast::Range range);
  Value print(CallArgs &args);
  /// Text of values as print, str and format make it.
  Value toText(const Value &value, ast::Range range);
  bool formatPattern(const Value &value, bool repr, ast::Range range,
                     std::string &pattern,
                     llvm::SmallVectorImpl<mlir::Value> &leaves);
  Value formatString(const std::string &pattern, mlir::ValueRange leaves,
                     ast::Range range);
  Value stringFormatCall(const Value &self, CallArgs &args);
  Value percentFormat(const Value &self, const Value &args, ast::Range range);
  Value toFloat(const Value &value, ast::Range range);
  Value toInt(const Value &value, ast::Range range);
  Type evalType(const ast::Expr *annotation);

  //===--------------------------------------------------------------------===//
  // Lists and dicts (Containers.cpp)
  //===--------------------------------------------------------------------===//

  Value newList(std::vector<Value> items, Type elementType, const void *node,
                ast::Range range);
  Value newDict(std::vector<Value> keysAndValues, Type key, Type value,
                const void *node, ast::Range range);
  bool listAppend(const Value &list, Value item, ast::Range range);
  Value listGet(const Value &list, const Value &index, ast::Range range);
  /// Turns a list that is known at compile time into one that exists at run
  /// time.
  bool materialize(const Value &container, ast::Range range);
  /// Records that the container's element type must be at least `type`.
  bool needElementType(unsigned id, Type type, ast::Range range);
  /// The elements of a compile-time list or tuple.
  bool staticItems(const Value &value, std::vector<Value> &out);
  Value listLength(const Value &list, ast::Range range);
  /// A value of a dict of compile time, at `items[at]`, and whether its key is
  /// the one that is looked for.
  struct Entry {
    size_t at;
    Value value, isIt;
  };
  Value valueOf(llvm::ArrayRef<Entry> entries, ast::Range range);
  bool dictSet(const Value &dict, Value key, Value value, ast::Range range);
  Value dictGet(const Value &dict, Value key, ast::Range range);
  Value dictContains(const Value &dict, Value key, ast::Range range);
  /// As a KeyError has it.
  std::string textOfKey(const Value &key) const;
  /// Whether a dict of compile time can be made one of the run from its start.
  bool mayBeOfRun(const Object &dict) const {
    auto known = facts.knownDicts.find(dict.site);
    return dict.site.first &&
           (known == facts.knownDicts.end() || !known->second);
  }
  /// Whether the value is a collections.OrderedDict.
  bool isOrdered(const Value &value) const {
    return value.is(Kind::Dict) && get(value.id).attributes.count("ordered");
  }
  Compare compareOf(const Type &type);

  //===--------------------------------------------------------------------===//
  // Entries of dicts that only some paths set (Entries.cpp)
  //===--------------------------------------------------------------------===//

  /// Notes what a condition says where it is `truth`; `learnt` has what has to
  /// be erased from `chosen` behind that.
  void learn(mlir::Value condition, bool truth,
             llvm::SmallVectorImpl<mlir::Value> &learnt);
  std::optional<bool> isKnownTo(mlir::Value flag) const;
  /// Whether only the run knows which keys a dict of compile time has. Entries
  /// of which this path knows are set or gone after it.
  bool isOpen(const Value &dict);
  /// False, with an error, for an open dict.
  bool needsKeys(const Value &dict, ast::Range range);
  /// False, with an error, where only the run knows the order of its keys.
  bool knowsOrder(const Value &dict, ast::Range range);
  /// The value at `items[at]` of a dict, or Python's error in the run.
  Value entryAt(const Value &dict, size_t at, const Value &key,
                ast::Range range);
  /// Whether an open dict has any of its first entries, and how many it has.
  mlir::Value anyEntry(const Value &dict, ast::Range range,
                       size_t end = SIZE_MAX);
  Value countEntries(const Value &dict, ast::Range range);
  /// Before the entry at `items[at]`, which may not be there, is set: it would
  /// come behind all others.
  void loseOrder(const Value &dict, size_t at);
  /// Whether both conditions hold; null is true.
  mlir::Value both(mlir::Value a, mlir::Value c, ast::Range range);
  /// Whether a dict that gets other keys on some paths stays one of compile
  /// time; `type` is that of its entries.
  bool keepsKeys(const Object &dict, const Type &type);
  /// The same of a dict that gets other keys in some iterations of a loop.
  bool canOpen(unsigned dict, const State &entry, const State &end);
  /// The type in which a loop carries an entry that may not be there; null if
  /// it exists at compile time only.
  Type carryEntry(const State &entry, const Slot &slot, const Value &end,
                  const Type &carried);
  /// Erases what is Kind::Undefined in a dict.
  void dropUnset(unsigned dict);
  /// Runs `body` with each entry that is there: its key, value, or both.
  Flow iterateEntries(const Value &dict, llvm::StringRef which,
                      ast::Range range, llvm::function_ref<Flow(Value)> body);
  /// A list of them.
  Value listOfEntries(const Value &dict, llvm::StringRef which, bool needsOrder,
                      ast::Range range);
  /// The text of an open dict.
  Value textOfEntries(const Value &dict, ast::Range range);

  //===--------------------------------------------------------------------===//
  // Tensors (Tensors.cpp)
  //===--------------------------------------------------------------------===//

  /// A new tensor with storage of its own.
  Value newTensor(mlir::Value value, bool requiresGrad = false,
                  llvm::StringRef gradFn = "");
  mlir::Value read(const Value &tensor);
  /// Keeps what a storage is now, in front of a write in place.
  void rememberOverwritten(unsigned storage);
  /// Whether all that share the storage would see a change in place; if not, it
  /// is an error.
  bool mayWrite(unsigned storage, ast::Range range);
  bool write(const Value &tensor, mlir::Value value, ast::Range range);
  /// A view of a storage's elements.
  mlir::Value elementsOf(mlir::Value storage, llvm::ArrayRef<ViewStep> path);
  /// The storage's elements with others in a view of it; null, with an error,
  /// where several of the view's are one.
  mlir::Value withElements(mlir::Value storage, llvm::ArrayRef<ViewStep> path,
                           mlir::Value elements, ast::Range range);
  /// Writes a value that is not made of the old one. What the tensor was made
  /// of has gradients as before, which are zeros.
  bool overwrite(const Value &tensor, mlir::Value value, ast::Range range,
                 llvm::StringRef gradFn);
  Value view(const Value &tensor, ViewStep step, llvm::StringRef gradFn);
  mlir::RankedTensorType tensorType(const Value &tensor);
  int64_t rank(const Value &tensor) { return tensorType(tensor).getRank(); }
  /// Size of a dimension: a known number, or an i64.
  Value size(const Value &tensor, int64_t dim);
  mlir::Value sizeIndex(const Value &tensor, int64_t dim);
  Value sizes(const Value &tensor);
  Value numel(const Value &tensor);
  /// The tensor's elements as derivatives see them; `read` stops those that
  /// must not pass.
  mlir::Value readThrough(const Value &tensor);
  bool requiresGrad(const Value &tensor);
  /// False, with an error, where only the run knows whether it does.
  bool knowsGrad(const Value &tensor, ast::Range range);
  /// After what requires a gradient was written to it.
  void becomeGraded(const Value &tensor, llvm::StringRef gradFn);
  /// False, with an error, where PyTorch forbids to change a leaf, or a view of
  /// one, in place.
  bool mayWrite(const Value &tensor, ast::Range range, bool aView = false);
  bool setRequiresGrad(const Value &tensor, const Value &flag,
                       ast::Range range);
  /// Whether a leaf requires a gradient, where only the run knows; else null.
  mlir::Value requiresGradFlag(const Value &tensor);
  void startGraph(const Value &tensor, ast::Range range);
  bool gradOf(llvm::ArrayRef<Value> inputs);
  /// The one element of a tensor as a number.
  /// The only element of a tensor that is made of known numbers by arange or
  /// linspace; null for others.
  Value knownItem(mlir::Value tensor);
  bool isKnownTensor(mlir::Value tensor);
  Value item(const Value &tensor, ast::Range range);
  mlir::Value scalar(const Value &number, mlir::Type type);
  /// Raises where a known number is too large for the type.
  bool isHeldBy(mlir::Type type, const Value &number, ast::Range range);
  /// The same for every number, and converts it.
  mlir::Value exactScalar(const Value &number, mlir::Type type,
                          ast::Range range);
  mlir::Value castTensor(mlir::Value tensor, mlir::Type element);
  /// Broadcasts, promotes and applies an elementwise op by name ("nn.add").
  Value elementwise(llvm::StringRef opName, llvm::ArrayRef<Value> operands,
                    ast::Range range, llvm::StringRef gradFn,
                    mlir::Type computeType = {});
  mlir::Type promote(llvm::ArrayRef<Value> operands);
  bool broadcastShape(llvm::ArrayRef<mlir::RankedTensorType> types,
                      llvm::SmallVectorImpl<int64_t> &shape, ast::Range range);
  bool sameDevice(llvm::ArrayRef<Value> tensors, ast::Range range,
                  mlir::Attribute &device);
  bool shapeArg(const Value &value, ast::Range range,
                llvm::SmallVectorImpl<int64_t> &shape,
                llvm::SmallVectorImpl<mlir::Value> &dynamic);
  Value reshape(const Value &tensor, llvm::ArrayRef<Value> sizes,
                ast::Range range, llvm::StringRef gradFn, bool asView);
  /// The least and the greatest value of an int, if that is known.
  std::optional<std::pair<int64_t, int64_t>> boundsOf(const LinearForm &form);
  Value slice(const Value &tensor, int64_t dim, Value lower, Value upper,
              Value step, ast::Range range);
  Value selectIndex(const Value &tensor, int64_t dim, Value index,
                    ast::Range range);
  Value expandTo(const Value &tensor, llvm::ArrayRef<Value> sizes,
                 ast::Range range);
  /// Subscripts (Indexing.cpp).
  Value indexTensor(const Value &tensor, const Value &index, ast::Range range);
  bool storeTensor(const Value &tensor, const Value &index, const Value &value,
                   ast::Range range);
  /// The strides of a tensor of known sizes; nullopt where they are not known
  /// (Layouts.cpp).
  std::optional<llvm::SmallVector<int64_t>> strides(const Value &tensor);
  /// Whether the tensor can be viewed in another shape, where that is known.
  std::optional<bool> canView(const Value &tensor,
                              llvm::ArrayRef<int64_t> shape);
  /// The dimensions from the widest stride to the narrowest; empty where that
  /// is row-major order or not known.
  llvm::SmallVector<int64_t> memoryOrder(const Value &tensor);
  /// The order that PyTorch calls channels last, if the tensor has it.
  llvm::SmallVector<int64_t> channelsLast(const Value &tensor);
  /// Gives a new tensor the format of `like`: channels last, or else row-major.
  void setFormat(const Value &result, const Value *like);
  /// Gives the new result of an elementwise operation the order in memory that
  /// its operands have.
  Value keepLayout(Value result, llvm::ArrayRef<Value> operands);
  /// Gives what one index took of a dimension of `source` the order in memory
  /// that it has in PyTorch.
  void setSelectedLayout(const Value &result, const Value &source, int64_t dim);
  Value contiguousCopy(const Value &tensor, llvm::StringRef gradFn);
  bool normalizeDim(const Value &dim, int64_t rank, ast::Range range,
                    int64_t &out);
  /// One known integer, or an error that says what it is for.
  bool knownInt(const Value &value, ast::Range range, const llvm::Twine &what,
                int64_t &out);
  bool intList(const Value &value, ast::Range range, const llvm::Twine &what,
               llvm::SmallVectorImpl<int64_t> &out);
  /// An int as an index.
  mlir::Value toIndex(const Value &integer);
  mlir::Value ssa(const Value &scalar);
  mlir::Value constIndex(int64_t value);
  mlir::Value constInt(int64_t value);
  mlir::Type elementTypeOf(int64_t dtype);
  /// What torch.set_default_dtype said; an error if it depends on the path.
  mlir::Type defaultFloat();
  static int64_t dtypeOf(mlir::Type element);
  /// Raises in the run unless the condition holds. Each `%i` of the message
  /// takes one of the numbers.
  void check(mlir::Value condition, llvm::StringRef kind,
             const llvm::Twine &message, ast::Range range,
             mlir::ValueRange numbers = {});
  /// What an Optional holds, where Python finds out in the run that it is None
  /// and raises `kind`. TorchScript wants a test that the compiler can see.
  Value present(const Value &optional, llvm::StringRef kind,
                const llvm::Twine &message, ast::Range range);
  Value tensorFromData(const Value &data, const Value &dtype, ast::Range range);

  //===--------------------------------------------------------------------===//
  // What loops carry, as derivatives see it (LoopHistory.cpp)
  //===--------------------------------------------------------------------===//

  /// What values that loops around carry, and of which the graph is made, were
  /// made of in earlier iterations.
  llvm::DenseSet<mlir::Value> madeBefore(const nn::DependenceGraph &graph);
  /// Whether the way from the outputs to what loops around carry is not cut by
  /// one of the inputs.
  bool reachesCarried(llvm::ArrayRef<mlir::Value> outputs,
                      const std::vector<Value> &inputs);

  //===--------------------------------------------------------------------===//
  // Derivatives (Autograd.cpp)
  //===--------------------------------------------------------------------===//

  /// What gradients are taken of: tensors, and what they are weighted by.
  struct Outputs {
    std::vector<Value> tensors;
    std::vector<Value> seeds; // None for 1
  };
  /// What becomes of the graph: nobody goes through it again, somebody may, and
  /// the gradients have one of their own.
  enum class GraphUse : uint8_t { Release, Retain, Create };
  /// Adds to `.grad` of `inputs`, or of every leaf that the outputs depend on.
  bool backward(const Outputs &outputs, const std::vector<Value> *inputs,
                GraphUse graphUse, ast::Range range);
  /// Of the leaves that a backward pass by `outputs` reaches, those that it
  /// gives no gradient as it goes on to what they may be (`passed`), and those
  /// whose gradient is unknown after it.
  void resolveAliases(const Outputs &outputs, const std::vector<Value> *inputs,
                      std::set<unsigned> &passed, std::set<unsigned> &unknown);
  /// What a function of the library has computed in several steps has
  /// PyTorch's name for one (GradNames.cpp). Older objects keep theirs.
  void nameGradFn(llvm::StringRef function, const Value &result, size_t older);
  /// Nobody knows the gradient of this tensor from here on.
  void forgetGrad(unsigned id);
  llvm::SmallVector<mlir::Value> valuesOfInput(unsigned input);
  /// The same with the view of each, and what it had before `.data` was
  /// assigned.
  std::vector<Elements> elementsOfInput(unsigned input);
  /// One gradient for each input, invalid where nothing depends on it. The
  /// hooks of tensors on the way are called; `captures` is for autograd.grad.
  bool gradients(const Outputs &outputs, const std::vector<Value> &inputs,
                 GraphUse graphUse, ast::Range range, std::vector<Value> &out,
                 bool captures = false);
  bool hasGradientHooks = false; ///< somewhere, now or before
  /// The same without hooks; no way back goes on behind an end.
  bool gradientsUpTo(llvm::ArrayRef<mlir::Value> ends, const Outputs &outputs,
                     const std::vector<Value> &inputs, GraphUse graphUse,
                     ast::Range range, std::vector<Value> &out);

  //===--------------------------------------------------------------------===//
  // What is asked of the graph before a gradient is taken (GraphQueries.cpp)
  //===--------------------------------------------------------------------===//

  /// Whether a value can be used here: its block has no end yet.
  static bool isVisible(mlir::Value value);
  /// What the storage of a tensor holds now.
  mlir::Value storedIn(unsigned tensor);
  llvm::SmallVector<mlir::Value> storedIn(const Outputs &outputs);
  /// True if an scf op returns the autograd leaf itself next to a value of the
  /// graph that may be derived from it.
  bool comesWith(const Value &leaf, const nn::DependenceGraph &graph);
  /// True if the graph also contains a value that the scf op which returns the
  /// leaf has derived from it: the leaf's own uses would give a part of its
  /// gradient only.
  bool comesThrough(const Value &leaf, const nn::DependenceGraph &graph);
  /// What the tensors that require a gradient are known by.
  llvm::DenseSet<mlir::Value> gradedValues();
  /// True if a tensor depends on tensors whose requires_grad is known at run
  /// time only, and on no other tensor that requires a gradient.
  bool isMadeOfUnsure(const Value &tensor);
  /// The same of elements of a list of the run of which only some require one.
  /// None if only the last trials of the loops can tell.
  std::optional<bool> isMadeOfMixedList(const Value &tensor);
  void errorOfUnsureGrad(ast::Range range);
  /// False, with an error, for an object that paths have left in states that
  /// nothing can stand for.
  bool isUsable(const Value &value, ast::Range range);
  /// What is in the graph and has a derivative that certainly reads the value.
  /// `graded` are the gradedValues().
  llvm::SmallVector<mlir::Value>
  readByDerivatives(mlir::Value value, const nn::DependenceGraph &graph,
                    const llvm::DenseSet<mlir::Value> &graded);
  /// True if the elements of a leaf differ from this value on every path.
  bool hasCertainlyChanged(unsigned id, mlir::Value value);
  /// True if the outputs depend on this merged tensor only through its own SSA
  /// value, not through that of a possible alias.
  bool isUsedAsItself(const Value &input, const Outputs &outputs);
  /// Whether the tensor was read of a list or dict of the run of which, or of
  /// what was put into it, the outputs are made beside it.
  bool isReadBeside(const Value &input, const Outputs &outputs);
  /// Whether they are made of what a loop carries and may be the tensor.
  bool isCarriedUnderOtherName(const Value &input, const Outputs &outputs);
  /// Whether a leaf's elements are no longer this value, as a condition of the
  /// run where branches decide; null where that cannot be told.
  mlir::Value hasChanged(mlir::Value now, mlir::Value value, ast::Range range);
  /// Whether derivatives of the outputs read no leaf that was changed in place
  /// since: reported where one certainly was; where branches have decided, the
  /// run finds out.
  bool leavesAreUnchanged(const nn::DependenceGraph &graph,
                          llvm::ArrayRef<mlir::Value> outputs,
                          ast::Range range);
  /// The same of all tensors that were changed in place, leaves or not
  /// (SavedTensors.cpp).
  bool savedAreUnchanged(const nn::DependenceGraph &graph,
                         llvm::ArrayRef<mlir::Value> outputs, ast::Range range);
  /// The same of one value that a storage had.
  bool savedIsUnchanged(unsigned id, mlir::Value former,
                        llvm::ArrayRef<mlir::Value> outputs, ast::Range range);
  /// Values in the graph that were computed by an operation whose derivative
  /// reads this value of a storage.
  llvm::SmallVector<mlir::Value>
  savedFor(mlir::Value former, const nn::DependenceGraph &graph,
           const llvm::DenseSet<mlir::Value> &graded);
  /// Whether a gradient has released ops of the graph that use the value: going
  /// through them again fails in the run for that reason.
  static bool wasReleased(mlir::Value value, const nn::DependenceGraph &graph);
  /// Whether the value, a gradient, may be made of what requires one.
  bool isMadeOfGraded(mlir::Value value);

  //===--------------------------------------------------------------------===//
  // What is known of gradients where paths join (JoinGrad.cpp)
  //===--------------------------------------------------------------------===//

  /// Tells of the tensors in what paths choose whether they require a gradient,
  /// are leaves, and which function made them, as far as that is the same in
  /// all `values`, each in its heap. `byCount`: the number of an
  /// iteration chooses.
  void joinGrad(const Value &joined,
                llvm::ArrayRef<std::pair<const Heap *, Value>> values,
                bool byCount = false);
  /// Merges what is known of objects that were there before, as two paths have
  /// left them, into the heap.
  void mergePaths(const Heap &before, const Heap &x, const Heap &y,
                  JoinPoint at);
  /// Forgets values that objects have got since `before` and nothing from here
  /// on can use.
  void dropInvisible(const Heap &before);
  /// It comes in place of others (`Object::isJoined`).
  void markJoined(const Value &joined);
  /// Whether two heaps know the same of their tensors' gradients.
  static bool knowsSameGrad(const Heap &a, const Heap &b);
  /// Makes a loop around this point tell what is unsure about a tensor's
  /// gradient: by its first iteration, if that starts otherwise than the others
  /// do, or by all if their numbers choose. False when there is none.
  bool learnGrad(const Value &tensor);

  //===--------------------------------------------------------------------===//
  // Heap
  //===--------------------------------------------------------------------===//

  unsigned allocate(Object object);
  const Object &get(unsigned id) const { return *heap[id]; }
  /// The object, to be changed; never keep the reference over an evaluation.
  Object &mutate(unsigned id);

  //===--------------------------------------------------------------------===//
  // Objects that may be one (Aliases.cpp)
  //===--------------------------------------------------------------------===//

  /// Everything on the heap that the program has a way to; from the statement
  /// around a range on, if given, by variables that are live there.
  std::set<unsigned>
  reachable(std::optional<ast::Range> from = std::nullopt) const;
  /// Whether the program has a way to another tensor of its storage.
  bool sharesStorage(const Value &tensor) const;
  /// The other objects of its kind that this one may be, as far as the program
  /// has a way to them.
  std::set<unsigned> aliases(unsigned id) const;
  /// The object and all older ones that it may be.
  std::set<unsigned> originsOf(unsigned id) const;
  /// Which objects the parts of a value may be, by the way to them.
  using Origins = std::map<std::string, std::set<unsigned>>;
  /// The tensors, storages, lists and dicts in `value` may be those.
  void mayBe(const Value &value, const Origins &origins);
  /// What those in `value` may be, as far as it is below `limit`.
  static void originsOf(const Heap &heap, const Value &value, size_t limit,
                        Origins &out);
  /// A storage that has to be written to as well, where a condition holds.
  struct GuardedCopy {
    unsigned made;
    Guard guard;
    bool fromOrigin; // else to it
  };
  /// What a write in place to the storage also changes, each reached from one
  /// before it; none where only the run knows.
  std::optional<std::vector<GuardedCopy>> copiesOf(unsigned storage) const;
  void copyGuarded(const GuardedCopy &copy, ast::Range range);
  /// `made` may be `origin`, if they are of one kind.
  void link(unsigned made, unsigned origin);
  /// What statements that run now hold beside variables.
  std::vector<Value> held;
  /// The object with the attributes that the program has given to functions,
  /// modules and classes that have none of their own (OpenAttributes.h).
  unsigned openAttributes = 0;
  unsigned functionCount = 0; // that were defined

  mlir::MLIRContext *context;
  DroppedCode dropped;
  mlir::OpBuilder b;
  Diagnostics &diagnostics;
  Facts &facts;
  Heap heap;
  std::vector<Frame> frames;
  std::set<std::string> devices; // that tensors are sent to, but the host
  Tf32Products tf32;
  bool stopped = false;
  bool dead = false; // stopped only on this path of the program
  bool restart = false;
  bool hadOutput = false;   // something was printed before this point
  unsigned conditional = 0; // branches, loops and tasks around this point
  unsigned callDepth = 0;
  size_t heapAtFork = 0; // objects that are older than the task
  unsigned forkDepth = 0;
  Limits limits;
  unsigned typeDepth = 0;  // of the value whose type is asked for
  ast::Range here;         // range of the expression that runs now
  bool collecting = false; // go on after errors
  std::set<std::string> failedAttributes; // that failed to be set
  unsigned recoveries = 0;
  llvm::DenseMap<mlir::Value, bool> chosen; // what the arms around here know
  std::vector<ActiveLoop> activeLoops;
  std::vector<Site> loopSites; // of the loops around, unrolled ones included
  /// What loops carried the last time, and how their iterations ended.
  struct LoopGuess {
    std::map<Slot, Type> carried;
    std::vector<State> ends;
  };
  std::map<Site, LoopGuess> loopGuesses;
  /// Loops so far of which that is an assumption: their first iteration reads
  /// neither gradients nor states of optimizers that later ones have.
  std::vector<Site> startingAlike;
  Parameters parameters{*this};
  ModulePaths modulePaths{*this};
  ScriptChecker scriptChecker; // of what is scripted

private:
  size_t iterationPath = 0; // the iterations of unrolled loops around here
  friend class ForkedCall;
  friend class OwnDerivative;
  unsigned ownDerivatives = 0; // backward functions around here
  friend class Joiner;
  friend class RuntimeLoop;
  /// Whether a condition is computed of the numbers of iterations alone.
  bool isCounted(mlir::Value condition);
  /// Calls `visit` for every SSA value that differs from `before` in the state,
  /// or that is reached from what differs; it may replace the value.
  void visitChanged(const State &before, State &state,
                    llvm::function_ref<void(mlir::Value &)> visit,
                    Value *also = nullptr);

  std::deque<Scope> scopes;
  std::map<const void *, unsigned> classCounts; // definitions that ran
  std::deque<SourceFile> files;
  /// By future, of the tensors that its task gives in their order.
  llvm::DenseMap<mlir::Value, std::vector<std::string>> gradFnsOfFutures;
  /// By future, what its results may be of what its caller has.
  llvm::DenseMap<mlir::Value, Origins> originsOfFutures;
  // Futures of new tensors that were awaited once: nobody else holds those.
  llvm::DenseSet<mlir::Value> awaitedOnce;
  /// Makes the lists and dicts of compile time in `value` that are in `before`
  /// and that `type` does not keep ones of run time, because a path may choose
  /// them: asks for a restart and returns true.
  bool bringToRunTime(const Value &value, const Type &type, const Heap &before,
                      ast::Range range);
  /// Visits the tensors in a value, and in its lists and dicts of compile time.
  void visitTensors(const Value &value,
                    llvm::function_ref<void(unsigned)> visit);
  bool isAwaitedAgain(const Value &future);
  void setAwaited(const Value &value, size_t older);
  std::deque<std::unique_ptr<ast::Module>> trees;
  std::map<std::string, Scope *> libraries;
  /// Objects of libraries that were loaded on one path: all paths have them.
  std::map<unsigned, std::shared_ptr<const Object>> permanent;
  /// What tensors were read as, and what is so the value of two storages.
  llvm::DenseSet<mlir::Value> readValues, copiedValues;
  /// Values that storages were given, and those that more than one was.
  llvm::DenseSet<mlir::Value> storedValues, storedTwice;
};

/// The registry of builtin functions, by qualified name ("torch.add"), and of
/// tensor methods ("Tensor.add").
const std::map<std::string, BuiltinInfo> &builtins();
using Registry = std::map<std::string, BuiltinInfo>;
void registerTensorBuiltins(Registry &registry);
void registerFactories(Registry &registry);
/// Adds names, separated by spaces, with one handler.
void registerNames(Registry &registry, llvm::StringRef names,
                   llvm::StringRef signature, Handler handler);
void registerLanguageBuiltins(Registry &registry);
void registerNumberBuiltins(Registry &registry);
void registerAutograd(Registry &registry);
void registerGradientHooks(Registry &registry);
void registerJitBuiltins(Registry &registry);
void registerTf32(Registry &registry);
void registerCopies(Registry &registry);
void registerDataclasses(Registry &registry);
void registerObjectModel(Registry &registry);
void registerAttributeBuiltins(Registry &registry);
void registerTimedText(Registry &registry);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_ELABORATE_ELABORATOR_H
