//===- Outlining.cpp - Functions made of parts of others ------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "lowering/placement/Outlining.h"

using namespace mlir;

func::FuncOp tine::makeFunctionBeside(func::FuncOp beside, Location loc,
                                      const Twine &name, FunctionType type,
                                      SymbolTable &symbols) {
  auto function = func::FuncOp::create(loc, name.str(), type);
  function.setPrivate();
  if (Attribute source = beside->getAttr("tine.source_name"))
    function->setAttr("tine.source_name", source);
  symbols.insert(function, Block::iterator(beside));
  return function;
}
