//===- State.h - What elaboration knows -------------------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a program: what a function that runs has (Frame), what it could observe
// (State), how a block of it ends (Flow). And the regions of the code that it
// becomes.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_STATE_H
#define TINE_FRONTEND_VALUES_STATE_H

#include "frontend/syntax/Parser.h"
#include "frontend/values/Limits.h"
#include "frontend/values/Modes.h"
#include "frontend/values/Object.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <map>
#include <set>

namespace tine::elaborate {

/// How a block of statements ends. More than one of the ways may be possible;
/// `code` then tells which (0 normal, 1 return, 2 break, 3 continue, -1 raise).
struct Flow {
  static constexpr int raised = -1;
  bool normal = true, returns = false, breaks = false, continues = false;
  bool raises = false; // what a `try` around it sees (Attempts.cpp)
  mlir::Value code;
  Value result; // of return

  bool dead() const { return count() == 0; }
  bool onlyNormal() const { return normal && count() == 1; }
  /// The code of the only way in which it ends.
  int exit() const {
    return returns ? 1 : breaks ? 2 : continues ? 3 : raises ? raised : 0;
  }
  unsigned count() const {
    return normal + returns + breaks + continues + raises;
  }
  /// Whether the function does, on some path.
  bool goesOn() const { return normal || breaks || continues || raises; }
  static Flow none() {
    Flow f;
    f.normal = false;
    return f;
  }
  static Flow raise() {
    Flow f = none();
    f.raises = true;
    return f;
  }
};

class Generation;

/// Where a function was called from.
struct CallSite {
  std::optional<mlir::Location> location;
  ast::Range range;
  const SourceFile *file = nullptr;
  size_t path = 0; // hash of the calls that led here
};

/// What TorchScript knows of the types of variables and of the result.
struct VariableTypes {
  // The block in which a variable got its type, as a number of branches and
  // loops around it. Only blocks inside of it have to keep the type.
  struct Definition {
    unsigned depth;
    Type type;
  };
  std::map<std::string, Type> declared; // annotated local variables
  std::map<std::string, Definition> defined;
  unsigned depth = 0;
  Type result;   // by the annotation
  Type returned; // by the first `return` of a function without annotation
};

/// The expression that is all of what a statement or an arm computes first, and
/// whose errors are those of the whole: where it stands, on which path, and
/// whether all that it makes is asked for at once, as by `list(...)`.
struct Whole {
  ast::Range range;
  unsigned conditional = 0;
  bool isTakenAtOnce = false;
};

/// The statements that a frame runs, and what those before have left.
struct FunctionBody {
  ast::Block statements;
  Whole whole;
  // Parts of the statement that runs now (syntax/Steps.h).
  std::map<const ast::Expr *, Value> kept;
  // Variables that no longer are known behind a loop of a few iterations.
  std::map<std::string, Site> setIn;
  // For each loop around this point the hidden variable that tells whether its
  // `else` runs; empty without one.
  std::vector<std::string> elseFlags;
  bool failed = false; // a statement was left out after an error
};

struct Frame {
  Scope *scope = nullptr;
  std::map<std::string, Value> locals;
  Cells cells;           // variables that are not among `locals`
  bool isModule = false; // locals are the scope's globals
  bool script = false;
  /// TorchScript has called it, from however far: what it calls of the program
  /// is TorchScript, though the library's own functions never are.
  bool inScript = false;
  const FunctionInfo *function = nullptr;
  const ClassInfo *owner = nullptr;
  const ClassInfo *classBody = nullptr; // whose statements run now
  Value self;
  mlir::StringAttr module;          // in traces, or null (ModulePaths.h)
  Generation *generation = nullptr; // of a function with `yield`
  CallSite call;
  FunctionBody body;
  VariableTypes types;
};

/// Everything mutable that a later statement can see: branches, loops and tasks
/// copy it, and merge the copies. What other frames have does not change while
/// one runs.
struct State {
  std::map<std::string, Value> locals;
  Heap heap;
};

/// A place in the State that a branch or loop can change.
struct Slot {
  enum class Kind : uint8_t {
    Local,
    Storage,
    Attribute,
    Item,
    Tensor
  } kind = Kind::Local;
  std::string name;   // Local, Attribute
  unsigned id = 0;    // the object
  unsigned index = 0; // Item
  bool operator<(const Slot &o) const {
    return std::tie(kind, name, id, index) <
           std::tie(o.kind, o.name, o.id, o.index);
  }
  bool operator==(const Slot &o) const {
    return std::tie(kind, name, id, index) ==
           std::tie(o.kind, o.name, o.id, o.index);
  }
};

/// What a place has in a state; Kind::Undefined if nothing.
Value getSlot(const std::map<std::string, Value> &locals, const Heap &heap,
              const Slot &slot);
void setSlot(std::map<std::string, Value> &locals, Heap &heap, const Slot &slot,
             Value value);
inline Value getSlot(const State &state, const Slot &slot) {
  return getSlot(state.locals, state.heap, slot);
}
inline void setSlot(State &state, const Slot &slot, Value value) {
  setSlot(state.locals, state.heap, slot, std::move(value));
}
/// The places with other contents.
std::vector<Slot> changedSlots(const State &before, const State &after);

/// Merges the facts of objects that were there before, as two paths have left
/// them, into `joined`, whose contents are joined already.
void mergeFacts(Heap &joined, const Heap &x, const Heap &y, size_t older,
                JoinPoint at);
/// Whether objects that were there before have other facts than assumed. Those
/// of an iteration's end then are in `assumed`, too.
bool raiseFacts(Heap &assumed, const Heap &end, JoinPoint at,
                const std::set<unsigned> &except);

/// Code that was elaborated for nothing. It stays until the program is done:
/// facts name values by their addresses, which no later one may have.
class DroppedCode {
public:
  explicit DroppedCode(mlir::MLIRContext *context) : context(context) {
    mlir::OperationState state(mlir::UnknownLoc::get(context),
                               mlir::scf::ExecuteRegionOp::getOperationName());
    state.addRegion();
    holder = mlir::Operation::create(state);
  }
  DroppedCode(const DroppedCode &) = delete;
  DroppedCode &operator=(const DroppedCode &) = delete;
  ~DroppedCode() { holder->erase(); }

