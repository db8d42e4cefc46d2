//===- LoopValues.cpp - Changing what a loop carries ----------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/tensor/LoopValues.h"

using namespace mlir;

scf::ForOp tine::changeLoopValues(scf::ForOp loop,
                                  const llvm::SmallBitVector &dropped,
                                  ArrayRef<AddedLoopValue> added) {
  OpBuilder builder(loop);
  Operation *yield = loop.getBody()->getTerminator();
  SmallVector<Value> inits, yields;
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (!dropped[i]) {
      inits.push_back(loop.getInitArgs()[i]);
      yields.push_back(yield->getOperand(i));
    }
  for (const AddedLoopValue &value : added) {
    inits.push_back(value.init);
    yields.push_back(value.yielded);
  }
  yield->setOperands(yields);
  // Argument 0 is the induction variable.
  loop.getBody()->eraseArguments([&](BlockArgument argument) {
    unsigned number = argument.getArgNumber();
    return number > 0 && number <= dropped.size() && dropped[number - 1];
  });
  auto changed =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  changed->setAttrs(loop->getAttrDictionary());
  changed.getRegion().takeBody(loop.getRegion());
  unsigned next = 0;
  for (unsigned i = 0; i < loop.getNumResults(); ++i)
    if (!dropped[i])
      loop.getResult(i).replaceAllUsesWith(changed.getResult(next++));
  loop.erase();
  return changed;
}
