//===- Object.h - Mutable objects and how they merge ------------*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The heap's objects as a product of domains. Each domain says what becomes of
// its fields at a join point, where two paths have left an object in two
// states, so that no field can be forgotten there: a domain without a merge
// does not compile.
//
//   Contents    what is in it: SSA values and references. The join makes
//               results of the branch or loop of what differs.
//   Identity    what it is. A difference is a conflict: an error where the
//               object is used.
//   Sharing     who else holds it, on any path.
//   GradFacts   what autograd knows of it; what differs is unsure.
//   Reads       the values that derivatives know it by, on any path.
//   KeyFacts    what is unsure about the keys of a dict.
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_VALUES_OBJECT_H
#define TINE_FRONTEND_VALUES_OBJECT_H

#include "frontend/values/Class.h"
#include "frontend/values/Heap.h"

namespace tine::elaborate {

/// One step from a storage to a view of it.
struct ViewStep {
  enum class Kind : uint8_t {
    Slice,
    Permute,
    Reshape,
    Expand,
    Strided
  } kind = Kind::Slice;
  int64_t dim = 0, step = 1;      // Slice; Strided: dim is the offset
  mlir::Value start;              // Slice (index)
  std::vector<int64_t> dims;      // Permute; Strided: in elements, row-major
  std::vector<mlir::Value> sizes; // dynamic sizes of the result
  mlir::RankedTensorType result;

  bool operator==(const ViewStep &other) const {
    return kind == other.kind && dim == other.dim && step == other.step &&
           start == other.start && dims == other.dims && sizes == other.sizes &&
           result == other.result;
  }
};

/// A tensor's elements: a view of what its storage had at some time.
struct Elements {
  mlir::Value value;
  std::vector<ViewStep> path;

  bool operator==(const Elements &other) const {
    return value == other.value && path == other.path;
  }
};

/// How the elements of a tensor would lie in PyTorch's memory, which decides
/// whether a reshape is a view or a copy.
struct Layout {
  bool dense = true; // row-major, without gaps
  /// Of a tensor whose sizes are known and that is not dense; else empty.
  std::vector<int64_t> strides;
  /// The dimensions from the widest stride to the narrowest where sizes are not
  /// known and it is not row-major order; else empty.
  std::vector<int64_t> order;
  int64_t offset = 0; // in elements, kDynamic when it is not known

  /// Of which nothing is known.
  static Layout unknown() {
    return {/*dense=*/false, {}, {}, mlir::ShapedType::kDynamic};
  }
  bool operator==(const Layout &other) const {
    return dense == other.dense && strides == other.strides &&
           order == other.order && offset == other.offset;
  }
};

/// Where two paths meet.
struct JoinPoint {
  /// The numbers of iterations alone decide which path is taken.
  bool isCounted = false;
};

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

/// What is in an object. The join makes values of the run of what differs
/// (control/Merge.h); `merge` leaves it alone.
struct Contents {
  mlir::Value current;      // Storage; List and Dict of the run
  bool isRuntime = false;   // List, Dict
  std::vector<Value> items; // List; Dict: keys and values alternate
  llvm::MapVector<std::string, Value, std::map<std::string, unsigned>>
      attributes; // Instance, class, Variables; Tensor: `grad` and
                  // `requiresGradSlot`

  void merge(const Contents &, const Contents &, JoinPoint) {}
  bool same(const Contents &) const { return true; }
};

/// What an object is. Nothing can stand for both of two identities.
struct Identity {
  // Tensor
  unsigned storage = 0;
  std::vector<ViewStep> path;
  Layout layout;
  mlir::RankedTensorType tensorType;
  bool isParameter = false;
  bool isBuffer = false;
  /// t_() and the like move the elements in the storage, in an order that
  /// nothing asks for, instead of making another view: a loop does so.
  bool movesElements = false;
  // List, Dict
  Type elementType;        // List
  Type keyType, valueType; // Dict
  // Instance
  ClassInfo *classInfo = nullptr;
  bool scripted = false;
  /// What a scripted module was made of, as its number and 1; else 0.
  unsigned original = 0;
  /// Why the object cannot be used here: paths have left it in states that
  /// nothing can stand for.
  std::string conflict;
  /// Which state it is in, the trip of a loop decides; also of a tensor whose
  /// gradient is unsure.
  bool conflictDependsOnTripOnly = false;

  void merge(const Identity &x, const Identity &y, JoinPoint at);
  bool same(const Identity &other) const;
  /// The same without the conflict.
  bool isSameObject(const Identity &other) const;
};

/// Where the condition holds, a storage has the elements that this view of an
/// older storage has.
struct Guard {
  mlir::Value condition;
  bool isNegated = false;
  unsigned storage = 0;
  std::vector<ViewStep> path;