  mlir::MLIRContext *getContext() const { return context; }
  /// Takes the blocks; values of other regions are left alone.
  void take(mlir::Region &region) {
    region.dropAllReferences();
    region.walk([](mlir::Operation *op) { op->dropAllUses(); });
    mlir::Region::BlockListType &blocks = holder->getRegion(0).getBlocks();
    blocks.splice(blocks.end(), region.getBlocks());
  }

private:
  mlir::MLIRContext *context;
  mlir::Operation *holder;
};

/// A region that is elaborated before the operation that will hold it exists.
class ScratchRegion {
public:
  explicit ScratchRegion(DroppedCode &dropped) : dropped(dropped) {
    mlir::OperationState state(mlir::UnknownLoc::get(dropped.getContext()),
                               mlir::scf::ExecuteRegionOp::getOperationName());
    state.addRegion();
    holder = mlir::Operation::create(state);
  }
  ScratchRegion(const ScratchRegion &) = delete;
  ScratchRegion &operator=(const ScratchRegion &) = delete;
  ~ScratchRegion() {
    clear();
    holder->erase();
  }
  mlir::Region &get() { return holder->getRegion(0); }
  void clear() { dropped.take(get()); }

private:
  DroppedCode &dropped;
  mlir::Operation *holder;
};

/// The source of a loop: for its liveness and for messages.
struct LoopSource {
  const void *node = nullptr;
  ast::Block body;
  ast::Range range;
  bool canLeave = false;  // has break or return
  bool isEndless = false; // but for a return
  std::vector<llvm::StringRef> targets;
  Value iterable; // what the loop walks over
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_STATE_H
