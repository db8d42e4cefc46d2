//===- LowerOutside.cpp - The command line --------------------------------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of what the runtime knows of the command line.
//
//===----------------------------------------------------------------------===//

#include "dialects/tine/Tine.h"
#include "lowering/llvm/OpLowering.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tine;

/// The strings one after the other, each with a NUL behind it.
static std::string joined(ArrayAttr strings) {
  std::string text;
  for (auto string : strings.getAsRange<StringAttr>())
    text += string.getValue().str() + '\0';
  return text;
}

bool tine::lowerOutsideOp(OpLowering &l) {
  return llvm::TypeSwitch<Operation *, bool>(l.op)
      .Case([&](CommandLineOp) {
        l.out(l.call("command_line", l.ptr(), {}));
        return true;
      })
      .Case([&](ParseArgumentsOp op) {
        std::string parser = joined(op.getParser());
        l.out(l.call("parse_arguments", l.i64Type(),
                     {l.text(parser), l.i64(int64_t(parser.size())),
                      l.in(op.getWords()), l.i32(op.getKnown())}));
        return true;
      })
      .Case([&](PrintParserOp op) {
        std::string parser = joined(op.getParser());
        l.call("print_parser", {l.text(parser), l.i64(int64_t(parser.size())),
                                l.text(op.getWhat()), l.in(op.getMessage())});
        return true;
      })
      .Case([&](ArgumentOp op) {
        l.out(l.call(("argument_" + op.getWhat()).str(),
                     getLeafType(op.getValue().getType()),
                     {l.in(op.getFound()), l.i64(op.getNumber())}));
        return true;
      })
      .Case([&](ArgumentListOp op) {
        l.out(l.call("argument_list", l.ptr(),
                     {l.in(op.getFound()), l.i64(op.getNumber()),
                      l.text(op.getWhat())}));
        return true;
      })
      .Default(false);
}