  bool operator==(const Guard &other) const {
    return condition == other.condition && isNegated == other.isNegated &&
           storage == other.storage && path == other.path;
  }
};

/// Who else holds an object or what is in it.
struct Sharing {
  /// Storage: a copy of its elements is kept where a change would not be seen.
  bool shared = false;
  ast::Range sharedAt;
  const SourceFile *sharedFile = nullptr;
  Site heldBy{nullptr, 0}; // the list's or dict's site
  /// List, Dict: another wait for the same task would give it as it was.
  bool isAwaited = false;
  // Aliases.cpp
  std::vector<unsigned> mayAlias; // older objects that it may be
  std::vector<Guard> guards;      // Storage: which of them, as far as is known
  /// Storage: those of which no condition tells, and what an arm has made.
  std::vector<unsigned> unguarded;
  bool isChoice = false; // a newer one may be it
  /// Tensor: it was read of a list, dict or task of the run, so that it may be
  /// any tensor that one holds.
  bool isRead = false;

  void merge(const Sharing &x, const Sharing &y, JoinPoint at);
  bool same(const Sharing &other) const;
  /// Of a new object: nobody holds it.
  void clear() { *this = Sharing(); }
};

/// What autograd knows of a tensor or storage.
struct GradFacts {
  // Storage
  bool graded = false;      // a tensor of it requires a gradient
  bool gradWritten = false; // what requires a gradient was written to it
  bool isComputed = false;  // it was made as a tensor that requires a gradient
  // Storage and Tensor
  bool unsureGrad = false; // only the run knows whether it requires a gradient
  // Tensor
  bool requiresGrad = false;
  bool isLeaf = true;
  bool detached = false; // by detach() or .data
  /// Whether it keeps its gradient though it is no leaf.
  enum class Retains : uint8_t { No, Yes, OnSomePaths } retains = Retains::No;
  std::string gradFn;      // "AddBackward0", empty where it is not known
  bool isJoined = false;   // what a branch or loop gives, in place of others
  bool unsureLeaf = false; // of a container or task: maybe one with a gradient
  /// The loop whose numbers of iterations tell what is unsure.
  Site decidedByLoop{nullptr, 0};

  void merge(const GradFacts &x, const GradFacts &y, JoinPoint at);
  bool same(const GradFacts &other) const;
};

/// The values by which derivatives know what an object was.
struct Reads {
  /// Storage: older values that derivatives look for, which may be of a leaf
  /// that was changed in place since.
  std::vector<mlir::Value> readAs;
  /// Tensor: what derivatives knew it by before `.data` was assigned. Storage:
  /// what it was before writes in place, the newest of them.
  std::vector<Elements> formerly;

  void merge(const Reads &x, const Reads &y, JoinPoint at);
  /// They do not decide what an iteration does.
  bool same(const Reads &) const { return true; }
};

/// What only the run knows about the keys of a dict of compile time.
struct KeyFacts {
  bool unsureKeys = false;  // which of its keys it has
  bool unsureOrder = false; // their order

  void merge(const KeyFacts &x, const KeyFacts &y, JoinPoint at);
  bool same(const KeyFacts &other) const;
};

/// A product of domains, which merge one by one.
template <typename... Domains> struct Product : Domains... {
  /// Takes the facts of what is `x` on one path and `y` on the other one.
  void mergeFacts(const Product &x, const Product &y, JoinPoint at) {
    (Domains::merge(x, y, at), ...);
  }
  /// Whether nothing but the contents differs.
  bool hasSameFacts(const Product &other) const {
    return (Domains::same(other) && ...);
  }
};

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

/// A mutable object. Every kind uses some of the fields.
struct Object
    : Product<Contents, Identity, Sharing, GradFacts, Reads, KeyFacts> {
  enum class Kind : uint8_t {
    Storage,
    Tensor,
    List,
    Dict,
    Instance,
    ClassAttributes, // of a class of the program
    Variables,       // that functions share (Cells.h)
    Modes            // of the program (Modes.h)
  } kind;
  explicit Object(Kind kind) : kind(kind) {}

  Site site{nullptr, 0}; // where it was made

  /// Whether a dict and its keys are known at compile time.
  bool keysAreKnown() const;
  /// Whether it is such a dict with entries that are Kind::Maybe (Entries.cpp).
  bool isOpen() const;
  bool isStorage() const { return kind == Kind::Storage; }
  bool isTensor() const { return kind == Kind::Tensor; }
  bool isContainer() const { return kind == Kind::List || kind == Kind::Dict; }
};

/// The attribute of a defaultdict that makes what is missing.
inline constexpr llvm::StringLiteral defaultFactory = "default_factory";

/// The attribute of a leaf that says whether it requires a gradient where paths
/// that depend on data differ; `requiresGrad` is true then.
inline constexpr llvm::StringLiteral requiresGradSlot = "$requires_grad";

} // namespace tine::elaborate

#endif // TINE_FRONTEND_VALUES_OBJECT_H
