//===- NumberFirst.cpp - Deprecated signatures of tensor functions --------===//
//
// Part of Tine, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PyTorch once took the numbers of these functions in front of the tensors, and
// still does (its deprecated.yaml):
//
//     add, sub                        x.add(alpha, other)
//     addcmul, addcdiv                x.addcmul(value, tensor1, tensor2)
//     addmm, addmv, addr, baddbmm,    x.addmm(beta, [alpha,] mat1, mat2)
//     addbmm                          torch.addmm(beta, x, [alpha,] mat1, mat2)
//
// and their forms in place. TorchScript has none of them: it takes the second
// argument of `add` for the number alpha.
//
//===----------------------------------------------------------------------===//

#include "frontend/builtins/TensorOps.h"
#include "frontend/services/Frames.h"
#include "frontend/services/Interpreter.h"
#include "frontend/services/TensorBuilder.h"

using namespace mlir;
using namespace tine;

namespace tine::elaborate {

static bool hasKeyword(const CallArgs &args, StringRef name) {
  return llvm::any_of(args.keywords, [&](const auto &keyword) {
    return keyword.first == name;
  });
}

/// Makes the positional argument `index`, a number, one by keyword.
static void makeKeyword(CallArgs &args, size_t index, StringRef name) {
  args.keywords.emplace_back(name.str(), args.positional[index]);
  args.positional.erase(args.positional.begin() + index);
  if (index < args.ranges.size())
    args.ranges.erase(args.ranges.begin() + index);
}

/// x.add(alpha, other), the latter also by keyword, which scripts do not take.
static bool isScaled(Context &e, const CallArgs &args) {
  size_t n = args.positional.size();
  return n >= 2 && args.positional[1].isNumber() &&
         (n == 3 ||
          (n == 2 && !e.frames.callsScript() && hasKeyword(args, "other")));
}

/// In TorchScript x.add(number, tensor) is `x + number * alpha`.
static bool scaleInScript(Context &e, CallArgs &args) {
  const Value &other = args.positional.back();
  if (!isTensor(other) || e.tensors.rank(other) == 0)
    return true;
  return e.fault("RuntimeError", args.range,
                 "Cannot input a tensor of dimension other than 0 as a scalar "
                 "argument");
}

bool orderNumberFirst(Context &e, StringRef name, CallArgs &args) {
  StringRef base = name.ends_with("_") ? name.drop_back() : name;
  StringRef now;
  if (base == "add" || base == "sub") {
    if (!isScaled(e, args))
      return true;
    if (e.frames.callsScript() && !scaleInScript(e, args))
      return false;
    makeKeyword(args, 1, "alpha");
    now = "(other, alpha=number)";
  } else if (e.frames.callsScript()) {
    return true;
  } else if (base == "addcmul" || base == "addcdiv") {
    if (args.positional.size() < 2 || !args.positional[1].isNumber())
      return true;
    makeKeyword(args, 1, "value");
    now = "(tensor1, tensor2, value=number)";
  } else if (llvm::is_contained({"addmm", "addmv", "addr", "baddbmm", "addbmm"},
                                base)) {
    size_t beta =
        !args.positional.empty() && args.positional[0].isNumber() ? 0 : 1;
    if (args.positional.size() < 3 || !args.positional[beta].isNumber())
      return true;
    makeKeyword(args, beta, "beta");
    if (args.positional[1].isNumber())
      makeKeyword(args, 1, "alpha");
    now = "(..., beta=number, alpha=number)";
  } else {
    return true;
  }
  e.warning(args.range,
            "numbers in front of tensors are deprecated here; write '" + name +
                now + "'");
  return true;
}

} // namespace tine::elaborate
