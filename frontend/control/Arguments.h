//===- Arguments.h - Arguments of a call and their parameters ---*- C++ -*-===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TINE_FRONTEND_CONTROL_ARGUMENTS_H
#define TINE_FRONTEND_CONTROL_ARGUMENTS_H

#include "frontend/control/Elaborator.h"

namespace tine::elaborate {

inline const ast::Params &paramsOf(const FunctionInfo &function) {
  return function.def ? *function.def->params : *function.lambda->params;
}

/// Binds the arguments of a call to the parameters of a function, as variables
/// of its frame. False after an error.
bool bindArguments(Elaborator &e, const FunctionInfo &function, CallArgs &args,
                   Frame &frame);

/// An argument or result of TorchScript: a tuple where a list is declared is a
/// list of what is in it.
Value listOfTuple(Elaborator &e, Value value, const Type &declared,
                  ast::Range range);

} // namespace tine::elaborate

#endif // TINE_FRONTEND_CONTROL_ARGUMENTS_H
