//===- Parameters.h - What --load and --save are about ----------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps account of the modules and parameters that a program makes, so that its
// executable can start with the values of a file and write them at the end.
//
// How it works (docs/decisions/0004-loading-and-saving.md):
//   1. A *holder* is a module, or a parameter outside of any, that was made
//      where the program comes exactly once.
//   2. Until a holder is used (its module is called, or a gradient is taken by
//      it) the program initialises it: after every statement the tensors that
//      the statement changed take the file's values (`tine.load_parameter`).
//   3. At the end of the program the holders that are part of no other one get
//      the names of the variables that hold them, and are saved.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_SERVICES_PARAMETERS_H
#define TINE_FRONTEND_SERVICES_PARAMETERS_H

#include "frontend/services/Context.h"
#include "frontend/values/Value.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>
#include <set>

namespace tine::elaborate {

class Context;
struct Frame;

class Parameters {
public:
  explicit Parameters(Context &e) : e(e) {}

  /// A module or parameter is complete.
  void made(const Value &holder, ast::Range range);
  /// Another module was made of one, with its tensors.
  void scripted(const Value &original, const Value &made);
  /// A statement of the program has ended.
  void afterStatement(ast::Range range);
  /// A module is about to be called.
  void beforeCall(const Value &module, ast::Range range);
  /// A gradient is taken by the tensors of a storage.
  void differentiated(unsigned storage);
  /// Something on the heap changes.
  void touch() { touched = true; }
  /// A function of the program ends; its variables may name holders.
  void leave(const Frame &frame);
  /// A tensor of a module in the order of state_dict(). `same`: the number of
  /// the one that it is another name of; its own if there is none.
  struct Weight {
    std::string name;
    unsigned tensor;
    size_t same;
  };
  std::vector<Weight> weightsOf(const Value &module) const;
  /// The weights of a module as the attribute `tine.parameters`.
  mlir::ArrayAttr describe(llvm::ArrayRef<Weight> weights) const;
  /// The run gives the program no parameters, but entries their weights.
  void leaveToEntries() { isLeft = true; }
  /// The program has ended; `dead` says that it cannot come to its end.
  void finish(mlir::ModuleOp module, bool dead);

private:
  /// A name in state_dict() and the tensor, as a heap index.
  using Named = std::pair<std::string, unsigned>;
  /// What decides whether a tensor has changed since it was loaded.
  struct Snapshot {
    unsigned tensor = 0, storage = 0;
    mlir::Value current;
    bool operator==(const Snapshot &o) const {
      return tensor == o.tensor && storage == o.storage && current == o.current;
    }
  };
  struct Entry {
    std::string name;
    unsigned tensor;
    mlir::RankedTensorType type;
  };
  struct Holder {
    Value value;
    ast::Range range;
    std::string variable; // of a function that had it
    bool used = false;
    std::vector<Entry> state; // when it was first used
  };
  struct Load {
    LoadParameterOp op;
    unsigned tensor;
  };
  /// A holder that is part of no other one.
  struct Root {
    size_t holder;
    std::string prefix; // with the dot
  };

  bool insideConstructor() const;
  bool fixSizes(const Value &holder, ast::Range range) const;
  void collect(const Value &value, const std::string &prefix,
               std::vector<Named> &out, std::set<unsigned> *modules,
               unsigned depth = 0) const;
  Snapshot snapshot(unsigned tensor) const;
  void load(size_t holder, ast::Range range);
  void use(size_t holder);
  std::vector<Entry> entries(const Holder &holder) const;
  void findNames(const Value &value, const std::string &path,
                 std::map<unsigned, std::string> &names,
                 std::set<unsigned> &seen, unsigned depth = 0) const;
  std::vector<Root> findRoots() const;
  std::map<unsigned, std::string> globalNames() const;
  void setUnsaved(ast::Range range, const llvm::Twine &why);
  mlir::ArrayAttr resolve(const std::vector<Root> &roots);
  mlir::Operation *save(const std::vector<Root> &roots);

  Context &e;
  std::vector<Holder> holders;
  std::vector<Load> loads;
  std::map<unsigned, Snapshot> loaded; // tensors, when they were loaded
  std::set<unsigned> frozen;           // tensors of holders that were used
  bool pending = false;                // some holder was not used yet
  bool touched = false; // something has changed since the last look
  bool busy = false;
  bool isLeft = false;
  std::string unsaved;
};

} // namespace tine::elaborate

#endif // TINE_FRONTEND_SERVICES_PARAMETERS_H
