//===- Forks.cpp - Tasks: fork and wait -----------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Waiting gives the result of a forked call, from the leaves of its future.
//
//===----------------------------------------------------------------------===//

#include "frontend/control/Elaborator.h"
#include "frontend/control/ForkedCall.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

Value Elaborator::fork(CallArgs &args, StringRef inlined, StringRef redraws) {
  return ForkedCall(*this, args, inlined, redraws).run();
}

Value Elaborator::wait(Value future, ast::Range range) {
  if (future.is(Kind::Optional) && future.items[0].is(Kind::Future))
    return error(
        range,
        "an Optional future cannot be awaited; test 'is not None' first");
  if (!future.is(Kind::Future))
    return error(
        range,
        "expected a value of type 'Future' for wait but instead found type '" +
            toString(types.typeOf(future)) + "'");
  if (types.isAwaitedAgain(future))
    return {};
  // Awaited in a loop, a future could be awaited again.
  auto forkOp = future.ssa.getDefiningOp<ForkOp>();
  bool once = future.integer && !decisions.sharesFutures() && forkOp &&
              forkOp->getBlock() == b.getInsertionBlock() &&
              llvm::all_of(future.ssa.getUsers(), [](Operation *user) {
                auto wait = dyn_cast<WaitOp>(user);
                return wait && wait.getImplicit();
              });
  auto op = WaitOp::create(b, loc(range),
                           cast<FutureType>(future.ssa.getType()).getLeaves(),
                           future.ssa);
  if (future.type->kind == TypeKind::Never)
    return die();
  ValueRange leaves = op.getResults().drop_back(future.type->hidden.size());
  size_t older = objects.heap.size();
  Value result = types.unflatten(future.type, leaves);
  auto origins = types.originsOfFutures.find(future.ssa);
  if (origins != types.originsOfFutures.end())
    objects.mayBe(result, origins->second);
  ArrayRef<std::string> names = types.gradFnsOfFutures[future.ssa];
  objects.visitTensors(result, [&](unsigned id) {
    if (names.empty())
      return;
    if (get(id).requiresGrad && !get(id).isLeaf)
      mutate(id).gradFn = names.front();
    names = names.drop_front();
  });
  // Every wait gives the same tensors: none may be changed in place unseen.
  if (once) {
    types.awaitedOnce.insert(future.ssa);
  } else {
    types.setAwaited(result, older);
    containers.share(result, range, {}, older);
  }
  return result;
}

} // namespace tine::elaborate
